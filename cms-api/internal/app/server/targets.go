package server

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"academy/cms-api/internal/platform/config"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/publishing/release"
	"academy/cms-api/internal/publishing/target"
)

// releaseStorage opens buckets of the object storage that releases lie in.
func releaseStorage(cfg config.Config, log *slog.Logger, through transport) target.Storage {
	return func(bucket string) (*objectstore.Store, error) {
		return objectstore.Open(objectstore.Options{
			Endpoint: cmp.Or(cfg.ReleaseS3Endpoint, cfg.S3Endpoint), Region: cmp.Or(cfg.ReleaseS3Region, cfg.S3Region),
			AccessKey: cmp.Or(cfg.ReleaseS3AccessKey, cfg.S3AccessKey), SecretKey: cmp.Or(cfg.ReleaseS3SecretKey, cfg.S3SecretKey),
			Bucket: bucket, Through: through,
		}, log)
	}
}

// transport is what requests to the object storage go through; see objectstore.
type transport = func(http.RoundTripper) http.RoundTripper

// openReleases opens the release store that the configuration names.
func openReleases(cfg config.Config, log *slog.Logger, through transport) (*release.Store, error) {
	opts := release.Options{Dir: cfg.ReleasesDir, Policy: sitePolicy(cfg), Log: log}
	if cfg.ReleaseStore != "" {
		folder, err := target.OpenBucket(cfg.ReleaseStore, releaseStorage(cfg, log, through))
		if err != nil {
			return nil, fmt.Errorf("open the release store: %w", err)
		}
		opts.Dir, opts.PollEvery = cfg.ReleaseCacheDir, cfg.ReleasePoll
		opts.Bucket = &release.Bucket{Objects: folder, CacheBytes: cfg.ReleaseCacheBytes}
	}
	store, err := release.Open(opts)
	if err != nil {
		return nil, fmt.Errorf("open the release store: %w", err)
	}
	return store, nil
}

// retentionOf returns for how long the configuration keeps releases.
func retentionOf(cfg config.Config) (release.Retention, error) {
	place, err := time.LoadLocation(cfg.Timezone)
	if err != nil {
		return release.Retention{}, fmt.Errorf("load the site's time zone: %w", err)
	}
	return release.Retention{Keep: cfg.ReleaseKeep, Days: cfg.ReleaseKeepDays, Young: cfg.ReleaseSweepAfter, Place: place}, nil
}

// openTargets returns the targets that the configuration names.
func openTargets(cfg config.Config, releases *release.Store, log *slog.Logger, through transport) ([]target.Target, error) {
	storage := releaseStorage(cfg, log, through)
	retention, err := retentionOf(cfg)
	if err != nil {
		return nil, err
	}
	var targets []target.Target
	for _, address := range cfg.ReleasesTo {
		store, err := target.OpenCopy(address, releases, storage, retention, cfg.ReleaseTell, log, time.Now)
		if err != nil {
			return nil, fmt.Errorf("open RELEASES_TO: %w", err)
		}
		targets = append(targets, store)
	}
	for _, address := range cfg.MirrorTo {
		mirror, err := target.OpenMirror(address, releases, storage, log, time.Now)
		if err != nil {
			return nil, fmt.Errorf("open MIRROR_TO: %w", err)
		}
		targets = append(targets, mirror)
	}
	return targets, nil
}

func (a *App) makeTargets() error {
	targets, err := openTargets(a.cfg, a.releases, a.log, through(a.metrics, a.tracer))
	if err != nil {
		return err
	}
	a.targetLease = mongodb.NewLease(a.db, "targets")
	a.targets = target.NewService(a.db, target.Options{Releases: a.releases, Targets: targets, Log: a.log, Now: a.clock.Now})
	return nil
}

// runTargets carries releases to the targets, in one process at a time. While the database
// is away, the process that did it goes on.
func (a *App) runTargets(ctx context.Context) error {
	if !a.targets.Any() {
		return nil
	}
	return a.targetLease.Run(ctx, mongodb.Terms{Now: a.clock.Now}, func(ctx context.Context) { _ = a.targets.Run(ctx) })
}

// Mirror brings a mirror to the live release, once, or with watch for as long as
// ctx lasts. With compare every file is looked at first.
func Mirror(ctx context.Context, cfg config.Config, log *slog.Logger, address string, watch, compare bool) error {
	releases, err := openReleases(cfg, log, nil)
	if err != nil {
		return err
	}
	mirror, err := target.OpenMirror(address, releases, releaseStorage(cfg, log, nil), log, time.Now)
	if err != nil {
		return err
	}
	if compare {
		mirror.CompareAll()
	}
	return carry(ctx, releases, mirror, log, watch)
}

// CopyReleases is Mirror for a release store in a bucket.
func CopyReleases(ctx context.Context, cfg config.Config, log *slog.Logger, address string, watch bool) error {
	releases, err := openReleases(cfg, log, nil)
	if err != nil {
		return err
	}
	retention, err := retentionOf(cfg)
	if err != nil {
		return err
	}
	store, err := target.OpenCopy(address, releases, releaseStorage(cfg, log, nil), retention, cfg.ReleaseTell, log, time.Now)
	if err != nil {
		return err
	}
	return carry(ctx, releases, store, log, watch)
}

func carry(ctx context.Context, releases *release.Store, to target.Target, log *slog.Logger, watch bool) error {
	runner := target.NewRunner(target.Options{Releases: releases, Targets: []target.Target{to}, Log: log, Now: time.Now})
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
