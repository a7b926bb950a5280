package app

import (
	"context"
	"slices"
	"strings"
	"time"

	"academy/cms-api/internal/content/article"
	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/content/list"
	"academy/cms-api/internal/content/menu"
	"academy/cms-api/internal/content/model"
	"academy/cms-api/internal/content/page"
	"academy/cms-api/internal/content/pagecontent"
	"academy/cms-api/internal/content/redirect"
	"academy/cms-api/internal/content/richtext"
	"academy/cms-api/internal/content/section"
	"academy/cms-api/internal/content/settings"
	"academy/cms-api/internal/content/social"
	"academy/cms-api/internal/content/video"
	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/media/upload"
	"academy/cms-api/internal/operate/backup"
	"academy/cms-api/internal/platform/form"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/publishing/snapshot"
)

// Content are the services of everything that editors write, and the snapshot of it
// that the public sees.
type Content struct {
	process *Process

	Snapshots *snapshot.Store
	checker   *model.Checker
	// Sources of the snapshot's pages, menus and redirects.
	pages     *snapshot.Source[page.Known]
	menus     *snapshot.Source[menu.Menu]
	redirects *snapshot.Source[redirect.Line]

	Articles        *article.Service
	Sections        *section.Service
	Texts           *pagecontent.Service
	Pages           *page.Service
	Menus           *menu.Service
	Settings        *settings.Service
	Links           *social.Service
	Redirects       *redirect.Service
	Programs        *list.Programs
	Features        *list.Items
	Differentiators *list.Items
	Videos          *video.Service
	Uploads         *upload.Service
	Library         *library.Service
	Sweeper         *upload.Sweeper

	// collections are all of them, in the order in which the API's description names them.
	collections []collection.Any
	// people returns what tells who an account's id is, rename has a document name another file, and tell mails a
	// notice, once there are accounts.
	people func(context.Context) (func(id string) *history.Person, error)
	rename func(ctx context.Context, collection, id string, r library.Renaming) error
	tell   func(context.Context, article.Notice)
}

// NewContent returns the content in some stores, or an error when the content model cannot
// be used.
func NewContent(p *Process, stores *Stores) (*Content, error) {
	db, now := stores.DB, p.Clock.Now
	declared, err := model.Load(p.Config.ContentModel)
	if err != nil {
		return nil, err
	}
	c := &Content{process: p, Snapshots: snapshot.NewStore(snapshot.Options{Clock: p.Clock, Written: p.noteChange})}
	db.NamesOf(upload.Named)
	widths := slices.Clone(p.Config.ImageWidths)
	slices.Sort(widths)
	c.Library = library.NewService(library.Options{
		DB: db, Now: now, Log: p.Log,
		Rename: func(ctx context.Context, collection, id string, r library.Renaming) error {
			return c.rename(ctx, collection, id, r)
		},
		Names: func(ctx context.Context) (func(string) string, error) {
			person, err := c.people(ctx)
			return func(id string) string { return person(id).Name }, err
		},
	})
	c.Uploads = upload.NewService(upload.Options{
		Objects: stores.Objects, DB: db, Library: c.Library, Now: now,
		Limits: upload.Limits{
			ImageWidths: slices.Compact(widths),
			ImageBytes:  p.Config.MaxImageBytes, ImagePixels: p.Config.MaxImagePixels, VideoBytes: p.Config.MaxVideoBytes,
			FileBytes: p.Config.MaxFileBytes,
		},
	})
	c.Sweeper = upload.NewSweeper(upload.SweepOptions{
		Objects: stores.Objects, Uploads: c.Uploads, After: p.Config.MediaSweepAfter, Now: now,
		BackupRuns: func(ctx context.Context) (bool, error) { return backup.Mark(db).Any(ctx, now()) },
		EachText: func(ctx context.Context, each func([]byte)) error {
			return db.EachDocument(ctx, backup.WithoutMedia(), each)
		},
	})
	rich := richtext.NewCleaner(richtext.Stores{
		Image: func(ctx context.Context, data []byte) (string, error) {
			image, err := c.Uploads.ImageBytes(ctx, "", data)
			return image.URL, err
		},
		File: func(ctx context.Context, address string) (richtext.File, error) {
			file, err := c.Uploads.Stored(ctx, address)
			return richtext.File{Name: file.Name, Bytes: file.Size}, err
		},
	})
	c.checker = &model.Checker{Model: declared, Clean: rich.Clean, Exists: c.exists}
	copies := working.Options{
		DB: db, Zone: p.zone, Clock: p.Clock, Log: p.Log,
		People: func(ctx context.Context) (func(id string) *history.Person, error) { return c.people(ctx) },
	}
	c.Articles = article.NewService(article.Options{
		Store: article.NewStore(db), Zone: p.zone, Now: now, Clean: rich.Clean, Working: copies,
		DB: db, Log: p.Log, Tell: func(ctx context.Context, n article.Notice) { c.tell(ctx, n) },
	})
	c.Sections = section.NewService(db, declared)
	c.Texts = pagecontent.NewService(pagecontent.Options{
		Store: pagecontent.NewStore(db), Checker: c.checker, BlockOf: c.Sections.BlockOf,
	})
	c.Pages = page.NewService(page.Options{
		Store: page.NewStore(db), Checker: c.checker, Zone: p.zone, Now: now, Working: copies,
	})
	c.Menus = menu.NewService(db, c.checker)
	c.Settings = settings.NewService(settings.NewStore(db))
	c.Links = social.NewService(db)
	c.Programs = list.NewPrograms(db)
	c.Features, c.Differentiators = list.NewItems(db, "features"), list.NewItems(db, "differentiators")
	c.Videos = video.NewService(video.Options{
		DB: db, Now: now, Log: p.Log,
		StoreFile: func(ctx context.Context, field string, content form.File) (video.File, error) {
			stored, err := c.Uploads.StoreVideo(ctx, field, content)
			keep := func(ctx context.Context) (string, error) {
				kept, err := c.Uploads.KeepVideo(ctx, stored)
				return kept.URL, err
			}
			return video.File{URL: stored.URL, Duration: stored.Duration, Keep: keep}, err
		},
		FromLibrary: func(ctx context.Context, field, id string) (string, float64, error) {
			doc, err := c.Library.Get(ctx, id)
			if problem.Is(err, problem.NotFound) || err == nil && doc.Kind != library.Video {
				err = problem.InvalidField("body."+field, "This is not a video of the library. Choose another one.")
			}
			return doc.URL, doc.Duration, err
		},
		CheckSize: c.Uploads.CheckVideoSize, TakeBack: c.Uploads.TakeBack,
	})
	c.Redirects = redirect.NewService(redirect.Options{DB: db, Page: c.hasPage, Moved: c.moved})
	c.collections = []collection.Any{
		c.Articles, c.Pages, c.Redirects, c.Texts, c.Settings, c.Sections, c.Menus,
		c.Programs, c.Features, c.Differentiators, c.Videos, c.Links,
	}
	focus := snapshot.NewFilePart[library.Focus](c.Snapshots, library.FocusPart, upload.Named)
	var named []string
	for _, each := range c.collections {
		named = append(named, each.Name().Stored())
		if shown, is := each.(interface{ ShowIn(*snapshot.Store) }); is {
			shown.ShowIn(c.Snapshots)
		}
	}
	c.Library.Follow(named, focus.Show)
	c.showPages()
	return c, nil
}

// showPages shows the pages that editors made together with the menus, which do not lead to
// those that are not public, and with the redirects, which lead from former paths of them, too.
func (c *Content) showPages() {
	shown := snapshot.NewTogether(c.Snapshots, func(now time.Time) ([]snapshot.Part, time.Time, error) {
		site := page.At(now, c.pages.All())
		parts, err := site.Parts()
		if err != nil {
			return nil, site.Until, err
		}
		menus, err := c.Menus.Part(c.menus.All(), site.Hides)
		if err != nil {
			return nil, site.Until, err
		}
		redirects, err := redirect.Part(c.redirects.All(), movedPages(site.Redirects()))
		return append(parts, menus, redirects), site.Until, err
	})
	c.pages, c.menus, c.redirects = c.Pages.Source(shown), c.Menus.Source(shown), c.Redirects.Source(shown)
}

func movedPages(all []page.Redirect) []redirect.Line {
	lines := make([]redirect.Line, len(all))
	for i, each := range all {
		lines[i] = redirect.Line{From: each.From, To: each.To}
	}
	return lines
}

// moved returns the former addresses of public pages and articles.
func (c *Content) moved(ctx context.Context) ([]redirect.Line, error) {
	pages, err := c.Pages.Redirects(ctx)
	lines := movedPages(pages)
	if current := c.Snapshots.Current(); current != nil && err == nil {
		for _, each := range current.Moved() {
			from := each.From
			if !strings.HasPrefix(from, "/") { // a slug, not an address on another site
				from = articles + from
			}
			lines = append(lines, redirect.Line{From: from, To: articles + each.To})
		}
	}
	return lines, err
}

// articles is the folder of the site with the articles.
const articles = "/blog/"

// hasPage reports whether the site has a page at a path: one of its own, of editors, or an article. Its own that are
// made of what there is, such as /resources/{slug}, are not known here.
func (c *Content) hasPage(path string) bool {
	current := c.Snapshots.Current()
	if current != nil && current.Body("pages:"+path) != nil {
		return true
	}
	if slug, is := strings.CutPrefix(path, articles); is && current != nil && current.Article(slug) != nil {
		return true
	}
	return c.checker.Model.Route(path) == path
}

// exists reports whether there is something that a value names.
func (c *Content) exists(ctx context.Context, what, id string) (bool, error) {
	if what == "page" {
		return c.Pages.Exists(ctx, id)
	}
	return c.Articles.Exists(ctx, id)
}

// fingerprint returns that of the snapshot; it is empty until the content is loaded.
func (c *Content) fingerprint() string {
	if current := c.Snapshots.Current(); current != nil {
		return current.Fingerprint()
	}
	return ""
}

// academyName returns the name that messages are signed with.
func (c *Content) academyName(ctx context.Context) string {
	settings, _, err := c.Settings.Get(ctx)
	if err != nil {
		return "the academy"
	}
	return *settings.SiteTitle
}
