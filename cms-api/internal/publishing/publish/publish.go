// Package publish makes the live site show the content: it compares the
// snapshot's fingerprint with that of the live release, and tells the
// publisher when they differ, unless somebody has rolled back (see pin).
//
// It has no other state. After a lost webhook, an outage of the publisher or a crash in
// the middle of a build, the next comparison finds the difference again.
package publish

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"academy/cms-api/internal/platform/lease"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/signal"
	"academy/cms-api/internal/platform/writebehind"
	"academy/cms-api/internal/publishing/release"
	"academy/cms-api/internal/publishing/snapshot"
	"academy/cms-api/internal/publishing/webhook"
)

// Options says what a Service works on. All but Retention and Edges are needed.
type Options struct {
	Snapshots *snapshot.Store
	Releases  *release.Store
	Webhooks  *webhook.Service
	DB        *mongodb.Database
	// Signer verifies what the publisher sends.
	Signer *webhook.Signer
	Clock  snapshot.Clock
	// Retention says which releases stay; the zero value keeps all.
	Retention release.Retention
	// Names returns what each account is called, by its id.
	Names func(context.Context) (map[string]string, error)
	// Removers returns the accounts that deleted documents or took them out of what is
	// public, by the ids of the documents, as far as it is known.
	Removers func(ctx context.Context, ids []string) (map[string]string, error)
	// RefusedChanges returns the scheduled changes that were not published, never nil; nil:
	// nothing is scheduled.
	RefusedChanges func() []Refused
	// Edges are the addresses of those that are told when another release is live.
	Edges []string
	// Built is called for each build that ended, "live" or "failed", when this process
	// is told. It must not block.
	Built func(outcome string, took time.Duration)
	Log   *slog.Logger
}

// Service makes the live site show the content. Several processes may have one: the one with
// the lease dispatches, all of them take reports and give answers.
type Service struct {
	opts     Options
	timing   timing
	store    *store
	records  *writebehind.Queue
	notified signal.Signal // Run dispatches then
	taken    replays       // of reports and releases
	edges    *edges
	heard    func() time.Time // until when the content has the writes of all processes

	mu        sync.Mutex
	leader    bool
	leaseFree bool // the lease was given away, and nobody is known to have taken it
	tracker   tracker
	last      stored // the publisher's last report
	pin       knownPin
	cause     cause
	// behind is since when the site has not shown the content; zero when it does.
	behind time.Time

	verifying sync.Mutex // locked while a release is verified
}

// New returns a Service that does nothing before Run.
func New(opts Options) *Service { return newService(opts, defaultTiming()) }

func newService(opts Options, timing timing) *Service {
	s := &Service{
		opts: opts, timing: timing, store: newStore(opts.DB), notified: signal.New(), tracker: newTracker(timing),
		edges: newEdges(opts.Edges, opts.Log), heard: opts.DB.Heard,
	}
	s.records = writebehind.New(s.store.trim, opts.Log)
	return s
}

// Run dispatches until ctx ends, and returns ctx's error. It does so when the content or the
// live release changes, the publisher reports something or another process has written what
// it was told, and every second, because what failed is tried again and a publisher that is
// silent is told again.
func (s *Service) Run(ctx context.Context) error {
	var running sync.WaitGroup
	running.Go(func() { s.records.Run(ctx) })
	running.Go(func() { s.retain(ctx) })
	running.Go(func() {
		terms := lease.Terms{TTL: s.timing.leaseTTL, Every: s.timing.leaseEvery, Taken: s.standBy}
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
		s.dispatch(ctx, seen)
		s.noteBehind()
		select {
		case <-ctx.Done():
			running.Wait()
			return ctx.Err()
		case <-contentChanged:
		case <-s.notified:
		case <-s.opts.Releases.Damaged():
			s.renderAgain()
		case <-releaseChanged:
		case <-s.store.changed:
			caughtUp = s.catchUp(ctx)
		case <-compare.C:
			caughtUp = caughtUp || s.catchUp(ctx)
		}
	}
}

// dispatch does what the facts ask for. Ending or enforcing a pin changes them, so it decides
// again. It enforces a pin once: what failed is tried again later. Seen is the release that was
// live before the pin was read.
func (s *Service) dispatch(ctx context.Context, seen *release.Release) {
	for enforced := false; ; {
		act, pin := s.step(seen)
		switch {
		case act == endPin:
			s.dropPin(pin)
		case act == restorePinned && !enforced:
			enforced = true
			if err := s.enforce(ctx); err != nil && ctx.Err() == nil {
				s.opts.Log.Error("the release that is pinned could not be made live", "release", pin.Release, "error", err)
			}
		default:
			return
		}
	}
}

// step decides, and does what waits for nothing. It returns what is left to do, and the pin.
func (s *Service) step(seen *release.Release) (action, *pin) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.facts()
	s.pin = f.pin // which may have its content now
	act := f.next()
	switch act {
	case settle:
		s.tracker = newTracker(s.timing)
	case endPin:
		s.pin.end()
	case tellPublisher:
		if f.live != seen { // the pin of this release may not be known yet
			return wait, f.pin.pin
		}
		// A release that the edge refuses looks finished to the publisher.
		f.content.Force = s.opts.Releases.Refused() != ""
		s.tell(f.content)
	}
	return act, f.pin.pin
}

// tell tells the publisher. The caller has locked mu.
func (s *Service) tell(content webhook.Content) {
	s.tracker.tell(content.Fingerprint, s.opts.Clock.Now())
	s.opts.Webhooks.Tell(content)
}

// renderAgain has the publisher ask which files of the live release are lost, and render them
// again.
func (s *Service) renderAgain() {
	content := s.content()
	content.Force = true
	s.mu.Lock()
	defer s.mu.Unlock()
	if content.Fingerprint != "" && s.opts.Webhooks.HasPublisher() {
		s.tell(content)
	}
}

// content returns the public content; zero before it was loaded.
func (s *Service) content() webhook.Content { return webhook.ContentOf(s.opts.Snapshots) }

// Request tells the publisher now, whatever is known, ends a pin, and returns
// the status.
func (s *Service) Request(ctx context.Context, by string) (Status, error) {
	if !s.opts.Webhooks.HasPublisher() {
		return Status{}, problem.New(problem.Conflict, "No publisher is configured (PUBLISHER_URL).")
	}
	content := s.content()
	if content.Fingerprint == "" {
		return Status{}, snapshot.NotLoaded()
	}
	if err := s.unpin(ctx); err != nil {
		return Status{}, err
	}
	s.mu.Lock()
	s.cause = cause{s.content().Fingerprint, by}
	if s.last.Report.State == reportFailed {
		s.last.Report.State = ""
	}
	content.Force = true
	s.tell(content)
	s.mu.Unlock()
	return s.Status(ctx), nil
}
