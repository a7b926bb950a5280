package history

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/test/teststore"
)

type note struct {
	revision.Document `bson:",inline"`
	Title             string `bson:"title"`
}

// overtaken is a collection of which something happens once its trash was read, or its strays.
type overtaken struct {
	Collection
	then func()
}

func (o overtaken) strays(ctx context.Context) (map[string][]int, error) {
	found, err := o.Collection.strays(ctx)
	if o.hasTrash() {
		return found, err
	}
	o.then()
	return found, err
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
	docs := documents.New[note](teststore.Start(t).Database(t, "swept"), "notes", "note").Versioned().WithTrash(nil)
	collection := Of(Kind[note, *note, struct{}]{
		Name: "notes", Docs: docs,
		Undelete: func(ctx context.Context, id string, w documents.Write) (Saved, error) {
			made, err := docs.Undelete(ctx, id, w, nil)
			return SavedOf[note](made.After, err)
		},
	})
	discard := func(id string) {
		t.Helper()
		if _, err := docs.Discard(ctx, id, documents.Write{}); err != nil {
			t.Fatal(err)
		}
	}
	kept, old := note{Title: "Kept"}, note{Title: "Old"}
	for _, doc := range []*note{&kept, &old} {
		if _, err := docs.Insert(ctx, documents.Write{}, doc); err != nil {
			t.Fatal(err)
		}
		discard(doc.ID)
	}
	meanwhile := func() {
		if _, err := collection.undelete(ctx, kept.ID, documents.Write{}); err != nil {
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
	left, err := docs.Versions.With(ctx, func([]byte) bool { return true })
	if err != nil || len(left) != 1 || len(left[kept.ID]) != 3 {
		t.Errorf("the versions left are %v, %v", left, err)
	}
}

// Copies that no history named when they were looked for, and that are versions by the time
// that they would be removed, stay; those that are in no history go.
func TestSweepStrays_OvertakenBySaves(t *testing.T) {
	ctx := t.Context()
	docs := documents.New[note](teststore.Start(t).Database(t, "strays"), "notes", "note").Versioned()
	collection := Of(Kind[note, *note, struct{}]{Name: "notes", Docs: docs})
	kept, gone := note{Title: "0"}, note{Title: "0"}
	save := func(id string) {
		t.Helper()
		for n := range 16 { // which fills a pack
			_, err := docs.Update(ctx, id, documents.Write{}, func(n *note) error { n.Title += "."; return nil })
			if err != nil {
				t.Fatal(n, err)
			}
		}
	}
	for _, doc := range []*note{&kept, &gone} {
		if _, err := docs.Insert(ctx, documents.Write{}, doc); err != nil {
			t.Fatal(err)
		}
		save(doc.ID)
		// As a backup of the first revision leaves it.
		if _, err := docs.Raw().ReplaceOne(ctx, bson.D{{Key: "_id", Value: doc.ID}}, doc); err != nil {
			t.Fatal(err)
		}
	}
	swept := &Swept{}
	err := sweepStrays(ctx, overtaken{collection, func() { save(kept.ID) }}, false, swept)
	var want []string
	for revision := 2; revision <= 16; revision++ {
		want = append(want, fmt.Sprintf("notes/%s/%d", gone.ID, revision))
	}
	if err != nil || !slices.Equal(swept.Versions, want) {
		t.Errorf("swept %v, %v", swept.Versions, err)
	}
	for revision := 1; revision <= 17; revision++ {
		if was, err := docs.At(ctx, kept.ID, revision); err != nil || len(was.Title) != revision {
			t.Errorf("at %d it was %q, %v", revision, was.Title, err)
		}
	}
	if left, err := docs.Versions.Strays(ctx); err != nil || len(left) > 0 {
		t.Errorf("left are %v, %v", left, err)
	}
}
