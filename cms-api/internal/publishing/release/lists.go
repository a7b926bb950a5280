package release

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
)

// route is what a shard says of a route. Releases of earlier versions have several files of
// a page.
type route struct {
	Hash  string           `json:"hash"`
	Files map[string]Entry `json:"files"`
}

// writeShards writes the shards that a change touches. One that cannot be read any more is
// empty: its routes count as never rendered, see Live.
func (s *Store) writeShards(ctx context.Context, m *Manifest, c Change, entries map[string]Entry) error {
	touched := map[int]map[string]route{}
	open := func(name string) (map[string]route, error) {
		index := shardIndex(routeKey(name))
		if routes, ok := touched[index]; ok {
			return routes, nil
		}
		routes, err := s.routes(ctx, m.Shards[index])
		m.Routes -= len(routes)
		m.Files -= countFiles(routes)
		touched[index] = routes
		return routes, err
	}
	for _, name := range c.Removed {
		routes, err := open(name)
		if err != nil {
			return err
		}
		delete(routes, name)
	}
	for name, changed := range c.Routes {
		routes, err := open(name)
		if err != nil {
			return err
		}
		files := make(map[string]Entry, len(changed.Files))
		for file := range changed.Files {
			files[file] = entries[file]
		}
		routes[name] = route{changed.Hash, files}
	}
	for index, routes := range touched {
		m.Routes += len(routes)
		m.Files += countFiles(routes)
		m.Shards[index] = nil
		if len(routes) > 0 {
			hash, err := s.writeList(ctx, map[string]any{"routes": routes})
			if err != nil {
				return err
			}
			m.Shards[index] = &hash
		}
	}
	for index, hash := range m.Shards {
		if hash != nil && errors.Is(s.dir.has(ctx, *hash, anySize), fs.ErrNotExist) {
			m.Shards[index] = nil
		}
	}
	return nil
}

func countFiles(routes map[string]route) int {
	files := 0
	for _, r := range routes {
		files += len(r.Files)
	}
	return files
}

// routes returns the routes of a shard; none when it is lost or damaged.
func (s *Store) routes(ctx context.Context, hash *string) (map[string]route, error) {
	routes, err := readRoutes(ctx, s.dir, hash)
	if err := away(ctx, err); err != nil {
		return nil, err
	}
	if err != nil {
		s.opts.Log.Error("a list of files cannot be read; they are to be rendered anew", "list", *hash, "error", err)
		routes = make(map[string]route)
	}
	return routes, nil
}

// readRoutes returns the routes of a shard; nil has none.
func readRoutes(ctx context.Context, b backend, hash *string) (map[string]route, error) {
	list := struct {
		Routes map[string]route `json:"routes"`
	}{make(map[string]route)}
	if hash == nil {
		return list.Routes, nil
	}
	raw, err := blob(ctx, b, *hash)
	if err == nil {
		err = json.Unmarshal(raw, &list)
	}
	return list.Routes, err
}

// writeAssets writes the list of files that belong to no route: those of this code, and the
// scripts and styles of each version that a release was made with. Pages of these versions
// may still be open in browsers, and load the one or other of them only when it is needed.
func (s *Store) writeAssets(ctx context.Context, m *Manifest, c Change, entries map[string]Entry) error {
	before, err := s.assets(ctx, m.Assets)
	if err != nil {
		return err
	}
	files, err := s.keptAssets(ctx)
	if err != nil {
		return err
	}
	for file := range c.Assets {
		e := entries[file]
		e.Version = c.CodeVersion
		files[file] = e
	}
	m.Files += len(files) - len(before)
	m.Assets, err = s.writeList(ctx, map[string]any{"files": files})
	return err
}

// assets returns the files that a list of assets names; none when it cannot be read.
func (s *Store) assets(ctx context.Context, hash string) (map[string]Entry, error) {
	if hash == "" {
		return nil, nil
	}
	files, err := readList(ctx, s.dir, hash)
	return files, away(ctx, err)
}

func (s *Store) keptAssets(ctx context.Context) (map[string]Entry, error) {
	kept, seen := make(map[string]Entry), map[string]bool{}
	ids, err := releaseIDs(ctx, s.dir)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		m, err := readManifest(ctx, s.dir, id)
		if away := away(ctx, err); away != nil {
			return nil, away
		}
		if err != nil || seen[m.Assets] {
			continue // one that cannot be read must not hold up the next
		}
		seen[m.Assets] = true
		files, err := s.assets(ctx, m.Assets)
		if err != nil {
			return nil, err
		}
		for file, e := range files {
			if _, known := kept[file]; known || !hashed(file) || e.Version != m.CodeVersion {
				continue
			}
			whole, err := whole(ctx, s.dir, e)
			if err != nil {
				return nil, err
			}
			if whole {
				kept[file] = e
			}
		}
	}
	return kept, nil
}

func (s *Store) writeList(ctx context.Context, list any) (hash string, err error) {
	raw, err := json.Marshal(list)
	if err != nil {
		return "", err
	}
	hash = hashOf(raw)
	return hash, s.dir.write(ctx, blobFolder+"/"+hash, raw)
}
