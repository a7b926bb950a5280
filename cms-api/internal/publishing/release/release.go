package release

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"academy/cms-api/internal/platform/negotiate"
)

// Release is one published state of the site. It never changes.
type Release struct {
	Manifest
	shards [shardCount]*shard
	assets *shard
	// about is what GET /release.json answers.
	about []byte
	// notFound is the page for unknown addresses; nil when there is none.
	notFound *file
	// moved is where pages have moved to, by their former paths.
	moved map[string]string
}

// shard is an immutable part of the paths of a release. Releases share those
// that did not change.
type shard struct {
	hash string
	// files are found by their path, pages by the path without .html as well.
	files, pages map[string]*file
}

// file is one public file. A site has many and few of them are asked for, so
// what an answer needs is put together when it is first needed.
type file struct {
	blob      string
	size      int64
	mediaType string
	hashed    bool // its name changes with its bytes
	page      bool // it is HTML
	available negotiate.Set
	ready     atomic.Pointer[labels]
	policy    atomic.Pointer[pagePolicy]
}

// labels are a file's names in the folder of blobs and its entity tags.
type labels struct {
	names, tags [negotiate.Count]string
}

const (
	cacheForever = "public, max-age=31536000, immutable"
	cacheNever   = "public, max-age=0, must-revalidate"
	// hashedAssets is where Next puts files whose names change with their bytes.
	hashedAssets = "/_next/static/"
)

// newFile shares equal media types, of which there are a handful.
func newFile(path string, e entry, types map[string]string) *file {
	mediaType, ok := types[e.Type]
	if !ok {
		mediaType = e.Type
		types[mediaType] = mediaType
	}
	f := &file{blob: e.Blob, size: e.Size, mediaType: mediaType, hashed: Hashed(path)}
	f.page = strings.HasPrefix(f.mediaType, "text/html")
	if f.mediaType == "" {
		f.mediaType = "application/octet-stream"
	}
	if slices.Contains(e.Encodings, "gzip") {
		f.available = f.available.With(negotiate.Gzip)
	}
	if slices.Contains(e.Encodings, "br") {
		f.available = f.available.With(negotiate.Brotli)
	}
	return f
}

// labels returns the same value every time.
func (f *file) labels() *labels {
	if made := f.ready.Load(); made != nil {
		return made
	}
	made := &labels{}
	for encoding, extension := range [negotiate.Count]string{"", ".gz", ".br"} {
		made.names[encoding] = f.blob + extension
		made.tags[encoding] = `"` + f.blob[:min(len(f.blob), 32)] + negotiate.Encoding(encoding).TagSuffix() + `"`
	}
	f.ready.CompareAndSwap(nil, made)
	return f.ready.Load()
}

func (f *file) caching() string {
	if f.hashed {
		return cacheForever
	}
	return cacheNever
}

func newShard(hash string) *shard {
	return &shard{hash: hash, files: make(map[string]*file), pages: make(map[string]*file)}
}

func (s *shard) add(path string, e entry, types map[string]string) {
	f := newFile(path, e, types)
	s.files[path] = f
	if page, ok := strings.CutSuffix(path, ".html"); ok {
		if page == "/index" {
			page = "/"
		}
		s.pages[page] = f
	}
}

// find returns the file that a decoded path leads to, or nil. The second result
// says that the path is that of the file itself, and not of a page.
func (r *Release) find(path string) (f *file, exact bool) {
	if f, ok := r.assets.files[path]; ok {
		return f, true
	}
	s := r.shards[shardIndex(routeKey(path))]
	if f, ok := s.files[path]; ok {
		return f, true
	}
	if strings.HasSuffix(path, ".html") || strings.HasSuffix(path, ".txt") {
		// The page's own key differs from that of the path.
		s = r.shards[shardIndex(path)]
	}
	if f, ok := s.pages[path]; ok {
		return f, false
	}
	if f, ok := r.assets.pages[path]; ok {
		return f, false
	}
	return nil, false
}

// left returns the blobs of files that next does not have, or has with other
// content.
func (r *Release) left(next *Release) []string {
	var blobs []string
	compare := func(before, after *shard) {
		if before == after {
			return
		}
		for path, f := range before.files {
			if now := after.files[path]; now == nil || now.blob != f.blob {
				blobs = append(blobs, f.blob)
			}
		}
	}
	for i := range r.shards {
		compare(r.shards[i], next.shards[i])
	}
	compare(r.assets, next.assets)
	return blobs
}

// load makes a release from its manifest. Shards that base has too are taken
// from there. Every other file that is listed must exist, so that a release that
// was not written to its end is never served.
func load(ctx context.Context, dir backend, id string, base *Release) (*Release, error) {
	m, err := dir.manifest(ctx, id)
	if err != nil {
		return nil, err
	}
	r := &Release{Manifest: *m}
	types := make(map[string]string)
	for i, hash := range m.Shards {
		var old *shard
		if base != nil {
			old = base.shards[i]
		}
		if r.shards[i], err = loadShard(ctx, dir, hash, old, types); err != nil {
			return nil, fmt.Errorf("release %s, shard %d: %w", id, i, err)
		}
	}
	if r.assets, err = loadAssets(ctx, dir, m.Assets, base, types); err != nil {
		return nil, fmt.Errorf("release %s, assets: %w", id, err)
	}
	r.notFound, _ = r.find("/404.html")
	if r.moved, err = r.loadMoved(ctx, dir, base); err != nil {
		return nil, fmt.Errorf("release %s: %w", id, err)
	}
	r.about, err = json.Marshal(map[string]any{
		"release": m.Release, "fingerprint": m.Fingerprint, "built_at": m.BuiltAt, "code_version": m.CodeVersion,
		"content_model": m.ContentModel,
	})
	return r, err
}

func loadShard(ctx context.Context, dir backend, hash *string, old *shard, types map[string]string) (*shard, error) {
	if hash == nil {
		return newShard(""), nil
	}
	if old != nil && old.hash == *hash {
		return old, nil
	}
	raw, err := blob(ctx, dir, *hash)
	if err != nil {
		return nil, err
	}
	var stored shardBlob
	if err := json.Unmarshal(raw, &stored); err != nil {
		return nil, fmt.Errorf("read shard %s: %w", *hash, err)
	}
	made := newShard(*hash)
	for _, route := range stored.Routes {
		if err := made.addAll(dir, route.Files, old, types); err != nil {
			return nil, err
		}
	}
	return made, nil
}

func loadAssets(ctx context.Context, dir backend, hash string, base *Release, types map[string]string) (*shard, error) {
	var old *shard
	if base != nil {
		old = base.assets
		if old.hash == hash {
			return old, nil
		}
	}
	raw, err := blob(ctx, dir, hash)
	if err != nil {
		return nil, err
	}
	var stored assetsBlob
	if err := json.Unmarshal(raw, &stored); err != nil {
		return nil, fmt.Errorf("read assets %s: %w", hash, err)
	}
	made := newShard(hash)
	return made, made.addAll(dir, stored.Files, old, types)
}

// addAll adds files whose blobs exist. Those that old has too were looked for
// when that was loaded.
func (s *shard) addAll(dir backend, files map[string]entry, old *shard, types map[string]string) error {
	for path, e := range files {
		known := old != nil && old.files[path] != nil && old.files[path].blob == e.Blob
		if !known {
			if err := dir.has(e); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
		}
		s.add(path, e, types)
	}
	return nil
}
