package publish

import (
	"context"
	"sync"
	"time"

	"academy/cms-api/internal/platform/lease"
	"academy/cms-api/internal/publishing/release"
	"academy/cms-api/internal/publishing/webhook"
)

// Run compares and dispatches until ctx ends, and returns ctx's error. It compares when
// the content or the live release changes, the publisher reports something or another
// process wrote what it was told, and every second, because what failed is tried again
// and a publisher that is silent is told again.
func (s *Service) Run(ctx context.Context) error {
	var running sync.WaitGroup
	running.Go(func() { s.records.Run(ctx) })
	running.Go(func() { s.retain(ctx) })
	running.Go(func() {
		terms := lease.Terms{TTL: s.timing.leaseTTL, Every: s.timing.leaseEvery, Taken: s.follow}
		_ = s.store.lease.Run(ctx, terms, s.leading()) // ends with ctx
	})
	contentChanged, stopContent := s.opts.Snapshots.Subscribe()
	defer stopContent()
	releaseChanged, stopReleases := s.opts.Releases.Subscribe()
	defer stopReleases()
	compare := time.NewTicker(s.timing.compareEvery)
	defer compare.Stop()

	var seen *release.Release
	caughtUp := false
	for first := true; ; first = false {
		// A pin is stored before its release is made live, so it is read after that was seen.
		if live := s.opts.Releases.Current(); first || live != seen {
			seen = live
			s.remember(ctx)
			caughtUp = s.catchUp(ctx)
		}
		s.followPin(ctx)
		s.lookBehind()
		s.compare(seen)
		select {
		case <-ctx.Done():
			running.Wait()
			return ctx.Err()
		case <-contentChanged:
		case <-s.notified:
		case <-s.opts.Releases.Damaged():
			s.renderAnew()
		case <-releaseChanged:
		case <-s.store.changed:
			caughtUp = s.catchUp(ctx)
		case <-compare.C:
			caughtUp = caughtUp || s.catchUp(ctx)
		}
	}
}

// compare tells the publisher when the live release does not show the content and the
// publisher does not know, or seems to have forgotten.
func (s *Service) compare(current *release.Release) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.leader && !s.leaseFree || !s.pinKnown || !s.opts.Webhooks.HasPublisher() {
		return
	}
	if publisher := s.opts.Webhooks.PublisherState(); !publisher.Pending {
		s.tracker.delivered(publisher.TakenAt)
	}
	content := s.opts.Webhooks.Content()
	live := liveFingerprint(current)
	if s.covers(content.Fingerprint) {
		live = content.Fingerprint // all is as it should be
	}
	if !s.tracker.next(content.Fingerprint, live, s.opts.Clock.Now()) {
		return
	}
	// A release that the edge refuses looks finished to the publisher.
	content.Force = s.opts.Releases.Refused() != ""
	s.tell(content)
}

// tell tells the publisher. The caller holds mu.
func (s *Service) tell(content webhook.Content) {
	s.tracker.tell(content.Fingerprint, s.opts.Clock.Now())
	s.opts.Webhooks.Tell(content)
}

// renderAnew has the publisher ask what of the live release is lost, and render that anew.
func (s *Service) renderAnew() {
	content := s.opts.Webhooks.Content()
	content.Force = true
	s.mu.Lock()
	defer s.mu.Unlock()
	if content.Fingerprint != "" && s.opts.Webhooks.HasPublisher() {
		s.tell(content)
	}
}

// content returns the fingerprint of the content, empty before it was loaded.
func (s *Service) content() string { return s.opts.Webhooks.Content().Fingerprint }

// equal reports whether the site shows the content.
func (s *Service) equal() bool {
	content := s.content()
	return content != "" && content == liveFingerprint(s.opts.Releases.Current())
}

// settled reports whether the site shows the content and nobody holds it back.
func (s *Service) settled() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.equal() && s.pin == nil && s.pinKnown
}

// liveFingerprint is that of the content which the whole site shows; empty while
// there is no release, or only a part of one is out.
func liveFingerprint(live *release.Release) string {
	if live == nil || live.Partial {
		return ""
	}
	return live.Fingerprint
}
