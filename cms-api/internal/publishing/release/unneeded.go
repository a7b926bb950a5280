package release

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"academy/cms-api/internal/platform/objectstore"
)

// Unneeded is what of a store no kept release names.
type Unneeded struct {
	Files int
	Bytes int64
}

// Unneeded counts the files that no release names except those of ids. Some of them may
// have been handed over for a release that is being made.
func (s *Store) Unneeded(ctx context.Context, ids []string) (Unneeded, error) {
	var total Unneeded
	named, err := namedIn(ctx, s.dir, ids)
	if err == nil {
		err = s.dir.list(ctx, blobFolder, func(file objectstore.Info) {
			if !named.has(file.Key) {
				total.Files++
				total.Bytes += file.Size
			}
		})
	}
	if err != nil {
		return Unneeded{}, fmt.Errorf("count what is not needed: %w", err)
	}
	return total, nil
}

// blobKey is a part of a blob's hash, long enough to tell blobs apart.
type blobKey [16]byte

// keyOf returns the key of a blob, or of a variant of one.
func keyOf(name string) blobKey {
	var key blobKey
	hash, _, _ := strings.Cut(name, ".")
	if raw, err := hex.DecodeString(hash); err == nil {
		copy(key[:], raw)
	}
	return key
}

// blobSet is a set of blobs. A site has many, so their names are shortened.
type blobSet map[blobKey]struct{}

func (s blobSet) add(name string) { s[keyOf(name)] = struct{}{} }

// has reports whether the blob, or the one of which it is a variant, is in the set.
func (s blobSet) has(name string) bool {
	_, ok := s[keyOf(name)]
	return ok
}

// namedIn returns what the releases of a backend name, except those of ids.
func namedIn(ctx context.Context, dir backend, except []string) (blobSet, error) {
	all, err := releaseIDs(ctx, dir)
	if err != nil {
		return nil, err
	}
	named := blobSet{}
	for _, id := range all {
		if slices.Contains(except, id) {
			continue
		}
		m, err := readManifest(ctx, dir, id)
		if err == nil {
			err = named.addRelease(ctx, dir, m)
		}
		if err != nil {
			return nil, fmt.Errorf("release %s: %w", id, err)
		}
	}
	return named, nil
}

// damagedListError says which list of a release is damaged.
type damagedListError struct{ hash string }

func (e *damagedListError) Error() string { return "the list of files " + e.hash + " is damaged" }

// addRelease adds what a release names. Lists that are in the set were read before.
func (s blobSet) addRelease(ctx context.Context, dir backend, m *Manifest) error {
	for _, list := range m.Lists() {
		if s.has(list) {
			continue
		}
		files, err := readList(ctx, dir, list)
		if errors.Is(err, errDamaged) {
			err = &damagedListError{list}
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		s.add(list)
		for _, e := range files {
			s.add(e.Blob)
		}
	}
	return nil
}
