package release

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"academy/cms-api/internal/platform/problem"
)

// slow has one file that is read only when the test goes on.
type slow struct {
	backend
	key   string
	goOn  chan struct{}
	reads atomic.Int32
}

func (s *slow) read(ctx context.Context, key string, check func([]byte) error) ([]byte, error) {
	if key == s.key {
		s.reads.Add(1)
		<-s.goOn
	}
	return s.backend.read(ctx, key, check)
}

func (s *slow) uncached(context.Context) (backend, error) { return s, nil }

// A verification that takes longer than a call may keeps no release waiting, and goes on:
// whoever asks again gets its result.
func TestVerifyLive_TakesLong(t *testing.T) {
	w := newWriter(t)
	synctest.Test(t, func(t *testing.T) {
		store := open(t, w.dir)
		first := commit(t, store, changeTo(t, store, "f1", pages("one")))
		disk := &slow{
			backend: store.Blobs.dir, goOn: make(chan struct{}),
			key: blobFolder + "/" + hashOf([]byte(pages("one")["/blog.html"])),
		}
		store = onto(t, disk)
		for range 2 {
			if _, err := store.Live(t.Context(), LiveQuery{Verify: true}); !problem.Is(err, problem.Unavailable) {
				t.Fatalf("while the files are read: %v", err)
			}
		}
		c := changeTo(t, store, "f2", map[string]string{"/index.html": long("two")})
		c.Assets = nil
		second := commit(t, store, c)
		if live, err := store.Live(t.Context(), LiveQuery{Since: first}); err != nil || live.Release != second {
			t.Fatalf("meanwhile %+v is live, %v", live, err)
		}
		close(disk.goOn)
		synctest.Wait()
		select {
		case <-store.Damaged():
		default:
			t.Error("who did not wait is not told that the files were read")
		}
		if _, err := store.Live(t.Context(), LiveQuery{Verify: true}); err != nil || disk.reads.Load() != 1 {
			t.Errorf("the page was read %d times, %v", disk.reads.Load(), err)
		}
	})
}

// A file that cannot be served is told of, and is lost once the live release was verified.
func TestVerifyLive_WhatCannotBeServed(t *testing.T) {
	store := open(t, t.TempDir())
	commit(t, store, changeTo(t, store, "f1", map[string]string{"/index.html": "home", "/404.html": "none"}))
	if _, err := store.Live(t.Context(), LiveQuery{}); err != nil {
		t.Fatal(err)
	}
	if err := store.Blobs.dir.write(t.Context(), blobFolder+"/"+hashOf([]byte("home")), []byte("evil")); err != nil {
		t.Fatal(err)
	}
	if got := ask(t, store, "GET", "/"); got.status != http.StatusServiceUnavailable {
		t.Fatal(got.status)
	}
	select {
	case <-store.Damaged():
	default:
		t.Error("nobody is told")
	}
	live, err := store.Live(t.Context(), LiveQuery{Since: store.Current().Release, Verify: true})
	if hash, ok := live.Routes["/"]; err != nil || !ok || hash != "" {
		t.Errorf("%v %v", live.Routes, err)
	}
}
