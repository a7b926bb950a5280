package target

import (
	"context"
	"strings"
	"time"

	"academy/cms-api/internal/objectstore"
)

const (
	sweepEvery = time.Hour
	// sweepAfter is how old has to be what goes: an edge that lags behind may still
	// ask for it.
	sweepAfter = 24 * time.Hour
)

// sweepNowAndThen deletes from the bucket what the release store on disk has let
// go. It fails nothing: what could not be deleted goes the next time.
func (c *Copy) sweepNowAndThen(ctx context.Context) error {
	now := c.now()
	if now.Sub(c.swept) < sweepEvery {
		return nil
	}
	c.swept = now
	if err := c.sweep(ctx, now.Add(-sweepAfter)); err != nil && ctx.Err() == nil {
		c.log.Warn("what is no longer kept could not be deleted from the bucket; it is tried again", "target", c.name, "error", err)
	}
	return nil
}

func (c *Copy) sweep(ctx context.Context, before time.Time) error {
	var manifests, blobs []string
	all := 0
	err := c.objects.List(ctx, "", func(object objectstore.Info) error {
		blob, isBlob := strings.CutPrefix(object.Key, "blobs/")
		manifest, isManifest := strings.CutPrefix(object.Key, "manifests/")
		switch {
		case isBlob:
			if all++; !c.releases.Has(blob) && object.Modified.Before(before) {
				blobs = append(blobs, object.Key)
			}
		case isManifest:
			id := strings.TrimSuffix(manifest, ".json")
			if all++; !c.releases.HasRelease(id) && object.Modified.Before(before) {
				manifests = append(manifests, object.Key)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(manifests)+len(blobs) > all/2 {
		c.log.Error("more than half of the bucket is not kept on disk; nothing is deleted there. Is RELEASES_DIR the right folder?",
			"target", c.name, "files", all, "unknown", len(manifests)+len(blobs))
		return nil
	}
	for _, keys := range [][]string{manifests, blobs} {
		if err := each(ctx, keys, c.objects.Delete); err != nil {
			return err
		}
	}
	for _, key := range manifests {
		delete(c.manifests, strings.TrimSuffix(strings.TrimPrefix(key, "manifests/"), ".json"))
	}
	for _, key := range blobs {
		delete(c.known, strings.TrimPrefix(key, "blobs/"))
	}
	if len(manifests)+len(blobs) > 0 {
		c.log.Info("what is no longer kept was deleted from the bucket", "target", c.name, "releases", len(manifests), "files", len(blobs))
	}
	return nil
}
