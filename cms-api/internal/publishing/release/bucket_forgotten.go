package release

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"academy/cms-api/internal/platform/objectstore"
)

func manifestKey(id string) string  { return "manifests/" + id + ".json" }
func forgottenKey(id string) string { return forgottenFolder + "/" + id + ".json" }

// forget moves a manifest out of the way; see point for who makes it current at
// the same moment.
func (b *bucket) forget(ctx context.Context, id string) error {
	if err := b.move(ctx, manifestKey(id), forgottenKey(id)); err != nil {
		return fmt.Errorf("forget release %s: %w", id, err)
	}
	raw, _, err := b.fetch(ctx, "CURRENT", "")
	if err == nil && strings.TrimSpace(string(raw)) != id {
		return nil
	}
	return errors.Join(err, b.recall(ctx, id))
}

// recall undoes forget; it is no error when the release was not forgotten.
func (b *bucket) recall(ctx context.Context, id string) error {
	if !isName(id) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, bucketTime)
	defer cancel()
	_, err := b.objects.Stat(ctx, b.objects.Prefix+manifestKey(id))
	if errors.Is(err, objectstore.ErrMissing) {
		err = b.move(ctx, forgottenKey(id), manifestKey(id))
	}
	if err != nil && !errors.Is(err, objectstore.ErrMissing) {
		return fmt.Errorf("bring back release %s: %w", id, err)
	}
	return nil
}

// move leaves a manifest in both places when it is cut off, and never in none.
func (b *bucket) move(ctx context.Context, from, to string) error {
	ctx, cancel := context.WithTimeout(ctx, bucketTime)
	defer cancel()
	raw, info, err := b.objects.Read(ctx, from, "")
	if err != nil {
		return err
	}
	if _, err := b.objects.Write(ctx, objectstore.Object{
		Key: to, ContentType: info.ContentType, CacheControl: "no-cache", Data: raw,
	}); err != nil {
		return err
	}
	return b.objects.Delete(ctx, from)
}

// unnamed counts the blobs and variants that are not among those named.
func (l listed) unnamed(named map[blobKey]struct{}) (Unneeded, error) {
	var total Unneeded
	for name, object := range l.blobs {
		if _, ok := named[keyOf(name)]; !ok {
			total.Files++
			total.Bytes += object.Size
		}
	}
	return total, nil
}
