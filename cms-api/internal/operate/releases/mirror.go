package releases

import (
	"context"
	"fmt"
	"time"

	"academy/cms-api/internal/publishing/target"
)

// Mirror updates a mirror to the live release, once, or with watch for as long as
// ctx lasts. With compare every file is looked at first.
func Mirror(ctx context.Context, o Opener, address string, watch, compare bool) error {
	releases, err := o.Open()
	if err != nil {
		return err
	}
	mirror, err := target.OpenMirror(address, releases, o.bucket, o.Log, time.Now)
	if err != nil {
		return err
	}
	if compare {
		mirror.CompareAll()
	}
	targets := target.NewService(target.Options{Releases: releases, Mirrors: []*target.Mirror{mirror}, Log: o.Log})
	if watch {
		go func() { _ = releases.Run(ctx) }()
		targets.Run(ctx)
		return nil
	}
	if releases.Current() == nil {
		return fmt.Errorf("there is no release yet that could be mirrored to %s", address)
	}
	return targets.Once(ctx, mirror)
}
