package release

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// directory is a release store on disk. Nothing in it is ever changed in place.
type directory string

func (d directory) current(_ context.Context) (string, error) {
	raw, err := os.ReadFile(filepath.Join(string(d), "CURRENT"))
	if errors.Is(err, fs.ErrNotExist) {
		return "", errNone
	}
	if err != nil {
		return "", fmt.Errorf("read CURRENT: %w", err)
	}
	return decodeCurrent(raw)
}

func (d directory) manifest(_ context.Context, id string) (*Manifest, error) {
	if !isName(id) {
		return nil, fmt.Errorf("not a release id: %.80q", id)
	}
	raw, err := os.ReadFile(filepath.Join(string(d), "manifests", id+".json"))
	if err != nil {
		return nil, fmt.Errorf("read manifest: %w", err)
	}
	return decodeManifest(id, raw)
}

func (d directory) ids(_ context.Context) ([]string, error) {
	found, err := os.ReadDir(filepath.Join(string(d), "manifests"))
	if err != nil {
		return nil, fmt.Errorf("list manifests: %w", err)
	}
	var ids []string
	for _, file := range found {
		if id, ok := strings.CutSuffix(file.Name(), ".json"); ok {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

func (d directory) read(_ context.Context, name string, check func([]byte) error) ([]byte, error) {
	if !isName(name) {
		return nil, fmt.Errorf("not a blob name: %.80q", name)
	}
	raw, err := os.ReadFile(filepath.Join(string(d), "blobs", name))
	if err != nil {
		return nil, fmt.Errorf("read blob: %w", err)
	}
	return raw, check(raw)
}

func (d directory) has(e entry) error {
	if !isName(e.Blob) {
		return fmt.Errorf("not a blob name: %.80q", e.Blob)
	}
	info, err := os.Stat(filepath.Join(string(d), "blobs", e.Blob))
	if err != nil {
		return fmt.Errorf("look for blob: %w", err)
	}
	if info.Size() != e.Size {
		return fmt.Errorf("blob %s has %d bytes instead of %d", e.Blob, info.Size(), e.Size)
	}
	return nil
}

func (d directory) exists(name string) error {
	if !isName(name) {
		return fmt.Errorf("not a blob name: %.80q", name)
	}
	if _, err := os.Stat(filepath.Join(string(d), "blobs", name)); err != nil {
		return fmt.Errorf("look for blob: %w", err)
	}
	return nil
}

// point replaces CURRENT. The name of the new file is fixed, since callers hold
// a lock: one that a killed process left behind is overwritten. (What ends in .tmp
// is the publisher's, which removes it.)
func (d directory) point(ctx context.Context, id string) error {
	if err := ctx.Err(); err != nil { // the lock may be lost
		return fmt.Errorf("replace CURRENT: %w", err)
	}
	next, current := filepath.Join(string(d), "CURRENT.next"), filepath.Join(string(d), "CURRENT")
	if err := writeDurably(next, []byte(id+"\n")); err != nil {
		return fmt.Errorf("prepare CURRENT: %w", err)
	}
	if err := os.Rename(next, current); err != nil {
		return fmt.Errorf("replace CURRENT: %w", err)
	}
	folder, err := os.Open(string(d))
	if err != nil {
		return fmt.Errorf("open the release store: %w", err)
	}
	defer folder.Close()
	if err := folder.Sync(); err != nil {
		return fmt.Errorf("make CURRENT durable: %w", err)
	}
	return nil
}

func writeDurably(path string, data []byte) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Sync(), file.Close())
}

// closely returns d, which always looks.
func (d directory) closely(_ context.Context) (backend, error) { return d, nil }

// served needs nothing: everything is here.
func (d directory) served(context.Context, *Release) {}
