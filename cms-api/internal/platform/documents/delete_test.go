package documents_test

import (
	"testing"

	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/test/teststore"
)

// A deletion returns the document that its one step has removed, whatever reading does.
func TestDelete_ReturnsWhatItRemoved(t *testing.T) {
	relay, stores := teststore.Embedded(t).Relay(t)
	docs := documents.New[thing](stores.Database(t, "deleting"), "things", "thing")
	doc := thing{Title: "first"}
	if _, err := docs.Insert(t.Context(), documents.Write{}, &doc); err != nil {
		t.Fatal(err)
	}
	relay.Fail("find", 1)
	gone, err := docs.Delete(t.Context(), doc.ID, documents.Write{})
	if err != nil || gone.Before.Title != "first" || gone.After.ID != "" {
		t.Errorf("removed was %+v: %v", gone, err)
	}
	if _, err := docs.Delete(t.Context(), doc.ID, documents.Write{}); !problem.Is(err, problem.NotFound) {
		t.Errorf("deleting it again says %v", err)
	}
}
