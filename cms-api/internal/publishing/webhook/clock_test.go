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
