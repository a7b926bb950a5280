package proxy_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
	"go.mongodb.org/mongo-driver/v2/mongo/writeconcern"
)

// found is what findAndModify answers.
type found struct {
	Last struct {
		N        int
		Existing *bool `bson:"updatedExisting"`
		Upserted any
	} `bson:"lastErrorObject"`
	Value bson.M
}

func TestFindAndModifyReturnsWhatMongoDBDoes(t *testing.T) {
	yes, no := true, false
	one := bson.M{"_id": "a", "n": int32(1), "m": int32(5)}
	for name, c := range map[string]struct {
		command bson.D
		n       int
		was     *bool
		upsert  any
		value   bson.M
		stored  bson.M // the document "a" afterwards
	}{
		"before": {d("query", d("_id", "a"), "update", d("$inc", d("n", 1))), 1, &yes, nil, one,
			bson.M{"_id": "a", "n": int32(2), "m": int32(5)}},
		"after": {
			d("query", d("m", 5), "update", d("$inc", d("n", 1)), "new", true), 1, &yes, nil,
			bson.M{"_id": "a", "n": int32(2), "m": int32(5)}, bson.M{"_id": "a", "n": int32(2), "m": int32(5)},
		},
		"only some fields": {
			d("query", d("_id", "a", "n", 1), "update", d("$inc", d("n", 1)), "new", true, "fields", d("m", 1)), 1, &yes, nil,
			bson.M{"_id": "a", "m": int32(5)}, bson.M{"_id": "a", "n": int32(2), "m": int32(5)},
		},
		"replaced": {d("query", d("_id", "a"), "update", d("x", 1), "new", true), 1, &yes, nil,
			bson.M{"_id": "a", "x": int32(1)}, bson.M{"_id": "a", "x": int32(1)}},
		"no match":   {d("query", d("_id", "a", "n", 2), "update", d("$inc", d("n", 1))), 0, &no, nil, nil, one},
		"no such id": {d("query", d("_id", "z"), "update", d("$inc", d("n", 1)), "new", true), 0, &no, nil, nil, one},
		"upsert before": {
			d("query", d("_id", "z"), "update", d("$inc", d("n", 1)), "upsert", true), 1, &no, "z", nil, one,
		},
		"upsert after": {
			d("query", d("_id", "z", "k", 1), "update", d("$inc", d("n", 1)), "upsert", true, "new", true), 1, &no, "z",
			bson.M{"_id": "z", "k": int32(1), "n": int32(1)}, one,
		},
		"in an order": {
			d("query", d("n", d("$gt", 0)), "sort", d("n", -1), "update", d("$set", d("m", 0))), 1, &yes, nil,
			bson.M{"_id": "b", "n": int32(9)}, one,
		},
		"removed": {d("query", d("n", 1), "remove", true, "fields", d("n", 1)), 1, nil, nil,
			bson.M{"_id": "a", "n": int32(1)}, nil},
		"removed by id":     {d("query", d("_id", "a"), "remove", true), 1, nil, nil, one, nil},
		"nothing to remove": {d("query", d("_id", "z"), "remove", true), 0, nil, nil, nil, one},
	} {
		t.Run(name, func(t *testing.T) {
			db := start(t)
			ctx := t.Context()
			insert(t, db.Collection("c"), d("_id", "a", "n", 1, "m", 5), d("_id", "b", "n", 9))
			var got found
			check(t, db.RunCommand(ctx, append(d("findAndModify", "c"), c.command...)).Decode(&got))
			if got.Last.N != c.n || !reflect.DeepEqual(got.Last.Existing, c.was) || got.Last.Upserted != c.upsert ||
				!reflect.DeepEqual(got.Value, c.value) {
				t.Errorf("answered %+v", got)
			}
			var stored bson.M
			if err := db.Collection("c").FindOne(ctx, d("_id", "a")).Decode(&stored); err != nil && c.stored != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(stored, c.stored) {
				t.Errorf("stored %v, want %v", stored, c.stored)
			}
		})
	}
}

// An update that MongoDB refuses is refused whether it matches a document or not.
func TestAnUpdateIsCheckedEvenIfItMatchesNothing(t *testing.T) {
	db := start(t)
	ctx := t.Context()
	c := db.Collection("c")
	insert(t, c, d("_id", "a"))
	for _, filter := range []bson.D{d("_id", "a"), d("_id", "z"), d("n", 1), d("_id", "z", "n", 1)} {
		_, err := c.UpdateOne(ctx, filter, d("$nonsense", d("n", 1)))
		wantCode(t, err, 9)
		wantCode(t, c.FindOneAndUpdate(ctx, filter, d("$nonsense", d("n", 1))).Err(), 9)
		multi := bson.A{d("q", filter, "u", d("n", 1), "multi", true)}
		_, err = c.UpdateOne(ctx, filter, bson.A{d("$set", d("n", 1))})
		wantCode(t, err, 238)
		err = db.RunCommand(ctx, d("update", "c", "updates", multi)).Err()
		wantCode(t, err, 9)
	}
}

func TestCountsOfUpdatesAndDeletes(t *testing.T) {
	c := start(t).Collection("c")
	ctx := t.Context()
	insert(t, c, d("_id", 1, "k", 1, "n", 1), d("_id", 2, "k", 1, "n", 2), d("_id", "3", "k", 2, "n", 1),
		d("_id", 4.5, "k", 1, "n", 1), d("_id", d("a", 1), "k", 1, "n", 3))
	result, err := c.UpdateMany(ctx, d("k", 1), d("$set", d("n", 1)))
	check(t, err)
	if result.MatchedCount != 4 || result.ModifiedCount != 2 {
		t.Fatalf("%+v", result)
	}
	result, err = c.UpdateMany(ctx, d("k", 7), d("$set", d("n", 1)), options.UpdateMany().SetUpsert(true))
	check(t, err)
	if result.MatchedCount != 0 || result.UpsertedCount != 1 || result.UpsertedID == nil {
		t.Fatalf("%+v", result)
	}
	for _, step := range []struct {
		filter bson.D
		many   bool
		want   int64
	}{
		{d("k", 1), false, 1}, {d("k", 1), true, 3}, {d("_id", "3"), false, 1}, {d("_id", "3"), true, 0},
		{bson.D{}, true, 1}, {bson.D{}, true, 0},
	} {
		var deleted *mongo.DeleteResult
		if step.many {
			deleted, err = c.DeleteMany(ctx, step.filter)
		} else {
			deleted, err = c.DeleteOne(ctx, step.filter)
		}
		check(t, err)
		if deleted.DeletedCount != step.want {
			t.Fatalf("%v: deleted %d, want %d", step, deleted.DeletedCount, step.want)
		}
	}
}

// More documents than one statement of SQLite can delete.
func TestVeryManyDocumentsAreDeletedAtOnce(t *testing.T) {
	db := start(t)
	ctx := t.Context()
	c := db.Collection("c")
	const n = 10_500
	for batch := range slices.Chunk(make([]int, n), 1000) {
		documents := make([]any, 0, len(batch))
		for range batch {
			documents = append(documents, d("_id", bson.NewObjectID().Hex()))
		}
		insert(t, c, documents...)
	}
	insert(t, c, d("_id", "stays", "keep", true))
	s := watch(t, db, mongo.Pipeline{{{Key: "$project", Value: d("operationType", 1)}}})
	result, err := c.DeleteMany(ctx, d("keep", d("$ne", true)))
	check(t, err)
	left, err := c.CountDocuments(ctx, bson.D{})
	check(t, err)
	if result.DeletedCount != n || left != 1 {
		t.Fatalf("deleted %d, %d are left", result.DeletedCount, left)
	}
	for range n {
		if e := next(t, s); e.Operation != "delete" {
			t.Fatalf("told of %s", e)
		}
	}
}

func TestAnUnacknowledgedWriteIsExecuted(t *testing.T) {
	at := startStore(t, t.TempDir())
	ctx := t.Context()
	s := watch(t, at.connect(t), mongo.Pipeline{})
	other := at.connect(t, options.Client().SetMaxPoolSize(1))
	c := other.Collection("c", options.Collection().SetWriteConcern(writeconcern.Unacknowledged()))
	for i := range 3 {
		_, err := c.InsertOne(ctx, d("_id", i))
		check(t, err)
		check(t, other.RunCommand(ctx, d("ping", 1)).Err()) // the answers are still those of their questions
		wantEvents(t, s, fmt.Sprintf("insert c %d", i))
	}
}
