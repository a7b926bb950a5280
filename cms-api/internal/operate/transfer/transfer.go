// Package transfer brings content in that other programs have exported, and all of it out again.
package transfer

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"academy/cms-api/internal/content/article"
	"academy/cms-api/internal/content/list"
	"academy/cms-api/internal/content/menu"
	"academy/cms-api/internal/content/model"
	"academy/cms-api/internal/content/page"
	"academy/cms-api/internal/content/pagecontent"
	"academy/cms-api/internal/content/section"
	"academy/cms-api/internal/content/settings"
	"academy/cms-api/internal/content/social"
	"academy/cms-api/internal/content/video"
	"academy/cms-api/internal/media/upload"
	"academy/cms-api/internal/operate/convert"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/objectstore"
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

// Service holds the rules of imports and exports.
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
