package collection_test

import (
	"strings"
	"testing"

	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/publishing/snapshot"
	"academy/cms-api/internal/test/manualclock"
	"academy/cms-api/internal/test/teststore"
)

type note struct {
	revision.Document `bson:",inline"`
	Title             string `json:"title" bson:"title"`
	Place             int    `json:"place" bson:"place"`
	Loud              string `json:"loud" bson:"-"`
}

func (n *note) DisplayName() string { return n.Title }

type update struct {
	Title *string `json:"title,omitempty"`
}

type kind = collection.Kind[note, *note, update, update]

func placed() collection.Order[*note] {
	return collection.Order[*note]{Field: "place", Of: func(n *note) *int { return &n.Place }, Numbered: true}
}

func loud(n note) note {
	n.Loud = strings.ToUpper(n.Title)
	return n
}

// A collection that has only a name stands by age, and the site shows all of it.
func TestNew_OnlyAName(t *testing.T) {
	db := teststore.Start(t).Database(t, "minimal")
	notes := collection.New(db, kind{Name: "notes"})
	snapshots := snapshot.NewStore(snapshot.Options{Clock: manualclock.New()})
	notes.ShowIn(snapshots)
	for _, title := range []string{"first", "second"} {
		if _, err := notes.Add(t.Context(), note{Title: title}); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.LoadViews(t.Context()); err != nil {
		t.Fatal(err)
	}
	shown := string(snapshots.Current().Body("notes").Identity())
	if first := strings.Index(shown, "first"); first < 0 || first > strings.Index(shown, "second") {
		t.Errorf("the public sees %s", shown)
	}
	if visible, err := notes.Visible(t.Context()); err != nil || len(visible) != 2 {
		t.Errorf("visible: %v, %v", visible, err)
	}
}

// A move answers the documents as a read answers them.
func TestReorder_AnswersWhatIsShown(t *testing.T) {
	db := teststore.Start(t).Database(t, "shown")
	notes := collection.New(db, kind{Name: "notes", Order: placed(), Shown: loud})
	var last note
	for _, title := range []string{"a", "b"} {
		var err error
		if last, err = notes.Add(t.Context(), note{Title: title}); err != nil {
			t.Fatal(err)
		}
	}
	moved, err := notes.Reorder(t.Context(), []collection.Position{{ID: last.ID, At: 1}}, nil, "body.items")
	if err != nil || len(moved) != 2 || moved[0].Loud != "B" || moved[1].Loud != "A" {
		t.Errorf("reordered: %+v, %v", moved, err)
	}
}

func TestNew_PanicsOnAContradiction(t *testing.T) {
	for name, bad := range map[string]kind{
		"no plural": {Name: "news item"},
		"pages of a subset": {
			Name: "notes", Listing: documents.Listing{Default: "-created_at"}, Subset: &collection.Subset[note]{Name: "active"},
		},
	} {
		func() {
			defer func() {
				if said, _ := recover().(string); !strings.HasPrefix(said, "collection: ") {
					t.Errorf("%s: panics with %q", name, said)
				}
			}()
			collection.New(nil, bad)
		}()
	}
}
