package preview

import (
	"context"
	"crypto/rand"
	"slices"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/publishing/snapshot"
)

// Link shows the draft of a document to people without an account.
type Link struct {
	ID        string    `json:"id" example:"665f1f77bcf86cd799439011"`
	Kind      string    `json:"kind" doc:"What it shows: article or page." example:"article"`
	Of        string    `json:"document" doc:"The id of what it shows." example:"665f1f77bcf86cd799439012"`
	By        string    `json:"by" doc:"The name of who made it." example:"Asha Rao"`
	CreatedAt time.Time `json:"created_at"`
	ExpiresAt time.Time `json:"expires_at"`
}

// Shared is a new link.
type Shared struct {
	ID        string    `json:"id" example:"665f1f77bcf86cd799439011"`
	URL       string    `json:"url" doc:"Shows the page to whoever has it, as it is when it is opened. It cannot be shown again." example:"/api/preview/shared/KB3TQMZ6W5XV2A7YJN4RHEUDOC"`
	ExpiresAt time.Time `json:"expires_at"`
}

// Share makes a link to a draft that works for some time.
func (s *Service) Share(ctx context.Context, kind, id string, lasts time.Duration) (Shared, error) {
	draft := s.o.Kinds[kind].Draft
	if draft == nil {
		return Shared{}, problem.InvalidField("body.kind", "There are no links to this.")
	}
	if _, _, err := draft(ctx, id); err != nil {
		return Shared{}, err
	}
	who, _ := access.From(ctx)
	token := rand.Text()
	made := link{
		Kind: kind, Of: id, By: who.UserID, Hash: hashOf(token), CreatedAt: s.now(), ExpiresAt: s.now().Add(lasts),
	}
	if err := s.store.links.Insert(ctx, &made); err != nil {
		return Shared{}, err
	}
	return Shared{ID: made.ID, URL: sharedPath + token, ExpiresAt: made.ExpiresAt}, nil
}

// Links returns the links that can be opened, the newest first.
func (s *Service) Links(ctx context.Context) ([]Link, error) {
	found, err := s.store.links.All(ctx, "id", mongodb.Above("expires_at", s.now()))
	if err != nil {
		return nil, err
	}
	names, err := s.o.Names(ctx)
	links := []Link{}
	for _, each := range slices.Backward(found) {
		if name, known := names[each.By]; known {
			links = append(links, Link{each.ID, each.Kind, each.Of, name, each.CreatedAt, each.ExpiresAt})
		}
	}
	return links, err
}

// Revoke ends a link, or returns a NotFound problem.
func (s *Service) Revoke(ctx context.Context, id string) error { return s.store.links.Delete(ctx, id) }

// over is all that is said of a link that shows nothing, so that nobody learns which there were.
const over = "This link is over or was revoked. Whoever sent it to you can make another one."

// Open renders what the link of a token shows. It returns a NotFound problem for one that is
// over, whose maker has no account any more, or whose document is gone.
func (s *Service) Open(ctx context.Context, token string) (Page, error) {
	over := problem.New(problem.NotFound, over)
	found, err := s.store.links.One(ctx, mongodb.Equal("hash", hashOf(token)))
	if err != nil {
		return Page{}, problem.Replace(err, problem.NotFound, over)
	}
	names, err := s.o.Names(ctx)
	if err != nil {
		return Page{}, err
	}
	if _, known := names[found.By]; !known || !found.ExpiresAt.After(s.now()) {
		return Page{}, over
	}
	// However many open a link at a time, the page is rendered once.
	draft := func(ctx context.Context) (snapshot.Supposed, string, error) {
		return s.o.Kinds[found.Kind].Draft(ctx, found.Of)
	}
	html, err, _ := s.opening.Do(found.ID, func() (any, error) {
		return s.render(context.WithoutCancel(ctx), found.ID, "", draft)
	})
	if err != nil {
		return Page{}, problem.Replace(err, problem.NotFound, over)
	}
	page, _ := html.([]byte)
	return s.shown(page)
}
