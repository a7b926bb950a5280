package snapshot

import (
	"bytes"
	"fmt"
	"sync"
	"testing"
	"time"

	"academy/cms-api/internal/platform/negotiate"
)

func TestArticleEntersWhenItIsDue(t *testing.T) {
	clock := newFakeClock()
	store := NewStore(Options{Clock: clock})
	soon := testArticle("soon", "soon", "Soon", clock.Now().Add(2*time.Hour))
	later := testArticle("later", "later", "Later", clock.Now().Add(3*time.Hour))
	store.apply(change{parts: testParts("A"), articles: []Article{soon, later}})
	changed, stop := store.Subscribe()
	defer stop()

	before := store.Current()
	for range 119 {
		clock.advance(time.Minute)
	}
	if store.Current() != before || before.Len() != 0 {
		t.Fatal("an article entered before its time")
	}
	clock.advance(time.Minute)
	select {
	case <-changed:
	default:
		t.Fatal("nobody was told")
	}
	if current := store.Current(); current.Article("soon") == nil || current.Article("later") != nil {
		t.Fatal("at its time the first article is public, and only that")
	}

	moved := later
	moved.DueAt = clock.Now().Add(-time.Minute)
	store.apply(change{articles: []Article{moved}})
	if store.Current().Article("later") == nil {
		t.Fatal("an article that was moved to the past is not public")
	}
	soon.DueAt = clock.Now().Add(time.Hour)
	store.apply(change{articles: []Article{soon}})
	if store.Current().Article("soon") != nil {
		t.Fatal("an article that was moved to the future is still public")
	}
	store.apply(change{removed: []string{"soon"}})
	clock.advance(2 * time.Hour)
	if store.Current().Article("soon") != nil {
		t.Fatal("a waiting article entered after it was removed")
	}
}

func TestWhatDoesNotChangeIsShared(t *testing.T) {
	store := benchStore(30)
	first := store.Current()
	store.apply(change{revision: 2, articles: []Article{benchArticle(3, "Title")}, parts: testParts("Academy")})
	if store.Current() != first {
		t.Fatal("a change that changes nothing made a new snapshot")
	}
	newest, oldest, settings := pageOf(first, 10, 0), pageOf(first, 10, 20), first.Body("settings")
	store.apply(change{revision: 3, articles: []Article{benchArticle(2, "Other")}})
	second := store.Current()
	if second == first || second.Fingerprint() == first.Fingerprint() {
		t.Fatal("a change was not seen")
	}
	if pageOf(second, 10, 0) != newest || second.Body("settings") != settings {
		t.Fatal("an unchanged body was made again")
	}
	if pageOf(second, 10, 20) == oldest {
		t.Fatal("a changed list was kept")
	}
	if first.Article("slug-"+benchArticle(2, "").ID) == second.Article("slug-"+benchArticle(2, "").ID) {
		t.Fatal("a changed article was kept")
	}
	if !bytes.Equal(pageOf(first, 10, 20).Identity(), oldest.Identity()) {
		t.Fatal("an old snapshot changed")
	}
}

func TestOldSnapshotsAreForgotten(t *testing.T) {
	clock := newFakeClock()
	store := NewStore(Options{Clock: clock})
	store.apply(change{parts: testParts("0")})
	first := store.Current().Fingerprint()
	for i := 1; i < historySize; i++ {
		store.apply(change{parts: testParts(fmt.Sprint(i))})
	}
	if _, ok := store.Since(first, false); !ok || store.Find(first) == nil {
		t.Fatal("a snapshot that should be remembered is forgotten")
	}
	store.apply(change{parts: testParts("last")})
	if _, ok := store.Since(first, false); ok || store.Find(first) != nil {
		t.Fatal("a snapshot that should be forgotten is remembered")
	}
	// Content that comes back is remembered from its last time on.
	store.apply(change{parts: testParts("last but one")})
	store.apply(change{parts: testParts("last")})
	again := store.Current().Fingerprint()
	for i := range historySize - 1 {
		store.apply(change{parts: testParts(fmt.Sprint("x", i))})
	}
	if _, ok := store.Since(again, false); !ok {
		t.Fatal("content that came back was forgotten with its first time")
	}
}

func TestSinceFallsBackToTheWhole(t *testing.T) {
	store := benchStore(1000)
	first := store.Current().Fingerprint()
	c := change{}
	for i := range maxDelta + 1 {
		c.articles = append(c.articles, benchArticle(i, "Changed"))
	}
	store.apply(c)
	if _, ok := store.Since(first, false); ok {
		t.Fatal("a delta of more than its share was given")
	}
}

// Readers meet only whole snapshots while a writer replaces them.
func TestReadWhileChanging(t *testing.T) {
	store := benchStore(200)
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				current := store.Current()
				body := decode(t, current.whole().Identity())
				if body.Fingerprint != current.Fingerprint() || len(body.Articles) != current.Len() {
					t.Error("a torn snapshot")
					return
				}
				pageOf(current, 20, 0).Encoded(negotiate.Gzip)
				current.Article("slug-" + benchArticle(7, "").ID).Encoded(negotiate.Brotli)
				store.Since(current.Fingerprint(), false)
			}
		})
	}
	for i := range 300 {
		store.apply(change{revision: int64(i), articles: []Article{benchArticle(7, fmt.Sprint(i))}})
	}
	close(done)
	readers.Wait()
}
