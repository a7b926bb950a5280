package proxy_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// A find by several ids answers each document once, whatever the ids are, and with every
// option.
func TestFindByIDs(t *testing.T) {
	s := startStore(t, t.TempDir())
	c := s.connect(t).Collection("c")
	object := bson.NewObjectID()
	insert(t, c, d("_id", "a", "n", 1), d("_id", "b", "n", 2), d("_id", object, "n", 3), d("_id", 4, "n", 4))
	ids := bson.A{"b", "a", "a", "none", object}
	for what, one := range map[string]struct {
		filter bson.D
		opts   *options.FindOptionsBuilder
		want   []int32
	}{
		"ids":              {d("_id", d("$in", ids)), options.Find(), []int32{1, 2, 3}},
		"none":             {d("_id", d("$in", bson.A{})), options.Find(), nil},
		"numbers":          {d("_id", d("$in", bson.A{4, "a"})), options.Find(), []int32{1, 4}},
		"another field":    {d("_id", d("$in", ids), "n", 2), options.Find(), []int32{2}},
		"another operator": {d("_id", d("$in", ids, "$ne", "a")), options.Find(), []int32{2, 3}},
		"a limit":          {d("_id", d("$in", ids)), options.Find().SetSort(d("n", -1)).SetLimit(1), []int32{3}},
		"batches":          {d("_id", d("$in", ids)), options.Find().SetBatchSize(1), []int32{1, 2, 3}},
	} {
		t.Run(what, func(t *testing.T) {
			if got := numbers(t, c, one.filter, one.opts); !slices.Equal(got, one.want) {
				t.Errorf("found %v, want %v", got, one.want)
			}
		})
	}
}

// Of a collection that is asked by ids nothing else is read, whole or projected. The order
// shows it: FerretDB, which reads all of it, answers in that of the insertions.
func TestFindByIDsReadsNothingElse(t *testing.T) {
	s := startStore(t, t.TempDir())
	c := s.connect(t).Collection("c")
	insert(t, c, d("_id", "a", "n", 1, "m", 1), d("_id", "b", "n", 2, "m", 2))
	for what, one := range map[string]struct {
		opts *options.FindOptionsBuilder
		want []bson.D
	}{
		"whole":   {options.Find(), []bson.D{d("_id", "b", "n", 2, "m", 2), d("_id", "a", "n", 1, "m", 1)}},
		"some":    {options.Find().SetProjection(d("n", 1)), []bson.D{d("_id", "b", "n", 2), d("_id", "a", "n", 1)}},
		"all but": {options.Find().SetProjection(d("n", 0)), []bson.D{d("_id", "b", "m", 2), d("_id", "a", "m", 1)}},
	} {
		t.Run(what, func(t *testing.T) {
			cursor, err := c.Find(t.Context(), d("_id", d("$in", bson.A{"b", "a"})), one.opts)
			check(t, err)
			var got []bson.D
			check(t, cursor.All(t.Context(), &got))
			if fmt.Sprint(got) != fmt.Sprint(one.want) {
				t.Errorf("found %v, want %v", got, one.want)
			}
		})
	}
}

// A projection that is none is refused, with ids as with any other filter.
func TestFindByIDsRefusesWhatIsNoProjection(t *testing.T) {
	s := startStore(t, t.TempDir())
	c := s.connect(t).Collection("c")
	insert(t, c, d("_id", "a", "n", 1, "m", 1))
	for _, projection := range []any{"n", 1, bson.A{"n"}, d("n", 1, "m", 0)} {
		command := d("find", "c", "filter", d("_id", d("$in", bson.A{"a"})), "projection", projection)
		if err := c.Database().RunCommand(t.Context(), command).Err(); err == nil {
			t.Errorf("%v is taken for a projection", projection)
		}
	}
}

// A result that is too large for one answer comes in several.
func TestFindManyLargeDocumentsByIDs(t *testing.T) {
	s := startStore(t, t.TempDir())
	c := s.connect(t).Collection("c")
	body, ids := strings.Repeat("x", 6<<20), bson.A{}
	for n := range 6 {
		ids = append(ids, string(rune('a'+n)))
		insert(t, c, d("_id", ids[n], "n", n, "body", body))
	}
	if got := numbers(t, c, d("_id", d("$in", ids)), options.Find()); len(got) != len(ids) {
		t.Errorf("found %v", got)
	}
}

// numbers returns the field n of what a find answers, in their order.
func numbers(t *testing.T, c *mongo.Collection, filter bson.D, opts *options.FindOptionsBuilder) (got []int32) {
	t.Helper()
	cursor, err := c.Find(t.Context(), filter, opts)
	check(t, err)
	var found []struct{ N int32 }
	check(t, cursor.All(t.Context(), &found))
	for _, each := range found {
		got = append(got, each.N)
	}
	slices.Sort(got)
	return got
}
