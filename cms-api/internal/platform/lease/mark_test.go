package lease_test

import (
	"testing"
	"time"

	"academy/cms-api/internal/platform/lease"
	"academy/cms-api/internal/test/teststore"
)

func TestMark_HoldsWhileAnybodyKeepsIt(t *testing.T) {
	db, ctx, now := teststore.Start(t).Database(t, "marks"), t.Context(), time.Now()
	mark := lease.NewMark(db, "work")
	want := func(at time.Time, want bool) {
		t.Helper()
		if got, err := mark.Any(ctx, at); err != nil || got != want {
			t.Errorf("after %s: %v, %v, want %v", at.Sub(now), got, err, want)
		}
	}
	set := func(owner string, ttl time.Duration) {
		t.Helper()
		if err := mark.Set(ctx, owner, now, ttl); err != nil {
			t.Fatal(err)
		}
	}
	want(now, false)
	if err := lease.NewMark(db, "works").Set(ctx, "somebody", now, time.Hour); err != nil {
		t.Fatal(err)
	}
	want(now, false)
	set("killed", time.Minute)
	set("living", time.Minute)
	set("living", 3*time.Minute)
	want(now, true)
	want(now.Add(2*time.Minute), true) // which forgets the one that was killed
	if err := mark.Clear(ctx, "living"); err != nil {
		t.Fatal(err)
	}
	want(now, false)
	set("killed", time.Minute)
	want(now.Add(time.Minute), false)
}
