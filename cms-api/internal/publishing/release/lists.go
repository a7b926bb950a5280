package release

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"academy/cms-api/internal/platform/negotiate"
)

// Entry is one public file as a list of a release names it.
type Entry struct {
	Blob      string   `json:"blob"`
	Size      int64    `json:"size"`
	Type      string   `json:"type"`
	Encodings []string `json:"encodings,omitempty"`
	// Version is the code that brought a file which belongs to no route.
	Version string `json:"version,omitempty"`
}

// compressed are the encodings in which files are stored besides the file as it is.
var compressed = []negotiate.Encoding{negotiate.Brotli, negotiate.Gzip}

// available returns the encodings in which the file is stored.
func (e Entry) available() negotiate.Set {
	var set negotiate.Set
	for _, encoding := range compressed {
		if slices.Contains(e.Encodings, encoding.String()) {
			set = set.With(encoding)
		}
	}
	return set
}

// blobs returns the names of the file's blobs: of the file as it is first, then of its variants.
func (e Entry) blobs() iter.Seq2[negotiate.Encoding, string] {
	return func(yield func(negotiate.Encoding, string) bool) {
		for i, extension := range extensions {
			encoding := negotiate.Encoding(i)
			if e.available().Has(encoding) && !yield(encoding, e.Blob+extension) {
				return
			}
		}
	}
}

// MediaType returns the type of the file, also where the list names none.
func (e Entry) MediaType() string { return cmp.Or(e.Type, "application/octet-stream") }

// IsPage reports whether the file is HTML.
func (e Entry) IsPage() bool { return strings.HasPrefix(e.Type, "text/html") }

// DecodeList returns the files that the list of that hash names, by path. A list is a shard,
// which has the files of routes, or that of the assets, which belong to no route.
func DecodeList(hash string, raw []byte) (map[string]Entry, error) {
	if hashOf(raw) != hash {
		return nil, errDamaged
	}
	var list struct {
		Files  map[string]Entry `json:"files"`
		Routes map[string]struct {
			Files map[string]Entry `json:"files"`
		} `json:"routes"`
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, fmt.Errorf("read a list of files: %w", err)
	}
	files := list.Files
	if files == nil {
		files = make(map[string]Entry)
	}
	for _, route := range list.Routes {
		maps.Copy(files, route.Files)
	}
	return files, nil
}

// readList returns the files that a list names, by path.
func readList(ctx context.Context, b backend, hash string) (files map[string]Entry, err error) {
	_, err = readBlob(ctx, b, hash, func(raw []byte) error {
		files, err = DecodeList(hash, raw)
		return err
	})
	return files, err
}

const (
	cacheForever = "public, max-age=31536000, immutable"
	cacheNever   = "public, max-age=0, must-revalidate"
)

// Caching returns the Cache-Control of a public file.
func Caching(path string) string { return caching(hashed(path)) }

func caching(hashed bool) string {
	if hashed {
		return cacheForever
	}
	return cacheNever
}

// hashed reports whether a path's name changes with its content.
func hashed(path string) bool { return strings.HasPrefix(path, "/_next/static/") }

// route is what a shard says of a route. Releases of earlier versions have several files of
// a page.
type route struct {
	Hash  string           `json:"hash"`
	Files map[string]Entry `json:"files"`
}

// routesOf returns the routes of a shard, each decoded as an R; none when it is lost or damaged.
func routesOf[R any](ctx context.Context, b *Blobs, hash *string) (map[string]R, error) {
	routes, err := readRoutes[R](ctx, b.dir, hash)
	if err := away(ctx, err); err != nil {
		return nil, err
	}
	if err != nil {
		b.log.Error("a list of files cannot be read; they are to be rendered anew", "list", *hash, "error", err)
		routes = make(map[string]R)
	}
	return routes, nil
}

// readRoutes returns the routes of a shard, each decoded as an R; nil has none.
func readRoutes[R any](ctx context.Context, b backend, hash *string) (map[string]R, error) {
	list := struct {
		Routes map[string]R `json:"routes"`
	}{make(map[string]R)}
	if hash == nil {
		return list.Routes, nil
	}
	raw, err := blob(ctx, b, *hash)
	if err == nil {
		err = json.Unmarshal(raw, &list)
	}
	return list.Routes, err
}

// assets returns the files that a list of assets names; none when it cannot be read.
func (b *Blobs) assets(ctx context.Context, hash string) (map[string]Entry, error) {
	if hash == "" {
		return nil, nil
	}
	files, err := readList(ctx, b.dir, hash)
	return files, away(ctx, err)
}

func (b *Blobs) writeList(ctx context.Context, list any) (hash string, err error) {
	raw, err := json.Marshal(list)
	if err != nil {
		return "", err
	}
	hash = hashOf(raw)
	return hash, b.dir.write(ctx, blobFolder+"/"+hash, raw)
}
