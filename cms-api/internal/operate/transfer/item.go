// Package transfer brings content in that other programs have exported, and all of it out again.
package transfer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"academy/cms-api/internal/content/article"
	"academy/cms-api/internal/content/list"
	"academy/cms-api/internal/content/menu"
	"academy/cms-api/internal/content/model"
	"academy/cms-api/internal/content/page"
	"academy/cms-api/internal/content/pagecontent"
	"academy/cms-api/internal/content/richtext"
	"academy/cms-api/internal/content/schedule"
	"academy/cms-api/internal/content/section"
	"academy/cms-api/internal/content/settings"
	"academy/cms-api/internal/content/social"
	"academy/cms-api/internal/content/video"
	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/media/upload"
	"academy/cms-api/internal/operate/convert"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
	"academy/cms-api/internal/platform/weburl"
)

// Content is what is brought in and out.
type Content struct {
	Articles        *article.Service
	Pages           *page.Service
	Settings        *settings.Service
	Texts           *pagecontent.Service
	Sections        *section.Service
	Menus           *menu.Service
	Links           *social.Service
	Programs        *list.Programs
	Features        *list.Items
	Differentiators *list.Items
	Videos          *video.Service
	Uploads         *upload.Service
	Library         *library.Service
}

// Options are what a Service needs.
type Options struct {
	Content
	DB      *mongodb.Database
	Objects *objectstore.Store
	Model   *model.Model
	// Sanitise returns HTML as articles have it, or why they cannot.
	Sanitise func(string) (string, error)
	// Fetch fetches pictures, of no address that is out of its reach.
	Fetch *http.Client
	// MaxImageBytes is how large a picture may be.
	MaxImageBytes int64
	// Zone is the time zone of dates that name none.
	Zone *time.Location
	Now  func() time.Time
	Log  *slog.Logger
}

// Service imports and exports.
type Service struct {
	o      Options
	store  *store
	md     *convert.Markdown
	writer *convert.Writer
	jobs   chan *job

	beginning sync.Mutex // so that of two imports at once one is refused
}

// NewService returns a Service.
func NewService(o Options) *Service {
	md := convert.NewMarkdown()
	return &Service{
		o: o, store: newStore(o.DB), md: md, writer: convert.NewWriter(md, o.Sanitise), jobs: make(chan *job, 1),
	}
}

func (s *Service) now() time.Time { return s.o.Now().UTC().Truncate(time.Millisecond) }

// Get returns an import, or a NotFound problem.
func (s *Service) Get(ctx context.Context, id string) (Import, error) {
	return s.store.get(ctx, id, s.o.Now())
}

// Latest returns the latest imports, newest first, without what became of each item.
func (s *Service) Latest(ctx context.Context) ([]Import, error) {
	return s.store.latest(ctx, s.o.Now())
}

// alreadyImported is why an item is skipped that arrived before.
const alreadyImported = "already imported"

// item stores an item. It returns an error only where nothing more can be stored.
func (s *Service) item(ctx context.Context, j *job, it item) error {
	if it.broken != nil {
		j.skip(it.title, explain(it.broken))
		return nil
	}
	if it.id == "" {
		it.id = idOf(j.Source, it.key)
	}
	if len(it.html) > convert.MaxHTML {
		j.skip(it.title, convert.ErrTooLarge.Detail)
		return nil
	}
	j.clean(&it)
	for _, sentence := range it.lost {
		j.warn(it.title, sentence)
	}
	if err := s.pictures(ctx, j, &it); err != nil {
		return err
	}
	if j.Status != "source" && !(it.exact && j.Status == "") {
		it.status = article.Draft
	}
	store := s.article
	if it.page {
		store = s.page
	}
	created, err := store(ctx, j, it)
	switch {
	case err == nil && created == nil:
		j.skip(it.title, alreadyImported)
	case err == nil:
		j.create(*created)
	case isStore(err):
		return err
	default:
		j.skip(it.title, explain(err))
	}
	return nil
}

// idOf returns the id that an item of a source has here.
func idOf(source Source, key []string) string {
	return documents.SeedID("imports", append([]string{string(source)}, key...)...)
}

// digest returns what tells texts apart in a key.
func digest(texts ...string) string {
	sum := sha256.New()
	for _, each := range texts {
		fmt.Fprintf(sum, "%d:%s", len(each), each)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

var errPanicked = problem.New(problem.Invalid, "It has something in it that this program cannot read.")

// guarded calls do for an item. A panic of that becomes an error of the item, as one item must
// end neither the import nor the process.
func (s *Service) guarded(title string, do func() error) (err error) {
	defer func() {
		if caught := recover(); caught != nil {
			s.o.Log.Error("an item of an import panicked", "item", title, "panic", caught, "stack", string(debug.Stack()))
			err = errPanicked
		}
	}()
	return do()
}

// made returns what read returns: where that fails, a broken item. It returns an error only where
// nothing more can be stored.
func (s *Service) made(title string, read func() (item, error)) (it item, err error) {
	err = s.guarded(title, func() (err error) { it, err = read(); return err })
	switch {
	case err == nil:
		return it, nil
	case isStore(err):
		return item{}, err
	}
	return item{title: title, broken: err}, nil
}

// isStore reports whether an error is none of the item's.
func isStore(err error) bool {
	var known *problem.Error
	return !errors.As(err, &known) || known.Kind == problem.Unavailable || known.Kind == problem.Full
}

// clean makes the texts of an item what can be stored, and says what changes by that.
func (j *job) clean(it *item) {
	removed := 0
	for _, each := range []*string{&it.title, &it.html, &it.excerpt, &it.author, &it.category} {
		printable := text.Printable(*each)
		removed += utf8.RuneCountInString(*each) - utf8.RuneCountInString(printable)
		*each = printable
	}
	if it.title = text.Line(it.title); it.title == "" {
		it.title = "Untitled"
		j.warn(it.title, "It had no title.")
	}
	if removed > 0 {
		j.warn(it.title, fmt.Sprintf("%d control characters were removed.", removed))
	}
	shorten := func(what string, value *string, most int) {
		if text.LongerThan(*value, most) {
			j.warn(it.title, fmt.Sprintf("The %s was cut to %d characters.", what, most))
			*value = text.Shorten(*value, most)
		}
	}
	most := 300
	if it.page {
		most = 200
	}
	shorten("title", &it.title, most)
	shorten("excerpt", &it.excerpt, 1000)
	shorten("category", &it.category, 120)
	for i := range it.tags {
		shorten("tag", &it.tags[i], 60)
	}
	if len(it.tags) > 50 {
		j.warn(it.title, "It has more than 50 tags; the first 50 were taken.")
		it.tags = it.tags[:50]
	}
	it.html = convert.Pictures(it.html, "alt", func(alt string) string {
		shorten("description of a picture", &alt, richtext.MaxWords)
		return alt
	})
	if it.banner != "" && !weburl.File(it.banner) {
		j.warn(it.title, "The picture at its head has no address that can be shown: "+it.banner)
		it.banner = ""
	}
}

func isWeb(address string) bool {
	parsed, err := url.Parse(address)
	return err == nil && (parsed.Scheme == "http" || parsed.Scheme == "https") && parsed.Host != ""
}

func dateOf(at time.Time) schedule.Date {
	if at.IsZero() {
		return schedule.Date{}
	}
	return schedule.Date{Set: true, Text: at.UTC().Format(time.RFC3339Nano)}
}

// article stores an article; nil where it exists.
func (s *Service) article(ctx context.Context, j *job, it item) (*Created, error) {
	in := article.Imported{
		Update: article.Update{
			Title: &it.title, Content: &it.html, Excerpt: &it.excerpt, Category: &it.category, Tags: &it.tags,
			Status: &it.status, BannerImage: &it.banner,
			Dates: article.Dates{PublishDate: dateOf(it.date), UnpublishDate: dateOf(it.unpublish)},
		},
		ID: it.id, Author: it.author, Created: it.created, Updated: it.updated,
	}
	if it.slug != "" {
		in.Slug = &it.slug
	}
	for _, path := range it.former {
		if former, is := strings.CutPrefix(path, "/blog/"); is && !strings.Contains(former, "/") {
			in.FormerSlugs = append(in.FormerSlugs, former)
		} else {
			in.FormerPaths = append(in.FormerPaths, path)
		}
	}
	stored, created, err := s.o.Articles.Import(ctx, in)
	if err != nil || !created {
		return nil, err
	}
	return &Created{"articles", stored.ID, stored.Title, "/blog/" + stored.Slug},
		putChanges(ctx, j, s.o.Articles.Copies, stored.ID, stored.Title, it.changes)
}

// oldPath returns the path that an address had, as a list of none or one.
func oldPath(address string) []string {
	if path := convert.PathOf(address); path != "" {
		return []string{path}
	}
	return nil
}
