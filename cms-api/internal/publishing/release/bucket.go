package release

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"strings"
	"time"

	"academy/cms-api/internal/platform/objectstore"
)

// Bucket is a release store in object storage, laid out like one on disk.
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
