package target

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"academy/cms-api/internal/objectstore"
	"academy/cms-api/internal/release"
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
	c, err := OpenCopy(p.address, store, p.storage, quiet(), now)
	if err != nil {
		p.t.Fatal(err)
	}
	return c
}

func carried(t *testing.T, c *Copy, store *release.Store) Carried {
	t.Helper()
	if err := store.Reload(); err != nil {
		t.Fatal(err)
	}
	done, err := c.Carry(t.Context(), store.Current())
	if err != nil {
		t.Fatal(err)
	}
	return done
}

func TestCopy_FollowsAndRollsBack(t *testing.T) {
	p := bucketPlace(t, newStores(t))
	press := newPress(t)
	first := press.publish(siteFiles("one"))
	store := press.open()
	c := p.copy(store, time.Now)
	carried(t, c, store)
	if far := p.far(); far.Current() == nil || far.Current().Release != first {
		t.Fatal("the bucket does not show the first release")
	}
	second := press.publish(siteFiles("two"))
	// Two files, and the lists that name them: here both are of one route.
	if done := carried(t, c, store); done.Written != 3 {
		t.Errorf("one route changed: %+v", done)
	}
	far := p.far()
	if _, err := far.Check(second); err != nil || far.Current().Release != second {
		t.Fatalf("%v", err)
	}
	if err := store.Activate(first); err != nil {
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
	if err := far.Activate(second); err != nil {
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

func TestCopy_WhatIsNotKeptGoes(t *testing.T) {
	p := bucketPlace(t, newStores(t))
	press := newPress(t)
	old := press.publish(siteFiles("one"))
	store := press.open()
	now := time.Now()
	c := p.copy(store, func() time.Time { return now })
	carried(t, c, store)
	press.publish(siteFiles("two"))
	carried(t, c, store)
	press.forget()
	count := func(key string) error {
		_, _, err := p.objects().Read(t.Context(), key, "")
		return err
	}
	carried(t, c, store)
	if err := count("manifests/" + old + ".json"); err != nil {
		t.Errorf("what is younger than a day went: %v", err)
	}
	now = now.Add(25 * time.Hour)
	carried(t, c, store)
	for _, key := range []string{"manifests/" + old + ".json", "blobs/" + hashOf([]byte("one home"))} {
		if err := count(key); !errors.Is(err, objectstore.ErrMissing) {
			t.Errorf("%s: %v", key, err)
		}
	}
	if far := p.far(); far.Current() == nil {
		t.Fatal("the release is gone")
	} else if _, err := far.Check(far.Current().Release); err != nil {
		t.Error(err)
	}
	// A folder that knows nothing of the bucket deletes nothing there.
	other := newPress(t)
	other.n = 50
	other.publish(map[string]string{"/index.html": "another site"})
	carried(t, p.copy(other.open(), func() time.Time { return now }), other.open())
	if err := count("blobs/" + hashOf([]byte("two home"))); err != nil {
		t.Error(err)
	}
}

// A target that fails is tried again, and keeps no other waiting.
func TestRunner(t *testing.T) {
	stores := newStores(t)
	bad, good := bucketPlace(t, stores), folderPlace(t)
	press := newPress(t)
	first := press.publish(siteFiles("one"))
	store := press.open()
	ctx, stop := context.WithCancel(t.Context())
	var noted atomic.Int64
	woken := make(chan struct{}, 1)
	runner := NewRunner(Options{Releases: store, Targets: []Target{bad.open(store), good.open(store)}, Log: quiet(), Now: time.Now, Noted: func(Status) {
		noted.Add(1)
		select {
		case woken <- struct{}{}:
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
			case <-woken:
			case <-deadline:
				t.Fatalf("%s: %+v", what, of)
			}
		}
	}
	await("the folder shows it and the bucket fails", func(bad, good Status) bool {
		return good.State == Current && good.Release == first && good.Since != nil && bad.State == Failing && bad.Error != nil && bad.Release == ""
	})
	second := press.publish(siteFiles("two"))
	await("the folder does not wait for the bucket", func(bad, good Status) bool { return good.Release == second && bad.State == Failing })
	stores.Restart(t)
	await("the bucket has caught up", func(bad, _ Status) bool {
		return bad.State == Current && bad.Release == second && bad.Error == nil && bad.Fingerprint == "f2"
	})
	stop()
	<-ended
	bad.equal(store, siteFiles("two"), nil)
}
