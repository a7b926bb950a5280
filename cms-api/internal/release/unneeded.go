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
	k, ok := s.dir.(keeper)
	if !ok {
		return Unneeded{}, nil
	}
	named := map[blobKey]struct{}{}
	lists := map[string]bool{}
	for _, id := range s.IDs() {
		if slices.Contains(ids, id) {
			continue
		}
		m, err := s.dir.manifest(id)
		if err != nil {
			return Unneeded{}, err
		}
		for _, hash := range append(m.Shards, &m.Assets) {
			if err := ctx.Err(); err != nil {
				return Unneeded{}, fmt.Errorf("count what is not needed: %w", err)
			}
			if hash == nil || lists[*hash] {
				continue
			}
			lists[*hash] = true
			if err := namesIn(s.dir, *hash, named); err != nil {
				return Unneeded{}, fmt.Errorf("release %s: %w", id, err)
			}
		}
	}
	return k.unnamed(named)
}

// IDs returns the releases that are kept, the oldest first.
func (s *Store) IDs() []string {
	ids, err := s.dir.ids()
	if err != nil {
		return nil
	}
	return ids
}

// Manifest returns that of a release that is kept. Whether its files are there is
// for Check to say. The error is ErrUnknown when it is not kept.
func (s *Store) Manifest(id string) (*Manifest, error) { return s.manifest(id) }

// Live returns the release that CURRENT names, whole or not.
func (s *Store) Live() (string, error) { return s.dir.current() }

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
func namesIn(dir place, hash string, named map[blobKey]struct{}) error {
	raw, err := blob(dir, hash)
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
