package release

import (
	"context"
	"fmt"
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
	ForPinned Reason = "held"   // somebody has rolled back to it
	ForBefore Reason = "before" // one goes back to it from the live one
	ForNext   Reason = "next"   // it was made on top of the live one, perhaps just now
	ForRecent Reason = "recent" // it is one of the newest
	ForDay    Reason = "day"    // it is the last of its day
	ForYoung  Reason = "young"  // it was made a moment ago
)

// reasons returns why each release stays; those that do not are missing.
// Partial releases are needed only while they are live or young: nobody can go back to
// them.
func (r Retention) reasons(all []*Manifest, current, pinned string, now time.Time) map[string][]Reason {
	reasons := map[string][]Reason{}
	add := func(id string, why Reason) { reasons[id] = append(reasons[id], why) }
	before := originOf(all, current)
	recent := 0
	days := map[string]bool{}
	for _, m := range slices.Backward(all) {
		if m.Release == current {
			add(m.Release, ForLive)
		}
		if pinned != "" && m.Release == pinned {
			add(m.Release, ForPinned)
		}
		if m.Release == before {
			add(m.Release, ForBefore)
		}
		if m.Shards != nil && m.Parent == current && current != "" {
			add(m.Release, ForNext)
		}
		if m.whole() {
			if recent++; recent <= r.Keep {
				add(m.Release, ForRecent)
			}
			day := m.BuiltAt.In(r.Zone).Format(time.DateOnly)
			if !days[day] && len(days) < r.Days {
				add(m.Release, ForDay)
			}
			days[day] = true
		}
		if now.Sub(m.BuiltAt).Abs() < r.Young {
			add(m.Release, ForYoung)
		}
	}
	return reasons
}

// Cleanup forgets releases, and deletes files that no release names.
type Cleanup struct {
	dir       backend
	manifests *Manifests
}

// Reasons returns for each release that stays why it does.
func (c *Cleanup) Reasons(ctx context.Context, r Retention, pinned string, now time.Time) (map[string][]Reason, error) {
	all, err := c.manifests.all(ctx, c.dir)
	if err != nil {
		return nil, err
	}
	current, err := c.dir.current(ctx)
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
func (c *Cleanup) Forget(ctx context.Context, r Retention, pinned string, now time.Time, dry bool) ([]string, error) {
	dir, err := c.dir.uncached(ctx)
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
	all, err := c.manifests.all(ctx, dir)
	if err != nil {
		return nil, fmt.Errorf("nothing is forgotten: %w", err)
	}
	if !available(ctx, dir, []string{current})[0] {
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
	return !available(ctx, dir, []string{id})[0]
}
