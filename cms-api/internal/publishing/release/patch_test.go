package release

import (
	"errors"
	"fmt"
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
