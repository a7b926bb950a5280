package target

import (
	"context"
	"time"

	"academy/cms-api/internal/platform/objectstore"
)

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
