package snapshot

import (
	"context"
	"sync"
	"time"

	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/revision"
)

// Together shows parts that are made of several collections together, or that become
// others by themselves when a time comes.
type Together struct {
	store *Store

	mu      sync.Mutex
	waiting int // sources that are not loaded
	newest  int64
	parts   func(now time.Time) ([]Part, time.Time, error)
}

// NewTogether returns parts of a store. Parts makes them of the sources as they are, and
// says when they will be others without a write; zero: never. It must not keep what it
// read of the sources.
func NewTogether(s *Store, parts func(now time.Time) ([]Part, time.Time, error)) *Together {
	return &Together{store: s, parts: parts}
}

// Source is what parts need of each document of a collection.
type Source[E any] struct {
	together *Together
	name     string
	all      map[string]Known[E]
}

// Known is what parts need of a document, and when that was saved last, by whom.
type Known[E any] struct {
	Value E
	Saved revision.Saved
}

// NewSource returns a source of that name; the store is not ready before it is loaded.
// Call it before Follow.
func NewSource[E, T any, P documents.Document[T]](
	t *Together, name string, docs *documents.Collection[T, P], of func(T) (E, error),
) *Source[E] {
	s := &Source[E]{together: t, name: name}
	t.waiting++
	t.store.expect(name)
	documents.AddView(docs, s, func(doc T) (Known[E], bool, error) {
		value, err := of(doc)
		return Known[E]{value, P(&doc).Base().Saved}, err == nil, err
	})
	return s
}

// All returns what is known of every document, in no order. Only the function that makes
// the parts may call it.
func (s *Source[E]) All() []E {
	all := make([]E, 0, len(s.all))
	for _, each := range s.all {
		all = append(all, each.Value)
	}
	return all
}

// Replace takes all documents, and no others.
func (s *Source[E]) Replace(all map[string]Known[E]) error {
	t := s.together
	t.mu.Lock()
	defer t.mu.Unlock()
	if s.all == nil {
		t.waiting--
	}
	s.all = all
	for _, each := range all {
		t.newest = max(t.newest, each.Saved.At.UnixMilli())
	}
	return t.show(change{loaded: s.name}, "")
}

// Apply takes documents that were written, and forgets those that are gone.
func (s *Source[E]) Apply(ctx context.Context, put map[string]Known[E], gone []string) error {
	t := s.together
	by := t.store.writer(ctx)
	t.mu.Lock()
	defer t.mu.Unlock()
	for id, each := range put {
		s.all[id], by = each, each.Saved.By
		t.newest = max(t.newest, each.Saved.At.UnixMilli())
	}
	for _, id := range gone {
		delete(s.all, id)
	}
	return t.show(change{}, by)
}

// onTime shows the parts as they are now.
func (t *Together) onTime() {
	t.mu.Lock()
	defer t.mu.Unlock()
	_ = t.show(change{clock: true}, "") // it made the same parts when they were written
}

// show shows the parts, once all sources are loaded; by is whose write led to it.
func (t *Together) show(c change, by string) error {
	var err error
	if t.waiting == 0 {
		c.timed, c.revision = t, t.newest
		c.parts, c.until, err = t.parts(t.store.clock.Now())
	}
	if c.loaded == "" {
		for _, p := range c.parts {
			c.writes = append(c.writes, write{p.Name, "", by})
		}
	}
	t.store.apply(c)
	return err
}

// NewPart returns the part of that name that shows a value, with further views of it.
func NewPart(name string, value any, views map[string]any) (Part, error) {
	return serialise(name, Content{Value: value, Views: views})
}
