package release

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"slices"
	"sync"
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

// brief is what retention asks of a release. Manifests never change, so each is
// read once.
type brief struct {
	id, parent, origin string
	built              time.Time
	partial            bool
	// broken: the manifest cannot be read for good.
	broken bool
}

// whole reports whether there is such a release that one can go back to, as far as its
// manifest says.
func (b brief) whole() bool { return b.id != "" && !b.partial && !b.broken }

// ledger has the briefs of the releases that there are.
type ledger struct {
	mu    sync.Mutex
	known map[string]brief
}

// briefs returns those of all releases, the oldest first, without manifests that are
// moved meanwhile.
func (s *Store) briefs(ctx context.Context, dir backend) ([]brief, error) {
	ids, err := releaseIDs(ctx, dir)
	if err != nil {
		return nil, err
	}
	s.ledger.mu.Lock()
	defer s.ledger.mu.Unlock()
	known, all := make(map[string]brief, len(ids)), make([]brief, 0, len(ids))
	for _, id := range ids {
		b, ok := s.ledger.known[id]
		if !ok {
			b, err = readBrief(ctx, dir, id)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return nil, err
			}
		}
		known[id] = b
		all = append(all, b)
	}
	s.ledger.known = known
	return all, nil
}

func readBrief(ctx context.Context, dir backend, id string) (brief, error) {
	m, err := readManifest(ctx, dir, id)
	if errors.Is(err, errMalformed) {
		return brief{id: id, built: timeOf(id), broken: true}, nil
	}
	if err != nil {
		return brief{}, err
	}
	return brief{id: id, parent: m.Parent, origin: m.origin(), built: m.BuiltAt, partial: m.Partial}, nil
}

// reasons returns why each release stays; those that do not are missing.
// Partial releases are needed only while they are live or young: nobody can go back to
// them.
func (r Retention) reasons(all []brief, current, pinned string, now time.Time) map[string][]Reason {
	kept := map[string][]Reason{}
	keep := func(id string, why Reason) { kept[id] = append(kept[id], why) }
	before := originOf(all, current)
	recent := 0
	days := map[string]bool{}
	for _, b := range slices.Backward(all) {
		if b.id == current {
			keep(b.id, ForLive)
		}
		if pinned != "" && b.id == pinned {
			keep(b.id, ForHeld)
		}
		if b.id == before {
			keep(b.id, ForBefore)
		}
		if !b.broken && b.parent == current && current != "" {
			keep(b.id, ForNext)
		}
		if b.whole() {
			if recent++; recent <= r.Keep {
				keep(b.id, ForRecent)
			}
			day := b.built.In(r.Zone).Format(time.DateOnly)
			if !days[day] && len(days) < r.Days {
				keep(b.id, ForDay)
			}
			days[day] = true
		}
		if now.Sub(b.built).Abs() < r.Young {
			keep(b.id, ForYoung)
		}
	}
	return kept
}

// Reasons returns for each release that stays why it does.
func (s *Store) Reasons(ctx context.Context, r Retention, pinned string, now time.Time) (map[string][]Reason, error) {
	all, err := s.briefs(ctx, s.dir)
	if err != nil {
		return nil, err
	}
	current, err := s.dir.current(ctx)
	if err != nil && !errors.Is(err, errNone) {
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
	dir, err := s.dir.closely(ctx)
	if err != nil {
		return nil, fmt.Errorf("nothing is forgotten: %w", err)
	}
	current, err := dir.current(ctx)
	if errors.Is(err, errNone) {
		return nil, nil // the first release is still being made
	}
	if err != nil {
		return nil, fmt.Errorf("nothing is forgotten: %w", err)
	}
	all, err := s.briefs(ctx, dir)
	if err != nil {
		return nil, fmt.Errorf("nothing is forgotten: %w", err)
	}
	if !kept(ctx, dir, []string{current})[0] {
		return nil, fmt.Errorf("nothing is forgotten: the live release %s is not whole; publishing renders it anew", current)
	}
	reasons := r.reasons(all, current, pinned, now)
	var gone []string
	for _, b := range all {
		if why := reasons[b.id]; len(why) > 0 && !lost(ctx, dir, b.id, why) {
			continue
		}
		if !dry {
			err := dir.exclusive(ctx, func(ctx context.Context) error {
				// What was made meanwhile may be live and be kept for that alone.
				if now, err := dir.current(ctx); err != nil || now == b.id {
					return err
				}
				return forget(ctx, dir, b.id)
			})
			if err != nil {
				return gone, err
			}
		}
		gone = append(gone, b.id)
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
func ancestors(all []brief, id string) iter.Seq[string] {
	at := make(map[string]brief, len(all))
	for _, b := range all {
		at[b.id] = b
	}
	return func(yield func(string) bool) {
		for range maxParents {
			if b, ok := at[id]; ok && !b.broken {
				id = b.origin
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
func originOf(all []brief, id string) string {
	for id := range ancestors(all, id) {
		return id
	}
	return ""
}

func newestBefore(all []brief, id string) string {
	for _, b := range slices.Backward(all) {
		if b.id < id && b.whole() {
			return b.id
		}
	}
	return ""
}
