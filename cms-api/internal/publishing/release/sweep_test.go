package release

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"
	"time"

	"academy/cms-api/internal/platform/problem"
)

func has(t *testing.T, store *Store, key string) bool {
	t.Helper()
	_, err := withoutCache(store.Blobs.dir).read(t.Context(), key, unchecked)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return err == nil
}

// pages is a site of which every page is another in each release.
func pages(text string) map[string]string {
	return map[string]string{"/index.html": long(text), "/blog.html": long(text + " blog"), "/404.html": "none"}
}

func TestSweep(t *testing.T) { onEmpty(t, testSweep) }

func testSweep(t *testing.T, store *Store) {
	ctx := t.Context()
	var ids []string
	for _, text := range []string{"one", "two", "three", "four"} {
		ids = append(ids, commit(t, store, changeTo(t, store, text, pages(text))))
	}
	orphan := []byte("of a build that was cut off")
	if err := store.Put(ctx, hashOf(orphan), "/x.html", orphan); err != nil {
		t.Fatal(err)
	}
	past, future := time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
	if done, err := store.Sweep(ctx, past); err != nil || done != (Swept{}) {
		t.Fatalf("what is young goes: %+v %v", done, err)
	}
	gone, err := store.Forget(ctx, keeping(1, 0), ids[1], time.Now().Add(99*day), false)
	if err != nil || len(gone) != 1 || gone[0] != ids[0] {
		t.Fatalf("%v are forgotten, %v", gone, err)
	}
	page := "blobs/" + hashOf([]byte(pages("one")["/blog.html"]))
	if _, err := store.Sweep(ctx, past); err != nil || !has(t, store, page) || !has(t, store, "blobs/"+hashOf(orphan)) {
		t.Errorf("what edges may still serve is gone, or what was handed over a moment ago; %v", err)
	}
	done, err := store.Sweep(ctx, future)
	// Two pages with their variants, and at least one list.
	if err != nil || done.Files < 8 || has(t, store, page) || has(t, store, page+".br") ||
		has(t, store, "blobs/"+hashOf(orphan)) || has(t, store, forgottenKey(ids[0])) {
		t.Errorf("it stays: %+v %v", done, err)
	}
	for _, id := range ids[1:] {
		if _, err := store.Check(ctx, id); err != nil {
			t.Error(err)
		}
	}
	if done, err := store.Sweep(ctx, future); err != nil || done != (Swept{}) {
		t.Errorf("there was more: %+v %v", done, err)
	}
}

// Whatever is wrong with what is live, nothing is deleted then.
func TestSweep_NothingWhenItIsNotPlain(t *testing.T) {
	for name, spoil := range map[string]func(s *Store, live *Manifest) error{
		"no CURRENT":  func(s *Store, _ *Manifest) error { return s.Blobs.dir.remove(t.Context(), currentKey) },
		"no manifest": func(s *Store, m *Manifest) error { return s.Blobs.dir.remove(t.Context(), manifestKey(m.Release)) },
		"a list less": func(s *Store, m *Manifest) error { return s.Blobs.dir.remove(t.Context(), "blobs/"+m.Lists()[1]) },
		"a damaged list": func(s *Store, m *Manifest) error {
			return s.Blobs.dir.write(t.Context(), "blobs/"+m.Lists()[1], []byte("{}"))
		},
		"bad manifest": func(s *Store, m *Manifest) error {
			return s.Blobs.dir.write(t.Context(), manifestKey(m.Release), []byte("{"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			store := open(t, t.TempDir())
			orphan := []byte("left over")
			if err := store.Put(t.Context(), hashOf(orphan), "/x.html", orphan); err != nil {
				t.Fatal(err)
			}
			commit(t, store, changeTo(t, store, "one", pages("one")))
			if err := spoil(store, &store.Current().Manifest); err != nil {
				t.Fatal(err)
			}
			done, err := store.Sweep(t.Context(), time.Now().Add(time.Hour))
			if done != (Swept{}) || (err == nil) != (name == "no CURRENT") || !has(t, store, "blobs/"+hashOf(orphan)) {
				t.Errorf("%+v %v", done, err)
			}
		})
	}
}

// What a release names that is made during a sweep stays, although it was unneeded before.
func TestSweep_DuringCommits(t *testing.T) {
	store := open(t, t.TempDir())
	ctx := t.Context()
	commit(t, store, changeTo(t, store, "zero", pages("zero")))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for range 40 {
			if _, err := store.Sweep(ctx, time.Now().Add(time.Hour)); err != nil {
				t.Error(err)
			}
		}
	}()
	for n := 0; ; n++ {
		text := fmt.Sprint("round ", n%3)
		c := changeTo(t, store, text, pages(text))
		for {
			_, err := store.Commit(ctx, c)
			if !problem.Is(err, problem.Invalid) {
				if err != nil {
					t.Fatal(err)
				}
				break
			}
			changeTo(t, store, text, pages(text)) // hands over again
		}
		if _, err := store.Check(ctx, store.Current().Release); err != nil {
			t.Fatal(err)
		}
		select {
		case <-ended:
			return
		default:
		}
	}
}
