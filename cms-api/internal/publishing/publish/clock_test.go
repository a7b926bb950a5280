package publish

import (
	"testing"
	"time"

	"academy/cms-api/internal/test/teststore"
)

// What the publisher said while a clock was ahead keeps nothing that it says
// afterwards from being heard, here and by other replicas.
func TestReports_AreHeardAfterAClockWasAhead(t *testing.T) {
	db, dir, p := teststore.Start(t).Database(t, "publish"), t.TempDir(), newPublisher(t)
	clock := newManualClock()
	a := fixtureOn(t, db, dir, p, lenient, onClock(clock))
	told := p.next()
	b := fixtureOn(t, db, dir, p, lenient, onClock(clock))
	const ahead = tolerance - time.Minute // by more the publisher would not believe a message
	tell := func(r Report) {
		t.Helper()
		state := stored{Report: r, ReportedAt: clock.Now().UTC()}
		a.note(state)
		if err := a.store.putState(t.Context(), state); err != nil {
			t.Fatal(err)
		}
	}
	clock.advance(ahead)
	tell(Report{State: reportBuilding, Fingerprint: told.Fingerprint})
	a.untilState(Building)
	b.untilState(Building)
	clock.advance(-ahead)
	tell(Report{State: reportFailed, Fingerprint: told.Fingerprint, Error: "no room"})
	a.untilState(Failed)
	b.untilState(Failed)
}

// A webhook that was told while a clock was ahead is told of the next change once
// its interval is over, by this process and by the next, and not in years.
func TestHook_IsToldAfterAClockWasAhead(t *testing.T) {
	const ahead = 2000 * 24 * time.Hour
	f, clock := hooked(t)
	r := newReceiver(t)
	first := f.first()
	clock.advance(ahead)
	e := f.add("host", r.URL, Standard)
	r.receives(first)
	f.untilStates(e.ID, deliveryDelivered)
	clock.advance(-ahead)
	told := func(f *fixture, title string) {
		t.Helper()
		fingerprint := f.edit(title)
		f.until("the change waits for the interval", func() bool { return clock.waits(10 * time.Second) })
		clock.advance(10 * time.Second)
		r.receives(fingerprint)
	}
	told(f, "second")
	f.untilStates(e.ID, deliveryDelivered, deliveryDelivered)
	clock.advance(ahead)
	r.receives(f.edit("third"))
	f.untilStates(e.ID, deliveryDelivered, deliveryDelivered, deliveryDelivered)
	f.stop()
	clock.advance(-ahead)
	told(f.again(t, clock), "fourth")
}
