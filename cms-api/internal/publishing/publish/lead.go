package publish

import (
	"context"
	"time"
)

// holdLease takes the lease and keeps it, or waits for it. While the database is
// away everything stays as it is: telling the publisher twice does no harm, not
// telling it would.
//
// Who cannot reach its publisher gives the lease away, and does not ask for it
// before everybody else has: another process may reach one. It goes on trying until
// one has it. As long as nobody takes it, it is kept for longer each time, since
// webhooks rest meanwhile.
func (s *Service) holdLease(ctx context.Context) {
	wait := 100 * time.Millisecond // until the database answers
	led := false                   // by this process, as far as it knows
	var taken time.Time            // by this process; zero when it has no lease
	var outage time.Time           // since when the publisher cannot be reached; zero when it can
	given := 0                     // times in this outage
	for {
		freed := s.store.freed
		if since := s.failingSince(); !since.Equal(outage) {
			outage, given = since, 0
		}
		if s.failsTooLong(outage, taken, given) {
			s.lead(false, true)
			s.giveBack(ctx)
			taken, given = time.Time{}, given+1
			wait, freed = 2*s.timing.leaseEvery, nil
		} else if held, err := s.store.lease.Acquire(ctx, s.owner, s.opts.Clock.Now(), s.timing.leaseTTL); err == nil {
			wait = s.timing.leaseEvery
			switch {
			case held && taken.IsZero():
				led, taken = true, s.opts.Clock.Now()
			case !held && led:
				s.leaveToOthers()
				led, taken = false, time.Time{}
			}
			s.lead(held, false)
		} else if ctx.Err() == nil {
			s.opts.Log.Debug("the publish lease could not be renewed", "error", err)
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			if s.leads() {
				s.giveBack(ctx)
			}
			return
		case <-freed:
			timer.Stop()
		case <-timer.C:
		}
	}
}

// failingSince returns since when this process cannot reach its publisher; zero
// when it can, or has nothing to tell it.
func (s *Service) failingSince() time.Time {
	if len(s.couriers) == 0 {
		return time.Time{}
	}
	return s.couriers[0].failingSince()
}

// failsTooLong reports whether this process has had the lease for as long as a dead
// one keeps it, or longer when it has given it away before in the same outage, and
// all the while could not reach its publisher.
func (s *Service) failsTooLong(outage, taken time.Time, given int) bool {
	if taken.IsZero() || outage.IsZero() {
		return false
	}
	since := outage
	if taken.After(since) {
		since = taken
	}
	tooLong := s.opts.Clock.Now().Sub(since) >= backoff(s.timing.leaseTTL, s.timing.leaseFailingMax, given)
	if tooLong && given == 0 {
		s.opts.Log.Warn("the publisher cannot be reached from here; another process may take over")
	}
	return tooLong
}

// leaveToOthers ends what was tried here now that another process leads.
func (s *Service) leaveToOthers() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.undelivered, s.unreachable = 0, ""
	s.tracker = tracker{timing: s.timing}
	for _, c := range s.couriers {
		c.send(nil)
	}
}

func (s *Service) giveBack(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if err := s.store.lease.Release(ctx, s.owner); err != nil {
		s.opts.Log.Debug("the publish lease could not be given back", "error", err)
	}
}

func (s *Service) lead(held, free bool) {
	s.mu.Lock()
	changed := s.leader != held
	s.leader, s.leaseFree = held, free
	s.mu.Unlock()
	if changed {
		s.poke()
		s.hooks.poke()
	}
}
