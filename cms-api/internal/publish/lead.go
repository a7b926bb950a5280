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
	given := 0                     // times in a row
	for {
		freed := s.store.freed
		if s.inVain(taken, given) {
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
				led, taken, given = false, time.Time{}, 0
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

// inVain reports whether this process has had the lease for as long as a dead one
// keeps it, or longer when it has given it away before, and all the while could not
// reach its publisher.
func (s *Service) inVain(taken time.Time, given int) bool {
	if taken.IsZero() || len(s.couriers) == 0 {
		return false
	}
	since := s.couriers[0].failingSince()
	if since.IsZero() {
		return false
	}
	if taken.After(since) {
		since = taken
	}
	vain := s.opts.Clock.Now().Sub(since) >= backoff(s.timing.leaseTTL, s.timing.leaseVainMax, given)
	if vain && given == 0 {
		s.opts.Log.Warn("the publisher cannot be reached from here; another process may take over")
	}
	return vain
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

func (s *Service) lead(held, offered bool) {
	s.mu.Lock()
	changed := s.leader != held
	s.leader, s.offered = held, offered
	s.mu.Unlock()
	if changed {
		s.poke()
		s.hooks.poke()
	}
}
