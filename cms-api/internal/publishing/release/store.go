// Package release keeps releases, in a folder or a bucket, and serves the current one as a
// static site. It is the only writer of the release store: the publisher hands over what
// it rendered (Put, Commit).
//
// A release is a manifest that names 256 shards; a shard names the files of its
// routes; a file is a blob named after the sha256 of its bytes. Only CURRENT
// ever changes, by rename, after everything it leads to has been written.
package release

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"academy/cms-api/internal/platform/signal"
)

// Options configures a Store. Dir is needed.
type Options struct {
	// Dir is the release store, or with a Bucket the cache of it on this machine. It need
	// not exist yet.
	Dir string
	// Bucket is the release store when that is not a folder.
	Bucket *Bucket
	// CacheBytes bounds the file contents in memory. Default 256 MiB.
	CacheBytes int64
	// PollEvery is how often CURRENT is read. Default 200 ms.
	PollEvery time.Duration
	// Now tells the time. Default time.Now.
	Now func() time.Time
	// Policy is what pages may load from elsewhere.
	Policy Policy
	Log    *slog.Logger
}

const (
	defaultCache = 256 << 20
	defaultPoll  = 200 * time.Millisecond
)

// Store is a release store. Each of its parts has one task, and the locks for it.
type Store struct {
	*Blobs        // the contents of files
	*Manifests    // which releases there are
	*Pointer      // which of them is live
	*Writer       // makes releases
	*Verification // compares files with their hashes
	*Inspector    // tells the publisher what is live, and what is lost of it
	*Cleanup      // forgets releases and deletes files
	*Site         // answers visitors
	*Damage       // tells that visitors could not be answered
}

// Open returns a store on a directory and loads the current release. A store
// without any release is fine: Current is nil until there is one. When the
// current release is not whole, the nearest of its ancestors that is whole is
// served instead.
func Open(opts Options) (*Store, error) {
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	dir := backend(directory(opts.Dir))
	if opts.Bucket != nil {
		cached, err := openBucket(opts.Bucket, opts.Dir, opts.Log)
		if err != nil {
			return nil, err
		}
		dir = cached
	}
	s := newStore(dir, opts)
	ctx := context.Background() // each read is bounded by itself
	if err := s.Reload(ctx); err != nil {
		opts.Log.Error("the current release cannot be served", "error", err)
		s.fallBack(ctx)
	}
	return s, nil
}

// newStore returns a store that has not read CURRENT yet.
func newStore(dir backend, opts Options) *Store {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	contents := newCache(dir, cmp.Or(opts.CacheBytes, defaultCache))
	blobs := &Blobs{dir: dir, log: opts.Log}
	manifests := &Manifests{dir: dir}
	pointer := &Pointer{
		dir: dir, manifests: manifests, contents: contents, pollEvery: cmp.Or(opts.PollEvery, defaultPoll), log: opts.Log,
		looks: signal.New(),
	}
	verification := &Verification{dir: dir, manifests: manifests}
	damage := &Damage{found: signal.New(), now: opts.Now}
	return &Store{
		Blobs: blobs, Manifests: manifests, Pointer: pointer, Verification: verification, Damage: damage,
		Writer: &Writer{
			dir: dir, blobs: blobs, manifests: manifests, pointer: pointer, now: opts.Now, log: opts.Log,
		},
		Inspector: &Inspector{
			dir: dir, blobs: blobs, manifests: manifests, pointer: pointer, verification: verification, damage: damage,
			log: opts.Log,
		},
		Cleanup: &Cleanup{dir: dir, manifests: manifests},
		Site:    &Site{pointer: pointer, cache: contents, rules: opts.Policy, damage: damage, log: opts.Log},
	}
}
