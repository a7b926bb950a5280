package release

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
)

// ErrUnknown says that a release was never made, or is no longer kept.
var ErrUnknown = errors.New("there is no such release")

// Check returns the manifest of a release of which every file is there, in the
// size and the encodings that are listed. The error is ErrUnknown, or says what
// is missing.
func (s *Store) Check(ctx context.Context, id string) (*Manifest, error) {
	m, err := s.Manifest(ctx, id)
	if err != nil {
		return nil, err
	}
	dir, err := s.dir.uncached(ctx)
	if err != nil {
		return nil, err
	}
	for _, list := range m.Lists() {
		files, err := readList(ctx, dir, list)
		if err != nil {
			return nil, fmt.Errorf("release %s: %w", id, err)
		}
		for path, e := range files {
			if whole, err := whole(ctx, dir, e); !whole {
				return nil, fmt.Errorf("release %s: %s: %w", id, path, cmp.Or(err, error(fs.ErrNotExist)))
			}
		}
	}
	return m, nil
}

// Activate makes a release the current one, in one step: until it returns, and
// when it fails or the process dies, the one before is current. Whether the
// release is whole is for the caller to Check.
func (s *Store) Activate(ctx context.Context, id string) error {
	err := s.dir.exclusive(ctx, func(ctx context.Context) error { return s.point(ctx, id) })
	if err != nil {
		return err
	}
	return s.Reload(ctx)
}

// point makes a release current, atomically.
func (s *Store) point(ctx context.Context, id string) error {
	if err := s.dir.write(ctx, currentKey, []byte(id+"\n")); err != nil {
		return fmt.Errorf("replace CURRENT: %w", err)
	}
	return nil
}

// uncached returns the backend without a cache.
func (s *Store) uncached() backend {
	if s.bucket != nil {
		return s.bucket
	}
	return s.dir
}

// CurrentID returns the release that CURRENT names, whole or not; empty when there is none.
func (s *Store) CurrentID(ctx context.Context) (string, error) { return s.dir.current(ctx) }

// IDs returns the releases that are kept, the oldest first; none when they cannot be
// listed.
func (s *Store) IDs(ctx context.Context) []string {
	ids, err := releaseIDs(ctx, s.dir)
	if err != nil {
		return nil
	}
	return ids
}

// Manifest returns that of a release that is kept. Whether its files are there is
// for Check to say. The error is ErrUnknown when it is not kept.
func (s *Store) Manifest(ctx context.Context, id string) (*Manifest, error) {
	if !isName(id) {
		return nil, ErrUnknown
	}
	m, err := readManifest(ctx, s.dir, id)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrUnknown
	}
	return m, err
}

// Newest returns the release that was made last, or "". Partial releases do not count.
func (s *Store) Newest(ctx context.Context) string {
	all, _ := s.manifests(ctx, s.dir)
	for _, m := range slices.Backward(all) {
		if m.whole() {
			return m.Release
		}
	}
	return ""
}

// Before returns the release that the current one replaced when it was
// made, or "". Partial releases do not count.
func (s *Store) Before(ctx context.Context) string {
	current := s.Current()
	if current == nil {
		return ""
	}
	all, err := s.manifests(ctx, s.dir)
	if err != nil {
		return ""
	}
	return originOf(all, current.Release)
}

// Origin returns the manifest of the release that another replaced when it was made, or
// nil when that is not known for sure. Partial releases do not count.
func (s *Store) Origin(ctx context.Context, m *Manifest) *Manifest {
	for range maxParents {
		var err error
		if m, err = s.Manifest(ctx, m.origin()); err != nil {
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
func (s *Store) Kept(ctx context.Context, ids []string) []bool { return kept(ctx, s.dir, ids) }

func kept(ctx context.Context, dir backend, ids []string) []bool {
	lists := map[string]bool{}
	missing := func(hash string) bool {
		there, ok := lists[hash]
		if !ok {
			there = dir.has(ctx, hash, anySize) == nil
			lists[hash] = there
		}
		return !there
	}
	kept := make([]bool, len(ids))
	for i, id := range ids {
		m, err := readManifest(ctx, dir, id)
		kept[i] = err == nil && !slices.ContainsFunc(m.Lists(), missing)
	}
	return kept
}
