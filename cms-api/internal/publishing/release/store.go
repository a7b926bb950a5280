package release

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"academy/cms-api/internal/platform/signal"
)

const (
	defaultCache = 256 << 20
	defaultPoll  = 200 * time.Millisecond
	// A release that could not be loaded is tried again after this time, in
	// case what was missing has come.
	tryAgainAfter = 10 * time.Second
	// lookDelay is the time from a call of Look to reading CURRENT. Further calls in it
	// have no effect.
	lookDelay = 50 * time.Millisecond
	// idleDelay is the least time between two such reads when the first found nothing
	// new: anybody may call Look, and each read costs the store.
	idleDelay = time.Second
	// maxParents bounds the search for a whole release.
	maxParents = 50
)

// Options configures a Store. Dir is needed.
type Options struct {
	// Dir is the release store, or with a Bucket what is kept of it here. It need
	// not exist yet.
	Dir string
	// Bucket is the release store when that is not a folder.
	Bucket *Bucket
	// CacheBytes bounds the file contents held in memory. Default 256 MiB.
	CacheBytes int64
	// PollEvery is how often CURRENT is looked at. Default 200 ms.
	PollEvery time.Duration
	// Now tells the time. Default time.Now.
	Now func() time.Time
	// Policy is what pages may load from elsewhere.
	Policy Policy
	Log    *slog.Logger
}

// Store follows the release that CURRENT names.
type Store struct {
	opts    Options
	dir     backend
	bucket  *bucket // without a cache; nil when the store is on disk
	cache   *cache
	current atomic.Pointer[Release]
	looks   signal.Signal
	// refused is what CURRENT named when it could not be loaded; nil when it could.
	refused atomic.Pointer[string]
	damaged signal.Signal

	mu          sync.Mutex // held while a release is loaded
	subscribers signal.Subscribers

	reading sync.Mutex
	known   map[string]*Manifest // of the releases that there are

	looking sync.Mutex
	lost    *losses // of the live release

	verifying    sync.Mutex
	verification *verification // nil when nobody waits for one
	noticed      time.Time     // when damage was told of last
}

// Open returns a store on a directory and loads the current release. A store
// without any release is fine: Current is nil until there is one. When the
// current release is not whole, the nearest of its ancestors that is whole is
// served instead.
func Open(opts Options) (*Store, error) {
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	if opts.Now == nil {
		opts.Now = time.Now
	}
	s := &Store{dir: directory(opts.Dir), looks: signal.New(), damaged: signal.New()}
	if opts.Bucket != nil {
		cached, err := openBucket(opts.Bucket, opts.Dir, opts.Log)
		if err != nil {
			return nil, err
		}
		s.dir, s.bucket = cached, cached.bucket
	}
	opts.PollEvery = cmp.Or(opts.PollEvery, defaultPoll)
	s.opts, s.cache = opts, newCache(s.dir, cmp.Or(opts.CacheBytes, defaultCache))
	ctx := context.Background() // each read is bounded by itself
	if err := s.Reload(ctx); err != nil {
		opts.Log.Error("the current release cannot be served", "error", err)
		s.fallBack(ctx)
	}
	return s, nil
}

// Current returns the release that is live; nil when nothing was published yet.
func (s *Store) Current() *Release { return s.current.Load() }

// Subscribe returns a channel that gets a value after another release went live,
// and a function that ends the subscription. Releases that come faster than they
// are received become one value.
func (s *Store) Subscribe() (<-chan struct{}, func()) { return s.subscribers.Subscribe() }

// Damaged returns a channel that gets a value when the publisher is to ask for the live
// release with Verify: a file could not be served because it is lost or damaged, or the
// verification that somebody gave up to wait for has ended.
func (s *Store) Damaged() <-chan struct{} { return s.damaged }

// Refused returns the id of the release that CURRENT names when it is not whole
// and so is not served; empty when all is well. It never waits for the store.
func (s *Store) Refused() string {
	if id := s.refused.Load(); id != nil {
		return *id
	}
	return ""
}

// Reload reads CURRENT now. On an error the release served so far stays.
func (s *Store) Reload(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.follow(ctx)
}

// follow loads what CURRENT names unless that is what is served.
func (s *Store) follow(ctx context.Context) error {
	id, err := s.dir.current(ctx)
	if err != nil || id == "" {
		return err
	}
	base := s.Current()
	if base != nil && base.Release == id {
		s.refused.Store(nil)
		return nil
	}
	next, err := load(ctx, s.dir, id, base)
	if err != nil {
		s.refused.Store(&id)
		return err
	}
	s.swap(ctx, next)
	return nil
}

func (s *Store) swap(ctx context.Context, next *Release) {
	s.refused.Store(nil)
	if before := s.current.Swap(next); before != nil {
		s.cache.forget(before.left(next))
	}
	s.dir.served(ctx, next)
	s.subscribers.Notify()
}

// fallBack serves the nearest whole ancestor of a current release that is not.
func (s *Store) fallBack(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	refused := s.refused.Load()
	if refused == nil {
		return
	}
	all, _ := s.manifests(ctx, s.dir)
	for id := range ancestors(all, *refused) {
		if older, err := load(ctx, s.dir, id, nil); err == nil {
			s.swap(ctx, older)
			s.refused.Store(refused)
			s.opts.Log.Warn("serving an earlier release", "release", id)
			return
		}
	}
}

// Run follows CURRENT until ctx ends, and returns ctx's error.
func (s *Store) Run(ctx context.Context) error {
	poll := time.NewTicker(s.opts.PollEvery)
	defer poll.Stop()
	var failed, idle time.Time // when a release could not be loaded, and a look found nothing new
	var due <-chan time.Time
	for {
		var now time.Time
		before, looking := s.Current(), false
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.looks:
			if due == nil {
				due = time.After(min(max(lookDelay, idleDelay-time.Since(idle)), s.opts.PollEvery))
			}
			continue
		case now = <-due:
			due, looking = nil, true
		case now = <-poll.C:
		}
		if err := s.poll(ctx, now.Sub(failed) > tryAgainAfter); err != nil {
			failed = now
			s.opts.Log.Error("the current release cannot be served; the last one stays", "error", err)
		}
		switch {
		case s.Current() != before:
			idle = time.Time{}
		case looking:
			idle = now
		}
	}
}

// Look makes Run read CURRENT soon. Anybody may call it at any rate: calls that come
// closely together cause one read, and after one that found nothing new the next comes a
// second later at the earliest.
func (s *Store) Look() { s.looks.Notify() }

// poll follows CURRENT. A release that was refused is tried again only with retry.
func (s *Store) poll(ctx context.Context, retry bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if refused := s.Refused(); refused != "" && !retry {
		if id, err := s.dir.current(ctx); err == nil && id == refused {
			return nil
		}
	}
	if err := s.follow(ctx); err != nil {
		return fmt.Errorf("follow CURRENT: %w", err)
	}
	return nil
}
