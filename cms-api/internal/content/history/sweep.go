package history

import (
	"context"
	"fmt"
	"time"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/versions"
)

// Rule says which former versions stay.
type Rule struct {
	All   time.Duration // every one that is younger
	Daily time.Duration // of those that are younger, the last of each day
	Least int           // at least this many of the newest of each document
}

// stays returns the former versions that stay, given all of them, oldest first.
func (r Rule) stays(past []versions.Version, now time.Time) []versions.Version {
	left := []versions.Version{}
	for i, each := range past {
		lastOfDay := i == len(past)-1 || dayOf(past[i+1]) != dayOf(each)
		age := now.Sub(each.At)
		if len(past)-i <= r.Least || age < r.All || age < r.Daily && lastOfDay {
			left = append(left, each)
		}
	}
	return left
}

func dayOf(v versions.Version) string { return v.At.UTC().Format(time.DateOnly) }

// Swept is what a sweep removed, or would have.
type Swept struct {
	Versions []string // as collection/id/revision
	Trash    []string // as collection/id
}

// Sweep removes the former versions that the rule does not keep at a time, and what has
// been in the trash for too long. With dry it only says which.
func (s *Service) Sweep(ctx context.Context, now time.Time, dry bool) (Swept, error) {
	var swept Swept
	for _, c := range s.o.Collections {
		if c.hasTrash() {
			if err := s.sweepTrash(ctx, c, now, dry, &swept); err != nil {
				return swept, fmt.Errorf("empty the trash of %s: %w", c.name(), err)
			}
		}
		if err := s.sweepVersions(ctx, c, now, dry, &swept); err != nil {
			return swept, fmt.Errorf("remove old versions of %s: %w", c.name(), err)
		}
		if err := sweepStrays(ctx, c, dry, &swept); err != nil {
			return swept, fmt.Errorf("remove stray versions of %s: %w", c.name(), err)
		}
	}
	return swept, nil
}

func (s *Service) sweepTrash(ctx context.Context, c Collection, now time.Time, dry bool, swept *Swept) error {
	found, err := c.trash(ctx)
	if err != nil {
		return err
	}
	for _, each := range found {
		if now.Sub(each.deleted.At) < s.o.TrashKeep {
			continue
		}
		if !dry {
			err := c.purge(ctx, each.id, &each.revision)
			if problem.Is(err, problem.NotFound) { // somebody had it back, and perhaps deleted it again
				continue
			}
			if err != nil {
				return err
			}
		}
		swept.Trash = append(swept.Trash, c.name()+"/"+each.id)
	}
	return nil
}

func (s *Service) sweepVersions(ctx context.Context, c Collection, now time.Time, dry bool, swept *Swept) error {
	stays := func(past []versions.Version) []versions.Version { return s.o.Rule.stays(past, now) }
	due := map[string][]int{}
	err := c.versions().Each(ctx, func(id string, past []versions.Version) {
		left := stays(past)
		for _, each := range past {
			if len(left) > 0 && left[0].Revision == each.Revision {
				left = left[1:]
			} else {
				due[id] = append(due[id], each.Revision)
			}
		}
	})
	if err != nil {
		return err
	}
	for id, gone := range due {
		if !dry {
			gone, err = c.versions().Forget(ctx, id, stays)
			// Gone, or edited all the time: then with the next sweep.
			if err != nil && !problem.Is(err, problem.NotFound) && !problem.Is(err, problem.Conflict) {
				return err
			}
		}
		swept.add(c, id, gone)
	}
	return nil
}

// sweepStrays removes the copies that are in no history.
func sweepStrays(ctx context.Context, c Collection, dry bool, swept *Swept) error {
	strays, err := c.strays(ctx)
	if err != nil {
		return err
	}
	for id, revisions := range strays {
		if !dry {
			if revisions, err = c.versions().DropStrays(ctx, id, revisions); err != nil {
				return err
			}
		}
		swept.add(c, id, revisions)
	}
	return nil
}

func (s *Swept) add(c Collection, id string, revisions []int) {
	for _, revision := range revisions {
		s.Versions = append(s.Versions, fmt.Sprintf("%s/%s/%d", c.name(), id, revision))
	}
}

// SweepStrays removes the former versions that are in no history; see
// versions.Store.Strays.
func (s *Service) SweepStrays(ctx context.Context) error {
	for _, c := range s.o.Collections {
		if err := sweepStrays(ctx, c, false, &Swept{}); err != nil {
			return fmt.Errorf("remove stray versions of %s: %w", c.name(), err)
		}
	}
	return nil
}
