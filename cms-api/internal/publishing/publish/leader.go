package publish

import (
	"context"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// leading returns what the process with the lease does: it tells the publisher (see
// dispatch) and the other webhooks. While the publisher cannot be reached it gives the lease
// away, because another process may reach it, and goes on telling the publisher until
// another process has the lease. As long as nobody takes it, it is kept for longer each
// time, since webhooks are not told meanwhile.
func (s *Service) leading() func(context.Context) {
	away := outage{pauses: pauses(s.timing.leaseTTL, s.timing.leaseFailingMax)}
	return func(ctx context.Context) {
		s.setLeader(true, false)
		ctx, stop := context.WithCancel(ctx)
		var hooks sync.WaitGroup
		defer hooks.Wait()
		defer stop()
		hooks.Go(func() { s.opts.Webhooks.Lead(ctx) })
		begun := s.opts.Clock.Now()
		look := time.NewTicker(s.timing.leaseEvery)
		defer look.Stop()
		for {
			since := s.opts.Webhooks.PublisherState().FailingSince
			if since.IsZero() || !since.Equal(away.since) {
				away.begin(since)
			} else if now := s.opts.Clock.Now(); min(now.Sub(since), now.Sub(begun)) >= away.keep {
				if away.given++; away.given == 1 {
					s.opts.Log.Warn("the publisher cannot be reached from here; another process may take over")
				}
				away.keep = away.pauses.NextBackOff()
				s.setLeader(false, true)
				return
			}
			select {
			case <-ctx.Done():
				return
			case <-look.C:
			}
		}
	}
}

// outage is a time in which the publisher cannot be reached.
type outage struct {
	since  time.Time
	given  int           // how often the lease was given away in it
	keep   time.Duration // how long the lease is kept
	pauses *backoff.ExponentialBackOff
}

func (o *outage) begin(since time.Time) {
	o.pauses.Reset()
	o.since, o.given, o.keep = since, 0, o.pauses.NextBackOff()
}

// standBy leaves dispatching to the process that has the lease.
func (s *Service) standBy() {
	s.mu.Lock()
	dispatched := s.leader || s.leaseFree
	if dispatched {
		s.tracker = newTracker(s.timing)
	}
	s.mu.Unlock()
	if dispatched {
		s.setLeader(false, false)
		s.opts.Webhooks.TellNothing()
	}
}

func (s *Service) setLeader(leads, free bool) {
	s.mu.Lock()
	s.leader, s.leaseFree = leads, free
	s.mu.Unlock()
	s.notified.Notify()
}
