package publish

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/publishing/release"
	"academy/cms-api/internal/test/teststore"
)

// forgetful keeps the newest release, and nothing for being young.
func forgetful(o *setup) {
	o.Retention = release.Retention{Keep: 1, Zone: time.UTC}
}

func (f *fixture) manifests() []string {
	f.t.Helper()
	found, err := filepath.Glob(filepath.Join(f.releases, "manifests", "*.json"))
	if err != nil {
		f.t.Fatal(err)
	}
	ids := make([]string, len(found))
	for i, path := range found {
		ids[i] = filepath.Base(path[:len(path)-len(".json")])
	}
	return ids
}

// byHand forgets only when a test asks for it.
func byHand(t *timing) {
	patient(t)
	t.retainEvery = time.Hour
}

// publishMany brings n releases into a store, the last one live.
func publishMany(t *testing.T, n int, change func(*timing), edits ...func(*setup)) (*fixture, []string) {
	t.Helper()
	publisher := newPublisher(t)
	f := fixtureOn(t, teststore.Start(t), t.TempDir(), publisher, change, edits...)
	content := publisher.next().Fingerprint
	var ids []string
	for range n {
		ids = append(ids, publisher.build(f.releases, content, false))
	}
	f.until("the last one is live", func() bool { return f.Status(t.Context()).Release == ids[n-1] })
	return f, ids
}

func TestForgetsByItself(t *testing.T) {
	f, ids := publishMany(t, 5, patient, forgetful)
	f.until("the old releases are gone", func() bool { return slices.Equal(f.manifests(), ids[4:]) })
	if _, err := f.Activate(t.Context(), ids[0], "Asha"); !problem.Is(err, problem.NotFound) {
		t.Errorf("going back to what is gone: %v", err)
	}
}

func TestNeverForgetsWhatIsHeld(t *testing.T) {
	f, ids := publishMany(t, 4, byHand, forgetful)
	f.stop() // else it ends a pin that does not cover the content
	pinned := &pin{Token: "t", Pinned: Pinned{Release: ids[1]}, Content: "some"}
	if err := f.store.swapPin(t.Context(), nil, pinned); err != nil {
		t.Fatal(err)
	}
	if gone, err := f.Forget(t.Context(), true); err != nil || !slices.Equal(gone, []string{ids[0], ids[2]}) {
		t.Fatalf("a dry run: %v, %v", gone, err)
	}
	if gone, err := f.Forget(t.Context(), false); err != nil || len(gone) != 2 {
		t.Fatal(gone, err)
	}
	if !slices.Equal(f.manifests(), []string{ids[1], ids[3]}) {
		t.Fatalf("left: %v", f.manifests())
	}
}

// Somebody goes back and forth while others forget: whatever was answered with
// success was whole, and what is live always is.
func TestForgetsWhileOthersRollBack(t *testing.T) {
	f, ids := publishMany(t, 12, byHand, forgetful)
	var forgetting sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	forgetting.Go(func() {
		for ctx.Err() == nil {
			if _, err := f.Forget(context.WithoutCancel(ctx), false); err != nil {
				t.Error(err)
				return
			}
		}
	})
	activated := 0
	for i := range ids {
		id := ids[len(ids)-1-i]
		status, err := f.Activate(t.Context(), id, "Asha")
		if err == nil && status.Release != id {
			t.Errorf("after going to %s the live one is %s", id, status.Release)
		}
		if err == nil {
			activated++
		} else if !problem.Is(err, problem.NotFound) {
			t.Error(err)
		}
		live, err := os.ReadFile(filepath.Join(f.releases, "CURRENT"))
		if err != nil || !slices.Contains(f.manifests(), string(live[:len(live)-1])) {
			t.Fatalf("the live release %s is not among %v", live, f.manifests())
		}
	}
	stop()
	forgetting.Wait()
	if activated == 0 || len(f.manifests()) == len(ids) {
		t.Errorf("%d were made live, %d are left: nothing was tried", activated, len(f.manifests()))
	}
}

func TestVerifiesOneAtATime(t *testing.T) {
	f, ids := publishMany(t, 2, patient)
	if gone, err := f.Forget(t.Context(), false); err != nil || len(gone) > 0 {
		t.Fatalf("without a rule %v are forgotten, %v", gone, err)
	}
	v, err := f.Verify(t.Context(), ids[1])
	if err != nil || v.FaultCount != 0 || !v.Live {
		t.Fatalf("%+v, %v", v, err)
	}
	if _, err := f.Verify(t.Context(), "unknown"); !problem.Is(err, problem.NotFound) {
		t.Error(err)
	}
	f.verifying.Lock()
	if _, err := f.Verify(t.Context(), ids[1]); !problem.Is(err, problem.Conflict) {
		t.Error(err)
	}
	f.verifying.Unlock()
	if err := os.RemoveAll(filepath.Join(f.releases, "blobs")); err != nil {
		t.Fatal(err)
	}
	if v, err := f.Verify(t.Context(), ids[0]); err != nil || v.FaultCount != 1 || v.Live {
		t.Fatalf("%+v, %v", v, err)
	}
	if v, err := f.Verify(t.Context(), ids[1]); err != nil || v.FaultCount != 1 || !v.Live {
		t.Fatalf("%+v, %v", v, err)
	}
}
