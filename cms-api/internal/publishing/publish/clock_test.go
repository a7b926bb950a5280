package publish

import (
	"testing"
	"time"

	"academy/cms-api/internal/publishing/webhook"
	"academy/cms-api/internal/test/manualclock"
	"academy/cms-api/internal/test/teststore"
)

// What the publisher said while a clock was ahead keeps nothing that it says
// afterwards from being heard, here and by other replicas.
func TestReports_AreHeardAfterAClockWasAhead(t *testing.T) {
	stores, dir, p := teststore.Start(t), t.TempDir(), newPublisher(t)
	clock := manualclock.New()
	a := fixtureOn(t, stores, dir, p, patient, onClock(clock))
	told := p.next()
	b := fixtureOn(t, stores, dir, p, patient, onClock(clock))
	const ahead = webhook.Tolerance - time.Minute // by more the publisher would not believe a message
	tell := func(r Report) {
		t.Helper()
		state := stored{Report: r, ReportedAt: clock.Now().UTC()}
		a.note(state)
		if err := a.store.putState(t.Context(), state); err != nil {
			t.Fatal(err)
		}
	}
	clock.Advance(ahead)
	tell(Report{State: reportBuilding, Fingerprint: told.Fingerprint})
	a.untilState(Building)
	b.untilState(Building)
	clock.Advance(-ahead)
	tell(Report{State: reportFailed, Fingerprint: told.Fingerprint, Error: "no room"})
	a.untilState(Failed)
	b.untilState(Failed)
}
