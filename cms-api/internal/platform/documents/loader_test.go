package documents_test

import (
	"context"
	"fmt"
	"testing"

	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/test/teststore"
)

// whenLoaded is a view that calls a function when it is loaded.
type whenLoaded func()

func (f whenLoaded) Replace(map[string]string) error { f(); return nil }

func (whenLoaded) Apply(context.Context, map[string]string, []string) error { return nil }

// A view that public answers are made of is loaded before a list, which is smaller; and
// what is not listed in memory is not loaded at all.
func TestFollow_LoadsListsLast(t *testing.T) {
	db := teststore.Start(t).Database(t, "loading")
	inMemory := listed(db, "small")
	asked := documents.New[thing](db, "asked", "thing").Listed(documents.Listing{
		Default: "title", Sort: map[string]string{"title": "title"},
	})
	public := documents.New[thing](db, "public", "thing")
	loaded := make(chan bool, 1)
	documents.AddView(public, whenLoaded(func() { loaded <- inMemory.InMemory() }),
		func(doc thing) (string, bool, error) { return doc.Title, true, nil })
	for i := range 3 {
		for _, docs := range []*things{public, asked} {
			if _, err := docs.Insert(t.Context(), documents.Write{}, &thing{Title: fmt.Sprint(i)}); err != nil {
				t.Fatal(err)
			}
		}
	}
	go func() { _ = db.Follow(t.Context()) }()
	if <-loaded {
		t.Error("a list was loaded before the public content")
	}
	until(t, "the list is in memory", inMemory.InMemory)
	if asked.InMemory() {
		t.Error("what is asked from the database is in memory too")
	}
	found, total, err := asked.List(t.Context(), paging.Query{Window: paging.Window{Limit: 2}})
	if err != nil || len(found) != 2 || total != 3 || found[0].Title != "0" {
		t.Errorf("listed are %d of %d, error %v", len(found), total, err)
	}
}
