package snapshot

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// by is a write of an account.
func by(account, part, id string) write { return write{part, id, account} }

// told puts a difference into words, in a settled order.
func told(t *testing.T, store *Store, base, target string) string {
	t.Helper()
	found, ok := store.Differences(base, target)
	if !ok {
		return "unknown"
	}
	words := []string{}
	for _, d := range found {
		if d.Part == Articles {
			words = append(words, fmt.Sprintf("%s %t->%t %v %t", d.ID, d.Before != nil, d.After != nil, d.Authors.IDs,
				d.Authors.Scheduled))
		} else {
			words = append(words, fmt.Sprintf("%s %s->%s %v", d.Part, d.Before, d.After, d.Authors.IDs))
		}
	}
	slices.Sort(words)
	return strings.Join(words, "; ")
}

func TestDifference_SaysWhatChangedAndWhoWroteIt(t *testing.T) {
	clock := newFakeClock()
	store := NewStore(Options{Clock: clock})
	now := clock.Now()
	put := func(by []write, articles ...Article) string {
		store.apply(change{articles: articles, writes: by})
		return store.Current().Fingerprint()
	}
	store.apply(change{parts: testParts("one")})
	empty := store.Current().Fingerprint()
	put([]write{by("asha", Articles, "a")}, testArticle("a", "a", "A", now))
	// Ravi's text came with Asha's, since both were read at once.
	put([]write{by("ravi", Articles, "a")}, testArticle("a", "a", "A", now))
	both := put([]write{by("asha", Articles, "b")}, testArticle("b", "b", "B", now))
	if got := told(t, store, empty, both); got != "a false->true [asha ravi] false; b false->true [asha] false" {
		t.Error(got)
	}

	store.apply(change{
		parts: testParts("two"), removed: []string{"b"},
		writes: []write{by("ravi", "settings", ""), by("ravi", Articles, "b")},
	})
	last := store.Current().Fingerprint()
	want := `b true->false [ravi] false; settings {"site_title":"one"}->{"site_title":"two"} [ravi]`
	if got := told(t, store, both, last); got != want {
		t.Error(got)
	}
	// What came and went in between is not in it.
	if got := told(t, store, empty,
		last); got != `a false->true [asha ravi] false; settings {"site_title":"one"}->{"site_title":"two"} [ravi]` {
		t.Error(got)
	}
	if got := told(t, store, last, last); got != "" {
		t.Error(got)
	}
	if got := told(t, store, "never", last) + told(t, store, last, "never"); got != "unknownunknown" {
		t.Error(got)
	}
}

func TestDifference_KnowsNobodyWhereNobodyWrote(t *testing.T) {
	clock := newFakeClock()
	store := NewStore(Options{Clock: clock})
	now := clock.Now()
	store.apply(change{
		parts: testParts("one"), articles: []Article{testArticle("soon", "soon", "Soon", now.Add(time.Hour))},
	})
	before := store.Current().Fingerprint()
	clock.advance(time.Hour)
	due := store.Current().Fingerprint()
	if got := told(t, store, before, due); got != "soon false->true [] true" {
		t.Error(got)
	}
	// Whatever a load of everything finds was written by somebody, but nobody knows by whom.
	store.apply(change{articles: []Article{testArticle("found", "found", "Found", now)}})
	if got := told(t, store, due, store.Current().Fingerprint()); got != "found false->true [] false" {
		t.Error(got)
	}
}

// Of content that was there, went and came back, the way from before is told.
func TestDifference_ContentThatCameBack(t *testing.T) {
	store := NewStore(Options{})
	title := func(account, text string) string {
		store.apply(change{parts: testParts(text), writes: []write{by(account, "settings", "")}})
		return store.Current().Fingerprint()
	}
	one := title("", "one")
	two := title("asha", "two")
	title("ravi", "one")
	if got := told(t, store, one, two); got != `settings {"site_title":"one"}->{"site_title":"two"} [asha]` {
		t.Error(got)
	}
	if got := told(t, store, two, one); got != `settings {"site_title":"two"}->{"site_title":"one"} [ravi]` {
		t.Error(got)
	}
}

func TestDifference_IsForgottenWithTheSnapshots(t *testing.T) {
	store := NewStore(Options{})
	store.apply(change{parts: testParts("first")})
	first := store.Current().Fingerprint()
	for i := range historySize {
		store.apply(change{parts: testParts(fmt.Sprint(i)), writes: []write{by("asha", "settings", "")}})
	}
	if got := told(t, store, first, store.Current().Fingerprint()); got != "unknown" {
		t.Error(got)
	}
}
