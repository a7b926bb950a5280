package snapshot

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"academy/cms-api/internal/platform/signal"
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

// Store has the current Snapshot, remembers the last 256 and notifies
// subscribers when it changes. Articles enter and leave by themselves when their time comes.
type Store struct {
	opts    Options
	clock   Clock
	current atomic.Pointer[Snapshot]

	mu          sync.Mutex
	expected    map[string]struct{} // what is not loaded yet
	latest      *Snapshot           // the current one, or before that what is loaded of it
	history     history
	timed       map[string]*entry       // published, and not public yet or any more, or for a time
	timedParts  map[*Together]time.Time // when parts become others without a write
	files       files
	stopTimer   func()
	subscribers signal.Subscribers
}

// NewStore returns an empty store. It is not ready before the first load.
func NewStore(opts Options) *Store {
	if opts.Clock == nil {
		opts.Clock = SystemClock{}
	}
	return &Store{
		opts:     opts,
		clock:    opts.Clock,
		expected: make(map[string]struct{}),
		latest: &Snapshot{
			byID: newIndex[*entry](), bySlug: newIndex[*entry](), aliases: newIndex[[]*entry](), named: newIndex[int](),
		},
		timed:      make(map[string]*entry),
		timedParts: make(map[*Together]time.Time),
		stopTimer:  func() {},
	}
}

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
// has changed than a delta is for. With omit it is without former slugs that are the same.
func (s *Store) Since(fingerprint string, omit bool) ([]byte, bool) {
	if base := s.Find(fingerprint); base != nil {
		return s.Current().delta(base, omit)
	}
	return nil, false
}

// Subscribe returns a channel that gets a value after the snapshot changed, and
// a function that ends the subscription. Changes that come faster than they are
// received become one value: read Current after receiving.
func (s *Store) Subscribe() (<-chan struct{}, func()) { return s.subscribers.Subscribe() }

// change is what is known to be different.
type change struct {
	// loaded names what is loaded with it, of what is expected; empty for a write.
	loaded   string
	revision int64
	parts    []Part
	articles []Article // each id at most once, and not in removed
	removed  []string
	writes   []write // what caused it, where that is known
	clock    bool    // the clock caused it
	// timed are parts that become others by themselves, at a time unless it is zero.
	timed *Together
	until time.Time
	files map[string]fileValue // nil: those that there are
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
	for e := range s.latest.byID.values() {
		ids = append(ids, e.ID)
	}
	for id := range s.timed {
		if s.latest.byID.get(id) == nil {
			ids = append(ids, id)
		}
	}
	return ids
}

// apply makes a change visible, once all that is expected is loaded; what changes
// nothing replaces nothing.
func (s *Store) apply(c change) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if delete(s.timedParts, c.timed); !c.until.IsZero() {
		s.timedParts[c.timed] = c.until
	}
	delete(s.expected, c.loaded)
	if c.files != nil {
		s.files.values = c.files
	}
	e := edit{timed: s.timed, files: s.files, base: s.latest, now: s.clock.Now()}
	for _, id := range c.removed {
		e.remove(id)
	}
	for _, a := range c.articles {
		e.put(a)
	}
	e.parts(c.parts)
	if c.files != nil {
		e.parts([]Part{s.files.shown(e.base.named)})
	}
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
	e := edit{timed: s.timed, files: s.files, base: s.latest, now: s.clock.Now()}
	var parts []*Together
	for each, at := range s.timedParts {
		if !at.After(e.now) {
			parts = append(parts, each)
			delete(s.timedParts, each)
		}
	}
	e.onTime()
	s.finish(&e, 0)
	for _, each := range slices.Concat(e.in, e.out) {
		s.history.note(origin{write: write{Part: Articles, ID: each.ID}, clock: true})
	}
	return parts
}

// finish replaces the snapshot when the edit changed something, and sets the
// timer for the next article that will enter or leave.
func (s *Store) finish(e *edit, revision int64) {
	if e.changed() {
		next, articles := e.snapshot(revision)
		next.cached(articles, e.base)
		s.latest = next
	}
	if len(s.expected) == 0 && s.latest != s.Current() {
		s.history.add(s.latest)
		s.current.Store(s.latest)
		s.subscribers.Notify()
	}
	s.stopTimer()
	s.stopTimer = func() {}
	if len(s.timed)+len(s.timedParts) == 0 {
		return
	}
	wait := maxWait
	for id, timed := range s.timed {
		if s.latest.byID.get(id) != nil {
			wait = min(wait, timed.UnpublishedAt.Sub(e.now))
		} else if !timed.ended(e.now) { // what has ended, only a clock that is set back lets in again
			wait = min(wait, timed.DueAt.Sub(e.now))
		}
	}
	for _, at := range s.timedParts {
		wait = min(wait, at.Sub(e.now))
	}
	s.stopTimer = s.clock.AfterFunc(wait, s.onTime)
}

// Clock tells the time and calls functions later. Tests bring their own.
type Clock interface {
	Now() time.Time
	// AfterFunc calls f in its own goroutine once d has passed, unless stop is
	// called before.
	AfterFunc(d time.Duration, f func()) (stop func())
}

// SystemClock is the machine's clock.
type SystemClock struct{}

// Now returns the current time.
func (SystemClock) Now() time.Time { return time.Now() }

// AfterFunc calls f once d has passed.
func (SystemClock) AfterFunc(d time.Duration, f func()) (stop func()) {
	timer := time.AfterFunc(d, f)
	return func() { timer.Stop() }
}

// Preview is what the public would see of documents that are not stored as they are here.
type Preview struct {
	Articles []Article // each id at most once
	Parts    []Part
}

// Preview returns the current snapshot as it would be with other articles and parts, which
// changes nothing; nil until the content was first loaded.
func (s *Store) Preview(other Preview) *Snapshot {
	base := s.Current()
	if base == nil {
		return nil
	}
	s.mu.Lock()
	shown := s.files
	s.mu.Unlock()
	e := edit{timed: map[string]*entry{}, files: shown, base: base, now: s.clock.Now()}
	for _, article := range other.Articles {
		e.put(article)
	}
	e.parts(other.Parts)
	preview, _ := e.snapshot(base.revision)
	return preview
}

// WholeSince returns what makes s of base, as GET /api/snapshot?since= answers it but with
// the articles' content and without parts that are the same; false when more has changed
// than a delta is for.
func (s *Snapshot) WholeSince(base *Snapshot) ([]byte, bool) {
	return s.differenceTo(base, func(e *entry) []byte { return e.Full }, func(*part) bool { return true })
}

// PreviewSource returns the parts that a source's collection is shown in as they would be
// with a document of that id instead of what is stored, which changes nothing.
func PreviewSource[E any](s *Source[E], id string, value E) ([]Part, error) {
	t := s.together
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.waiting > 0 {
		return nil, NotLoaded()
	}
	if was, known := s.all[id]; known {
		defer func() { s.all[id] = was }()
	} else {
		defer delete(s.all, id)
	}
	s.all[id] = Known[E]{Value: value}
	parts, _, err := t.parts(t.store.clock.Now())
	return parts, err
}
