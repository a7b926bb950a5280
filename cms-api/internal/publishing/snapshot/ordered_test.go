package snapshot

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A list in chunks has what a list has, whatever goes and comes, and changes no other list.
func TestOrdered(t *testing.T) {
	at := func(i int) *entry {
		return newEntry(testArticle(fmt.Sprintf("%06d", i), "slug", "title", time.Unix(int64(i/2), 0)))
	}
	rapid.Check(t, func(t *rapid.T) {
		var list []*entry
		for i := range rapid.IntRange(0, 3*chunkSize).Draw(t, "at first") {
			list = append(list, at(2*i))
		}
		slices.SortFunc(list, compare)
		o := orderedOf(list)
		for range rapid.IntRange(1, 8).Draw(t, "edits") {
			var out, in []*entry
			from := rapid.IntRange(0, len(list)).Draw(t, "from")
			out = slices.Clone(list[from:min(len(list), from+rapid.IntRange(0, 2*chunkSize).Draw(t, "gone"))])
			base := 2*rapid.IntRange(0, 4*chunkSize).Draw(t, "to") + 1
			for i := range rapid.IntRange(0, 3*chunkSize).Draw(t, "new") {
				in = append(in, at(base+2*i))
			}
			slices.SortFunc(in, compare)
			in = slices.DeleteFunc(in, func(e *entry) bool {
				return slices.ContainsFunc(list, func(old *entry) bool { return old.ID == e.ID })
			})
			before := slices.Collect(o.all())
			next := o.replaced(out, in)
			if !slices.Equal(slices.Collect(o.all()), before) {
				t.Fatal("the list that was edited is another")
			}
			list = slices.DeleteFunc(slices.Clone(list), func(e *entry) bool { return slices.Contains(out, e) })
			list = append(list, in...)
			slices.SortFunc(list, compare)
			o = next
			if !slices.Equal(slices.Collect(o.all()), list) {
				t.Fatalf("after %d went and %d came it has not what it should have", len(out), len(in))
			}
			for _, chunk := range o {
				if len(chunk) == 0 || len(chunk) > 2*chunkSize {
					t.Fatalf("a chunk has %d articles", len(chunk))
				}
			}
		}
	})
}

// An edit hashes and copies what it touches, however many articles there are.
func TestChange_CostsWhatItTouches(t *testing.T) {
	for _, n := range []int{1_000, 20_000} {
		store := NewStore(Options{})
		all := change{parts: testParts("Academy")}
		for i := range n {
			id := fmt.Sprintf("%06d", i)
			all.articles = append(all.articles, testArticle(id, "slug-"+id, "Title", time.Unix(int64(i)*60, 0)))
			all.articles[i].PreviousSlugs = []string{"old-" + id}
		}
		store.apply(all)
		before, chunks := store.Current(), store.Current().articles()
		edited := testArticle("000500", "slug-000500", "Another title", time.Unix(500*60, 0))
		edited.PreviousSlugs = []string{"old-000500"}
		store.apply(change{articles: []Article{edited}})
		now := store.Current()
		hashed, copied := 0, 0
		for i := range now.digests {
			if now.digests[i] != before.digests[i] {
				hashed++
			}
		}
		for _, chunk := range now.articles() {
			if !slices.ContainsFunc(chunks, func(old []*entry) bool { return &old[0] == &chunk[0] }) {
				copied++
			}
		}
		if hashed != 1 || copied != 1 || now.part(movedArticles) != before.part(movedArticles) {
			t.Errorf("of %d articles: %d digests and %d chunks were made, or all former slugs were looked at", n, hashed, copied)
		}
		if now.Fingerprint() == before.Fingerprint() || now.Len() != n {
			t.Errorf("the edit is not seen among %d articles", now.Len())
		}
		if first, again := now.list(), now.list(); &first[0] != &again[0] {
			t.Error("each page of a list makes the whole list again")
		}
	}
}
