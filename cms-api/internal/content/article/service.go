package article

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"time"

	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/patch"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/slug"
	"academy/cms-api/internal/platform/storage"
	"academy/cms-api/internal/platform/text"
	"academy/cms-api/internal/platform/weburl"
)

// Options are what a Service needs.
type Options struct {
	Store *Store
	// Clean returns HTML as it is stored.
	Clean func(ctx context.Context, html string, inline bool) (string, error)
	// Zone is the time zone of bare dates.
	Zone *time.Location
	Now  func() time.Time
	// Working is what working copies need.
	Working working.Options
	// DB keeps reviews. Tell sends a notice about one by mail; nil: nobody is told.
	DB   *mongodb.Database
	Tell func(context.Context, Notice)
	Log  *slog.Logger
}

// Service holds the rules of articles.
type Service struct {
	o       Options
	Copies  *Copies
	reviews *documents.Collection[review, *review]
}

// NewService returns a Service.
func NewService(o Options) *Service {
	s := &Service{o: o, reviews: reviewsIn(o.DB)}
	o.Store.ShownAs(func(a Article) any { return answered(a) }).
		Guarded(guard().Guard())
	s.Copies = working.New(s.copied(), o.Working)
	return s
}

// guard says who may read and write articles: writers only their own.
func guard() collection.Drafts[Article] {
	return collection.Drafts[Article]{
		Live:  func(a Article) bool { return a.live() },
		Owner: func(a Article) string { return a.AuthorID },
	}
}

// Create stores a new article by the caller.
func (s *Service) Create(ctx context.Context, update Update) (Article, error) {
	text.Clean(&update)
	article := s.blank(ctx)
	err := s.clean(ctx, &update)
	if err != nil {
		return Article{}, err
	}
	if err := s.apply(&article, update); err != nil {
		return Article{}, err
	}
	err = s.withFreeSlug(&article, func() error { return s.o.Store.insert(ctx, &article) })
	if err != nil {
		return Article{}, err
	}
	return article, nil
}

// blank returns an article by the caller of which nothing is written yet.
func (s *Service) blank(ctx context.Context) Article {
	article := Article{Summary: Summary{Status: Draft, CreatedAt: s.now()}}
	if who, ok := access.From(ctx); ok {
		article.Author, article.AuthorID = who.Name, who.UserID
	}
	return article
}

// Update changes an article.
func (s *Service) Update(ctx context.Context, id string, w documents.Write, update Update) (Article, error) {
	text.Clean(&update)
	if err := s.clean(ctx, &update); err != nil {
		return Article{}, err
	}
	return s.save(ctx, id, w, func(a *Article) error {
		former := a.Slug
		err := s.apply(a, update)
		if update.Slug == nil && w.What == revision.Restored {
			a.Slug = former // that of a draft would follow its title
		}
		return err
	})
}

// save stores a change of an article, with a slug that is free.
func (s *Service) save(
	ctx context.Context, id string, w documents.Write, change func(*Article) error,
) (Article, error) {
	var made documents.Change[Article]
	attempt := 0
	err := s.retrySlug(func() (err error) {
		attempt++
		made, err = s.o.Store.Update(ctx, id, w, func(a *Article) error {
			if err := change(a); err != nil {
				return err
			}
			a.Slug = slug.Numbered(a.Slug, attempt)
			a.PreviousSlugs = slices.DeleteFunc(a.PreviousSlugs, func(old string) bool { return old == a.Slug })
			return nil
		})
		return err
	})
	if err == nil {
		s.wasPublished(ctx, made)
	}
	return changes.Done(ctx, made, err)
}

// Exists reports whether there is an article of that id.
func (s *Service) Exists(ctx context.Context, id string) (bool, error) {
	_, err := s.o.Store.Get(ctx, id)
	if problem.Is(err, problem.NotFound) {
		return false, nil
	}
	return err == nil, err
}

// Delete puts an article into the trash, and returns the revision that it has there.
func (s *Service) Delete(ctx context.Context, id string, w documents.Write) (at int, err error) {
	made, err := s.o.Store.Discard(ctx, id, w)
	changes.Wrote(ctx, made)
	if err == nil {
		s.endReview(ctx, id)
	}
	return made.After.Revision, err
}

// Get returns an article by slug, by a former slug or, for staff, by id.
// Readers without a session find only what is public.
func (s *Service) Get(ctx context.Context, slugOrID string) (Article, error) {
	staff := access.MayOwn(ctx, access.ContentRead)
	if staff && mongodb.IsID(slugOrID) {
		article, err := s.o.Store.Get(ctx, slugOrID)
		if !problem.Is(err, problem.NotFound) {
			return article, problem.Replace(err, problem.Forbidden, problem.Missing("article"))
		}
	}
	article, err := s.o.Store.bySlug(ctx, slugOrID)
	if err != nil {
		return Article{}, err
	}
	if !article.readWhole(ctx) && !article.Public(s.now()) {
		return Article{}, problem.Missing("article")
	}
	return article, nil
}

// readWhole reports whether the caller reads all of an article, and not only what is public.
func (a Article) readWhole(ctx context.Context) bool {
	own := access.MayOwn(ctx, access.ContentRead) && a.AuthorID != "" && a.AuthorID == access.By(ctx)
	return own || access.May(ctx, access.ContentRead)
}

// List returns summaries and how many there are. Readers without a session get
// what is public, and who may only write own articles gets those.
func (s *Service) List(ctx context.Context, q ListQuery) ([]Summary, int, error) {
	q.now = s.now()
	switch {
	case access.May(ctx, access.ContentRead):
	case access.MayOwn(ctx, access.ContentRead):
		q.author = access.By(ctx)
	default:
		if q.Status != "" && q.Status != Published {
			return []Summary{}, 0, nil
		}
		q.Status, q.Upcoming, q.public = Published, "", true
	}
	found, total, err := s.o.Store.list(ctx, q)
	for i := range found {
		found[i].Mark = working.MarkOf(found[i].Working)
		if q.public {
			found[i] = found[i].forReaders()
		}
	}
	return found, total, err
}

// updates leaves out what apply handles itself.
var updates = patch.New[Article, Update]("Slug", "PublishDate", "UnpublishDate")

// apply lays a clean update over an article, if it may be stored then.
func (s *Service) apply(a *Article, update Update) error {
	if err := s.lay(a, update); err != nil {
		return err
	}
	return a.check()
}

// lay lays a clean update over an article and settles what follows from it.
func (s *Service) lay(a *Article, update Update) error {
	former, follows := a.Slug, !a.SlugFixed && (a.Slug == "" || slug.IsNumbered(a.Slug, slugOf(a.Title)))
	// Published before first publications were noted.
	unknown := a.SlugFixed && a.PublishDate == nil && a.FirstPublished == nil
	if err := update.Dates.apply(a, s.o.Zone, s.now()); err != nil {
		return err
	}
	updates.Apply(a, update)
	a.Tags = cleanTags(a.Tags)
	switch {
	case update.Slug != nil && strings.TrimSpace(*update.Slug) != "":
		a.Slug = slugOf(*update.Slug)
	case (follows || update.Slug != nil && !a.SlugFixed) && !slug.IsNumbered(a.Slug, slugOf(a.Title)):
		a.Slug = slugOf(a.Title)
	}
	if a.SlugFixed && former != a.Slug {
		a.PreviousSlugs = append(slices.DeleteFunc(a.PreviousSlugs, func(old string) bool { return old == former }), former)
	}
	if !unknown {
		a.notePublication(s.now())
	}
	a.SlugFixed = a.SlugFixed || a.Status == Published
	a.SortAt = a.PublishedAt()
	a.UpdatedAt = s.now()
	return nil
}

// slugOf returns the slug that a title suggests, which is neither an id nor an address of the site.
func slugOf(title string) string {
	return slug.Of(title, "article", func(made string) bool {
		return mongodb.IsID(made) || made == "page" // /blog/page/2 … are the pages of the list
	})
}

// clean makes an update's banner and content what is stored. It does so once,
// before the article is read: it may take a while.
func (s *Service) clean(ctx context.Context, update *Update) error {
	if err := problem.InvalidFields(weburl.SetFile(nil, "body.banner_image", update.BannerImage)); err != nil {
		return err
	}
	if update.Content == nil {
		return nil
	}
	content, err := s.o.Clean(ctx, *update.Content, false)
	var refused *problem.Error
	if errors.As(err, &refused) && refused.Kind == problem.Invalid {
		return problem.InvalidField("body.content", refused.Detail)
	}
	update.Content = &content
	return err
}

// withFreeSlug tries write with other numbers until the slug is free.
func (s *Service) withFreeSlug(a *Article, write func() error) error {
	base, n := a.Slug, 0
	return s.retrySlug(func() error {
		n++
		a.Slug = slug.Numbered(base, n)
		return write()
	})
}

func (s *Service) retrySlug(write func() error) error {
	for range slug.MaxTries {
		if err := write(); !storage.IsDuplicate(err) {
			return err
		}
	}
	return errTooMany
}

var errTooMany = problem.New(problem.Conflict, "Too many articles have this title. Please choose another.")

func (s *Service) now() time.Time { return s.o.Now().UTC().Truncate(time.Millisecond) }
