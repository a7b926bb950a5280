package snapshot

import (
	"testing"
	"time"
)

// An article is public from its first moment until its last, whatever the clock
// does, and nobody has to ask or write for that.
func TestArticleLeavesWhenItEnds(t *testing.T) {
	const from, until = 2 * time.Hour, 5 * time.Hour
	type step struct {
		to     time.Duration
		public bool
	}
	for name, steps := range map[string][]step{
		"in time": {
			{from - time.Millisecond, false}, {from, true}, {until - time.Millisecond, true}, {until, false},
			{100 * until, false},
		},
		"past all of it":            {{0, false}, {until, false}},
		"from amidst, back, forth":  {{from, true}, {until + time.Hour, false}, {from + time.Hour, true}, {until, false}},
		"loaded when it had ended":  {{until + time.Hour, false}, {from - time.Hour, false}, {from, true}},
		"loaded when it was public": {{until - time.Hour, true}, {until, false}},
		"back and forth by a moment": {
			{until, false}, {until - time.Millisecond, true}, {until, false}, {until - time.Millisecond, true},
		},
	} {
		t.Run(name, func(t *testing.T) {
			clock := newFakeClock()
			start := clock.Now()
			a := testArticle("a", "a", "A", start.Add(from))
			a.UnpublishedAt = start.Add(until)
			clock.advance(steps[0].to)
			store := NewStore(Options{Clock: clock})
			store.apply(change{parts: testParts("A"), articles: []Article{a}})
			for i, each := range steps {
				changed, stop := store.Subscribe()
				before := store.Current()
				ahead := start.Add(each.to).Sub(clock.Now())
				if name != "in time" {
					clock.jump(ahead - maxWait)
					ahead = maxWait
				}
				clock.advance(ahead)
				if store.Current() != before && len(changed) == 0 {
					t.Errorf("step %d: nobody was told", i)
				}
				stop()
				if public := store.Current().Article("a") != nil; public != each.public {
					t.Errorf("step %d, at %v: public = %t", i, each.to, public)
				}
			}
		})
	}
}

func TestAnEndIsMovedOrCleared(t *testing.T) {
	clock := newFakeClock()
	store := NewStore(Options{Clock: clock})
	a := testArticle("a", "a", "A", clock.Now())
	a.PreviousSlugs = []string{"former"}
	a.UnpublishedAt = clock.Now().Add(time.Hour)
	store.apply(change{parts: testParts("A"), articles: []Article{a}})
	public, base := store.Current().Fingerprint(), decode(t, store.Current().whole().Identity())
	clock.advance(time.Hour)
	if _, leads := store.Current().Renamed("former"); leads || store.Current().Len() != 0 {
		t.Fatal("an article that has ended can still be reached")
	}
	if delta, ok := store.Since(base.Fingerprint, false); !ok || len(decode(t, delta).Removed) != 1 {
		t.Fatal("the delta does not take the article away")
	}
	if len(store.ids()) != 1 {
		t.Fatal("the store forgot an article that may come back")
	}
	a.UnpublishedAt = clock.Now().Add(time.Hour)
	store.apply(change{articles: []Article{a}})
	if store.Current().Fingerprint() != public || len(store.ids()) != 1 {
		t.Fatal("an article whose end was moved is not what it was")
	}
	a.UnpublishedAt = time.Time{}
	store.apply(change{articles: []Article{a}})
	clock.advance(100 * time.Hour)
	if store.Current().Fingerprint() != public {
		t.Fatal("an article left at an end that it has no longer")
	}
	a.UnpublishedAt = clock.Now()
	store.apply(change{articles: []Article{a}})
	if store.Current().Len() != 0 {
		t.Fatal("an end that has passed is not seen at once")
	}
	store.apply(change{removed: []string{"a"}})
	clock.advance(-time.Hour)
	clock.advance(time.Hour)
	if store.Current().Len() != 0 || len(store.ids()) != 0 {
		t.Fatal("a deleted article came back")
	}
}
