// Package preview shows pages of the site as they would be with content that is not stored
// or not public: to staff while they write, and by links to people without an account. The
// publisher renders them as it renders what goes live.
package preview

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"strings"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/person"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/shared"
	"academy/cms-api/internal/publishing/snapshot"
	"academy/cms-api/internal/publishing/webhook"
)

const (
	// pageLife is how long a rendered page can be seen.
	pageLife = 15 * time.Minute
	// mostPages is how many pages of a person are stored; the newest stay.
	mostPages = 20
)

// Read reads what somebody has typed into an update of the kind's type.
type Read func(update any) error

// Kind is a sort of content that can be previewed.
type Kind struct {
	// Update is a value of the type that what is typed is read into.
	Update any
	// Preview returns the content as the public would see it with an update of a document, and
	// the path of the page that shows it best.
	Preview func(ctx context.Context, id string, read Read) (snapshot.Preview, string, error)
	// Draft returns the same for a document as its writers have left it. It is nil for what has
	// no drafts: links do not show that.
	Draft func(ctx context.Context, id string) (snapshot.Preview, string, error)
}

// Options are what a Service needs.
type Options struct {
	Snapshots *snapshot.Store
	DB        *mongodb.Database
	// PublisherURL is where the publisher takes webhooks; empty means that there is none.
	PublisherURL string
	// Signer signs what is sent to the publisher, and Transport is what that goes through.
	Signer    *webhook.Signer
	Transport func(http.RoundTripper) http.RoundTripper
	Kinds     map[string]Kind
	// RouteOf returns the route of the site that a path belongs to, with {name} for a parameter;
	// "" where no page of the site's own is.
	RouteOf func(path string) string
	// Policy returns the Content-Security-Policy of previews.
	Policy func() (string, error)
	// Names returns what each account is called, by its id.
	Names func(context.Context) (map[string]string, error)
	Now   func() time.Time
}

// Service makes previews.
type Service struct {
	o         Options
	store     *store
	publisher *publisher // nil: there is none
	queue     *queue
	// opened are the documents that links show: however many open them while one is rendered,
	// the next rendering is for them all.
	opened *shared.Reads[document, []byte]
}

// NewService returns a Service. It fails when the publisher's address is malformed.
func NewService(o Options) (*Service, error) {
	s := &Service{o: o, store: newStore(o.DB), queue: newQueue()}
	s.opened = shared.NewReads(rendering, s.draft)
	if o.PublisherURL == "" {
		return s, nil
	}
	var err error
	s.publisher, err = newPublisher(o)
	return s, err
}

// Asked is a preview that somebody asks for. The values are an update's, applied to what is
// stored; Route is the path of the page to show, "" for that which shows it best. Only the
// newest that the same person asks for in the same Frame waits.
type Asked struct {
	Kind, ID, Route, Frame string
	Read                   Read
}

// Made is where a page can be seen.
type Made struct {
	URL       string    `json:"url" doc:"Shows the page to whoever is signed in." example:"/api/preview/pages/KB3TQMZ6W5XV2A7YJN4RHEUDOC"`
	ExpiresAt time.Time `json:"expires_at"`
}

// Page is a rendered page and its Content-Security-Policy.
type Page struct {
	HTML   []byte
	Policy string
}

// Make renders a page for the caller and stores it for a while.
func (s *Service) Make(ctx context.Context, asked Asked) (Made, error) {
	changes.Nothing(ctx)
	kind, known := s.o.Kinds[asked.Kind]
	if !known {
		return Made{}, problem.InvalidField("body.kind", "There are no previews of this.")
	}
	who, _ := access.From(ctx)
	frame := who.UserID + " " + asked.Frame
	html, err := s.render(ctx, frame, asked.Route, func(ctx context.Context) (snapshot.Preview, string, error) {
		preview, route, err := kind.Preview(ctx, asked.ID, asked.Read)
		return preview, route, inValues(err)
	})
	if err != nil {
		return Made{}, err
	}
	made := page{By: who.UserID, ExpiresAt: s.now().Add(pageLife)}
	made.ID = rand.Text()
	if err := s.store.putPage(ctx, made, html); err != nil {
		return Made{}, err
	}
	return Made{URL: pagesPath + made.ID, ExpiresAt: made.ExpiresAt}, nil
}

// inValues says of an update that is wrong where it stands in the request.
func inValues(err error) error {
	var refused *problem.Error
	if !errors.As(err, &refused) || refused.Kind != problem.Invalid {
		return err
	}
	moved := *refused
	moved.Fields = make([]problem.Field, len(refused.Fields))
	for i, field := range refused.Fields {
		field.Location = "body.values" + strings.TrimPrefix(field.Location, "body")
		moved.Fields[i] = field
	}
	return &moved
}

// Page returns a page that Make has stored, or a NotFound problem.
func (s *Service) Page(ctx context.Context, id string) (Page, error) {
	html, err := s.store.page(ctx, id, s.now())
	if err != nil {
		return Page{}, err
	}
	return s.shown(html)
}

func (s *Service) shown(html []byte) (Page, error) {
	policy, err := s.o.Policy()
	return Page{html, policy}, err
}

func (s *Service) now() time.Time { return s.o.Now().UTC().Truncate(time.Millisecond) }

// made is a link that a person has made.
type made struct {
	Kind      string    `json:"kind"`
	Of        string    `json:"document"`
	CreatedAt time.Time `json:"created_at"`
	ExpiresAt time.Time `json:"expires_at"`
}

// Source describes the links that a person has made to package privacy. Account returns the
// account of a person, empty where there is none.
func Source(db *mongodb.Database, account func(context.Context, person.Person) (string, error)) person.Source {
	links := linksIn(db)
	by := func(ctx context.Context, who person.Person) ([]link, error) {
		owner, err := account(ctx, who)
		if err != nil || owner == "" {
			return nil, err
		}
		return links.All(ctx, "id", documents.Equal("by", owner))
	}
	return person.Source{
		Name: "preview_links",
		Find: func(ctx context.Context, who person.Person) ([]any, error) {
			found, err := by(ctx, who)
			records := []any{}
			for _, each := range found {
				records = append(records, made{each.Kind, each.Of, each.CreatedAt, each.ExpiresAt})
			}
			return records, err
		},
		Erase: func(ctx context.Context, who person.Person) (int, error) {
			found, err := by(ctx, who)
			for i, each := range found {
				gone, err := links.Delete(ctx, each.ID, documents.Write{})
				changes.Wrote(ctx, gone)
				if err != nil && !problem.Is(err, problem.NotFound) {
					return i, err
				}
			}
			return len(found), err
		},
	}
}
