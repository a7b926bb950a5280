package release

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"slices"
	"time"
)

// Retention says which releases stay.
type Retention struct {
	// Keep is how many of the newest stay.
	Keep int
	// Days is for how many of the newest days the last release of a day stays. Days without
	// releases do not count, so that a clock that jumps ahead removes none.
	Days int
	// Young is the age up to which every release stays: edges may still serve the one
	// before, and a new one is not current yet.
	Young time.Duration
	// Zone is the time zone of days.
	Zone *time.Location
}

// Reason is why a release stays.
type Reason string

// The reasons, the strongest first.
const (
	ForLive   Reason = "live"   // it is the live one
	ForHeld   Reason = "held"   // somebody has rolled back to it
	ForBefore Reason = "before" // one goes back to it from the live one
	ForNext   Reason = "next"   // it was made on top of the live one, perhaps just now
	ForRecent Reason = "recent" // it is one of the newest
	ForDay    Reason = "day"    // it is the last of its day
	ForYoung  Reason = "young"  // it was made a moment ago
)

// whole reports whether there is such a release that one can go back to, as far as its
// manifest says. One that cannot be read for good has no shards.
func (m *Manifest) whole() bool { return m != nil && !m.Partial && m.Shards != nil }

// manifests returns those of all releases, the oldest first, without those that are moved
// meanwhile. They never change, so each is read once.
func (s *Store) manifests(ctx context.Context, dir backend) ([]*Manifest, error) {
	ids, err := releaseIDs(ctx, dir)
	if err != nil {
		return nil, err
	}
	s.reading.Lock()
	defer s.reading.Unlock()
	known, all := make(map[string]*Manifest, len(ids)), make([]*Manifest, 0, len(ids))
	for _, id := range ids {
		m := s.known[id]
		if m == nil {
			m, err = readManifest(ctx, dir, id)
			switch {
			case errors.Is(err, fs.ErrNotExist):
				continue
			case errors.Is(err, errMalformed):
				m = &Manifest{Release: id, BuiltAt: timeOf(id)}
			case err != nil:
				return nil, err
			}
		}
		known[id] = m
		all = append(all, m)
	}
	s.known = known
	return all, nil
}

// reasons returns why each release stays; those that do not are missing.
// Partial releases are needed only while they are live or young: nobody can go back to
// them.
func (r Retention) reasons(all []*Manifest, current, pinned string, now time.Time) map[string][]Reason {
	kept := map[string][]Reason{}
	keep := func(id string, why Reason) { kept[id] = append(kept[id], why) }
	before := originOf(all, current)
	recent := 0
	days := map[string]bool{}
	for _, m := range slices.Backward(all) {
		if m.Release == current {
			keep(m.Release, ForLive)
		}
		if pinned != "" && m.Release == pinned {
			keep(m.Release, ForHeld)
		}
		if m.Release == before {
			keep(m.Release, ForBefore)
		}
		if m.Shards != nil && m.Parent == current && current != "" {
			keep(m.Release, ForNext)
		}
		if m.whole() {
			if recent++; recent <= r.Keep {
				keep(m.Release, ForRecent)
			}
			day := m.BuiltAt.In(r.Zone).Format(time.DateOnly)
			if !days[day] && len(days) < r.Days {
				keep(m.Release, ForDay)
			}
			days[day] = true
		}
		if now.Sub(m.BuiltAt).Abs() < r.Young {
			keep(m.Release, ForYoung)
		}
	}
	return kept
}

// Reasons returns for each release that stays why it does.
func (s *Store) Reasons(ctx context.Context, r Retention, pinned string, now time.Time) (map[string][]Reason, error) {
	all, err := s.manifests(ctx, s.dir)
	if err != nil {
		return nil, err
	}
	current, err := s.dir.current(ctx)
	if err != nil {
		return nil, err
	}
	return r.reasons(all, current, pinned, now), nil
}

// Forget removes the releases that do not stay from the history, and returns their ids.
// From then on they cannot be made live; Sweep deletes what only they name later.
// Dry only returns which they would be. A caller of Activate and one of Forget must have
// the same lock.
//
// When it is not sure what is live it forgets nothing and returns an error.
func (s *Store) Forget(ctx context.Context, r Retention, pinned string, now time.Time, dry bool) ([]string, error) {
	dir, err := s.dir.uncached(ctx)
	if err != nil {
		return nil, fmt.Errorf("nothing is forgotten: %w", err)
	}
	current, err := dir.current(ctx)
	if err != nil {
		return nil, fmt.Errorf("nothing is forgotten: %w", err)
	}
	if current == "" {
		return nil, nil // the first release is still being made
	}
	all, err := s.manifests(ctx, dir)
	if err != nil {
		return nil, fmt.Errorf("nothing is forgotten: %w", err)
	}
	if !kept(ctx, dir, []string{current})[0] {
		return nil, fmt.Errorf("nothing is forgotten: the live release %s is not whole; publishing renders it anew", current)
	}
	reasons := r.reasons(all, current, pinned, now)
	var gone []string
	for _, m := range all {
		if why := reasons[m.Release]; len(why) > 0 && !lost(ctx, dir, m.Release, why) {
			continue
		}
		if dry {
			gone = append(gone, m.Release)
			continue
		}
		err := dir.exclusive(ctx, func(ctx context.Context) error {
			now, err := dir.current(ctx)
			if err != nil || now == m.Release { // it was made live meanwhile
				return err
			}
			gone = append(gone, m.Release)
			return forget(ctx, dir, m.Release)
		})
		if err != nil {
			return gone, err
		}
	}
	return gone, nil
}

// lost reports whether the lists of files of a release that is kept as one of the
// history are missing. Nobody can go back to it, and what it named is not known.
func lost(ctx context.Context, dir backend, id string, why []Reason) bool {
	for _, reason := range why {
		if reason != ForRecent && reason != ForDay {
			return false
		}
	}
	return !kept(ctx, dir, []string{id})[0]
}

// ancestors returns the whole releases that another one goes back to, the nearest first.
// Where the chain is broken, because one of them is not kept or cannot be read, the newest
// one that was made before follows.
func ancestors(all []*Manifest, id string) iter.Seq[string] {
	at := make(map[string]*Manifest, len(all))
	for _, m := range all {
		at[m.Release] = m
	}
	return func(yield func(string) bool) {
		for range maxParents {
			if m := at[id]; m != nil && m.Shards != nil {
				id = m.origin()
			} else {
				id = newestBefore(all, id)
			}
			if id == "" || at[id].whole() && !yield(id) {
				return
			}
		}
	}
}

// originOf returns the release that another replaced when it was built, or "". Partial
// releases do not count.
func originOf(all []*Manifest, id string) string {
	for id := range ancestors(all, id) {
		return id
	}
	return ""
}

func newestBefore(all []*Manifest, id string) string {
	for _, m := range slices.Backward(all) {
		if m.Release < id && m.whole() {
			return m.Release
		}
	}
	return ""
}
