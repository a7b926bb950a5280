package publish

import (
	"time"

	"github.com/cenkalti/backoff/v5"
)

// timing is how patient the service is.
type timing struct {
	compareEvery    time.Duration // how often it compares without being asked
	quietFirst      time.Duration // silence after which the publisher is told again
	quietMost       time.Duration
	buildRetry      time.Duration // wait after a first failed build, doubled each time
	buildRetryMax   time.Duration
	leaseTTL        time.Duration
	leaseEvery      time.Duration
	leaseFailingMax time.Duration // longest time to keep the lease while the publisher cannot be reached
	retainEvery     time.Duration // how often releases are forgotten
}

// defaultTiming comes back within seconds once whatever kept the site behind is
// over. Telling a publisher that is at work costs it a comparison.
func defaultTiming() timing {
	return timing{
		compareEvery: time.Second,
		quietFirst:   3 * time.Second, quietMost: 5 * time.Second,
		buildRetry: time.Second, buildRetryMax: 5 * time.Second,
		leaseTTL: 3 * time.Second, leaseEvery: time.Second, leaseFailingMax: 30 * time.Second,
		retainEvery: 5 * time.Minute,
	}
}

// tracker decides when the publisher must be told. It compares what is with what
// should be; the rest of what it knows only keeps it from telling too often. All
// of that may be lost at any time.
type tracker struct {
	timing timing

	told       string        // the fingerprint the publisher was last told of
	lastSign   time.Time     // when it was told, or last gave a sign of life
	quiet      time.Duration // silence after which it is told again
	delivering bool          // the message is on its way

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

// next reports whether the publisher must be told now.
func (t *tracker) next(content, live string, now time.Time) bool {
	switch {
	case content == "":
		return false
	case content == live:
		*t = newTracker(t.timing)
		return false
	case content != t.told:
		return true
	case t.delivering:
		return false
	case t.resting && t.failed == content:
		return !now.Before(t.retryAt)
	default:
		return now.Sub(t.lastSign) >= t.quiet
	}
}

// tell notes that the publisher is being told.
func (t *tracker) tell(content string, now time.Time) {
	if content == t.told {
		t.quiet = min(2*t.quiet, t.timing.quietMost)
	} else {
		t.quiet = t.timing.quietFirst
	}
	t.told, t.lastSign, t.delivering, t.resting = content, now, true, false
}

// delivered notes that the publisher took the last message at that time.
func (t *tracker) delivered(at time.Time) {
	if t.delivering {
		t.delivering, t.lastSign = false, at
	}
}

// alive notes that a build is going on.
func (t *tracker) alive(now time.Time) {
	t.lastSign, t.quiet, t.resting = now, t.timing.quietFirst, false
}

// buildFailed notes that the build of a fingerprint failed. The next one is tried later
// and later, up to buildRetryMax however long it took: that is long when what it waits for
// is away. Other content is built at once.
func (t *tracker) buildFailed(fingerprint string, now time.Time) {
	if fingerprint != t.failed {
		t.pauses.Reset()
	}
	t.failed, t.lastSign, t.resting = fingerprint, now, true
	t.retryAt = now.Add(t.pauses.NextBackOff())
}
