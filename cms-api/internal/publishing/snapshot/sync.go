package snapshot

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"academy/cms-api/internal/platform/access"
)

const (
	defaultPoll = 250 * time.Millisecond
	// While the database tells of changes, looking for them is only there for when
	// it stops doing so without a word; so it costs a quarter, and nobody is behind
	// for longer than the second that replicas are promised.
	toldPoll         = time.Second
	defaultReconcile = 5 * time.Minute
	// recordTimeout bounds what a writer waits for its own write to show.
	recordTimeout = 10 * time.Second
	maxRetryWait  = 2 * time.Second
)

// SyncOptions says what a Sync works on. Store, State, Articles and Log are
// needed; durations of zero mean the default.
type SyncOptions struct {
	Store    *Store
	State    *State
	Parts    []PartSource
	Articles ArticleSource
	Log      *slog.Logger
	// PollEvery is how often the shared state is looked at: a second at least while
	// the database tells of changes by itself. Default 250 ms.
	PollEvery time.Duration
	// ReconcileEvery is how often everything is compared. Default 5 min.
	ReconcileEvery time.Duration
}

// Sync keeps a Store equal to the database: at once for writes of this process,
// and for those of other replicas as soon as it looks, which it does now and then
// and whenever the database tells of them.
type Sync struct {
	opts SyncOptions
	seen int64 // the revision up to which Run has followed; only Run uses it
	// Of what processes announce when they start: how far Run has read, and the
	// number of what this one said.
	heard, announced int64
	doubts           doubts

	mu     sync.Mutex
	next   *batch
	own    map[int64]struct{} // revisions made here, which Run need not follow
	failed map[write]struct{} // recorded, but not told or not loaded yet

	// applying is held while something is loaded and applied, so that what was
	// read later is also applied later.
	applying sync.Mutex
	// touched collects what is applied while everything is being loaded.
	touched map[item]struct{}

	followed atomic.Int64 // nanoseconds; see Followed
}

// Followed returns when the Store was last known to be equal to the database;
// the zero time before it was loaded.
func (s *Sync) Followed() time.Time {
	if at := s.followed.Load(); at != 0 {
		return time.Unix(0, at)
	}
	return time.Time{}
}

// batch is a number of records that are told and loaded together.
type batch struct {
	writes map[write]struct{}
	done   bool
	err    error
}

// NewSync returns a Sync that has loaded nothing yet: see Run.
func NewSync(opts SyncOptions) *Sync {
	if opts.PollEvery == 0 {
		opts.PollEvery = defaultPoll
	}
	if opts.ReconcileEvery == 0 {
		opts.ReconcileEvery = defaultReconcile
	}
	return &Sync{
		opts:   opts,
		next:   &batch{writes: make(map[write]struct{})},
		own:    make(map[int64]struct{}),
		failed: make(map[write]struct{}),
	}
}

// Record tells everybody that a write happened. Resources call it right after a
// successful write, with Articles and the article's id, or with the part's name
// and an empty id; the account of the context is taken for its author. When it
// returns nil, the current snapshot contains the write, unless nothing was loaded
// yet at all. Records that arrive together are worked off together.
//
// An error means only that the public sees the write later, because Run tries
// again: the write itself has happened, so callers log the error and go on.
func (s *Sync) Record(ctx context.Context, part, id string) error {
	who, _ := access.From(ctx)
	s.mu.Lock()
	b := s.next
	b.writes[write{part, id, who.UserID}] = struct{}{}
	s.mu.Unlock()

	s.applying.Lock()
	defer s.applying.Unlock()
	if !b.done {
		s.mu.Lock()
		s.next = &batch{writes: make(map[write]struct{})}
		s.mu.Unlock()
		s.work(ctx, b)
	}
	return b.err
}

// work tells and loads a batch, for everybody who is in it. Nobody joins it any
// more.
func (s *Sync) work(ctx context.Context, b *batch) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	b.done = true
	writes := slices.Collect(maps.Keys(b.writes))
	revision, err := s.opts.State.bump(ctx, writes)
	if err == nil {
		s.mu.Lock()
		s.own[revision] = struct{}{}
		s.mu.Unlock()
		err = s.load(ctx, revision, writes)
	}
	if err != nil {
		b.err = err
		s.mu.Lock()
		maps.Copy(s.failed, b.writes)
		s.mu.Unlock()
	}
}

// LoadOnce loads the content and tells nobody, for who only looks.
func (s *Sync) LoadOnce(ctx context.Context) error { return s.loadAll(ctx) }

// Run loads the content, again and again until it succeeds, and then follows the
// changes of other replicas until ctx ends. It returns ctx's error.
func (s *Sync) Run(ctx context.Context) error {
	if err := s.first(ctx); err != nil {
		return err
	}
	poll := time.NewTimer(s.opts.PollEvery)
	defer poll.Stop()
	reconcile := time.NewTicker(s.opts.ReconcileEvery)
	defer reconcile.Stop()
	failing := false
	for {
		var err error
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-poll.C:
			err = s.step(ctx)
			poll.Reset(s.pollEvery())
		case <-s.opts.State.woken:
			err = s.step(ctx)
		case <-reconcile.C:
			err = s.loadAll(ctx)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			s.followed.Store(time.Now().UnixNano())
		}
		if (err != nil) != failing {
			failing = err != nil
			if failing {
				s.opts.Log.Warn("content cannot be followed; will keep trying", "error", err)
			} else {
				s.opts.Log.Info("content is followed again")
			}
		}
	}
}

func (s *Sync) pollEvery() time.Duration {
	if s.opts.State.db.Streaming() {
		return max(s.opts.PollEvery, toldPoll)
	}
	return s.opts.PollEvery
}

func (s *Sync) first(ctx context.Context) error {
	wait := 50 * time.Millisecond
	for tries := 0; ; tries++ {
		heard, err := s.opts.State.loads.Head(ctx)
		if err == nil {
			err = s.loadAll(ctx)
		}
		if err == nil {
			s.heard = heard
			s.followed.Store(time.Now().UnixNano())
			current := s.opts.Store.Current()
			s.opts.Log.Info("content loaded", "articles", current.Len(), "revision", current.Revision())
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if tries == 0 {
			s.opts.Log.Warn("content cannot be loaded yet; will keep trying", "error", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
		wait = min(2*wait, maxRetryWait)
	}
}

func (s *Sync) step(ctx context.Context) error {
	for _, do := range []func(context.Context) error{s.follow, s.hear, s.settleDoubts, s.announce} {
		if err := do(ctx); err != nil {
			return err
		}
	}
	return nil
}

// follow loads what other replicas changed, and what failed here before.
func (s *Sync) follow(ctx context.Context) error {
	if err := s.again(ctx); err != nil {
		return err
	}
	revisions, revision, complete, err := s.opts.State.since(ctx, s.seen)
	if err != nil {
		return err
	}
	if !complete {
		return s.loadAll(ctx)
	}
	foreign := s.foreign(revision, revisions)
	if len(foreign) > 0 {
		s.applying.Lock()
		err = s.load(ctx, revision, foreign)
		s.applying.Unlock()
		if err != nil {
			return err
		}
	}
	s.forget(revision)
	return nil
}

// foreign returns the writes, each once, of the revisions up to the last that
// this process has not made.
func (s *Sync) foreign(last int64, revisions [][]write) []write {
	s.mu.Lock()
	defer s.mu.Unlock()
	set := make(map[write]struct{})
	for i, writes := range revisions {
		if _, own := s.own[last-int64(len(revisions)-1-i)]; own {
			continue
		}
		for _, w := range writes {
			set[w] = struct{}{}
		}
	}
	return slices.Collect(maps.Keys(set))
}

// forget notes that everything up to the revision has been followed.
func (s *Sync) forget(revision int64) {
	s.seen = revision
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.DeleteFunc(s.own, func(own int64, _ struct{}) bool { return own <= revision })
}

// again records what failed before.
func (s *Sync) again(ctx context.Context) error {
	s.mu.Lock()
	failed := s.failed
	if len(failed) == 0 {
		s.mu.Unlock()
		return nil
	}
	s.failed = make(map[write]struct{})
	b := &batch{writes: failed}
	s.mu.Unlock()

	s.applying.Lock()
	defer s.applying.Unlock()
	s.work(ctx, b)
	return b.err
}
