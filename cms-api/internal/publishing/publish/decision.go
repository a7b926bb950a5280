package publish

import (
	"time"

	"github.com/cenkalti/backoff/v5"

	"academy/cms-api/internal/publishing/release"
	"academy/cms-api/internal/publishing/webhook"
)

// timing is how long the service waits.
type timing struct {
	compareEvery    time.Duration // how often it decides without being notified
	quietFirst      time.Duration // silence after which the publisher is told again
	quietMost       time.Duration
	buildRetry      time.Duration // wait after a first failed build, doubled each time
	buildRetryMax   time.Duration
	leaseTTL        time.Duration
	leaseEvery      time.Duration
	leaseFailingMax time.Duration // longest time to keep the lease while the publisher cannot be reached
	retainEvery     time.Duration // how often releases are forgotten
}

// defaultTiming publishes within seconds once whatever delayed it is over. Telling a publisher
// that is at work costs it a comparison.
func defaultTiming() timing {
	return timing{
		compareEvery: time.Second,
		quietFirst:   3 * time.Second, quietMost: 5 * time.Second,
		buildRetry: time.Second, buildRetryMax: 5 * time.Second,
		leaseTTL: 3 * time.Second, leaseEvery: time.Second, leaseFailingMax: 30 * time.Second,
		retainEvery: 5 * time.Minute,
	}
}

// facts are what a process knows when it decides what to do.
type facts struct {
	now          time.Time
	heard        time.Time // until when the content has the writes of all processes
	content      webhook.Content
	live         *release.Release
	pin          knownPin
	leader       bool // this process has the lease
	tells        bool // it has the lease, or nobody is known to have it
	hasPublisher bool // PUBLISHER_URL names one
	publisher    webhook.PublisherState
	tracker      tracker
}

// facts returns what is known now. It changes nothing. The caller has locked mu.
func (s *Service) facts() facts {
	heard := s.heard() // read before the content, which then has all that was heard of
	content, pin := s.content(), s.pin
	pin.see(content.Fingerprint)
	return facts{
		now: s.opts.Clock.Now(), heard: heard, content: content, live: s.opts.Releases.Current(), pin: pin,
		leader: s.leader, tells: s.leader || s.leaseFree, hasPublisher: s.opts.Webhooks.HasPublisher(),
		publisher: s.opts.Webhooks.PublisherState(), tracker: s.tracker,
	}
}

// action is what a process does next.
type action int

const (
	wait          action = iota
	settle               // the site shows what it should: forget what the publisher was told
	tellPublisher        // of the content
	endPin               // the content has changed since the roll back
	restorePinned        // another release than the pinned one is live
)

// next decides. All state in it may be lost: the next process decides the same.
func (f facts) next() action {
	covered := f.covered()
	switch {
	case f.content.Fingerprint == "" || !f.tells || !f.pin.known:
		return wait
	case covered && f.leader && (f.live == nil || f.live.Release != f.pin.pin.Release):
		return restorePinned
	case !covered && f.leader && f.pin.pin != nil:
		return endPin
	case !f.hasPublisher:
		return wait
	case covered || f.equal():
		return settle
	}
	if at, due := f.tracker.due(f.content.Fingerprint, f.publisher).Next(); due && !f.now.Before(at) {
		return tellPublisher
	}
	return wait
}

// equal reports whether the site shows the content.
func (f facts) equal() bool {
	return f.content.Fingerprint != "" && f.content.Fingerprint == liveFingerprint(f.live)
}

// covered reports whether somebody has rolled back from the content.
func (f facts) covered() bool { return f.pin.covers(f.content.Fingerprint, f.heard) }

// shown reports whether the site shows the content, or the pinned release.
func (f facts) shown() bool { return f.equal() || f.covered() }

// liveFingerprint is that of the content which the whole site shows; empty while
// there is no release, or only a part of one is out.
func liveFingerprint(live *release.Release) string {
	if live == nil || live.Partial {
		return ""
	}
	return live.Fingerprint
}

// tracker is what this process knows of the publisher's work. It keeps the process from
// telling the publisher too often, and may be lost at any time.
type tracker struct {
	timing timing

	told     string        // the fingerprint the publisher was last told of
	lastSign time.Time     // when it was told, or last gave a sign of life
	quiet    time.Duration // silence after which it is told again

	failed  string // the fingerprint whose build failed last
	pauses  *backoff.ExponentialBackOff
	retryAt time.Time
	resting bool // nothing was begun since it failed
}

func newTracker(timing timing) tracker {
	return tracker{timing: timing, pauses: pauses(timing.buildRetry, timing.buildRetryMax)}
}

// pauses are first, and then each twice the one before, up to most.
func pauses(first, most time.Duration) *backoff.ExponentialBackOff {
	return &backoff.ExponentialBackOff{InitialInterval: first, MaxInterval: most, Multiplier: 2}
}

// due says when the publisher has to be told of content that the site does not show.
func (t tracker) due(content string, publisher webhook.PublisherState) webhook.Due {
	due := webhook.Due{Content: content, Told: t.told, Pending: publisher.Pending}
	switch {
	case t.resting && t.failed == content:
		due.Again = t.retryAt
	case publisher.TakenAt.After(t.lastSign):
		due.Again = publisher.TakenAt.Add(t.quiet)
	default:
		due.Again = t.lastSign.Add(t.quiet)
	}
	return due
}

// tell notes that the publisher is being told.
func (t *tracker) tell(content string, now time.Time) {
	if content == t.told {
		t.quiet = min(2*t.quiet, t.timing.quietMost)
	} else {
		t.quiet = t.timing.quietFirst
	}
	t.told, t.lastSign, t.resting = content, now, false
}

// alive notes that a build is going on.
func (t *tracker) alive(now time.Time) {
	t.lastSign, t.quiet, t.resting = now, t.timing.quietFirst, false
}

// buildFailed notes that the build of a fingerprint failed. The next one is tried later
// and later, up to buildRetryMax however long it took: a build takes long when what it waits
// for is away. Other content is built at once.
func (t *tracker) buildFailed(fingerprint string, now time.Time) {
	if fingerprint != t.failed {
		t.pauses.Reset()
	}
	t.failed, t.lastSign, t.resting = fingerprint, now, true
	t.retryAt = now.Add(t.pauses.NextBackOff())
}
