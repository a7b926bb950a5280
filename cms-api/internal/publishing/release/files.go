package release

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"academy/cms-api/internal/platform/negotiate"
)

// Entry is one public file as a list of a release names it.
type Entry = entry

// Lists returns the names of the blobs that list the files of a release: its
// assets first, then its shards.
func (m *Manifest) Lists() []string {
	lists := []string{m.Assets}
	for _, hash := range m.Shards {
		if hash != nil {
			lists = append(lists, *hash)
		}
	}
	return lists
}

// Hashed reports whether a path's name changes with its content.
func Hashed(path string) bool { return strings.HasPrefix(path, hashedAssets) }

// About returns what the release says of itself at /release.json.
func (r *Release) About() []byte { return slices.Clone(r.about) }

// blobs returns the names of all files' blobs.
func (r *Release) blobs() map[string]bool {
	names := make(map[string]bool)
	for _, s := range append(r.shards[:], r.assets) {
		for _, f := range s.files {
			names[f.blob] = true
		}
	}
	return names
}

// DecodeList returns the files that a list names, by path.
func DecodeList(raw []byte) (map[string]Entry, error) {
	var list struct {
		shardBlob
		assetsBlob
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, fmt.Errorf("read a list of files: %w", err)
	}
	files := list.assetsBlob.Files
	if files == nil {
		files = make(map[string]Entry)
	}
	for _, route := range list.Routes {
		for path, e := range route.Files {
			files[path] = e
		}
	}
	return files, nil
}

// Blob returns the bytes of a blob: of a file as it is, or of a list.
func (s *Store) Blob(ctx context.Context, hash string) ([]byte, error) { return blob(ctx, s.dir, hash) }

// Variants returns the names of a file's compressed blobs.
func (e Entry) Variants() []string {
	var names []string
	for _, encoding := range e.Encodings {
		switch encoding {
		case "br":
			names = append(names, e.Blob+".br")
		case "gzip":
			names = append(names, e.Blob+".gz")
		}
	}
	return names
}

// Variant returns the bytes of one of a file's compressed blobs.
func (s *Store) Variant(ctx context.Context, e Entry, name string) ([]byte, error) {
	f := newFile("", e, map[string]string{})
	for _, encoding := range []negotiate.Encoding{negotiate.Gzip, negotiate.Brotli} {
		if f.labels().names[encoding] == name {
			return s.dir.read(ctx, name, func(data []byte) error { return verify(data, encoding, f) })
		}
	}
	return nil, fmt.Errorf("%.80q is no variant of %s", name, e.Blob)
}
