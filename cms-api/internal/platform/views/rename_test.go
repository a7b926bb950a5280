package views

import (
	"log/slog"
	"slices"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// nothing is a view that keeps nothing.
type nothing struct{ View[int] }

// What is renamed onto a collection has it loaded again. The embedded database has no
// renaming, so the event is one as MongoDB sends it.
func TestWorkOff_LoadsWhatIsRenamedOntoACollection(t *testing.T) {
	client, err := mongo.Connect(options.Client().ApplyURI("mongodb://127.0.0.1:1"))
	if err != nil {
		t.Fatal(err)
	}
	var gone []string
	stream := New(client.Database("renames"), slog.New(slog.DiscardHandler), nil,
		func(collection string) { gone = append(gone, collection) })
	Add(stream.Followed("things", nil), List, nil, nothing{}, nil)
	raw, err := bson.Marshal(bson.D{
		{Key: "operationType", Value: "rename"}, {Key: "ns", Value: bson.D{{Key: "coll", Value: "made"}}},
		{Key: "to", Value: bson.D{{Key: "coll", Value: "things"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.workOff(t.Context(), eventsOf(raw)); err != nil {
		t.Fatal(err)
	}
	due := stream.loader.take()
	slices.Sort(gone)
	if view := stream.Followed("things", nil).views[0]; len(due) != 1 || due[0] != view ||
		!slices.Equal(gone, []string{"made", "things"}) {
		t.Errorf("due are %v, and gone %v", due, gone)
	}
	match, err := bson.Marshal(stream.pipeline()[0])
	if err != nil {
		t.Fatal(err)
	}
	wanted := bson.Raw(match).Lookup("$match", "$or", "0", "operationType", "$in", "1")
	if wanted.StringValue() != "rename" {
		t.Errorf("wanted is %s", bson.Raw(match))
	}
}
