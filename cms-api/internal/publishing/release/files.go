package release

import (
	"context"
	"encoding/json"
	"fmt"
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

// Variants returns the names of the file's compressed blobs.
func (e Entry) Variants() []string { return variants(e.Blob, e.available()) }

func variants(blob string, available negotiate.Set) []string {
	var names []string
	for _, encoding := range compressed {
		if available.Has(encoding) {
			names = append(names, blob+extensions[encoding])
		}
	}
	return names
}

// DecodeList returns the files that a list names, by path. A list is a shard, which has
// the files of routes, or that of the assets, which belong to no route.
func DecodeList(raw []byte) (map[string]Entry, error) {
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
func readList(ctx context.Context, b backend, hash string) (map[string]Entry, error) {
	raw, err := blob(ctx, b, hash)
	if err != nil {
		return nil, err
	}
	return DecodeList(raw)
}

// Hashed reports whether a path's name changes with its content.
func Hashed(path string) bool { return strings.HasPrefix(path, hashedAssets) }

// Blob returns the bytes of a blob: of a file as it is, or of a list.
func (s *Store) Blob(ctx context.Context, hash string) ([]byte, error) { return blob(ctx, s.dir, hash) }
