package publish

import (
	"testing"
	"time"
)

// The rules alone, at times that no test can wait for.
func TestTracker(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	timing := defaultTiming()
	tr := tracker{timing: timing}
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
}

func TestBackoff(t *testing.T) {
	for tries, want := range map[int]time.Duration{0: 1, 1: 2, 2: 4, 3: 8, 4: 10, 1000: 10} {
		if got := backoff(1, 10, tries); got != want {
			t.Errorf("after %d tries wait %d, want %d", tries, got, want)
		}
	}
}
