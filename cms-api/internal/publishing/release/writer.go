package release

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"academy/cms-api/internal/platform/negotiate"
	"academy/cms-api/internal/platform/problem"
)

const (
	// manifestRoutes is how many routes a manifest names.
	manifestRoutes = 50
	// manifestFailures is how many failures it lists.
	manifestFailures = 100
	// lookers is how many files are looked for at a time, and manyFiles how many are looked
	// for in a list of all.
	lookers   = 16
	manyFiles = 500
)

// Writer makes releases.
type Writer struct {
	dir       backend
	blobs     *Blobs
	manifests *Manifests
	pointer   *Pointer
	now       func() time.Time
	log       *slog.Logger
}

// Commit makes a release of a change and makes it live: files are there already, then come
// lists, manifest and CURRENT. Until CURRENT names the release, nothing of it is served, and
// a process may be killed anywhere. The error is a Conflict problem with Live when another
// release is live than the parent, and an Invalid one when the change is none that a release
// can be made of, with Missing when the store lacks files; then no release was made.
func (w *Writer) Commit(ctx context.Context, c Change) (m *Manifest, err error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	err = w.dir.exclusive(ctx, func(ctx context.Context) error {
		m, err = w.commit(ctx, c)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := w.pointer.Reload(ctx); err != nil {
		w.log.Error("a release that was made cannot be served", "release", m.Release, "error", err)
	}
	return m, nil
}

func (w *Writer) commit(ctx context.Context, c Change) (*Manifest, error) {
	id, parent, err := w.pointer.head(ctx)
	if err != nil {
		return nil, err
	}
	if err := c.follows(parent); err != nil {
		return nil, err
	}
	if c.Assets == nil && c.CodeVersion != parent.CodeVersion {
		return nil, problem.InvalidField("body.assets", "The files of another version of the code belong here.")
	}
	entries, err := w.entries(ctx, c)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(c.Failures, func(a, b FailedPage) int { return strings.Compare(a.Path, b.Path) })
	now := w.now().UTC()
	m := &Manifest{
		Release: idAfter(id, now), Parent: parent.Release, Fingerprint: c.Fingerprint, TargetFingerprint: c.Fingerprint,
		Partial: c.Partial, CodeVersion: c.CodeVersion, ContentModel: c.ContentModel, BuiltAt: now,
		Routes: parent.Routes, Files: parent.Files, ChangedCount: len(c.Routes), RemovedCount: len(c.Removed),
		DurationMS: now.Sub(c.StartedAt).Milliseconds(), FailedCount: len(c.Failures), Assets: parent.Assets,
		Failures: c.Failures[:min(len(c.Failures), manifestFailures)], Shards: slices.Clone(parent.Shards),
	}
	m.ChangedRoutes = slices.Sorted(maps.Keys(c.Routes))
	m.ChangedRoutes = m.ChangedRoutes[:min(len(m.ChangedRoutes), manifestRoutes)]
	if c.Partial {
		m.Fingerprint = parent.Fingerprint
	} else {
		m.Build = &Build{
			Parent: c.Origin, ChangedRoutes: c.Changed[:min(len(c.Changed), manifestRoutes)],
			ChangedCount: c.RoutesChanged, RemovedCount: c.RoutesRemoved,
		}
	}
	if err := w.writeShards(ctx, m, c, entries); err != nil {
		return nil, err
	}
	if c.Assets != nil {
		if err := w.writeAssets(ctx, m, c, entries); err != nil {
			return nil, err
		}
	}
	raw, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	if err := w.dir.write(ctx, manifestKey(m.Release), raw); err != nil {
		return nil, err
	}
	return m, w.pointer.point(ctx, m.Release)
}

// entries returns what lists say of each of the files of a change, by path.
func (w *Writer) entries(ctx context.Context, c Change) (map[string]Entry, error) {
	wanted := make(map[string]string)
	maps.Copy(wanted, c.Assets)
	for _, r := range c.Routes {
		maps.Copy(wanted, r.Files)
	}
	dir := w.dir
	if len(wanted) > manyFiles {
		var err error
		if dir, err = dir.uncached(ctx); err != nil {
			return nil, err
		}
	}
	var mu sync.Mutex
	entries, missing := make(map[string]Entry, len(wanted)), map[string]bool{}
	group, looking := errgroup.WithContext(ctx)
	group.SetLimit(lookers)
	for file, hash := range wanted {
		group.Go(func() error {
			e, err := entry(looking, dir, file, hash)
			mu.Lock()
			defer mu.Unlock()
			if errors.Is(err, fs.ErrNotExist) {
				missing[hash] = true
				return nil
			}
			entries[file] = e
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	if len(missing) > 0 {
		refused := problem.New(problem.Invalid, "Files of this release are missing. Hand them over, then send it again.")
		refused.Missing = slices.Sorted(maps.Keys(missing))
		return nil, refused
	}
	return entries, nil
}

// entry describes a file that is stored. The error is fs.ErrNotExist when it is not. Content
// that was stored as another kind of file may have no variants.
func entry(ctx context.Context, b backend, file, hash string) (Entry, error) {
	info, err := b.stat(ctx, hash)
	if err != nil {
		return Entry{}, err
	}
	e := Entry{Blob: hash, Size: info.Size, Type: mediaTypeOf(file), Encodings: encodingsOf(file, info.Size)}
	for encoding, name := range e.blobs() {
		if encoding == negotiate.Identity {
			continue
		}
		_, err := b.stat(ctx, name)
		if errors.Is(err, fs.ErrNotExist) {
			e.Encodings = nil
			break
		}
		if err != nil {
			return Entry{}, err
		}
	}
	return e, nil
}

// writeShards writes the shards that a change touches. One that cannot be read any more is
// empty: its routes count as never rendered, see Live. Routes that stay are not decoded: a shard
// of a large site has many.
func (w *Writer) writeShards(ctx context.Context, m *Manifest, c Change, entries map[string]Entry) error {
	touched := map[int]map[string]json.RawMessage{}
	// remove removes a route from its shard, which it returns.
	remove := func(name string) (map[string]json.RawMessage, error) {
		index := shardIndex(routeKey(name))
		routes, ok := touched[index]
		if !ok {
			var err error
			if routes, err = routesOf[json.RawMessage](ctx, w.blobs, m.Shards[index]); err != nil {
				return nil, err
			}
			touched[index] = routes
		}
		if raw, ok := routes[name]; ok {
			var before route
			_ = json.Unmarshal(raw, &before) // the list has the hash that is its name
			delete(routes, name)
			m.Routes--
			m.Files -= len(before.Files)
		}
		return routes, nil
	}
	for _, name := range c.Removed {
		if _, err := remove(name); err != nil {
			return err
		}
	}
	for name, changed := range c.Routes {
		routes, err := remove(name)
		if err != nil {
			return err
		}
		files := make(map[string]Entry, len(changed.Files))
		for file := range changed.Files {
			files[file] = entries[file]
		}
		if routes[name], err = json.Marshal(route{changed.Hash, files}); err != nil {
			return err
		}
		m.Routes++
		m.Files += len(files)
	}
	for index, routes := range touched {
		m.Shards[index] = nil
		if len(routes) > 0 {
			hash, err := w.blobs.writeList(ctx, map[string]any{"routes": routes})
			if err != nil {
				return err
			}
			m.Shards[index] = &hash
		}
	}
	for index, hash := range m.Shards {
		if hash != nil && errors.Is(w.dir.has(ctx, *hash, anySize), fs.ErrNotExist) {
			m.Shards[index] = nil
		}
	}
	return nil
}

// writeAssets writes the list of files that belong to no route: those of this code, and the
// scripts and styles of each version that a release was made with. Pages of these versions
// may still be open in browsers, and load the one or other of them only when it is needed.
func (w *Writer) writeAssets(ctx context.Context, m *Manifest, c Change, entries map[string]Entry) error {
	before, err := w.blobs.assets(ctx, m.Assets)
	if err != nil {
		return err
	}
	files, err := w.earlierAssets(ctx)
	if err != nil {
		return err
	}
	for file := range c.Assets {
		e := entries[file]
		e.Version = c.CodeVersion
		files[file] = e
	}
	m.Files += len(files) - len(before)
	m.Assets, err = w.blobs.writeList(ctx, map[string]any{"files": files})
	return err
}

func (w *Writer) earlierAssets(ctx context.Context) (map[string]Entry, error) {
	assets, seen := make(map[string]Entry), map[string]bool{}
	ids, err := releaseIDs(ctx, w.dir)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		m, err := readManifest(ctx, w.dir, id)
		if away := away(ctx, err); away != nil {
			return nil, away
		}
		if err != nil || seen[m.Assets] {
			continue // one that cannot be read must not stop the next
		}
		seen[m.Assets] = true
		files, err := w.blobs.assets(ctx, m.Assets)
		if err != nil {
			return nil, err
		}
		for file, e := range files {
			if _, known := assets[file]; known || !hashed(file) || e.Version != m.CodeVersion {
				continue
			}
			whole, err := whole(ctx, w.dir, e)
			if err != nil {
				return nil, err
			}
			if whole {
				assets[file] = e
			}
		}
	}
	return assets, nil
}
