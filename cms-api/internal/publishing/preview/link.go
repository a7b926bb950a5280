package preview

import (
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"slices"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/paging"
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

// mostLinks is how many links of a person work at a time.
const mostLinks = 100

// Share makes a link to a draft that works for some time. It returns a Conflict problem when
// the caller has mostLinks that work.
func (s *Service) Share(ctx context.Context, kind, id string, lasts time.Duration) (Shared, error) {
	draft := s.o.Kinds[kind].Draft
	if draft == nil {
		return Shared{}, problem.InvalidField("body.kind", "There are no links to this.")
	}
	if _, _, err := draft(ctx, id); err != nil {
		return Shared{}, err
	}
	who, _ := access.From(ctx)
	working, err := s.store.working(ctx, who.UserID, s.now())
	if err != nil {
		return Shared{}, err
	}
	if working >= mostLinks {
		return Shared{}, problem.New(problem.Conflict, fmt.Sprintf(
			"You have made %d links that still work, and there can be no more. Revoke one that nobody needs.", working))
	}
	token := rand.Text()
	made := link{
		Kind: kind, Of: id, By: who.UserID, Hash: hashOf(token), CreatedAt: s.now(), ExpiresAt: s.now().Add(lasts),
	}
	stored, err := s.store.links.Insert(ctx, documents.Write{By: who.UserID}, &made)
	if err != nil {
		return Shared{}, err
	}
	changes.Wrote(ctx, stored)
	return Shared{ID: made.ID, URL: SharedPath + token, ExpiresAt: made.ExpiresAt}, nil
}

// Links returns a page of the links that can be opened, the newest first, and how many there
// are: of a kind and to a document, "" for any; of who may only read own drafts, the own ones.
func (s *Service) Links(ctx context.Context, kind, of string, page paging.Window) ([]Link, int, error) {
	names, err := s.o.Names(ctx)
	if err != nil {
		return nil, 0, err
	}
	makers := slices.Collect(maps.Keys(names))
	if !access.May(ctx, access.ContentRead) {
		makers = []string{access.By(ctx)}
	}
	found, total, err := s.store.listed(ctx, makers, kind, of, s.now(), page)
	links := make([]Link, len(found))
	for i, each := range found {
		links[i] = Link{each.ID, each.Kind, each.Of, names[each.By], each.CreatedAt, each.ExpiresAt}
	}
	return links, total, err
}

// Revoke ends a link, or returns a NotFound problem.
func (s *Service) Revoke(ctx context.Context, id string) error {
	found, err := s.store.links.Get(ctx, id)
	if err == nil {
		err = access.Check(ctx, access.ContentWrite, found.By)
	}
	if err != nil {
		return err
	}
	gone, err := s.store.links.Delete(ctx, id, documents.Write{})
	changes.Wrote(ctx, gone)
	return err
}

// over is all that is said of a link that shows nothing, so that nobody learns which there were.
const over = "This link is over or was revoked. Whoever sent it to you can make another one."

// Open renders what the link of a token shows. It returns a NotFound problem for one that is
// over, whose maker has no account any more, or whose document is gone.
func (s *Service) Open(ctx context.Context, token string) (Page, error) {
	over := problem.New(problem.NotFound, over)
	found, err := s.store.links.One(ctx, documents.Equal("hash", hashOf(token)))
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
	html, err := s.opened.Get(access.Without(ctx), document{found.Kind, found.Of})
	if err != nil {
		return Page{}, problem.Replace(err, problem.NotFound, over)
	}
	return s.shown(html)
}

// document is what links show.
type document struct{ kind, id string }

// draft renders a document as its writers have left it, in a frame of its own: another process
// may do so for the same link, and neither replaces the other.
func (s *Service) draft(ctx context.Context, of document) ([]byte, error) {
	return s.render(ctx, rand.Text(), "", func(ctx context.Context) (snapshot.Preview, string, error) {
		return s.o.Kinds[of.kind].Draft(ctx, of.id)
	})
}
