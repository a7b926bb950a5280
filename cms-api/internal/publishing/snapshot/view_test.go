package snapshot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"testing"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/test/teststore"
)

func TestMain(m *testing.M) { os.Exit(teststore.Main(m)) }

// note is a document of the smallest kind of resource.
type note struct {
	revision.Document `bson:",inline"`
	Title             string `bson:"title"`
	Draft             bool   `bson:"draft"`
}

// replica is one process of several on the same database, with articles and one part.
type replica struct {
	*Store
	db       *mongodb.Database
	articles *documents.Collection[note, *note]
	settings *documents.Collection[note, *note]
}

func startReplica(t testing.TB, stores *teststore.Stores, name string) *replica {
	t.Helper()
	db, err := mongodb.Open(stores.MongoURI, stores.Name(name), time.Now, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	r := &replica{
		Store: NewStore(Options{}), db: db,
		articles: documents.New[note](db, "articles", "article"),
		settings: documents.New[note](db, "settings", "setting"),
	}
	ShowArticles(r.Store, r.articles, func(doc note) (Article, bool, error) {
		article := articleOf(doc.ID, doc.Title)
		article.Saved = doc.Saved
		return article, !doc.Draft, nil
	})
	ShowPart(r.Store, "settings", r.settings, func(docs []note) Content {
		return Content{Value: map[string]int{"documents": len(docs)}, Views: map[string]any{"any": len(docs) > 0}}
	})
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { db.Run(ctx) })
	running.Go(func() {
		if err := db.Follow(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("following ended with %v", err)
		}
	})
	t.Cleanup(func() {
		cancel()
		running.Wait()
		_ = db.Close(context.Background())
	})
	return r
}

func articleOf(id, title string) Article {
	return testArticle(id, "slug-"+id, title, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
}

// wait returns once the condition holds for the current snapshot.
func (r *replica) wait(t testing.TB, what string, holds func(*Snapshot) bool) {
	t.Helper()
	changed, stop := r.Subscribe()
	defer stop()
	deadline := time.After(20 * time.Second)
	for {
		if current := r.Current(); current != nil && holds(current) {
			return
		}
		select {
		case <-changed:
		case <-deadline:
			t.Fatalf("waited too long until %s", what)
		}
	}
}

func loaded(*Snapshot) bool { return true }

func has(id, title string) func(*Snapshot) bool {
	return func(s *Snapshot) bool {
		e := s.byID.get(id)
		if title == "" {
			return e == nil
		}
		return e != nil && string(e.Full) == string(articleOf(id, title).Full)
	}
}

func (r *replica) insert(t testing.TB, ctx context.Context, id, title string) {
	t.Helper()
	doc := note{Document: revision.Document{ID: id}, Title: title}
	if _, err := r.articles.Insert(ctx, documents.Write{By: access.By(ctx)}, &doc); err != nil {
		t.Fatal(err)
	}
}

func TestAWriteIsShownBeforeItReturns(t *testing.T) {
	ctx := t.Context()
	r := startReplica(t, teststore.Start(t), "own")
	r.wait(t, "loaded", loaded)
	r.insert(t, ctx, "a", "one")
	if !has("a", "one")(r.Current()) {
		t.Fatal("a new article is not shown")
	}
	edit := func(change func(*note)) {
		t.Helper()
		_, err := r.articles.Update(ctx, "a", documents.Write{}, func(doc *note) error { change(doc); return nil })
		if err != nil {
			t.Fatal(err)
		}
	}
	before := r.Current().Revision()
	edit(func(doc *note) { doc.Title = "two" })
	if !has("a", "two")(r.Current()) || r.Current().Revision() <= before {
		t.Fatal("a change is not shown, or has no later revision")
	}
	edit(func(doc *note) { doc.Draft = true })
	if !has("a", "")(r.Current()) {
		t.Fatal("an article that was taken back is still shown")
	}
	edit(func(doc *note) { doc.Draft = false })
	if _, err := r.articles.Delete(ctx, "a", documents.Write{}); err != nil || !has("a", "")(r.Current()) {
		t.Fatalf("a deleted article is still shown, error %v", err)
	}
	if _, err := r.settings.Insert(ctx, documents.Write{}, &note{}); err != nil {
		t.Fatal(err)
	}
	if got := string(r.Current().Body("settings").Identity()); got != `{"documents":1}` {
		t.Fatalf("the part is %s", got)
	}
	if got := string(r.Current().Body("settings:any").Identity()); got != `true` {
		t.Fatalf("its view is %s", got)
	}
}

func TestReplicasFollowEachOther(t *testing.T) {
	ctx, stores := t.Context(), teststore.Start(t)
	a := startReplica(t, stores, "replicas")
	a.insert(t, ctx, "old", "old")
	b := startReplica(t, stores, "replicas")
	a.wait(t, "a loaded", loaded)
	b.wait(t, "b loaded", has("old", "old"))
	a.insert(t, ctx, "new", "new")
	if _, err := b.articles.Delete(ctx, "old", documents.Write{}); err != nil {
		t.Fatal(err)
	}
	for _, r := range []*replica{a, b} {
		r.wait(t, "both writes are seen", func(s *Snapshot) bool { return has("new", "new")(s) && has("old", "")(s) })
	}
	restarted := startReplica(t, stores, "replicas")
	restarted.wait(t, "loaded", loaded)
	for _, other := range []*replica{b, restarted} {
		if a.Current().Fingerprint() != other.Current().Fingerprint() {
			t.Fatal("replicas with equal content have different fingerprints")
		}
		if a.Current().Revision() != other.Current().Revision() {
			t.Fatal("replicas with equal content have different revisions")
		}
	}
}

// Who saved an article is known on every replica.
func TestAuthorsAreKnownOnEveryReplica(t *testing.T) {
	stores := teststore.Start(t)
	a, b := startReplica(t, stores, "authors"), startReplica(t, stores, "authors")
	for _, r := range []*replica{a, b} {
		r.wait(t, "loaded", loaded)
	}
	base := a.Current().Fingerprint()
	asha := access.With(t.Context(), access.Identity{UserID: "asha"})
	a.insert(t, asha, "a", "by Asha")
	for _, r := range []*replica{a, b} {
		r.wait(t, "the article is seen", has("a", "by Asha"))
		found, ok := r.Differences(base, r.Current().Fingerprint())
		if !ok || len(found) != 1 || fmt.Sprint(found[0].Authors.IDs) != "[asha]" {
			t.Errorf("the difference is %+v, %v", found, ok)
		}
	}
}

// Two replicas that write at the same time agree, and nothing is lost.
func TestReplicasWriteAtTheSameTime(t *testing.T) {
	ctx, stores := t.Context(), teststore.Start(t)
	replicas := []*replica{startReplica(t, stores, "same_time"), startReplica(t, stores, "same_time")}
	const each = 40
	var writers sync.WaitGroup
	for n, r := range replicas {
		r.wait(t, "loaded", loaded)
		writers.Go(func() {
			for i := range each {
				if _, err := r.articles.Insert(ctx, documents.Write{}, &note{
					Document: revision.Document{ID: fmt.Sprint(n, "-", i)}, Title: "text",
				}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	for _, r := range replicas {
		r.wait(t, "every article of both is seen", func(s *Snapshot) bool { return s.Len() == 2*each })
	}
	if replicas[0].Current().Fingerprint() != replicas[1].Current().Fingerprint() {
		t.Fatal("replicas with equal content have different fingerprints")
	}
}

func TestOutage(t *testing.T) {
	ctx, stores := t.Context(), teststore.Embedded(t)
	r := startReplica(t, stores, "outage")
	r.insert(t, ctx, "a", "before")
	r.wait(t, "loaded", has("a", "before"))
	stores.Stop()
	late := startReplica(t, stores, "outage")
	giving, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	if _, err := r.articles.Delete(giving, "a", documents.Write{}); err == nil {
		t.Fatal("a write during an outage gave no error")
	}
	if !has("a", "before")(r.Current()) || late.Ready() {
		t.Fatal("the outage changed what is shown")
	}
	stores.Restart(t)
	late.wait(t, "the late one has loaded", has("a", "before"))
	late.insert(t, ctx, "b", "after")
	for _, replica := range []*replica{r, late} {
		replica.wait(t, "the write after the outage is seen", has("b", "after"))
	}
}
