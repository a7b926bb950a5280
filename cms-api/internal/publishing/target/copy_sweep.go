package target

import (
	"context"
	"errors"
	"time"

	"academy/cms-api/internal/publishing/release"
)

const (
	sweepEvery = time.Hour
	// sweepAgain is after how long a sweep that failed is tried again.
	sweepAgain = time.Minute
)

// sweepNowAndThen lets releases go from the bucket that are no longer to be kept.
// It fails nothing: what could not be deleted goes the next time.
func (c *Copy) sweepNowAndThen(ctx context.Context) {
	now := c.now()
	if c.retention.Keep == 0 || now.Before(c.swept) && c.swept.Sub(now) <= sweepEvery {
		return
	}
	done, err := c.far.Sweep(ctx, c.retention, "", now, false)
	c.swept = now.Add(sweepEvery)
	if err != nil {
		c.swept, c.known = now.Add(sweepAgain), nil
		if !errors.Is(err, release.ErrSweeping) && ctx.Err() == nil {
			c.log.Warn("what is no longer kept could not be deleted from the bucket; it is tried again", "target", c.name,
				"error", err)
		}
		return
	}
	for _, id := range done.Releases {
		delete(c.manifests, id)
	}
	for _, name := range done.Blobs {
		delete(c.known, name)
	}
	c.mark = release.Mark{Sweep: done.Mark}
	if len(done.Releases)+len(done.Blobs) > 0 {
		c.log.Info("what is no longer kept was deleted from the bucket", "target", c.name, "releases", len(done.Releases),
			"files", len(done.Blobs))
	}
}
