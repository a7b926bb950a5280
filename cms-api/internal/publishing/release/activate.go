package release

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"academy/cms-api/internal/platform/negotiate"
)

// ErrUnknown says that a release was never made, or is no longer kept.
var ErrUnknown = errors.New("there is no such release")

// Check returns the manifest of a release of which every file is there, in the
// size and the encodings that are listed. The error is ErrUnknown, or says what
// is missing.
func (s *Store) Check(ctx context.Context, id string) (*Manifest, error) {
	if _, err := s.manifest(ctx, id); err != nil {
		return nil, err
	}
	// Without a base: what another release shares may have been lost since.
	dir, err := s.dir.closely(ctx)
	if err != nil {
		return nil, err
	}
	r, err := load(ctx, dir, id, nil)
	if err != nil {
		return nil, err
	}
	for _, shard := range append(r.shards[:], r.assets) {
		for path, f := range shard.files {
			for _, encoding := range []negotiate.Encoding{negotiate.Gzip, negotiate.Brotli} {
				if !f.available.Has(encoding) {
					continue
				}
				if err := dir.exists(f.labels().names[encoding]); err != nil {
					return nil, fmt.Errorf("release %s: %s: %w", id, path, err)
				}
			}
		}
	}
	return &r.Manifest, nil
}

// Activate makes a release the current one, in one step: until it returns, and
// when it fails or the process dies, the one before is current. Whether the
// release is whole is for the caller to Check.
func (s *Store) Activate(ctx context.Context, id string) error {
	if err := s.dir.point(ctx, id); err != nil {
		return err
	}
	return s.Reload(ctx)
}

// Newest returns the release that was made last, or "". Releases on the way to
// another do not count.
func (s *Store) Newest(ctx context.Context) string {
	ids, err := s.dir.ids(ctx)
	if err != nil {
		return ""
	}
	for _, id := range slices.Backward(ids) {
		if m, err := s.dir.manifest(ctx, id); err == nil && !m.Partial {
			return id
		}
	}
	return ""
}

// Before returns the release that the current one replaced when it was
// made, or "". Releases on the way to another do not count.
func (s *Store) Before(ctx context.Context) string {
	current := s.Current()
	if current == nil {
		return ""
	}
	all, err := s.briefs(ctx)
	if err != nil {
		return ""
	}
	return originOf(all, current.Release)
}

// Origin returns the manifest of the release that another took the backend of when
// it was made, or nil when that is not known for sure. Releases on the way to
// another do not count.
func (s *Store) Origin(ctx context.Context, m *Manifest) *Manifest {
	for range maxParents {
		id := m.Parent
		if m.Build != nil {
			id = m.Build.Parent
		}
		var err error
		if m, err = s.manifest(ctx, id); err != nil {
			return nil
		}
		if !m.Partial {
			return m
		}
	}
	return nil
}

// Kept reports for each release whether its manifest and its lists of files are
// there. That the files are too is what Check finds out.
func (s *Store) Kept(ctx context.Context, ids []string) []bool {
	lists := map[string]bool{}
	there := func(hash string) bool {
		known, ok := lists[hash]
		if !ok {
			known = s.dir.exists(hash) == nil
			lists[hash] = known
		}
		return known
	}
	kept := make([]bool, len(ids))
	for i, id := range ids {
		m, err := s.dir.manifest(ctx, id)
		kept[i] = err == nil && there(m.Assets) && !slices.ContainsFunc(m.Shards, func(hash *string) bool {
			return hash != nil && !there(*hash)
		})
	}
	return kept
}

// manifest is that of the directory, with ErrUnknown for what is not there.
func (s *Store) manifest(ctx context.Context, id string) (*Manifest, error) {
	if !isName(id) {
		return nil, ErrUnknown
	}
	m, err := s.dir.manifest(ctx, id)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrUnknown
	}
	return m, err
}
