package release

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
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

// An edit of a large site costs the publisher little to learn of.
func TestLive_Since(t *testing.T) {
	store := open(t, t.TempDir())
	const pages = 10_000
	hash := hashOf([]byte("page"))
	c := changeTo(t, store, "f1", map[string]string{"/index.html": "page"})
	for i := range pages {
		name := fmt.Sprintf("/blog/article-%d", i)
		c.Routes[name] = ChangedRoute{Hash: hashOf([]byte(name)), Files: map[string]string{name + ".html": hash}}
	}
	first := commit(t, store, c)
	c = changeTo(t, store, "f2", map[string]string{"/blog/article-7.html": "edited"})
	c.Assets, c.Removed = nil, []string{"/blog/article-8"}
	second := commit(t, store, c)
	whole, err := store.Live(t.Context(), LiveQuery{})
	if err != nil || len(whole.Routes) != pages || whole.Since != "" || whole.Release != second {
		t.Fatalf("%d routes, since %q, %v", len(whole.Routes), whole.Since, err)
	}
	live, err := store.Live(t.Context(), LiveQuery{Since: first})
	if err != nil || len(live.Routes) != 1 || live.Routes["/blog/article-7"] != "inputs of edited" ||
		!slices.Equal(live.Removed, []string{"/blog/article-8"}) || live.Since != first || live.Tag != whole.Tag {
		t.Fatalf("%+v %v", live, err)
	}
	raw, err := json.Marshal(live)
	if err != nil || len(raw) > 600 {
		t.Errorf("the answer after an edit has %d bytes", len(raw))
	}
	back, err := store.Live(t.Context(), LiveQuery{Since: second})
	if err != nil || len(back.Routes)+len(back.Removed) != 0 {
		t.Errorf("%+v %v", back, err)
	}
	known, err := store.Live(t.Context(), LiveQuery{Known: func(tag string) bool { return tag == live.Tag }})
	if err != nil || known.Release != "" || known.Tag != live.Tag {
		t.Errorf("who knows it gets %+v %v", known, err)
	}
	for _, since := range []string{"unknown", "../CURRENT"} {
		live, err := store.Live(t.Context(), LiveQuery{Since: since})
		if err != nil || live.Since != "" || len(live.Routes) != pages {
			t.Errorf("since %q: %d routes, %v", since, len(live.Routes), err)
		}
	}
}

// What is lost or damaged is made again from another encoding, or asked for.
func TestLive_Mends(t *testing.T) { onEmpty(t, testLiveMends) }

func testLiveMends(t *testing.T, store *Store) {
	ctx := t.Context()
	files := site("one")
	commit(t, store, changeTo(t, store, "f1", files))
	if cached, ok := store.Blobs.dir.(*cachedBucket); ok { // without what this process has in its cache
		store = openBucketAt(t, cached.bucket.objects, t.TempDir())
	}
	far := withoutCache(store.Blobs.dir)
	spoil := func(path, extension string) {
		t.Helper()
		if err := far.write(ctx, blobFolder+"/"+hashOf([]byte(files[path]))+extension, []byte("wicked")); err != nil {
			t.Fatal(err)
		}
	}
	spoil("/index.html", "") // its variants are whole
	spoil("/blog/first.html", ".br")
	for _, extension := range extensions {
		spoil("/blog.html", extension)
	}
	live, err := store.Live(ctx, LiveQuery{Verify: true})
	if err != nil || live.Routes["/"] == "" || live.Routes["/blog/first"] == "" || live.CodeVersion == "" {
		t.Fatalf("%+v %v", live, err)
	}
	if hash, ok := live.Routes["/blog"]; !ok || hash != "" {
		t.Errorf("of a page that is lost the hash is %q", hash)
	}
	since, err := store.Live(ctx, LiveQuery{Since: live.Release})
	hash, ok := since.Routes["/blog"]
	if !ok || hash != "" || len(since.Routes) != 1 || since.Tag != live.Tag || err != nil {
		t.Errorf("with since it is %v, %v", since.Routes, err)
	}
	c := changeTo(t, store, "f1", map[string]string{"/blog.html": files["/blog.html"]})
	c.Assets = nil
	id := commit(t, store, c)
	if again, err := store.Live(ctx, LiveQuery{Since: id}); err != nil || len(again.Routes) != 0 {
		t.Errorf("after it was rendered again: %v, %v", again.Routes, err)
	}
	verdicts, err := store.Verify(ctx, []string{id})
	if err != nil || verdicts[0].FaultCount != 0 {
		t.Errorf("%+v %v", verdicts, err)
	}
	script := files["/_next/static/chunks/ab12.js"]
	for _, extension := range extensions {
		if err := far.remove(ctx, blobFolder+"/"+hashOf([]byte(script))+extension); err != nil {
			t.Fatal(err)
		}
	}
	if lost, err := store.Live(ctx, LiveQuery{}); err != nil || lost.CodeVersion != "" || lost.Tag == live.Tag {
		t.Errorf("without a script the code is %q, %v", lost.CodeVersion, err)
	}
}
