package target

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strconv"
	"sync/atomic"
	"time"

	"academy/cms-api/internal/platform/filelock"
)

// folderHost is a mirror in a folder. It never leaves it, whatever links lie there.
type folderHost struct {
	dir  string
	root *os.Root
	half atomic.Int64
}

// halfFolder is where files are written before they take their place.
const halfFolder = notesFolder + "half"

func (h *folderHost) open(context.Context) (func(), error) {
	if err := os.MkdirAll(h.dir, 0o755); err != nil {
		return nil, fmt.Errorf("make the folder: %w", err)
	}
	root, err := os.OpenRoot(h.dir)
	if err != nil {
		return nil, fmt.Errorf("open the folder: %w", err)
	}
	if err := root.MkdirAll(path.Dir(halfFolder), 0o755); err != nil {
		return nil, errors.Join(fmt.Errorf("make the folder: %w", err), root.Close())
	}
	unlock, err := lock(root)
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	// What a killed process left there.
	err = errors.Join(root.RemoveAll(halfFolder), root.MkdirAll(halfFolder, 0o755))
	if err != nil {
		unlock()
		return nil, errors.Join(fmt.Errorf("make the folder: %w", err), root.Close())
	}
	h.root = root
	return func() {
		unlock()
		_ = root.Close()
	}, nil
}

func (h *folderHost) put(_ context.Context, f file) error {
	half := path.Join(halfFolder, strconv.FormatInt(h.half.Add(1), 10))
	if err := h.write(half, f.data); err != nil {
		return fmt.Errorf("write %s: %w", f.key, err)
	}
	err := h.root.Rename(half, f.key)
	if errors.Is(err, fs.ErrNotExist) {
		if err = h.root.MkdirAll(path.Dir(f.key), 0o755); err == nil {
			err = h.root.Rename(half, f.key)
		}
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", f.key, err)
	}
	return nil
}

// lock takes a lock that ends with the process, however that ends.
func lock(root *os.Root) (unlock func(), err error) {
	held, err := root.OpenFile(notesFolder+"lock", os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, fmt.Errorf("lock the folder: %w", err)
	}
	taken, err := filelock.Try(held)
	if err == nil && !taken {
		err = errTaken
	}
	if err != nil {
		return nil, errors.Join(err, held.Close())
	}
	return func() { _ = held.Close() }, nil
}

// write waits until the bytes are on the disk, so that what the mirror notes about
// itself is true after a power cut too.
func (h *folderHost) write(name string, data []byte) error {
	out, err := h.root.Create(name)
	if err != nil {
		return err
	}
	_, err = out.Write(data)
	return errors.Join(err, out.Sync(), out.Close())
}

// remove also deletes the folders that are empty then.
func (h *folderHost) remove(_ context.Context, key string) error {
	if err := h.root.Remove(key); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("delete %s: %w", key, err)
	}
	for parent := path.Dir(key); parent != "."; parent = path.Dir(parent) {
		if h.root.Remove(parent) != nil {
			break
		}
	}
	return nil
}

func (h *folderHost) read(_ context.Context, key string) ([]byte, error) {
	return h.root.ReadFile(key)
}

func (h *folderHost) list(context.Context) (looker, error) {
	return func(f file) bool {
		info, err := h.root.Stat(f.key)
		if err != nil || info.Size() != int64(len(f.data)) {
			return false
		}
		found, err := h.root.ReadFile(f.key)
		return err == nil && bytes.Equal(found, f.data)
	}, nil
}

// late is nothing: what a process does to files ends with it.
func (*folderHost) late() time.Duration { return 0 }
