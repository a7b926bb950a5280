package release

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"academy/cms-api/internal/platform/objectstore"
)

// directory is a release store on disk. Nothing in it is ever changed in place.
type directory string

func (d directory) path(key string) string { return filepath.Join(string(d), filepath.FromSlash(key)) }

func (d directory) current(ctx context.Context) (string, error) { return readCurrent(ctx, d) }

func (d directory) read(_ context.Context, key string, check func([]byte) error) ([]byte, error) {
	raw, err := os.ReadFile(d.path(key))
	if err != nil {
		return nil, err
	}
	return raw, check(raw)
}

func (d directory) list(_ context.Context, folder string, each func(objectstore.Info)) error {
	found, err := os.ReadDir(d.path(folder))
	if err != nil {
		return fmt.Errorf("list %s: %w", folder, err)
	}
	for _, file := range found {
		info, err := file.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue // deleted meanwhile
		}
		if err != nil {
			return fmt.Errorf("list %s: %w", folder, err)
		}
		each(objectstore.Info{Key: file.Name(), Size: info.Size(), Modified: info.ModTime()})
	}
	return nil
}

func (d directory) has(name string, size int64) error {
	if !isName(name) {
		return fmt.Errorf("not a blob name: %.80q", name)
	}
	info, err := os.Stat(d.path(blobFolder + "/" + name))
	if err != nil {
		return fmt.Errorf("look for blob: %w", err)
	}
	return checkSize(name, info.Size(), size)
}

func checkSize(name string, size, want int64) error {
	if want != anySize && size != want {
		return fmt.Errorf("blob %s has %d bytes instead of %d", name, size, want)
	}
	return nil
}

func (d directory) move(_ context.Context, from, to string) error {
	if err := os.MkdirAll(filepath.Dir(d.path(to)), 0o755); err != nil {
		return err
	}
	return os.Rename(d.path(from), d.path(to))
}

func (d directory) point(ctx context.Context, id string) error {
	if err := ctx.Err(); err != nil { // the lock may be lost
		return fmt.Errorf("replace CURRENT: %w", err)
	}
	if err := replace(d.path(currentKey), []byte(id+"\n"), true); err != nil {
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

// nextSuffix ends the names of files that are being written. (What ends in .tmp is the
// publisher's, which removes it.)
const nextSuffix = ".next"

// replace writes a file atomically. Callers make sure that only one writes a path at a
// time, so what a killed process has left is overwritten.
func replace(path string, data []byte, durably bool) error {
	file, err := os.Create(path + nextSuffix)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if durably {
		err = errors.Join(err, file.Sync())
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	return os.Rename(path+nextSuffix, path)
}

// closely returns d, which has no cache and always looks.
func (d directory) closely(context.Context) (backend, error) { return d, nil }

func (d directory) served(context.Context, *Release) {}
