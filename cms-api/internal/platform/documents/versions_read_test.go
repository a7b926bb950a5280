package documents_test

import (
	"context"
	"encoding/hex"
	"io"
	"log/slog"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/test/teststore"
)

// bases is a view that keeps what it is given of each document.
type bases struct {
	mu  sync.Mutex
	all map[string]revision.Document
}

func (v *bases) Replace(all map[string]revision.Document) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.all = all
	return nil
}

func (v *bases) Apply(_ context.Context, put map[string]revision.Document, _ []string) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	for id, each := range put {
		v.all[id] = each
	}
	return nil
}

func (v *bases) only() revision.Document {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, each := range v.all {
		return each
	}
	return revision.Document{}
}

// withVersions returns the id of a document with as many large former versions as one has.
func withVersions(t testing.TB, db *mongodb.Database) string {
	t.Helper()
	docs := versioned(db)
	var doc thing
	if _, err := docs.Insert(t.Context(), documents.Write{}, &doc); err != nil {
		t.Fatal(err)
	}
	random := rand.NewChaCha8([32]byte{})
	for range 14 {
		_, err := docs.Update(t.Context(), doc.ID, documents.Write{}, func(doc *thing) error {
			text := make([]byte, 15<<10)
			_, err := io.ReadFull(random, text)
			doc.Title = hex.EncodeToString(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return doc.ID
}

// Neither a read nor a view is given a document's former versions, however it learns of it.
func TestKept_ReadsLeaveFormerVersionsOut(t *testing.T) {
	stores := teststore.Start(t)
	name := stores.Name("reads")
	open := func() (*mongodb.Database, *things, *bases) {
		db, err := mongodb.Open(stores.MongoURI, name, time.Now, slog.New(slog.DiscardHandler),
			func(context.Context, string, string) func(error) { return func(error) {} })
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close(context.Background()) })
		docs, view := versioned(db), &bases{}
		documents.AddView(docs, view, func(doc thing) (revision.Document, bool, error) { return doc.Document, true, nil })
		return db, docs, view
	}
	db, docs, view := open()
	ctx, id := t.Context(), withVersions(t, db)
	check := func(how string, doc revision.Document, err error) {
		t.Helper()
		if err != nil || doc.ID != id || doc.Past != nil || doc.Recent != nil {
			t.Errorf("%s gives %q with %d bytes of history, %v", how, doc.ID, len(doc.Past), err)
		}
	}
	if err := db.LoadViews(ctx); err != nil {
		t.Fatal(err)
	}
	check("loading a view", view.only(), nil)
	_, err := docs.Update(ctx, id, documents.Write{}, retitle)
	check("an own write", view.only(), err)
	got, err := docs.Get(ctx, id)
	check("Get", got.Document, err)
	got, err = docs.First(ctx, bson.D{})
	check("First", got.Document, err)
	got, err = docs.One(ctx, documents.Equal("_id", id))
	check("One", got.Document, err)
	all, err := docs.All(ctx, "id")
	check("All", all[0].Document, err)
	each, err := docs.Each(ctx, paging.Search{})
	if err != nil {
		t.Fatal(err)
	}
	for doc, err := range each {
		check("Each", doc.Document, err)
	}
	other, _, theirs := open()
	following, end := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer end()
	running.Go(func() { other.Run(following) })
	running.Go(func() { _ = other.Follow(following) })
	until(t, "the other process has loaded", func() bool { return theirs.only().ID != "" })
	saved, err := docs.Update(ctx, id, documents.Write{}, retitle)
	until(t, "the other process knows", func() bool { return theirs.only().Revision == saved.After.Revision })
	check("the change stream", theirs.only(), err)
	_, err = docs.Discard(ctx, id, documents.Write{})
	trash, _ := docs.Trash(ctx)
	check("the trash", trash[0].Document, err)
	if kept, err := docs.History(ctx, id); err != nil || len(kept) != 18 {
		t.Errorf("the history has %d entries, %v", len(kept), err)
	}
}

// BenchmarkGet_OfManyVersions reads a document of 30 KB with 14 former versions.
func BenchmarkGet_OfManyVersions(b *testing.B) {
	db := teststore.Start(b).Database(b, "reads")
	docs, id := versioned(db), withVersions(b, db)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := docs.Get(b.Context(), id); err != nil {
			b.Fatal(err)
		}
	}
}
