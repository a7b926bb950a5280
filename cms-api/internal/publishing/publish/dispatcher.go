package publish

import (
	"context"
	"sync"
	"time"

	"academy/cms-api/internal/publishing/release"
)

// Run compares and dispatches until ctx ends, and returns ctx's error. It looks
// whenever the content or the live release changes, the publisher says something
// or the database tells of what another process wrote, and every second in any
// case.
func (s *Service) Run(ctx context.Context) error {
	var running sync.WaitGroup
	running.Go(func() { s.recorder.run(ctx) })
	running.Go(func() { s.holdLease(ctx) })
	running.Go(func() { s.followEndpoints(ctx) })
	running.Go(func() { s.retain(ctx) })
	for _, c := range s.couriers {
		running.Go(func() { c.run(ctx) })
	}
	contentChanged, stopContent := s.opts.Snapshots.Subscribe()
	defer stopContent()
	releaseChanged, stopReleases := s.opts.Releases.Subscribe()
	defer stopReleases()
	compare := time.NewTicker(s.timing.compareEvery)
	defer compare.Stop()

	s.remember()
	s.catchUp(ctx)
	for {
		s.followHold(ctx)
		s.lookBehind()
		s.compare()
		select {
		case <-ctx.Done():
			running.Wait()
			return ctx.Err()
		case <-contentChanged:
		case <-s.wake:
		case <-releaseChanged:
			s.remember()
			s.catchUp(ctx)
		case <-s.store.said:
			if s.leads() {
				s.catchUp(ctx)
			}
		case <-compare.C:
			if s.leads() && !s.settled() {
				s.catchUp(ctx)
			}
		}
	}
}

// compare tells the publisher when the site does not show the content and the
// publisher does not know, or seems to have forgotten.
func (s *Service) compare() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.leader && !s.leaseFree || !s.holdKnown || len(s.couriers) == 0 {
		return
	}
	content, revision := s.content()
	live := liveFingerprint(s.opts.Releases.Current())
	if s.hold.covers(content, revision) {
		live = content // all is as it should be
	}
	if !s.tracker.next(content, live, s.opts.Clock.Now()) {
		return
	}
	// A release that the edge refuses looks finished to the publisher.
	force := s.opts.Releases.Refused() != ""
	if err := s.tell(changed{Fingerprint: content, Revision: revision, Force: force}); err != nil {
		s.opts.Log.Error("the publisher cannot be told", "error", err)
	}
}

// tell sends a message to the publisher. The caller holds mu.
func (s *Service) tell(data changed) error {
	m, err := s.message("", data)
	if err != nil {
		return err
	}
	s.tracker.tell(data.Fingerprint, s.opts.Clock.Now())
	for _, c := range s.couriers {
		c.send(m)
	}
	return nil
}

// finished takes note of a message that is not tried any more. It may be called
// with mu held when the message was superseded.
func (s *Service) finished(d Delivery) {
	s.record(d)
	if d.State != deliveryDelivered {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.undelivered, s.unreachable = 0, ""
	s.tracker.delivered(s.opts.Clock.Now())
}

// tried takes note of a message that is tried again.
func (s *Service) tried(d Delivery) {
	s.record(d)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.undelivered++
	s.unreachable = d.Error
}

func (s *Service) leads() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.leader
}

// poke makes Run compare now.
func (s *Service) poke() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// content returns the fingerprint and revision of the content, empty before it
// was loaded.
func (s *Service) content() (fingerprint string, revision int64) {
	if current := s.opts.Snapshots.Current(); current != nil {
		return current.Fingerprint(), current.Revision()
	}
	return "", 0
}

// equal reports whether the site shows the content.
func (s *Service) equal() bool {
	content, _ := s.content()
	return content != "" && content == liveFingerprint(s.opts.Releases.Current())
}

// settled reports whether the site shows the content and nobody holds it back.
func (s *Service) settled() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.equal() && s.hold == nil && s.holdKnown
}

// liveFingerprint is that of the content which the whole site shows; empty while
// there is no release, or only a part of one is out.
func liveFingerprint(live *release.Release) string {
	if live == nil || live.Partial {
		return ""
	}
	return live.Fingerprint
}
