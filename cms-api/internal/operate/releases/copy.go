package releases

import (
	"context"
	"fmt"
	"time"

	"academy/cms-api/internal/publishing/release"
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
	return o.copy(ctx, releases, mirror, watch)
}

// Copy is Mirror for a release store in a bucket.
func Copy(ctx context.Context, o Opener, address string, watch bool) error {
	releases, err := o.Open()
	if err != nil {
		return err
	}
	store, err := o.copyTo(address, releases)
	if err != nil {
		return err
	}
	return o.copy(ctx, releases, store, watch)
}

func (o Opener) copy(ctx context.Context, releases *release.Store, to target.Target, watch bool) error {
	runner := target.NewRunner(target.Options{Releases: releases, Targets: []target.Target{to}, Log: o.Log, Now: time.Now})
	if watch {
		go func() { _ = releases.Run(ctx) }()
		_ = runner.Run(ctx) // ends with ctx
		return nil
	}
	if releases.Current() == nil {
		return fmt.Errorf("there is no release yet that could be carried to %s", to.Name())
	}
	return runner.Once(ctx, to)
}
