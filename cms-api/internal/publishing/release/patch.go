package release

import (
	"context"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"academy/cms-api/internal/platform/problem"
)

// mostPatched is how many pages one change patches at most: an edit that comes meanwhile
// waits for them.
const mostPatched = 500

// Hunk is one place of a page that changes. It is found by what stands around it.
type Hunk struct {
	Before string `json:"before" example:"<footer>"`
	Old    string `json:"old" example:"+91 80 1111"`
	New    string `json:"new" example:"+91 80 2222"`
	After  string `json:"after" example:"</footer>"`
}

// Patch does the same to the pages of some routes.
type Patch struct {
	Hunks  []Hunk            `json:"hunks" nullable:"false" doc:"In the order of the text"`
	Routes map[string]string `json:"routes" doc:"The hash that each route has then, by path"`
}

// applied returns the text with all hunks applied; false when one of them is not found, or
// not in one place only.
func (p Patch) applied(text string) (string, bool) {
	var made strings.Builder
	at := 0
	for _, h := range p.Hunks {
		needle := h.Before + h.Old + h.After
		found := strings.Index(text, needle)
		if needle == "" || found < 0 || strings.Contains(text[found+1:], needle) {
			return "", false
		}
		start := found + len(h.Before)
		if start < at {
			return "", false
		}
		made.WriteString(text[at:start] + h.New)
		at = start + len(h.Old)
	}
	return made.String() + text[at:], true
}

// Patch stores the pages that the patches of a change make of those of the parent, adds them
// to its routes, and returns the routes that have no page which all of a patch fits. The error
// is a Conflict problem with Live when another release is live than the parent; then nothing
// was stored.
func (s *Store) Patch(ctx context.Context, c *Change) (unpatched []string, err error) {
	unpatched = []string{}
	count := 0
	for _, p := range c.Patches {
		count += len(p.Routes)
	}
	if count == 0 {
		return unpatched, nil
	}
	if count > mostPatched {
		return nil, problem.InvalidField("body.patches", "These are too many pages.")
	}
	_, parent, err := s.head(ctx)
	if err != nil {
		return nil, err
	}
	if err := c.follows(parent); err != nil {
		return nil, err
	}
	var mu sync.Mutex
	group, patching := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, p := range c.Patches {
		for name, hash := range p.Routes {
			group.Go(func() error {
				file, blob, err := s.patchPage(patching, parent, name, p)
				if err := away(patching, err); err != nil {
					return err
				}
				mu.Lock()
				defer mu.Unlock()
				if err != nil || blob == "" {
					unpatched = append(unpatched, name)
				} else {
					c.Routes[name] = ChangedRoute{hash, map[string]string{file: blob}}
				}
				return nil
			})
		}
	}
	err = group.Wait()
	slices.Sort(unpatched)
	return unpatched, err
}

// patchPage stores what a patch makes of the page of a route, and returns its hash; empty
// when the patch does not fit.
func (s *Store) patchPage(ctx context.Context, m *Manifest, name string, p Patch) (file, hash string, err error) {
	file, old, err := s.pageOf(ctx, m, name)
	if err != nil {
		return "", "", err
	}
	text, ok := p.applied(string(old))
	if !ok {
		return "", "", nil
	}
	hash = hashOf([]byte(text))
	return file, hash, s.Put(ctx, hash, file, []byte(text))
}

// pageOf returns the page of a route in a release.
func (s *Store) pageOf(ctx context.Context, m *Manifest, name string) (file string, content []byte, err error) {
	routes, err := readRoutes(ctx, s.dir, m.Shards[shardIndex(routeKey(name))])
	if err != nil {
		return "", nil, err
	}
	for file, e := range routes[name].Files {
		if path.Ext(file) == ".html" {
			content, err := blob(ctx, s.dir, e.Blob)
			return file, content, err
		}
	}
	return "", nil, ErrUnknown
}

// Page returns the content of a page of a release, by its path as a file. The error is
// ErrUnknown when that release is not kept or has no such page.
func (s *Store) Page(ctx context.Context, id, file string) ([]byte, error) {
	m, err := s.Manifest(ctx, id)
	if err != nil {
		return nil, err
	}
	found, content, err := s.pageOf(ctx, m, routeKey(file))
	if err == nil && found != file {
		return nil, ErrUnknown
	}
	return content, err
}
