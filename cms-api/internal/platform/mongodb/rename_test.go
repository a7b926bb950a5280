package mongodb

import (
	"log/slog"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// What is renamed onto a collection has it loaded again. The embedded database has no
// renaming, so the event is one as MongoDB sends it.
func TestWorkOff_LoadsWhatIsRenamedOntoACollection(t *testing.T) {
	db, err := Open("mongodb://127.0.0.1:1", "renames", time.Now, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	f := db.followed("things")
	view := &cached[*listItem]{c: f.c}
	f.views = append(f.views, view)
	raw, err := bson.Marshal(bson.D{
		{Key: "operationType", Value: "rename"}, {Key: "ns", Value: bson.D{{Key: "coll", Value: "made"}}},
		{Key: "to", Value: bson.D{{Key: "coll", Value: "things"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.workOff(t.Context(), eventsOf(raw)); err != nil {
		t.Fatal(err)
	}
	if due := db.stream.loader.take(); len(due) != 1 || due[0] != anyView(view) {
		t.Errorf("due are %v", due)
	}
	match, err := bson.Marshal(db.pipeline()[0])
	if err != nil {
		t.Fatal(err)
	}
	wanted := bson.Raw(match).Lookup("$match", "$or", "0", "operationType", "$in", "1")
	if wanted.StringValue() != "rename" {
		t.Errorf("wanted is %s", bson.Raw(match))
	}
}
