package working_test

import (
	"testing"

	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/publishing/snapshot"
	"academy/cms-api/internal/test/teststore"
)

// A working copy is kept, published and discarded only over the number that a person has
// seen, and is gone once published.
func TestCopies_OfAnotherNumberAreRefused(t *testing.T) {
	stores := teststore.Start(t)
	docs, copies := notesIn(stores.Database(t, "numbers"), snapshot.SystemClock{})
	first := note{Title: "1", Text: "1"}
	first.ID = noteID
	if _, err := docs.Insert(t.Context(), documents.Write{}, &first); err != nil {
		t.Fatal(err)
	}
	put := func(expected int, text string) (working.Copy[noteFields], error) {
		return copies.Put(t.Context(), noteID, &expected, noteFields{text, text}, working.Plan{})
	}
	made, err := put(0, "2")
	if err != nil {
		t.Fatal(err)
	}
	newer, err := put(made.Number, "3")
	if err != nil {
		t.Fatal(err)
	}
	for name, stale := range map[string]int{"none": 0, "the one before": made.Number} {
		if _, err := put(stale, "4"); !problem.Is(err, problem.Stale) {
			t.Errorf("kept over %s: %v", name, err)
		}
		if _, err := copies.Publish(t.Context(), noteID, documents.Write{}, &stale); !problem.Is(err, problem.Stale) {
			t.Errorf("published over %s: %v", name, err)
		}
		if err := copies.Discard(t.Context(), noteID, &stale); !problem.Is(err, problem.Stale) {
			t.Errorf("discarded over %s: %v", name, err)
		}
	}
	published, err := copies.Publish(t.Context(), noteID, documents.Write{}, &newer.Number)
	if err != nil || published.Text != "3" {
		t.Errorf("published %+v: %v", published, err)
	}
	if left, err := copies.Get(t.Context(), noteID); !problem.Is(err, problem.NotFound) {
		t.Errorf("there is still %+v: %v", left, err)
	}
}
