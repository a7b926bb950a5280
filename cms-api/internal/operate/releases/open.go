// Package releases opens the release store that the configuration names, and
// implements the commands that work on it.
package releases

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"academy/cms-api/internal/platform/config"
	"academy/cms-api/internal/platform/httpapi"
	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/publishing/release"
	"academy/cms-api/internal/publishing/target"
)

// Opener opens the release store and the targets of a configuration.
type Opener struct {
	Config config.Config
	Log    *slog.Logger
	// Transport is what requests to the object storage go through; see objectstore. It
	// may be nil.
	Transport func(http.RoundTripper) http.RoundTripper
	// Lock is that of a release.Bucket; nil for those who only read.
	Lock func(context.Context, func(context.Context) error) error
}

// Open returns the release store.
func (o Opener) Open() (*release.Store, error) {
	cfg := o.Config
	opts := release.Options{Dir: cfg.ReleasesDir, Policy: policy(cfg), Log: o.Log}
	if cfg.ReleaseStore != "" {
		folder, err := target.OpenBucket(cfg.ReleaseStore, o.bucket)
		if err != nil {
			return nil, fmt.Errorf("open the release store: %w", err)
		}
		opts.Dir, opts.PollEvery = cfg.ReleaseCacheDir, cfg.ReleasePoll
		opts.Bucket = &release.Bucket{Objects: folder, CacheBytes: cfg.ReleaseCacheBytes, Lock: o.Lock}
	}
	store, err := release.Open(opts)
	if err != nil {
		return nil, fmt.Errorf("open the release store: %w", err)
	}
	return store, nil
}

// policy is what the site's pages may load from elsewhere.
func policy(cfg config.Config) release.Policy {
	policy := release.Policy{Secure: cfg.OverTLS()}
	if api := httpapi.OriginOf(cfg.PublicAPIURL); api != "" && api != httpapi.OriginOf(cfg.PublicURL) {
		policy.APIOrigin = api
	}
	return policy
}

// bucket opens a bucket of the object storage that releases lie in.
func (o Opener) bucket(name string) (*objectstore.Store, error) {
	cfg := o.Config
	return objectstore.Open(objectstore.Options{
		Endpoint: cmp.Or(cfg.ReleaseS3Endpoint, cfg.S3Endpoint), Region: cmp.Or(cfg.ReleaseS3Region, cfg.S3Region),
		AccessKey: cmp.Or(cfg.ReleaseS3AccessKey, cfg.S3AccessKey),
		SecretKey: cmp.Or(cfg.ReleaseS3SecretKey, cfg.S3SecretKey),
		Bucket:    name, Transport: o.Transport,
	}, o.Log)
}

// Retention returns which releases are kept.
func (o Opener) Retention() (release.Retention, error) {
	cfg := o.Config
	zone, err := time.LoadLocation(cfg.Timezone)
	if err != nil {
		return release.Retention{}, fmt.Errorf("load the site's time zone: %w", err)
	}
	return release.Retention{
		Keep: cfg.ReleaseKeep, Days: cfg.ReleaseKeepDays, Young: cfg.ReleaseSweepAfter, Zone: zone,
	}, nil
}

// Mirrors returns the buckets and folders that the site is mirrored to.
func (o Opener) Mirrors(releases *release.Store) ([]*target.Mirror, error) {
	var mirrors []*target.Mirror
	for _, address := range o.Config.MirrorTo {
		mirror, err := target.OpenMirror(address, releases, o.bucket, o.Log, time.Now)
		if err != nil {
			return nil, fmt.Errorf("open MIRROR_TO: %w", err)
		}
		mirrors = append(mirrors, mirror)
	}
	return mirrors, nil
}
