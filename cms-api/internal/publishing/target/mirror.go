package target

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"academy/cms-api/internal/publishing/release"
)

// Mirror is the site as plain files, in a folder or bucket. Its notes say what it put
// there; it never deletes anything else.
type Mirror struct {
	address  string
	releases *release.Store
	host     host
	layout   layout
	log      *slog.Logger
	now      func() time.Time
	compare  atomic.Bool

	// noted is what this process wrote down last, before the releases that led to.
	noted  []byte
	before []release.Manifest
}

// Updated says what was done.
type Updated struct {
	Written, Removed int
	Bytes            int64
}

// CompareAll makes the next Update look at every file that ought to be there, and
// not only at those that have changed.
func (m *Mirror) CompareAll() { m.compare.Store(true) }

// Update makes the mirror show a release. Files come before what refers to them: what
// pages need, pages, what lists pages, and release.json; then what is left over goes. So
// every page that a visitor gets in between has what it needs. It may be cut off anywhere,
// and is then called again, for that release or another.
func (m *Mirror) Update(ctx context.Context, r *release.Release) (Updated, error) {
	closeHost, err := m.host.open(ctx)
	if err != nil {
		return Updated{}, err
	}
	defer closeHost()
	s, err := m.readState(ctx)
	if err != nil {
		return Updated{}, err
	}
	asked := m.compare.Load()
	due := s.due(m.now(), m.host.late())
	goal := treeOf(&r.Manifest)
	same := s.Format == format && s.Layout == m.layout
	if same && !asked && !due && s.shows(goal) {
		return Updated{}, nil
	}
	// How far the first run came that was cut off, nobody knows.
	all := asked || due || !same || s.Lost || s.Settled == nil
	plan, err := m.plan(ctx, s, goal, all)
	if err != nil {
		return Updated{}, err
	}
	cut := len(s.Begun) > 0
	var there looker
	if same && (all || cut || plan.lost) {
		if there, err = m.host.list(ctx); err != nil {
			return Updated{}, err
		}
	}
	s.Lost = plan.lost
	if err := m.begin(ctx, s, goal, there); err != nil {
		return Updated{}, fmt.Errorf("note what is begun: %w", err)
	}
	done, err := m.do(ctx, plan, r, there)
	if err != nil {
		return done, err
	}
	if err := m.settle(ctx, s, goal, m.lateAfter(s, cut, due)); err != nil {
		return done, fmt.Errorf("note what is done: %w", err)
	}
	m.compare.CompareAndSwap(asked, false)
	return done, nil
}

// lateAfter returns until when requests of earlier runs may be carried out.
func (m *Mirror) lateAfter(s *state, cut, due bool) *time.Time {
	switch late := m.host.late(); {
	case cut && late > 0:
		until := m.now().Add(late).UTC()
		return &until
	case due:
		return nil
	}
	return s.Late
}

func (m *Mirror) do(ctx context.Context, p *plan, r *release.Release, there looker) (Updated, error) {
	w := &writer{host: m.host, there: there}
	putEntry := func(ctx context.Context, path string) error {
		e := p.put[path]
		data, err := m.releases.Blob(ctx, e.Blob)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		return w.put(ctx, file{m.layout.key(path), e.MediaType(), release.Caching(path), data})
	}
	for _, paths := range p.order() {
		if err := each(ctx, paths, putEntry); err != nil {
			return w.updated(), err
		}
	}
	if err := w.put(ctx, jsonFile(m.layout.key(release.AboutPath), r.About())); err != nil {
		return w.updated(), err
	}
	for _, keys := range p.leftOver() {
		if err := each(ctx, keys, w.remove); err != nil {
			return w.updated(), err
		}
	}
	return w.updated(), nil
}
