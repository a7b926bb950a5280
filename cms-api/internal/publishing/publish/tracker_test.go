package publish

import (
	"testing"
	"time"

	"academy/cms-api/internal/publishing/webhook"
)

// The rules alone, at times that no test can wait for.
func TestTracker(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	timing := defaultTiming()
	tr := newTracker(timing)
	expect := func(what string, content, live string, want bool) {
		t.Helper()
		if got := tr.next(content, live, now); got != want {
			t.Fatalf("%s: told %v, want %v", what, got, want)
		}
	}
	expect("nothing loaded", "", "", false)
	expect("nothing live", "a", "", true)
	tr.tell("a", now)
	now = now.Add(time.Hour)
	expect("the message is still on its way", "a", "", false)
	tr.delivered(now)
	expect("it was taken just now", "a", "", false)
	now = now.Add(timing.quietFirst)
	expect("silence", "a", "", true)
	tr.tell("a", now)
	tr.delivered(now)
	now = now.Add(timing.quietFirst)
	expect("silence is borne longer the second time", "a", "", false)
	now = now.Add(timing.quietFirst)
	expect("but not for ever", "a", "", true)
	tr.tell("a", now)
	tr.delivered(now)
	tr.alive(now)
	expect("other content while building", "b", "", true)
	tr.tell("b", now)
	tr.delivered(now)
	expect("live", "b", "b", false)
	expect("live no more", "b", "a", true)

	tr.tell("b", now)
	tr.delivered(now)
	wait := timing.buildRetry
	for range 12 {
		tr.buildFailed("b", now)
		now = now.Add(wait - time.Millisecond)
		expect("before the wait after a failure is over", "b", "a", false)
		now = now.Add(time.Millisecond)
		expect("after it", "b", "a", true)
		tr.tell("b", now)
		tr.delivered(now)
		wait = min(2*wait, timing.buildRetryMax)
	}
	tr.buildFailed("b", now)
	expect("other content after a failure", "c", "a", true)
	tr.tell("c", now)
	tr.delivered(now)
	tr.buildFailed("c", now)
	now = now.Add(timing.buildRetry)
	expect("other content fails: the wait begins anew", "c", "a", true)

	tr.tell("c", now)
	tr.delivered(now)
	// It may have taken long because what it waited for was away.
	const long = 3 * time.Minute
	now = now.Add(long)
	tr.buildFailed("c", now)
	now = now.Add(timing.buildRetryMax)
	expect("a build that took long is tried again as soon as any other", "c", "a", true)
}

// Whatever was away, the site shows the content within ten seconds of its return:
// no wait of the dispatcher may come near that.
func TestDefaultTiming_ComesBackWithinSeconds(t *testing.T) {
	const most = 5 * time.Second
	timing, calls := defaultTiming(), webhook.DefaultTiming()
	for name, wait := range map[string]time.Duration{
		"quietMost": timing.quietMost, "buildRetryMax": timing.buildRetryMax, "PublisherRetryMax": calls.PublisherRetryMax,
		"Timeout": calls.Timeout, "compareEvery": timing.compareEvery,
		"the lease of a killed process": timing.leaseTTL + timing.leaseEvery,
	} {
		if wait > most {
			t.Errorf("%s is %s, more than %s", name, wait, most)
		}
	}
}
