package publish

import "time"

// timing is how patient the service is.
type timing struct {
	compareEvery    time.Duration // how often it compares without being asked
	quietFirst      time.Duration // silence after which the publisher is told again
	quietMost       time.Duration
	buildRetry      time.Duration // wait after a first failed build, doubled each time
	buildRetryMax   time.Duration // or as long as the failed build took
	sendTimeout     time.Duration
	sendRetry       time.Duration // wait after a first failed delivery, doubled each time
	sendRetryMax    time.Duration
	hookRetryMax    time.Duration // longest wait between the tries of a webhook
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
		sendTimeout: 5 * time.Second,
		sendRetry:   100 * time.Millisecond, sendRetryMax: 2 * time.Second,
		hookRetryMax: 5 * time.Minute,
		leaseTTL:     5 * time.Second, leaseEvery: 1500 * time.Millisecond, leaseFailingMax: 30 * time.Second,
		retainEvery: 5 * time.Minute,
	}
}

// tracker decides when the publisher must be told. It compares what is with what
// should be; the rest of what it knows only keeps it from telling too often. All
// of that may be lost at any time.
type tracker struct {
	timing timing

	told       string    // the fingerprint the publisher was last told of
	lastSign   time.Time // when it was told, or last gave a sign of life
	patience   time.Duration
	delivering bool // the message is on its way

	failed   string // the fingerprint whose build failed last
	failures int    // in a row
	retryAt  time.Time
	resting  bool // nothing was begun since it failed
}

// next reports whether the publisher must be told now.
func (t *tracker) next(content, live string, now time.Time) bool {
	switch {
	case content == "":
		return false
	case content == live:
		*t = tracker{timing: t.timing, delivering: t.delivering}
		return false
	case content != t.told:
		return true
	case t.delivering:
		return false
	case t.resting && t.failed == content:
		return !now.Before(t.retryAt)
	default:
		return now.Sub(t.lastSign) >= t.patience
	}
}

// tell notes that the publisher is being told.
func (t *tracker) tell(content string, now time.Time) {
	if content == t.told {
		t.patience = min(2*t.patience, t.timing.quietMost)
	} else {
		t.patience = t.timing.quietFirst
	}
	t.told, t.lastSign, t.delivering, t.resting = content, now, true, false
}

// delivered notes that the publisher has taken the last message.
func (t *tracker) delivered(now time.Time) { t.delivering, t.lastSign = false, now }

// alive notes that a build is going on.
func (t *tracker) alive(now time.Time) {
	t.lastSign, t.patience, t.resting = now, t.timing.quietFirst, false
}

// buildFailed notes that the build of a fingerprint failed after some time. The
// next one is tried later and later; other content is built at once.
func (t *tracker) buildFailed(fingerprint string, took time.Duration, now time.Time) {
	if fingerprint != t.failed {
		t.failures = 0
	}
	t.failed, t.failures, t.lastSign, t.resting = fingerprint, t.failures+1, now, true
	t.retryAt = now.Add(max(took, backoff(t.timing.buildRetry, t.timing.buildRetryMax, t.failures-1)))
}

// backoff doubles first for each further try, up to most.
func backoff(first, most time.Duration, tries int) time.Duration {
	wait := first
	for range tries {
		if wait >= most {
			return most
		}
		wait *= 2
	}
	return min(wait, most)
}
