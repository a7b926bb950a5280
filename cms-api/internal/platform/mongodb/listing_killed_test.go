package mongodb_test

import (
	"context"
	"testing"
	"time"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/test/teststore"
)

// follow starts a process that lists from memory.
func follow(t *testing.T, stores *teststore.Stores) *leads {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	db := stores.Open(t, ctx, "killed")
	docs := listed(db, "leads")
	done := make(chan struct{})
	go func() { defer close(done); _ = db.FollowLists(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
	return docs
}

// awaitRows returns once a process lists so many documents, from memory.
func awaitRows(t *testing.T, docs *leads, count int, when string) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		_, total, err := docs.List(t.Context(), paging.Query{Window: paging.Window{Limit: 1}})
		if err != nil {
			t.Fatal(err)
		}
		if total == count && docs.InMemory() {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s %d are listed, not %d", when, total, count)
		}
	}
}

// storeSilently stores a document as a process does that is killed before it has
// told anybody.
func storeSilently(t *testing.T, docs *leads, id string) *lead {
	t.Helper()
	doc := &lead{Document: revision.Document{ID: id, Revision: 1}, Name: "Asha"}
	if _, err := docs.Raw().InsertOne(t.Context(), doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestList_AFormThatIsSentAgainIsListedEverywhere(t *testing.T) {
	stores := teststore.Embedded(t)
	asked := follow(t, stores)
	other := follow(t, stores)
	for _, docs := range []*leads{asked, other} {
		awaitRows(t, docs, 0, "at first")
	}
	doc := storeSilently(t, asked, mongodb.NewID())
	if err := asked.InsertOnce(t.Context(), doc); err != nil {
		t.Fatal(err)
	}
	awaitRows(t, asked, 1, "by whom it was sent to")
	awaitRows(t, other, 1, "by the other process")
}

func TestList_AProcessThatStartsShowsTheOthersWhatNobodyTold(t *testing.T) {
	stores := teststore.Embedded(t)
	old := follow(t, stores)
	awaitRows(t, old, 0, "at first")
	storeSilently(t, old, mongodb.NewID())
	started := follow(t, stores)
	awaitRows(t, started, 1, "by the process that started")
	awaitRows(t, old, 1, "by the one that ran")
}
