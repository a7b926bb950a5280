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
	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/publishing/release"
)

// host is what a mirror lies on.
type host interface {
	// open makes ready and keeps other processes out, as far as the host can.
	open(ctx context.Context) (closeHost func(), err error)
	// put writes a file in one step: readers get the old one or the new, whole.
	put(ctx context.Context, f file) error
	// remove deletes a file; one that is not there is no error.
	remove(ctx context.Context, key string) error
	// read returns a file. The error is fs.ErrNotExist when there is none.
	read(ctx context.Context, key string) ([]byte, error)
	// list looks at all files, and returns a function that says whether one of
	// them has this content.
	list(ctx context.Context) (looker, error)
	// late is for how long what a process has asked for may happen after its end.
	late() time.Duration
}

// looker says whether a file is there with the same content; nil knows of none.
type looker func(f file) bool

func (l looker) has(f file) bool { return l != nil && l(f) }

// file is what a mirror writes.
type file struct {
	key, mediaType, caching string
	data                    []byte
}

func jsonFile(key string, data []byte) file {
	return file{key, "application/json", release.Caching("/" + key), data}
}

var errTaken = errors.New("another process is mirroring to this folder")

// folderHost is a mirror in a folder. It never leaves it, whatever links lie there.
type folderHost struct {
	dir  string
	root *os.Root
	half atomic.Int64
}

// halfFolder is where files are written before they are renamed.
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
	locked, err := root.OpenFile(notesFolder+"lock", os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, fmt.Errorf("lock the folder: %w", err)
	}
	taken, err := filelock.Try(locked)
	if err == nil && !taken {
		err = errTaken
	}
	if err != nil {
		return nil, errors.Join(err, locked.Close())
	}
	return func() { _ = locked.Close() }, nil
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

// bucketHost is a mirror in object storage.
type bucketHost struct {
	objects objectstore.Folder
}

func (bucketHost) open(context.Context) (func(), error) { return func() {}, nil }

func (h bucketHost) put(ctx context.Context, f file) error {
	_, err := h.objects.Write(ctx, objectstore.Object{
		Key: f.key, ContentType: f.mediaType, CacheControl: f.caching, Data: f.data,
	})
	return err
}

func (h bucketHost) remove(ctx context.Context, key string) error { return h.objects.Delete(ctx, key) }

func (h bucketHost) read(ctx context.Context, key string) ([]byte, error) {
	data, _, err := h.objects.Read(ctx, key, "")
	return data, err
}

// list relies on the entity tag of an object that was stored in one piece being
// the MD5 of its bytes. Where it is not, files are written once more.
func (h bucketHost) list(ctx context.Context) (looker, error) {
	tags := make(map[string]string)
	err := h.objects.List(ctx, "", func(object objectstore.Info) error {
		tags[object.Key] = object.ETag
		return nil
	})
	return func(f file) bool {
		tag, ok := tags[f.key]
		return ok && tag == objectstore.TagOf(f.data)
	}, err
}

// late is longer than storages take for a request whose sender is gone.
func (bucketHost) late() time.Duration { return fileTime }

// writer writes to a host, and counts what it did. Several may write at a time.
type writer struct {
	host                     host
	there                    looker // what need not be written
	written, removed, volume atomic.Int64
}

// fileTime is how long one file may take.
const fileTime = 2 * time.Minute

func (w *writer) put(ctx context.Context, f file) error {
	if w.there.has(f) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, fileTime)
	defer cancel()
	if err := w.host.put(ctx, f); err != nil {
		return err
	}
	w.written.Add(1)
	w.volume.Add(int64(len(f.data)))
	return nil
}

func (w *writer) remove(ctx context.Context, key string) error {
	ctx, cancel := context.WithTimeout(ctx, fileTime)
	defer cancel()
	if err := w.host.remove(ctx, key); err != nil {
		return err
	}
	w.removed.Add(1)
	return nil
}

func (w *writer) updated() Updated {
	return Updated{Written: int(w.written.Load()), Removed: int(w.removed.Load()), Bytes: w.volume.Load()}
}
