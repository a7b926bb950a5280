package webhook

import (
	"testing"
	"time"
)

// A webhook that was told while a clock was ahead is told of the next change once
// its interval is over, by this process and by the next, and not in years.
func TestHook_IsToldAfterAClockWasAhead(t *testing.T) {
	const ahead = 2000 * 24 * time.Hour
	f, clock := hooked(t)
	r := newReceiver(t)
	first := f.first()
	clock.Advance(ahead)
	e := f.add("host", r.URL, Standard)
	r.receives(first)
	f.untilStates(e.ID, stateDelivered)
	clock.Advance(-ahead)
	told := func(f *fixture, title string) {
		t.Helper()
		fingerprint := f.edit(title)
		f.until("the change waits for the interval", func() bool { return clock.Waits(10 * time.Second) })
		clock.Advance(10 * time.Second)
		r.receives(fingerprint)
	}
	told(f, "second")
	f.untilStates(e.ID, stateDelivered, stateDelivered)
	clock.Advance(ahead)
	r.receives(f.edit("third"))
	f.untilStates(e.ID, stateDelivered, stateDelivered, stateDelivered)
	f.stop()
	clock.Advance(-ahead)
	told(f.again(t), "fourth")
}

// A publisher that took a message while the clock was ahead counts as told now: else it would not
// be told again before the clock reaches that time.
func TestPublisherState_AfterAClockWasAhead(t *testing.T) {
	f, clock := hooked(t)
	first := f.first()
	f.Tell(Content{Fingerprint: first})
	f.publisher.receives(first)
	f.until("it has taken the message", func() bool { return !f.PublisherState().Pending })
	f.stop()
	clock.Advance(-time.Hour)
	if state := f.PublisherState(); !state.TakenAt.Equal(clock.Now()) {
		t.Fatalf("taken at %s, and now it is %s", state.TakenAt, clock.Now())
	}
}
