package publish

import (
	"testing"
	"time"

	"academy/cms-api/internal/publishing/release"
	"academy/cms-api/internal/publishing/webhook"
)

// The rules alone, at times that no test can wait for.
func TestDecision_WhenThePublisherIsTold(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	timing := defaultTiming()
	tr := newTracker(timing)
	var publisher webhook.PublisherState
	expect := func(what string, content, live string, want bool) {
		t.Helper()
		f := facts{
			now: now, content: webhook.Content{Fingerprint: content}, tells: true, hasPublisher: true,
			live: &release.Release{Manifest: release.Manifest{Fingerprint: live}}, pin: knownPin{known: true},
			publisher: publisher, tracker: tr,
		}
		act := f.next()
		if got := act == tellPublisher; got != want {
			t.Fatalf("%s: told %v, want %v", what, got, want)
		}
		if act == settle {
			tr = newTracker(timing)
		}
	}
	tell := func(content string) {
		tr.tell(content, now)
		publisher.Pending = true
	}
	delivered := func() { publisher.Pending, publisher.TakenAt = false, now }
	expect("nothing loaded", "", "", false)
	expect("nothing live", "a", "", true)
	tell("a")
	now = now.Add(time.Hour)
	expect("the message is still on its way", "a", "", false)
	delivered()
	expect("it was taken just now", "a", "", false)
	now = now.Add(timing.quietFirst)
	expect("silence", "a", "", true)
	tell("a")
	delivered()
	now = now.Add(timing.quietFirst)
	expect("silence is borne longer the second time", "a", "", false)
	now = now.Add(timing.quietFirst)
	expect("but not for ever", "a", "", true)
	tell("a")
	delivered()
	tr.alive(now)
	expect("other content while building", "b", "", true)
	tell("b")
	delivered()
	expect("live", "b", "b", false)
	expect("live no more", "b", "a", true)

	tell("b")
	delivered()
	wait := timing.buildRetry
	for range 12 {
		tr.buildFailed("b", now)
		now = now.Add(wait - time.Millisecond)
		expect("before the wait after a failure is over", "b", "a", false)
		now = now.Add(time.Millisecond)
		expect("after it", "b", "a", true)
		tell("b")
		delivered()
		wait = min(2*wait, timing.buildRetryMax)
	}
	tr.buildFailed("b", now)
	expect("other content after a failure", "c", "a", true)
	tell("c")
	delivered()
	tr.buildFailed("c", now)
	now = now.Add(timing.buildRetry)
	expect("other content fails: the wait begins anew", "c", "a", true)

	tell("c")
	delivered()
	// It may have taken long because what it waited for was away.
	const long = 3 * time.Minute
	now = now.Add(long)
	tr.buildFailed("c", now)
	now = now.Add(timing.buildRetryMax)
	expect("a build that took long is tried again as soon as any other", "c", "a", true)
}

// The pin comes first, and only the leader does something about it.
func TestDecision_Pin(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	pinned := &pin{Content: "b", Pinned: Pinned{Release: "older"}}
	seen := knownPin{known: true, pin: pinned, seen: true}
	live := func(id, content string) *release.Release {
		return &release.Release{Manifest: release.Manifest{Release: id, Fingerprint: content}}
	}
	for name, c := range map[string]struct {
		content string
		leader  bool
		pin     knownPin
		live    *release.Release
		want    action
	}{
		"nothing is known of a pin":          {"b", true, knownPin{}, live("newer", "b"), wait},
		"nothing is loaded":                  {"", true, seen, live("newer", "b"), wait},
		"the pinned release is live":         {"b", true, seen, live("older", "a"), settle},
		"another release is live":            {"b", true, seen, live("newer", "b"), restorePinned},
		"no release is live":                 {"b", true, seen, nil, restorePinned},
		"another release, without the lease": {"b", false, seen, live("newer", "b"), settle},
		"the content has changed":            {"c", true, seen, live("older", "a"), endPin},
		"it has, without the lease":          {"c", false, seen, live("older", "a"), tellPublisher},
		"old content in a process that lags": {"a", true, knownPin{known: true, pin: pinned}, live("older", "a"), settle},
	} {
		f := facts{
			now: now, content: webhook.Content{Fingerprint: c.content}, live: c.live, pin: c.pin, leader: c.leader,
			tells: true, hasPublisher: true, tracker: newTracker(defaultTiming()),
		}
		if got := f.next(); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

// Without a publisher the leader still restores and ends pins; without the lease a process tells
// the publisher as long as nobody else does.
func TestDecision_WhoActs(t *testing.T) {
	live := func(id, content string, partial bool) *release.Release {
		return &release.Release{Manifest: release.Manifest{Release: id, Fingerprint: content, Partial: partial}}
	}
	pinned := knownPin{known: true, pin: &pin{Content: "b", Pinned: Pinned{Release: "older"}}, seen: true}
	for name, c := range map[string]struct {
		change func(*facts)
		want   action
	}{
		"the content is not live":    {func(*facts) {}, tellPublisher},
		"a part of it is live":       {func(f *facts) { f.live = live("newer", "b", true) }, tellPublisher},
		"it is live":                 {func(f *facts) { f.live = live("newer", "b", false) }, settle},
		"nobody has the lease":       {func(f *facts) { f.leader = false }, tellPublisher},
		"another process has it":     {func(f *facts) { f.leader, f.tells = false, false }, wait},
		"another one has it, pinned": {func(f *facts) { f.leader, f.tells, f.pin = false, false, pinned }, wait},
		"there is no publisher":      {func(f *facts) { f.hasPublisher = false }, wait},
		"there is none, pinned":      {func(f *facts) { f.hasPublisher, f.pin = false, pinned }, restorePinned},
		"there is none, the pin is over": {func(f *facts) {
			f.hasPublisher, f.pin, f.content.Fingerprint = false, pinned, "c"
		}, endPin},
	} {
		f := facts{
			now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), content: webhook.Content{Fingerprint: "b"},
			live: live("newer", "a", false), pin: knownPin{known: true}, leader: true, tells: true, hasPublisher: true,
			tracker: newTracker(defaultTiming()),
		}
		c.change(&f)
		if got := f.next(); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
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
