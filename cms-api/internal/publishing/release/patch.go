package release

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"academy/cms-api/internal/platform/problem"
)

// mostPatched is how many pages one change patches at most: an edit that comes meanwhile
// waits for them.
const mostPatched = 500

// Patch stores the pages that the patches of a change make of those of the parent, adds them
// to its routes, and returns the routes that have no page which all of a patch fits. The error
// is a Conflict problem with Live when another release is live than the parent; then nothing
// was stored.
func (w *Writer) Patch(ctx context.Context, c *Change) (unpatched []string, err error) {
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
	_, parent, err := w.pointer.head(ctx)
	if err != nil {
		return nil, err
	}
	if err := c.follows(parent); err != nil {
		return nil, err
	}
	var mu sync.Mutex
	group, patching := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	routes := w.routesIn(patching, parent)
	for _, p := range c.Patches {
		for name, hash := range p.Routes {
			group.Go(func() error {
				file, blob, err := w.patchPage(patching, routes, name, p)
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

// shardRoutes returns the routes of the shard that has a route, as it is encoded.
type shardRoutes func(name string) (map[string]json.RawMessage, error)

// routesIn returns what reads each shard of a release once, for any number of goroutines: the pages
// of a patch are in few of them.
func (w *Writer) routesIn(ctx context.Context, m *Manifest) shardRoutes {
	var read [shardCount]func() (map[string]json.RawMessage, error)
	for i, hash := range m.Shards {
		read[i] = sync.OnceValues(func() (map[string]json.RawMessage, error) {
			return readRoutes[json.RawMessage](ctx, w.dir, hash)
		})
	}
	return func(name string) (map[string]json.RawMessage, error) { return read[shardIndex(routeKey(name))]() }
}

// patchPage stores what a patch makes of the page of a route, and returns its hash; empty
// when the patch does not fit.
func (w *Writer) patchPage(ctx context.Context, in shardRoutes, name string, p Patch) (file, hash string, err error) {
	file, old, err := w.pageOf(ctx, in, name)
	if err != nil {
		return "", "", err
	}
	text, ok := p.applied(string(old))
	if !ok {
		return "", "", nil
	}
	hash = hashOf([]byte(text))
	return file, hash, w.blobs.Put(ctx, hash, file, []byte(text))
}

// pageOf returns the page of a route in a release.
func (w *Writer) pageOf(ctx context.Context, in shardRoutes, name string) (file string, content []byte, err error) {
	routes, err := in(name)
	raw, found := routes[name]
	if err != nil || !found {
		return "", nil, cmp.Or(err, ErrUnknown)
	}
	var of route
	if err := json.Unmarshal(raw, &of); err != nil {
		return "", nil, fmt.Errorf("read the route %s: %w", name, err)
	}
	for file, e := range of.Files {
		if path.Ext(file) == ".html" {
			content, err := blob(ctx, w.dir, e.Blob)
			return file, content, err
		}
	}
	return "", nil, ErrUnknown
}

// Page returns the content of a page of a release, by its path as a file. The error is
// ErrUnknown when that release is not kept or has no such page.
func (w *Writer) Page(ctx context.Context, id, file string) ([]byte, error) {
	m, err := w.manifests.Manifest(ctx, id)
	if err != nil {
		return nil, err
	}
	found, content, err := w.pageOf(ctx, w.routesIn(ctx, m), routeKey(file))
	if err == nil && found != file {
		return nil, ErrUnknown
	}
	return content, err
}
