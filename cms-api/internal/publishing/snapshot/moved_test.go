package snapshot

import (
	"strings"
	"testing"
	"time"
)

// Former slugs, and paths on a former site, lead to articles that are public, and to none whose
// slug another one has now.
func TestMovedArticles(t *testing.T) {
	clock := newFakeClock()
	store := NewStore(Options{Clock: clock})
	now := clock.Now()
	one := testArticle("1", "c", "One", now.Add(-time.Hour))
	one.PreviousSlugs = []string{"a", "b"}
	two := testArticle("2", "d", "Two", now.Add(time.Hour))
	two.PreviousSlugs = []string{"z", "/2019/07/two"}
	moved := func(want string) {
		t.Helper()
		whole := string(store.Current().whole().Identity())
		_, rest, _ := strings.Cut(whole, `"moved_articles":`)
		got, _, _ := strings.Cut(rest, "]")
		if got != want {
			t.Errorf("former slugs lead to %s, want %s", got, want)
		}
		// What another process loads at once is the same content.
		other := NewStore(Options{Clock: clock})
		c := change{parts: testParts("A")}
		for e := range store.latest.byID.values() {
			c.articles = append(c.articles, e.Article)
		}
		if other.apply(c); other.Current().Fingerprint() != store.Current().Fingerprint() {
			t.Error("the fingerprints differ")
		}
	}
	store.apply(change{parts: testParts("A")})
	moved("")
	store.apply(change{articles: []Article{one, two}})
	moved(`[{"from":"a","to":"c"},{"from":"b","to":"c"}`)
	clock.advance(2 * time.Hour)
	moved(`[{"from":"/2019/07/two","to":"d"},{"from":"a","to":"c"},{"from":"b","to":"c"},{"from":"z","to":"d"}`)
	store.apply(change{articles: []Article{testArticle("3", "b", "Three", now)}})
	moved(`[{"from":"/2019/07/two","to":"d"},{"from":"a","to":"c"},{"from":"z","to":"d"}`)
	store.apply(change{removed: []string{"3", "1"}})
	moved(`[{"from":"/2019/07/two","to":"d"},{"from":"z","to":"d"}`)
	before := store.Current().Fingerprint()
	store.apply(change{articles: []Article{testArticle("4", "e", "Four", now)}})
	since := func(omit bool) string {
		delta, _ := store.Since(before, omit)
		_, rest, _ := strings.Cut(string(delta), `"moved_articles":`)
		got, _, _ := strings.Cut(rest, "]")
		return got
	}
	if with, without := since(false), since(true); with != `[{"from":"/2019/07/two","to":"d"},{"from":"z","to":"d"}` ||
		without != "" {
		t.Errorf("a difference repeats %q, and %q where that is to be omitted", with, without)
	}
	store.apply(change{removed: []string{"2"}})
	moved("")
	if got := since(true); got != "[" {
		t.Errorf("a difference says %q of former slugs that are gone", got)
	}
}
