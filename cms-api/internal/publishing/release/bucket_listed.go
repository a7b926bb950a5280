package release

import (
	"context"
	"fmt"
	"io/fs"

	"academy/cms-api/internal/platform/objectstore"
)

// listed is a bucket whose blobs were listed: what is asked of it is asked of the
// storage, and not of what is kept here.
type listed struct {
	*bucket
	blobs map[string]objectstore.Info // by name
}

func (b *bucket) closely(ctx context.Context) (backend, error) { return b.listed(ctx) }

func (b *bucket) listed(ctx context.Context) (listed, error) {
	found := listed{b, make(map[string]objectstore.Info)}
	return found, b.each(ctx, "blobs", func(name string, object objectstore.Info) { found.blobs[name] = object })
}

func (l listed) read(ctx context.Context, name string, check func([]byte) error) ([]byte, error) {
	return l.far(ctx, name, check)
}

func (l listed) has(e entry) error {
	object, ok := l.blobs[e.Blob]
	if !ok {
		return fmt.Errorf("look for blob %s: %w", e.Blob, fs.ErrNotExist)
	}
	if object.Size != e.Size {
		return fmt.Errorf("blob %s has %d bytes instead of %d", e.Blob, object.Size, e.Size)
	}
	return nil
}

func (l listed) exists(name string) error {
	if _, ok := l.blobs[name]; !ok {
		return fmt.Errorf("look for blob %s: %w", name, fs.ErrNotExist)
	}
	return nil
}
