package target

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/publishing/release"
	"academy/cms-api/internal/test/teststore"
)

// far opens the release store in the bucket, as an edge does.
func (p place) far() *release.Store {
	p.t.Helper()
	store, err := release.Open(release.Options{Dir: p.t.TempDir(), Bucket: &release.Bucket{Objects: p.objects()}})
	if err != nil {
		p.t.Fatal(err)
	}
	return store
}

func (p place) copy(store *release.Store, now func() time.Time) *Copy {
	p.t.Helper()
	c, err := OpenCopy(p.address, store, p.storage, keeping, nil, quiet(), now)
	if err != nil {
		p.t.Fatal(err)
	}
	return c
}

func carried(t *testing.T, c *Copy, store *release.Store) Carried {
	t.Helper()
	if err := store.Reload(context.Background()); err != nil {
		t.Fatal(err)
	}
	done, err := c.Carry(t.Context(), store.Current())
	if err != nil {
		t.Fatal(err)
	}
	return done
}

func TestCopy_FollowsAndRollsBack(t *testing.T) { teststore.Each(t, testCopyFollowsAndRollsBack) }

func testCopyFollowsAndRollsBack(t *testing.T, stores *teststore.Stores) {
	p := bucketPlace(t, stores)
	press := newPress(t)
	first := press.publish(siteFiles("one"))
	store := press.open()
	c := p.copy(store, time.Now)
	carried(t, c, store)
	if far := p.far(); far.Current() == nil || far.Current().Release != first {
		t.Fatal("the bucket does not show the first release")
	}
	second := press.publish(siteFiles("two"))
	// Two pages, and for each the list that names it.
	if done := carried(t, c, store); done.Written != 4 {
		t.Errorf("two routes changed: %+v", done)
	}
	far := p.far()
	if _, err := far.Check(t.Context(), second); err != nil || far.Current().Release != second {
		t.Fatalf("%v", err)
	}
	if err := store.Activate(context.Background(), first); err != nil {
		t.Fatal(err)
	}
	if done := carried(t, c, store); done.Written != 0 {
		t.Errorf("rolling back wrote %+v", done)
	}
	if far := p.far(); far.Current().Release != first {
		t.Error("the bucket was not rolled back")
	}
	// A process that knows nothing finds out what is there.
	if done := carried(t, p.copy(store, time.Now), store); done.Written != 0 {
		t.Errorf("started anew it wrote %+v", done)
	}
	// Who rolls back or forward in the bucket moves the pointer here too.
	if err := far.Activate(t.Context(), second); err != nil {
		t.Fatal(err)
	}
	carried(t, c, store)
	if store.Current().Release != second || p.far().Current().Release != second {
		t.Errorf("here is %s, there %s", store.Current().Release, p.far().Current().Release)
	}
	third := press.publish(siteFiles("three"))
	carried(t, c, store)
	if p.far().Current().Release != third {
		t.Error("what is published after that does not arrive")
	}
}

// keeping keeps the newest release, and what is younger than an hour.
var keeping = release.Retention{Keep: 1, Young: time.Hour, Zone: time.UTC}

func (p place) has(key string) bool {
	p.t.Helper()
	_, _, err := p.objects().Read(p.t.Context(), key, "")
	if err != nil && !errors.Is(err, objectstore.ErrMissing) {
		p.t.Fatal(err)
	}
	return err == nil
}

// older makes what lies in the bucket older than it is. The embedded storage goes by
// the times of its files.
func older(t *testing.T, stores *teststore.Stores, by time.Duration) {
	t.Helper()
	err := filepath.WalkDir(stores.Files(), func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		at := info.ModTime().Add(-by)
		return os.Chtimes(name, at, at)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The bucket keeps releases by the rules of the configuration, whatever the disk of
// the publisher has: it was emptied here.
func TestCopy_TheBucketDoesNotGrow(t *testing.T) {
	stores := newStores(t)
	p := bucketPlace(t, stores)
	press := newPress(t)
	now := time.Date(2026, 3, 1, 12, 1, 0, 0, time.UTC)
	var ids []string
	old := press.publish(siteFiles("one"))
	c := p.copy(press.open(), func() time.Time { return now })
	carried(t, c, press.open())
	for _, text := range []string{"two", "three"} {
		ids = append(ids, press.publish(siteFiles(text)))
		carried(t, c, press.open())
	}
	page := "blobs/" + hashOf([]byte("one home"))
	now = now.Add(2 * time.Hour)
	carried(t, c, press.open())
	if p.has("manifests/"+old+".json") || !p.has(page) {
		t.Error("the oldest is not forgotten, or its files are gone at once")
	}
	older(t, stores, 2*time.Hour)
	now = now.Add(2 * time.Hour)
	carried(t, c, press.open())
	if p.has(page) || p.has("forgotten/"+old+".json") {
		t.Error("what nobody needs stays")
	}
	if _, err := p.far().Check(t.Context(), ids[1]); err != nil || p.has("manifests/"+ids[0]+".json") {
		t.Errorf("the live one: %v", err)
	}

	// A publisher that begins anew, on an empty disk.
	other := newPress(t)
	other.n = 50
	last := other.publish(siteFiles("one"))
	c = p.copy(other.open(), func() time.Time { return now })
	carried(t, c, other.open())
	older(t, stores, 2*time.Hour)
	now = now.Add(2 * time.Hour)
	carried(t, c, other.open())
	if _, err := p.far().Check(t.Context(), last); err != nil || p.has("manifests/"+ids[1]+".json") {
		t.Errorf("the bucket goes by the disk: %v", err)
	}
}

// Somebody sweeps the bucket between two releases: what this process believes to be
// there is gone, and comes back.
func TestCopy_SweptBySomebodyElse(t *testing.T) {
	stores := newStores(t)
	p := bucketPlace(t, stores)
	press := newPress(t)
	for _, text := range []string{"one", "two", "three"} {
		press.publish(siteFiles(text))
		store := press.open()
		c := p.copy(store, time.Now)
		c.retention.Keep = 0
		carried(t, c, store)
	}
	store := press.open()
	c := p.copy(store, time.Now)
	c.retention.Keep = 0
	carried(t, c, store)

	older(t, stores, 2*time.Hour)
	far := release.InBucket(p.objects(), quiet())
	late := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	for range 2 {
		if _, err := far.Sweep(t.Context(), keeping, "", late, false); err != nil {
			t.Fatal(err)
		}
		older(t, stores, 2*time.Hour)
	}
	if p.has("blobs/" + hashOf([]byte("one home"))) {
		t.Fatal("nothing was swept")
	}
	id := press.publish(siteFiles("one"))
	if done := carried(t, c, store); done.Written == 0 {
		t.Error("it believes in what is gone")
	}
	if _, err := p.far().Check(t.Context(), id); err != nil || p.far().Current().Release != id {
		t.Error(err)
	}
}

// What a check has found damaged in the bucket is brought there again.
func TestCopy_MendsTheBucket(t *testing.T) { teststore.Each(t, testCopyMendsTheBucket) }

func testCopyMendsTheBucket(t *testing.T, stores *teststore.Stores) {
	p := bucketPlace(t, stores)
	press := newPress(t)
	id := press.publish(siteFiles("one"))
	store := press.open()
	now := time.Now()
	c := p.copy(store, func() time.Time { return now })
	carried(t, c, store)
	_, err := p.objects().
		Write(t.Context(), objectstore.Object{Key: "blobs/" + hashOf([]byte("one home")), Data: []byte("wicked")})
	press.check(err)
	far := p.far()
	verdicts, err := far.Verify(t.Context(), []string{id}, release.VerifyOptions{})
	if err != nil || verdicts[0].FaultCount != 1 {
		t.Fatalf("%+v %v", verdicts, err)
	}
	press.check(far.NoteDamage(t.Context(), verdicts[0].Faults))
	now = now.Add(2 * markEvery)
	if done := carried(t, c, store); done.Written != 1 {
		t.Errorf("%+v", done)
	}
	if verdicts, err := far.Verify(t.Context(), []string{id}, release.VerifyOptions{}); err != nil ||
		verdicts[0].FaultCount != 0 {
		t.Errorf("%+v %v", verdicts, err)
	}
}

// A target that fails is tried again, and keeps no other waiting.
func TestRunner(t *testing.T) { teststore.EachOwn(t, testRunner) }

func testRunner(t *testing.T, stores *teststore.Stores) {
	bad, good := bucketPlace(t, stores), folderPlace(t)
	press := newPress(t)
	first := press.publish(siteFiles("one"))
	store := press.open()
	ctx, stop := context.WithCancel(t.Context())
	var noted atomic.Int64
	notified := make(chan struct{}, 1)
	runner := NewRunner(Options{Releases: store, Targets: []Target{
		bad.open(store), good.open(store),
	}, Log: quiet(), Now: time.Now, Noted: func(Status) {
		noted.Add(1)
		select {
		case notified <- struct{}{}:
		default:
		}
	}})
	stores.Stop()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = runner.Run(ctx)
	}()
	go func() { _ = store.Run(ctx) }()
	await := func(what string, done func(bad, good Status) bool) {
		t.Helper()
		deadline := time.After(40 * time.Second)
		for {
			var of [2]Status
			for _, s := range runner.Statuses() {
				if s.Target == bad.address {
					of[0] = s
				} else {
					of[1] = s
				}
			}
			if done(of[0], of[1]) {
				return
			}
			select {
			case <-notified:
			case <-deadline:
				t.Fatalf("%s: %+v", what, of)
			}
		}
	}
	await("the folder shows it and the bucket fails", func(bad, good Status) bool {
		return good.State == Current && good.Release == first && good.Since != nil && bad.State == Failing &&
			bad.Error != nil && bad.Release == ""
	})
	second := press.publish(siteFiles("two"))
	await("the folder does not wait for the bucket", func(bad, good Status) bool {
		return good.Release == second && bad.State == Failing
	})
	stores.Restart(t)
	await("the bucket has caught up", func(bad, _ Status) bool {
		return bad.State == Current && bad.Release == second && bad.Error == nil && bad.Fingerprint == "f2"
	})
	stop()
	<-ended
	bad.equal(store, siteFiles("two"), nil)
}
