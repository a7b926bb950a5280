package release

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"strings"
	"sync"
	"time"

	"academy/cms-api/internal/platform/objectstore"
)

// Bucket is a release store in object storage, with the same keys as one on disk.
type Bucket struct {
	Objects objectstore.Folder
	// CacheBytes bounds the disk cache.
	CacheBytes int64
	// Lock calls a function while no other process is in it. Only those who write
	// releases or sweep need it.
	Lock func(context.Context, func(context.Context) error) error
}

const (
	// bucketTime is how long one object may take; a visitor waits for it.
	bucketTime = 5 * time.Second
	// listTime is how long listing a folder may take.
	listTime = 2 * time.Minute
)

// bucket is a release store in object storage, without a cache.
type bucket struct {
	objects objectstore.Folder
	lock    func(context.Context, func(context.Context) error) error
	log     *slog.Logger
	// blobs are those that were listed, by name; nil when they were not.
	blobs map[string]objectstore.Info
}

// fetch reads an object unless it has the entity tag that is known.
func (b *bucket) fetch(ctx context.Context, key, known string) ([]byte, objectstore.Info, error) {
	ctx, cancel := context.WithTimeout(ctx, bucketTime)
	defer cancel()
	return b.objects.Read(ctx, key, known)
}

func (b *bucket) current(ctx context.Context) (string, error) { return readCurrent(ctx, b) }

func (b *bucket) read(ctx context.Context, key string, check func([]byte) error) ([]byte, error) {
	data, _, err := b.fetch(ctx, key, "")
	if err != nil {
		return nil, err
	}
	return data, check(data)
}

func (b *bucket) list(ctx context.Context, folder string) (files []objectstore.Info, err error) {
	ctx, cancel := context.WithTimeout(ctx, listTime)
	defer cancel()
	err = b.objects.List(ctx, folder+"/", func(object objectstore.Info) error {
		object.Key = strings.TrimPrefix(object.Key, folder+"/")
		files = append(files, object)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", folder, err)
	}
	return files, nil
}

func (b *bucket) has(ctx context.Context, name string, size int64) error {
	if b.blobs == nil {
		return nil
	}
	return found(ctx, b, name, size)
}

func (b *bucket) stat(ctx context.Context, name string) (objectstore.Info, error) {
	if b.blobs != nil {
		object, ok := b.blobs[name]
		if !ok {
			return object, fmt.Errorf("look for blob %s: %w", name, fs.ErrNotExist)
		}
		return object, nil
	}
	ctx, cancel := context.WithTimeout(ctx, bucketTime)
	defer cancel()
	return b.objects.Stat(ctx, b.objects.Prefix+blobFolder+"/"+name)
}

func (b *bucket) write(ctx context.Context, key string, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, bucketTime)
	defer cancel()
	object := objectstore.Object{Key: key, ContentType: "application/octet-stream", CacheControl: "no-cache", Data: data}
	switch {
	case strings.HasPrefix(key, blobFolder+"/"):
		object.CacheControl = cacheForever
	case key == currentKey:
		object.ContentType = "text/plain"
	default:
		object.ContentType = "application/json"
	}
	_, err := b.objects.Write(ctx, object)
	return err
}

func (b *bucket) remove(ctx context.Context, key string) error {
	ctx, cancel := context.WithTimeout(ctx, bucketTime)
	defer cancel()
	return b.objects.Delete(ctx, key)
}

func (b *bucket) tidy(time.Time) error { return nil } // objects are written whole or not at all

func (b *bucket) exclusive(ctx context.Context, fn func(context.Context) error) error {
	return b.lock(ctx, fn)
}

func (b *bucket) uncached(ctx context.Context) (backend, error) {
	files, err := b.list(ctx, blobFolder)
	listed := *b
	listed.blobs = make(map[string]objectstore.Info, len(files))
	for _, file := range files {
		listed.blobs[file.Key] = file
	}
	return &listed, err
}

func (b *bucket) served(context.Context, *Release) {}

// cachedBucket is a bucket with a disk cache, which has the layout of a release store:
// CURRENT, the manifest and the lists of the release that was served last, and the
// blobs that were asked for. They are served while the storage does not answer, also
// by a process that starts then.
type cachedBucket struct {
	*bucket
	disk *diskCache

	mu   sync.Mutex
	id   string // in CURRENT when it was read last
	tag  string // the entity tag of that content, if it is known
	away bool
}

func openBucket(b *Bucket, dir string, log *slog.Logger) (*cachedBucket, error) {
	lock := b.Lock
	if lock == nil {
		lock = func(ctx context.Context, fn func(context.Context) error) error { return fn(ctx) }
	}
	disk, err := openDiskCache(dir, b.CacheBytes)
	if err != nil {
		return nil, fmt.Errorf("open the cache of the release store: %w", err)
	}
	return &cachedBucket{bucket: &bucket{objects: b.Objects, lock: lock, log: log}, disk: disk}, nil
}

// current returns what CURRENT had last while the storage does not answer. It uses an
// entity tag only if it is that of the content: with VersityGW a read during a write can
// have the old content and the new tag, with which no later read would see the new
// content.
func (c *cachedBucket) current(ctx context.Context) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	raw, info, err := c.fetch(ctx, currentKey, c.tag)
	away := false
	switch {
	case err == nil:
		id, err := decodeCurrent(raw)
		if err != nil {
			return "", err
		}
		c.id, c.tag = id, ""
		if info.ETag == objectstore.TagOf(raw) {
			c.tag = info.ETag
		}
	case errors.Is(err, objectstore.ErrUnchanged):
	case errors.Is(err, objectstore.ErrMissing):
		c.tag = ""
	default:
		away = true
	}
	switch {
	case away && !c.away:
		c.log.Warn("the bucket of the release store does not answer; the disk cache is served", "error", err)
	case c.away && !away:
		c.log.Info("the bucket of the release store answers again")
	}
	c.away = away
	if c.id != "" {
		return c.id, nil
	}
	return c.disk.dir.current(ctx)
}

func (c *cachedBucket) read(ctx context.Context, key string, check func([]byte) error) ([]byte, error) {
	name, isBlob := strings.CutPrefix(key, blobFolder+"/")
	if !isBlob || c.disk.touch(name) {
		data, err := c.disk.dir.read(ctx, key, check)
		if err == nil {
			return data, nil
		}
		c.disk.drop(name)
	}
	data, err := c.bucket.read(ctx, key, check)
	if err == nil && isBlob {
		c.keep(name, data)
	}
	return data, err
}

// write makes what is written the first to be read here.
func (c *cachedBucket) write(ctx context.Context, key string, data []byte) error {
	if key == currentKey {
		c.mu.Lock()
		defer c.mu.Unlock()
	}
	if err := c.bucket.write(ctx, key, data); err != nil {
		return err
	}
	if key == currentKey {
		c.id, c.tag = strings.TrimSpace(string(data)), ""
	}
	if name, isBlob := strings.CutPrefix(key, blobFolder+"/"); isBlob {
		c.keep(name, data)
	}
	return nil
}

// keep stores a blob here. A full disk is no reason not to serve.
func (c *cachedBucket) keep(name string, data []byte) {
	if err := c.disk.put(name, data); err != nil {
		c.log.Warn("a file of the release could not be stored in the disk cache", "name", name, "error", err)
	}
}

// served stores what a start without the storage needs.
func (c *cachedBucket) served(ctx context.Context, r *Release) {
	if err := c.disk.keep(ctx, r); err != nil {
		c.log.Warn("the release could not be stored in the disk cache; a start without the bucket would serve the one before",
			"release", r.Release, "error", err)
	}
}

// withoutCache returns the backend itself, without a cache before it.
func withoutCache(dir backend) backend {
	if cached, ok := dir.(*cachedBucket); ok {
		return cached.bucket
	}
	return dir
}
