package history

import (
	"context"
	"testing"
	"time"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/test/teststore"
)

type note struct {
	revision.Document `bson:",inline"`
	Title             string `bson:"title"`
}

// overtaken is a collection of which something happens once its trash was read.
type overtaken struct {
	Collection
	then func()
}

func (o overtaken) trash(ctx context.Context) ([]discarded, error) {
	found, err := o.Collection.trash(ctx)
	o.then()
	return found, err
}

// What somebody has back and deletes again while the trash is swept has all its time again, and
// its versions; what nobody touches goes once, with all of them.
func TestSweep_OvertakenByWhoeverHadItBack(t *testing.T) {
	ctx := t.Context()
	docs := mongodb.NewDocuments[note](teststore.Start(t).Database(t, "swept"), "notes", "note").Kept().WithTrash(nil)
	collection := Of(Kind[note, *note, struct{}]{
		Name: "notes", Docs: docs,
		Undelete: func(ctx context.Context, id string, expected *int) (Saved, error) {
			return SavedOf[note](docs.Undelete(ctx, id, expected, nil))
		},
	})
	discard := func(id string) {
		t.Helper()
		if _, err := docs.Discard(ctx, id); err != nil {
			t.Fatal(err)
		}
	}
	kept, old := note{Title: "Kept"}, note{Title: "Old"}
	for _, doc := range []*note{&kept, &old} {
		if err := docs.Insert(ctx, doc); err != nil {
			t.Fatal(err)
		}
		discard(doc.ID)
	}
	meanwhile := func() {
		if _, err := collection.undelete(ctx, kept.ID, nil); err != nil {
			t.Fatal(err)
		}
		discard(kept.ID)
	}
	s := NewService(Options{
		TrashKeep: time.Hour, Rule: Rule{Least: 20}, Collections: []Collection{overtaken{collection, meanwhile}},
	})
	swept, err := s.Sweep(ctx, time.Now().Add(time.Hour+time.Second), false)
	if err != nil || len(swept.Trash) != 1 || swept.Trash[0] != "notes/"+old.ID {
		t.Errorf("swept %v, %v", swept, err)
	}
	if saves, err := docs.History(ctx, kept.ID); err != nil || len(saves) != 4 {
		t.Errorf("what was had back has %v, %v", saves, err)
	}
	if was, err := docs.At(ctx, kept.ID, 1); err != nil || was.Title != "Kept" {
		t.Errorf("it was %v, %v", was, err)
	}
	if _, err := docs.History(ctx, old.ID); !problem.Is(err, problem.NotFound) {
		t.Errorf("what went has a history: %v", err)
	}
	left, err := docs.VersionsWith(ctx, func([]byte) bool { return true })
	if err != nil || len(left) != 1 || len(left[kept.ID]) != 3 {
		t.Errorf("the versions left are %v, %v", left, err)
	}
}
