package release

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"academy/cms-api/internal/platform/problem"
)

func TestAPatchFitsWhereEachPlaceIsFoundOnce(t *testing.T) {
	p := Patch{Hunks: []Hunk{{"<a>", "1", "one", "</a>"}, {"<b>", "", "two", "</b>"}}}
	for text, want := range map[string]string{
		"x<a>1</a>y<b></b>z":      "x<a>one</a>y<b>two</b>z",
		"<a>1</a>":                "",
		"<a>1</a><a>1</a><b></b>": "",
		"<b></b><a>1</a>":         "",
		"<a>2</a><b></b>":         "",
	} {
		got, ok := p.applied(text)
		if ok != (want != "") || got != want {
			t.Errorf("%q became %q, %v", text, got, ok)
		}
	}
	if _, ok := (Patch{Hunks: []Hunk{{}}}).applied("x"); ok {
		t.Error("a hunk without text fits nowhere")
	}
}

func TestPatch_TooManyPages(t *testing.T) {
	onEmpty(t, func(t *testing.T, store *Store) {
		c := changeTo(t, store, "a", map[string]string{"/x.html": "<a>1</a>"})
		c.Parent = commit(t, store, c)
		c.Routes = map[string]ChangedRoute{}
		many := Patch{Hunks: []Hunk{{"<a>", "1", "one", "</a>"}}, Routes: map[string]string{}}
		for i := range mostPatched {
			many.Routes[fmt.Sprintf("/%d", i)] = "hash"
		}
		fits := Patch{Hunks: many.Hunks, Routes: map[string]string{"/x": "hash"}}
		c.Patches = []Patch{fits, many}
		if _, err := store.Patch(t.Context(), &c); !problem.Is(err, problem.Invalid) {
			t.Errorf("%d pages were patched: %v", mostPatched+1, err)
		}
		if _, stored := store.Blobs.dir.stat(t.Context(), hashOf([]byte("<a>one</a>"))); stored == nil || len(c.Routes) > 0 {
			t.Error("a part of what was refused was done")
		}
	})
}

// What begins from a release that is not live any more is refused before any work.
func TestPatch_OfAnotherParent(t *testing.T) {
	onEmpty(t, func(t *testing.T, store *Store) {
		c := changeTo(t, store, "a", map[string]string{"/x.html": "<a>1</a>"})
		before := commit(t, store, c)
		c.Parent = before
		live := commit(t, store, c)
		c.Routes = map[string]ChangedRoute{}
		c.Patches = []Patch{{Hunks: []Hunk{{"<a>", "1", "one", "</a>"}}, Routes: map[string]string{"/x": "hash"}}}
		_, err := store.Patch(t.Context(), &c)
		var refused *problem.Error
		if !errors.As(err, &refused) || refused.Kind != problem.Conflict {
			t.Fatalf("patched on top of %s: %v", before, err)
		}
		if head, is := refused.Live.(LiveHead); !is || head.Release != live {
			t.Errorf("live is %v", refused.Live)
		}
		if _, stored := store.Blobs.dir.stat(t.Context(), hashOf([]byte("<a>one</a>"))); stored == nil || len(c.Routes) > 0 {
			t.Error("pages of what was refused were made")
		}
	})
}

// reads counts what is read of a backend.
type reads struct {
	backend
	mu   sync.Mutex
	keys map[string]int
}

func (r *reads) read(ctx context.Context, key string, check func([]byte) error) ([]byte, error) {
	r.mu.Lock()
	r.keys[key]++
	r.mu.Unlock()
	return r.backend.read(ctx, key, check)
}

// The lists of a large site are large, and many of the pages that are patched at once are in one.
func TestPatch_ReadsEachListOnce(t *testing.T) {
	const pages = 400
	store := open(t, t.TempDir())
	files, patch := map[string]string{}, Patch{Hunks: []Hunk{{"<a>", "1", "one", "</a>"}}, Routes: map[string]string{}}
	for i := range pages {
		files[fmt.Sprintf("/p%d.html", i)] = fmt.Sprintf("<a>1</a> %d", i)
		patch.Routes[fmt.Sprintf("/p%d", i)] = "hash"
	}
	c := changeTo(t, store, "a", files)
	c.Parent = commit(t, store, c)
	c.Routes, c.Patches = map[string]ChangedRoute{}, []Patch{patch}
	counted := &reads{backend: store.Writer.dir, keys: map[string]int{}}
	store.Writer.dir = counted
	if unpatched, err := store.Patch(t.Context(), &c); err != nil || len(unpatched) > 0 || len(c.Routes) != pages {
		t.Fatalf("%d pages were patched, not %v: %v", len(c.Routes), unpatched, err)
	}
	lists := 0
	for _, list := range store.Current().Lists()[1:] {
		if times := counted.keys[blobFolder+"/"+list]; times > 1 {
			t.Errorf("a list was read %d times", times)
		}
		lists += counted.keys[blobFolder+"/"+list]
	}
	if lists == 0 || lists > shardCount {
		t.Errorf("%d lists were read", lists)
	}
}
