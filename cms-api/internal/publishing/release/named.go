package release

import (
	"context"
	"encoding/hex"
	"errors"
	"strings"
)

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
