package snapshot

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// maxWait bounds how long the store sleeps before it looks at the clock again,
// so that an article is not early or late for hours after the clock was set.
const maxWait = 30 * time.Second

// Options configures a Store.
type Options struct {
	// Clock decides which articles are public. Nil means SystemClock.
	Clock Clock
	// Written is called before a write of this process is shown; may be nil.
	Written func(ctx context.Context)
}

// Store holds the current Snapshot, remembers the last 256 and wakes subscribers
// when it changes. Articles enter and leave by themselves when their time comes.
type Store struct {
	opts    Options
	clock   Clock
	current atomic.Pointer[Snapshot]

	mu          sync.Mutex
	expected    map[string]struct{} // what is not loaded yet
	early       change              // what came before all of it was
	history     history
	waiting     map[string]*entry       // published, but not due yet or ended
	ending      map[string]*entry       // in the current snapshot, for a time
	timed       map[*Together]time.Time // when parts become others without a write
	stopTimer   func()
	subscribers map[chan struct{}]struct{}
}

// NewStore returns an empty store. It is not ready before the first load.
func NewStore(opts Options) *Store {
	if opts.Clock == nil {
		opts.Clock = SystemClock{}
	}
	return &Store{
		opts:        opts,
		clock:       opts.Clock,
		expected:    make(map[string]struct{}),
		waiting:     make(map[string]*entry),
		ending:      make(map[string]*entry),
		timed:       make(map[*Together]time.Time),
		stopTimer:   func() {},
		subscribers: make(map[chan struct{}]struct{}),
	}
}

// maxDelta is how many articles a delta has at most.
const maxDelta = 100

// Current returns the current snapshot; nil until the content was first loaded.
func (s *Store) Current() *Snapshot { return s.current.Load() }

// Ready reports whether the content was loaded at least once.
func (s *Store) Ready() bool { return s.Current() != nil }

// Find returns the remembered snapshot with this fingerprint; nil when it is
// forgotten or never was.
func (s *Store) Find(fingerprint string) *Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.history.get(fingerprint)
}

// Since returns the current snapshot as a delta against a remembered one, as
// GET /api/snapshot?since= answers it; false when that one is forgotten or more
// has changed than a delta is for: each is made and held for one reader, the whole
// for all of them.
func (s *Store) Since(fingerprint string) ([]byte, bool) {
	s.mu.Lock()
	current := s.Current()
	base, changed := s.history.since(fingerprint)
	s.mu.Unlock()
	if base == nil || len(changed) > maxDelta {
		return nil, false
	}
	return current.delta(base, changed), true
}

// Subscribe returns a channel that gets a value after the snapshot changed, and
// a function that ends the subscription. Changes that come faster than they are
// received become one value: read Current after receiving.
func (s *Store) Subscribe() (<-chan struct{}, func()) {
	changed := make(chan struct{}, 1)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.subscribers[changed] = struct{}{}
	return changed, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.subscribers, changed)
	}
}

// change is what is known to be different.
type change struct {
	// loaded names what is loaded with it, of what is expected; empty for a write.
	loaded   string
	revision int64
	parts    []Part
	articles []Article // each id at most once, and not in removed
	removed  []string
	writes   []write // what led to it, where that is known
	clock    bool    // the clock led to it
	// timed are parts that become others by themselves, at a time unless it is zero.
	timed *Together
	until time.Time
}

// add lays a later change over c.
func (c *change) add(next change) {
	later := make(map[string]struct{}, len(next.articles)+len(next.removed))
	for _, a := range next.articles {
		later[a.ID] = struct{}{}
	}
	for _, id := range next.removed {
		later[id] = struct{}{}
	}
	c.articles = slices.DeleteFunc(c.articles, func(a Article) bool { _, is := later[a.ID]; return is })
	c.articles = append(c.articles, next.articles...)
	for _, p := range next.parts {
		c.parts = slices.DeleteFunc(c.parts, func(old Part) bool { return old.Name == p.Name })
	}
	c.parts = append(c.parts, next.parts...)
	c.revision = max(c.revision, next.revision)
}

// expect keeps the store from being ready before what is named is loaded.
func (s *Store) expect(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expected[name] = struct{}{}
}

// ids returns the ids of all articles, public or not.
func (s *Store) ids() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var ids []string
	for id := range s.waiting {
		ids = append(ids, id)
	}
	if current := s.Current(); current != nil {
		for e := range current.articles.all() {
			ids = append(ids, e.ID)
		}
	}
	return ids
}

// apply makes a change visible, once all that is expected is loaded; what changes
// nothing replaces nothing.
func (s *Store) apply(c change) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if delete(s.timed, c.timed); !c.until.IsZero() {
		s.timed[c.timed] = c.until
	}
	if delete(s.expected, c.loaded); !s.Ready() {
		s.early.add(c)
		if len(s.expected) > 0 {
			return
		}
		c, s.early = s.early, change{}
	}
	e := edit{store: s, base: s.Current(), now: s.clock.Now()}
	for _, id := range c.removed {
		e.remove(id)
	}
	for _, a := range c.articles {
		e.put(a)
	}
	e.parts(c.parts)
	s.finish(&e, c.revision)
	for _, w := range c.writes {
		if c.timed == nil || e.changedPart(w.Part) {
			s.history.note(origin{write: w, clock: c.clock})
		}
	}
}

// onTime shows what has become due and no longer what has ended.
func (s *Store) onTime() {
	for _, each := range s.articlesOnTime() {
		each.onTime()
	}
}

// articlesOnTime does so with articles, and returns the parts whose time has come.
func (s *Store) articlesOnTime() []*Together {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := edit{store: s, base: s.Current(), now: s.clock.Now()}
	var parts []*Together
	for each, at := range s.timed {
		if !at.After(e.now) {
			parts = append(parts, each)
			delete(s.timed, each)
		}
	}
	var due, ended []*entry
	for _, waiting := range s.waiting {
		if waiting.public(e.now) {
			due = append(due, waiting)
		}
	}
	for _, ending := range s.ending {
		if ending.ended(e.now) {
			ended = append(ended, ending)
		}
	}
	for _, each := range due {
		e.enter(each)
	}
	for _, each := range ended {
		e.leave(each)
	}
	s.finish(&e, 0)
	for _, each := range slices.Concat(due, ended) {
		s.history.note(origin{write: write{Part: Articles, ID: each.ID}, clock: true})
	}
	return parts
}

// finish replaces the snapshot when the edit changed something, and sets the
// timer for the next article that will enter or leave.
func (s *Store) finish(e *edit, revision int64) {
	if e.base == nil || e.changed() {
		if e.base != nil {
			revision = max(revision, e.base.revision)
		}
		next := e.snapshot(revision)
		next.prepare(e.base)
		s.history.add(next)
		s.current.Store(next)
		for changed := range s.subscribers {
			select {
			case changed <- struct{}{}:
			default:
			}
		}
	}
	s.stopTimer()
	s.stopTimer = func() {}
	if len(s.waiting)+len(s.ending)+len(s.timed) == 0 {
		return
	}
	wait := maxWait
	for _, waiting := range s.waiting {
		// What has ended only a clock that is set back lets in again.
		if !waiting.ended(e.now) {
			wait = min(wait, waiting.DueAt.Sub(e.now))
		}
	}
	for _, ending := range s.ending {
		wait = min(wait, ending.UnpublishedAt.Sub(e.now))
	}
	for _, at := range s.timed {
		wait = min(wait, at.Sub(e.now))
	}
	s.stopTimer = s.clock.AfterFunc(wait, s.onTime)
}
