package release

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

const (
	defaultCache = 256 << 20
	defaultPoll  = 200 * time.Millisecond
	bucketPoll   = time.Second
	// A release that could not be loaded is tried again after this time, in
	// case what was missing has come.
	tryAgainAfter = 10 * time.Second
	// tellGap is the time from a call of Look to looking, in which others may call too.
	tellGap = 50 * time.Millisecond
	// vainGap is the least time between two such looks when the first found nothing
	// new: anybody may call, and each look asks the store.
	vainGap = time.Second
	// maxParents bounds the search for a whole release when the store is opened.
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
	// PollEvery is how often CURRENT is looked at. Default 200 ms; of a bucket 1 s.
	PollEvery time.Duration
	// Policy is what pages may load from elsewhere.
	Policy Policy
	Log    *slog.Logger
}

// Store follows the release that CURRENT names.
type Store struct {
	opts    Options
	dir     backend
	cache   *cache
	current atomic.Pointer[Release]
	ledger  ledger
	watch   Watch
	asked   chan struct{}
	// refused is what CURRENT named when it could not be loaded; nil when it could.
	refused atomic.Pointer[string]

	mu          sync.Mutex // held while a release is loaded
	subscribers map[chan struct{}]struct{}
}

// Open returns a store on a directory and loads the current release. A store
// without any release is fine: Current is nil until there is one. When the
// current release is not whole, the nearest of its ancestors that is whole is
// served instead.
func Open(opts Options) (*Store, error) {
	if opts.Dir == "" {
		return nil, errors.New("open the release store: no directory was given")
	}
	if opts.CacheBytes == 0 {
		opts.CacheBytes = defaultCache
	}
	if opts.PollEvery == 0 {
		opts.PollEvery = defaultPoll
		if opts.Bucket != nil {
			opts.PollEvery = bucketPoll
		}
	}
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	var dir backend = directory(opts.Dir)
	if opts.Bucket != nil {
		var err error
		if dir, err = openBucket(opts.Bucket, opts.Dir, opts.Log); err != nil {
			return nil, err
		}
	}
	s := &Store{
		opts:        opts,
		dir:         dir,
		cache:       newCache(dir, opts.CacheBytes),
		subscribers: make(map[chan struct{}]struct{}),
		asked:       make(chan struct{}, 1),
	}
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
func (s *Store) Subscribe() (<-chan struct{}, func()) {
	notified := make(chan struct{}, 1)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.subscribers[notified] = struct{}{}
	return notified, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.subscribers, notified)
	}
}

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
	if errors.Is(err, errNone) {
		return nil
	}
	if err != nil {
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
	for notified := range s.subscribers {
		select {
		case notified <- struct{}{}:
		default:
		}
	}
}

// fallBack serves the nearest whole ancestor of a current release that is not.
func (s *Store) fallBack(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	refused := s.refused.Load()
	if refused == nil {
		return
	}
	id := *refused
	for range maxParents {
		if id = s.parent(ctx, id); id == "" {
			return
		}
		if older, err := load(ctx, s.dir, id, nil); err == nil {
			s.swap(ctx, older)
			s.refused.Store(refused)
			s.opts.Log.Warn("serving an earlier release", "release", id)
			return
		}
	}
}

// parent returns the release that another was made from; where that is no longer
// kept, the one that was made before; or "".
func (s *Store) parent(ctx context.Context, id string) string {
	m, err := s.dir.manifest(ctx, id)
	if err == nil {
		if _, err := s.dir.manifest(ctx, m.Parent); err == nil || m.Parent == "" {
			return m.Parent
		}
	}
	all, err := s.briefs(ctx)
	if err != nil {
		return ""
	}
	return newestBefore(all, id)
}

// Run follows CURRENT until ctx ends, and returns ctx's error.
func (s *Store) Run(ctx context.Context) error {
	poll := time.NewTicker(s.opts.PollEvery)
	defer poll.Stop()
	var tried, vain time.Time
	var due <-chan time.Time
	for {
		var now time.Time
		before, asked := s.Current(), false
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.asked:
			if due == nil {
				due = time.After(min(max(tellGap, vainGap-time.Since(vain)), s.opts.PollEvery))
			}
			continue
		case now = <-due:
			due, asked = nil, true
		case now = <-poll.C:
		}
		if err := s.poll(ctx, now.Sub(tried) > tryAgainAfter); err != nil {
			tried = now
			s.opts.Log.Error("the current release cannot be served; the last one stays", "error", err)
		}
		switch {
		case s.Current() != before:
			vain = time.Time{}
		case asked:
			vain = now
		}
	}
}

// Look makes Run look at CURRENT soon. It may be called by anybody, as often as
// they like: those that come closely together become one look, and after one that
// found nothing new the next comes a second later at the earliest.
func (s *Store) Look() {
	select {
	case s.asked <- struct{}{}:
	default:
	}
}

// poll follows CURRENT. What was refused before is tried again only when retry
// is set.
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
