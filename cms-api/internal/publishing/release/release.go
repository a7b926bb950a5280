package release

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"unique"

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
	policy   atomic.Pointer[[]byte] // of its pages
	// redirects are for addresses that it does not have.
	redirects *redirects
}

// shard is an immutable part of the paths of a release. Releases share those
// that did not change.
type shard struct {
	hash  string
	files map[string]*file // by path
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
}

// labels are a file's names in the folder of blobs and its entity tags.
type labels struct {
	names, tags [negotiate.Count]string
}

func newFile(path string, e Entry) *file {
	return &file{
		blob: e.Blob, size: e.Size, mediaType: unique.Make(e.MediaType()).Value(), hashed: hashed(path), page: e.IsPage(),
		available: e.available(),
	}
}

// labels returns the same value every time.
func (f *file) labels() *labels {
	if made := f.ready.Load(); made != nil {
		return made
	}
	made := &labels{}
	for encoding, extension := range extensions {
		made.names[encoding] = f.blob + extension
		made.tags[encoding] = `"` + f.blob[:min(len(f.blob), 32)] + negotiate.Encoding(encoding).TagSuffix() + `"`
	}
	f.ready.CompareAndSwap(nil, made)
	return f.ready.Load()
}

// find returns the file that a decoded path leads to, or nil. The second result says that
// the path is that of the file itself, and not of a page.
func (r *Release) find(path string) (f *file, exact bool) {
	if f, ok := r.assets.files[path]; ok {
		return f, true
	}
	key := routeKey(path)
	files := r.shards[shardIndex(key)].files
	if f, ok := files[path]; ok {
		return f, true
	}
	page := path + ".html"
	switch path {
	case "/index":
		return nil, false
	case "/":
		page = "/index.html"
	}
	if pageKey := routeKey(page); pageKey != key {
		files = r.shards[shardIndex(pageKey)].files
	}
	if f, ok := files[page]; ok {
		return f, false
	}
	return r.assets.files[page], false
}

// all returns the shards and, as the last, the assets.
func (r *Release) all() []*shard { return append(r.shards[:], r.assets) }

// About returns what the release says of itself at /release.json.
func (r *Release) About() []byte { return slices.Clone(r.about) }

// left returns the blobs of files that next does not have, or has with other content.
func (r *Release) left(next *Release) []string {
	var blobs []string
	after := next.all()
	for i, before := range r.all() {
		if before == after[i] {
			continue
		}
		for path, f := range before.files {
			if now := after[i].files[path]; now == nil || now.blob != f.blob {
				blobs = append(blobs, f.blob)
			}
		}
	}
	return blobs
}

// blobs returns the names of all files' blobs.
func (r *Release) blobs() map[string]bool {
	names := make(map[string]bool)
	for _, s := range r.all() {
		for _, f := range s.files {
			names[f.blob] = true
		}
	}
	return names
}

// load reads a release. It takes the shards that base has too from there. Every other
// file that is listed must exist, so that a release that was not written to its end is
// never served.
func load(ctx context.Context, dir backend, id string, base *Release) (*Release, error) {
	m, err := readManifest(ctx, dir, id)
	if err != nil {
		return nil, err
	}
	r := &Release{Manifest: *m}
	shared := base
	if base == nil {
		shared = &Release{}
	}
	for i, hash := range m.Shards {
		if r.shards[i], err = loadShard(ctx, dir, hash, shared.shards[i]); err != nil {
			return nil, fmt.Errorf("release %s, shard %d: %w", id, i, err)
		}
	}
	if r.assets, err = loadShard(ctx, dir, &m.Assets, shared.assets); err != nil {
		return nil, fmt.Errorf("release %s, assets: %w", id, err)
	}
	r.notFound, _ = r.find("/404.html")
	if r.redirects, err = r.loadRedirects(ctx, dir, base); err != nil {
		return nil, fmt.Errorf("release %s: %w", id, err)
	}
	r.about, err = json.Marshal(map[string]any{
		"release": m.Release, "fingerprint": m.Fingerprint, "built_at": m.BuiltAt, "code_version": m.CodeVersion,
		"content_model": m.ContentModel,
	})
	return r, err
}

// loadShard reads a list of files; nil has none. The blobs of files that old has too were
// looked for when that was loaded; old may be nil.
func loadShard(ctx context.Context, dir backend, hash *string, old *shard) (*shard, error) {
	if old == nil {
		old = &shard{}
	}
	if hash == nil {
		return &shard{}, nil
	}
	if old.hash == *hash && *hash != "" {
		return old, nil
	}
	entries, err := readList(ctx, dir, *hash)
	if err != nil {
		return nil, err
	}
	files := make(map[string]*file, len(entries))
	for path, e := range entries {
		if known := old.files[path]; known == nil || known.blob != e.Blob {
			if err := dir.has(ctx, e.Blob, e.Size); err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
		}
		files[path] = newFile(path, e)
	}
	return &shard{*hash, files}, nil
}

// shardCount is the number of shards of a release. It is part of the format.
const shardCount = 256

// routeKey returns the key of the route that a public file belongs to. The path is decoded
// and starts with a slash. Text has no ending in its key either: that is where the first
// releases have /robots.txt, and what is stored stays where it is.
func routeKey(path string) string {
	key, found := strings.CutSuffix(path, ".html")
	if !found {
		key = strings.TrimSuffix(path, ".txt")
	}
	if key == "/index" {
		return "/"
	}
	return key
}

// shardIndex returns the shard that has the route with this key.
func shardIndex(key string) int {
	sum := sha256.Sum256([]byte(key))
	return int(sum[0])
}
