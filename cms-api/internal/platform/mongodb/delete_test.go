package mongodb_test

import (
	"testing"

	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/test/teststore"
)

// What a deletion removed is noted by the one step that removes it, whatever reading does.
func TestDelete_NotesWhatItRemoved(t *testing.T) {
	relay, stores := teststore.Embedded(t).Relay(t)
	docs := mongodb.NewDocuments[thing](stores.Database(t, "deleting"), "things", "thing")
	doc := thing{Title: "first"}
	if err := docs.Insert(t.Context(), &doc); err != nil {
		t.Fatal(err)
	}
	relay.Fail("find", 1)
	ctx, journal := changes.Watch(t.Context())
	if err := docs.Delete(ctx, doc.ID, nil); err != nil {
		t.Fatal(err)
	}
	writes := journal.Record().Writes
	if len(writes) != 1 {
		t.Fatalf("noted are %v", writes)
	}
	if before, ok := writes[0].Before.(*thing); !ok || before.Title != "first" {
		t.Errorf("removed was %v", writes[0].Before)
	}
	if err := docs.Delete(ctx, doc.ID, nil); !problem.Is(err, problem.NotFound) {
		t.Errorf("deleting it again says %v", err)
	}
}
