package release

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/test/teststore"
)

func bare(folder objectstore.Folder) *Store {
	return InBucket(folder, slog.New(slog.DiscardHandler))
}

// older makes everything in the bucket older than it is. The embedded storage goes
// by the times of its files.
func older(t *testing.T, stores *teststore.Stores) {
	t.Helper()
	at := time.Now().Add(-2 * time.Hour)
	err := filepath.WalkDir(stores.Files(), func(name string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		return os.Chtimes(name, at, at)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func has(t *testing.T, folder objectstore.Folder, key string) bool {
	t.Helper()
	_, err := folder.Stat(t.Context(), folder.Prefix+key)
	if err != nil && !errors.Is(err, objectstore.ErrMissing) {
		t.Fatal(err)
	}
	return err == nil
}

func sweepBucket(t *testing.T, store *Store, r Retention, held string) Swept {
	t.Helper()
	done, err := store.Sweep(t.Context(), r, held, noon.Add(99*day), false)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

func TestSweep(t *testing.T) {
	stores := teststore.Start(t)
	folder := newFolder(t, stores)
	w := newWriter(t)
	ids := history(w, "one", "two", "three", "four")
	carry(t, folder, w.dir)
	put := func(name, text string) {
		t.Helper()
		_, err := folder.Write(t.Context(), objectstore.Object{
			Key: "blobs/" + name, ContentType: "text/plain", Data: []byte(text),
		})
		w.check(err)
	}
	orphan := hashOf([]byte("of a copy that was cut off"))
	put(orphan, "of a copy that was cut off")
	older(t, stores)
	young := hashOf([]byte("of a copy that goes on"))
	put(young, "of a copy that goes on")

	store, r := bare(folder), keeping(1, 0)
	r.Young = time.Hour
	dry, err := store.Sweep(t.Context(), r, ids[1], noon.Add(99*day), true)
	if err != nil || !slices.Equal(dry.Releases, ids[:1]) || has(t, folder, markKey) {
		t.Fatalf("dry: %+v %v", dry, err)
	}
	// Release three is the one before the live one, two is held.
	if done := sweepBucket(t, store, r, ids[1]); !slices.Equal(done.Releases, ids[:1]) ||
		!slices.Equal(done.Blobs, []string{orphan}) {
		t.Fatalf("%+v", done)
	}
	page := "blobs/" + hashOf([]byte(site("one")["/blog.html"]))
	if !has(t, folder, page) || !has(t, folder, page+".br") || !has(t, folder, "blobs/"+young) {
		t.Error("what an edge may still ask for is gone, or what is being written")
	}
	older(t, stores)
	done := sweepBucket(t, store, r, ids[1])
	if has(t, folder, page) || has(t, folder, page+".br") || has(t, folder, forgottenKey(ids[0])) ||
		len(done.Releases) > 0 {
		t.Errorf("it stays: %+v", done)
	}
	for _, id := range ids[1:] {
		if _, err := store.Check(t.Context(), id); err != nil {
			t.Error(err)
		}
	}
	if done := sweepBucket(t, store, r, ids[1]); len(done.Blobs)+len(done.Releases) > 0 {
		t.Errorf("there was more: %+v", done)
	}
}

// Whatever is wrong with what is live, nothing is deleted then.
func TestSweep_NothingWhenItIsNotPlain(t *testing.T) {
	stores := teststore.Start(t)
	for name, spoil := range map[string]func(w *writer, f objectstore.Folder, live string) error{
		"no CURRENT": func(w *writer, f objectstore.Folder, _ string) error { return f.Delete(w.t.Context(), "CURRENT") },
		"no manifest": func(w *writer, f objectstore.Folder, live string) error {
			return f.Delete(w.t.Context(), manifestKey(live))
		},
		"a list less": func(w *writer, f objectstore.Folder, live string) error {
			return f.Delete(w.t.Context(), "blobs/"+w.homeList(live))
		},
		"bad manifest": func(w *writer, f objectstore.Folder, live string) error {
			_, err := f.Write(w.t.Context(), objectstore.Object{Key: manifestKey(live), Data: []byte("{")})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			folder := newFolder(t, stores)
			w := newWriter(t)
			w.t = t
			ids := history(w, "one", "two", "three")
			carry(t, folder, w.dir)
			older(t, stores)
			w.check(spoil(w, folder, ids[2]))
			done, err := bare(folder).Sweep(t.Context(), keeping(1, 0), "", noon.Add(99*day), false)
			if len(done.Releases)+len(done.Blobs) > 0 || (err == nil && name != "no CURRENT") {
				t.Errorf("%+v %v", done, err)
			}
			if !has(t, folder, manifestKey(ids[0])) || !has(t, folder, "blobs/"+hashOf([]byte(site("one")["/blog.html"]))) {
				t.Error("something is gone")
			}
		})
	}
}

func (w *writer) homeList(id string) string {
	m, err := readManifest(context.Background(), directory(w.dir), id)
	w.check(err)
	return *m.Shards[shardIndex("/")]
}

// Of a sweep that was killed the mark stays; it is held dead when nothing beats.
func TestSweep_Killed(t *testing.T) {
	folder := newFolder(t, teststore.Start(t))
	w := newWriter(t)
	ids := history(w, "one", "two")
	carry(t, folder, w.dir)
	killed, err := beginSweep(t.Context(), folder, "killed")
	w.check(err)
	killed.stop()
	<-killed.ended
	store := bare(folder)
	for range 2 {
		if _, err := store.Sweep(t.Context(), keeping(1, 0), "", noon, false); !errors.Is(err, ErrSweeping) {
			t.Fatal(err)
		}
	}
	store.watch.since = store.watch.since.Add(-beatDead)
	done := sweepBucket(t, store, keeping(1, 0), "")
	if m, err := ReadMark(t.Context(), folder); err != nil || m != (Mark{Sweep: done.Mark}) {
		t.Errorf("%+v %v", m, err)
	}
	// Should the first one only have slept, it deletes nothing more, nor says that it has ended.
	killed.until.Store(&time.Time{})
	err = killed.delete(t.Context(), store.bucket, manifestFolder, []string{ids[1] + ".json"})
	if err == nil || !has(t, folder, manifestKey(ids[1])) {
		t.Error("it goes on after it was held dead")
	}
	w.check(killed.end(context.Background()))
	if m, err := ReadMark(t.Context(), folder); err != nil || m.Sweep != done.Mark {
		t.Errorf("%+v %v", m, err)
	}
}

// Somebody goes back to a release in the moment in which it is forgotten.
func TestSweep_WhileSomebodyRollsBack(t *testing.T) {
	folder := newFolder(t, teststore.Start(t))
	w := newWriter(t)
	ids := history(w, "one", "two", "three")
	carry(t, folder, w.dir)
	edge := openBucketAt(t, folder, t.TempDir())
	b := bare(folder).dir.(*bucket)
	w.check(forget(t.Context(), b, ids[0]))
	if has(t, folder, manifestKey(ids[0])) {
		t.Fatal("it was not forgotten")
	}
	w.check(edge.Activate(t.Context(), ids[0]))
	if edge.Current().Release != ids[0] || !has(t, folder, manifestKey(ids[0])) || has(t, folder, forgottenKey(ids[0])) {
		t.Error("the live release is forgotten")
	}
	w.check(forget(t.Context(), b, ids[0])) // it had looked at CURRENT before
	if !has(t, folder, manifestKey(ids[0])) {
		t.Error("the live release was forgotten")
	}
}

// A check looks at the bucket, and not at what an edge has kept of it.
func TestVerify_InABucket(t *testing.T) { teststore.EachOwn(t, testVerifyInABucket) }

func testVerifyInABucket(t *testing.T, stores *teststore.Stores) {
	folder := newFolder(t, stores)
	w := newWriter(t)
	id := w.publish("f1", site("one"))
	carry(t, folder, w.dir)
	store := openBucketAt(t, folder, t.TempDir())
	blog, home := hashOf([]byte(site("one")["/blog.html"])), hashOf([]byte(site("one")["/index.html"]))
	for _, path := range []string{"/", "/blog"} {
		if got := ask(t, store, "GET", path); got.status != 200 {
			t.Fatal(got.status)
		}
	}
	_, err := folder.Write(t.Context(), objectstore.Object{Key: "blobs/" + blog, Data: []byte("wicked")})
	w.check(err)
	w.check(folder.Delete(t.Context(), "blobs/"+home))
	verdicts, err := store.Verify(t.Context(), []string{id}, VerifyOptions{})
	if err != nil || verdicts[0].FaultCount != 2 {
		t.Fatalf("%+v %v", verdicts, err)
	}
	for _, f := range verdicts[0].Faults {
		if want := map[string]Problem{blog: Damaged, home: Missing}[f.File]; f.Problem != want {
			t.Errorf("%+v", f)
		}
	}
	stores.Stop()
	if verdicts, err := store.Verify(t.Context(), []string{id}, VerifyOptions{}); !problem.Is(err, problem.Unavailable) {
		t.Errorf("what cannot be asked counts as damaged: %+v %v", verdicts, err)
	}
}
