// Package releases opens the release store that the configuration names, and
// implements the commands that work on it.
package releases

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"academy/cms-api/internal/account/audit"
	"academy/cms-api/internal/platform/config"
	"academy/cms-api/internal/platform/httpapi"
	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/publishing/publish"
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

// Verify reads every file of a release and compares it with its hash: of the live
// one when id is empty, of every release that is kept when all is set. It needs
// the release store and nothing else. Files of the live release that cannot be
// repaired are rendered again when somebody asks for publishing.
func Verify(ctx context.Context, o Opener, id string, all bool) ([]release.Verdict, error) {
	releases, err := o.Open()
	if err != nil {
		return nil, err
	}
	ids := []string{id}
	switch {
	case all:
		ids = releases.IDs(ctx)
	case id == "":
		if ids[0], err = releases.CurrentID(ctx); err != nil {
			return nil, err
		}
		if ids[0] == "" {
			return nil, errors.New("no release yet")
		}
	}
	return releases.Verify(ctx, ids)
}

// Switch makes another release live, by the rules of the API's call.
type Switch struct {
	Releases  *release.Store
	Publisher *publish.Service
	Audits    *audit.Service
	// Load loads the public content.
	Load func(context.Context) error
}

// loadTime is how long loading the content may take.
const loadTime = 30 * time.Second

// Forward makes a newer release the live one, and returns its id. An empty id means
// the newest.
func (s Switch) Forward(ctx context.Context, id string) (string, error) {
	live, err := s.Releases.CurrentID(ctx)
	if err != nil {
		return "", err
	}
	if id == "" {
		id = s.Releases.Newest(ctx)
	}
	// Ids begin with their time.
	if id <= live {
		return "", fmt.Errorf("%s is live, and there is no newer release to go to; release rollback goes to an older one", live)
	}
	return s.Back(ctx, id)
}

// Back makes a release the live one, and returns its id. An empty id means the one
// before the live one.
func (s Switch) Back(ctx context.Context, id string) (string, error) {
	if id == "" {
		if id = s.Releases.Before(ctx); id == "" {
			return "", errors.New("there is no release before the live one that is still kept")
		}
	}
	loading, cancel := context.WithTimeout(ctx, loadTime)
	defer cancel()
	if err := s.Load(loading); err != nil {
		return "", fmt.Errorf("load the content: %w", err)
	}
	entry := audit.Command("activateRelease", "publish", id)
	if _, err := s.Publisher.Activate(ctx, id, entry.UserName); err != nil {
		return "", fmt.Errorf("make %s live: %w", id, err)
	}
	s.Audits.Note(ctx, entry)
	return id, nil
}
