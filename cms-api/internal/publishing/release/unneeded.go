package release

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Unneeded is what of a store no kept release names.
type Unneeded struct {
	Files int
	Bytes int64
}

// Unneeded counts the files that no release names but those of ids. It removes
// nothing: the publisher does, which alone knows what it is just writing.
func (s *Store) Unneeded(ctx context.Context, ids []string) (Unneeded, error) {
	dir, err := s.dir.closely(ctx)
	if err != nil {
		return Unneeded{}, err
	}
	k, ok := dir.(keeper)
	if !ok {
		return Unneeded{}, nil
	}
	named, err := namedIn(ctx, dir, ids)
	if err != nil {
		return Unneeded{}, fmt.Errorf("count what is not needed: %w", err)
	}
	return k.unnamed(named)
}

// namedIn returns what the releases of a backend name, but those of ids.
func namedIn(ctx context.Context, dir backend, but []string) (map[blobKey]struct{}, error) {
	all, err := dir.ids(ctx)
	if err != nil {
		return nil, err
	}
	named := map[blobKey]struct{}{}
	for _, id := range all {
		if slices.Contains(but, id) {
			continue
		}
		m, err := dir.manifest(ctx, id)
		if err != nil {
			return nil, err
		}
		if err := addNames(ctx, dir, m, named); err != nil {
			return nil, fmt.Errorf("release %s: %w", id, err)
		}
	}
	return named, nil
}

// addNames adds what a release names. A list that is among the names was read.
func addNames(ctx context.Context, dir backend, m *Manifest, named map[blobKey]struct{}) error {
	for _, hash := range m.Lists() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, ok := named[keyOf(hash)]; ok {
			continue
		}
		if err := namesIn(ctx, dir, hash, named); err != nil {
			return err
		}
	}
	return nil
}

// IDs returns the releases that are kept, the oldest first.
func (s *Store) IDs(ctx context.Context) []string {
	ids, err := s.dir.ids(ctx)
	if err != nil {
		return nil
	}
	return ids
}

// Manifest returns that of a release that is kept. Whether its files are there is
// for Check to say. The error is ErrUnknown when it is not kept.
func (s *Store) Manifest(ctx context.Context, id string) (*Manifest, error) {
	return s.manifest(ctx, id)
}

// Live returns the release that CURRENT names, whole or not.
func (s *Store) Live(ctx context.Context) (string, error) { return s.dir.current(ctx) }

// keyOf is of a blob or of a variant of one.
func keyOf(name string) blobKey {
	var key blobKey
	hash, _, _ := strings.Cut(name, ".")
	if raw, err := hex.DecodeString(hash); err == nil {
		copy(key[:], raw)
	}
	return key
}

// namesIn adds what a list names, and the list itself.
func namesIn(ctx context.Context, dir backend, hash string, named map[blobKey]struct{}) error {
	raw, err := blob(ctx, dir, hash)
	if err != nil {
		return err
	}
	var stored lists
	if err := json.Unmarshal(raw, &stored); err != nil {
		return fmt.Errorf("read list %s: %w", hash, err)
	}
	named[keyOf(hash)] = struct{}{}
	for _, route := range stored.Routes {
		for _, e := range route.Files {
			named[keyOf(e.Blob)] = struct{}{}
		}
	}
	for _, e := range stored.Files {
		named[keyOf(e.Blob)] = struct{}{}
	}
	return nil
}

// unnamed counts the blobs and variants that are not among those named.
func (d directory) unnamed(named map[blobKey]struct{}) (Unneeded, error) {
	var total Unneeded
	err := filepath.WalkDir(filepath.Join(string(d), "blobs"), func(_ string, file fs.DirEntry, err error) error {
		if err != nil || file.IsDir() {
			return err
		}
		if _, ok := named[keyOf(file.Name())]; ok {
			return nil
		}
		info, err := file.Info()
		if os.IsNotExist(err) {
			return nil
		}
		if err != nil {
			return err
		}
		total.Files++
		total.Bytes += info.Size()
		return nil
	})
	if err != nil {
		return total, fmt.Errorf("look through blobs: %w", err)
	}
	return total, nil
}
