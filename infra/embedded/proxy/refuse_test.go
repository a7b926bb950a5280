package proxy_test

import (
	"context"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// Unsupported commands are refused with the error of a standalone MongoDB, or of one that
// lacks the feature, and nothing is written.
func TestWhatCannotBePromisedIsRefused(t *testing.T) {
	db := start(t)
	insert(t, db.Collection("c"), d("_id", 1, "n", 1))
	documents := bson.A{d("_id", 2)}
	updates := bson.A{d("q", d("_id", 1), "u", d("$set", d("n", 2)))}
	deletes := bson.A{d("q", d("_id", 1), "limit", 1)}
	stream := func(stage bson.D, more ...any) bson.D {
		return d("aggregate", 1, "cursor", bson.D{}, "pipeline", append(bson.A{d("$changeStream", stage)}, more...))
	}
	for name, c := range map[string]struct {
		command bson.D
		code    int
	}{
		"a transaction": {d("insert", "c", "documents", documents, "txnNumber", int64(1),
			"startTransaction", true, "autocommit", false), 20},
		"a later statement of one": {d("update", "c", "updates", updates, "txnNumber", int64(1),
			"autocommit", false), 20},
		"a read in one":                   {d("find", "c", "txnNumber", int64(1), "autocommit", false), 20},
		"a write that may be tried again": {d("delete", "c", "deletes", deletes, "txnNumber", int64(1)), 20},
		"two acknowledgements":            {d("insert", "c", "documents", documents, "writeConcern", d("w", 2)), 2},
		"acknowledgement by a tag":        {d("insert", "c", "documents", documents, "writeConcern", d("w", "west")), 2},
		"a snapshot read":                 {d("find", "c", "readConcern", d("level", "snapshot")), 123},
		"a linearizable read":             {d("find", "c", "readConcern", d("level", "linearizable")), 123},
		"a causal read": {d("find", "c", "readConcern",
			d("afterClusterTime", bson.Timestamp{T: 1})), 123},
		"a replica set's state": {d("replSetGetStatus", 1), 76},
		"writing through a pipeline": {d("aggregate", "c", "cursor", bson.D{}, "pipeline",
			bson.A{d("$out", "x")}), 238},
		"an update by a pipeline": {d("update", "c", "updates",
			bson.A{d("q", d("_id", 1), "u", bson.A{d("$set", d("n", 2))})}), 238},
		"findAndModify by a pipeline": {d("findAndModify", "c", "query", d("_id", 1), "update",
			bson.A{d("$set", d("n", 2))}), 238},
		"array filters": {d("update", "c", "updates",
			bson.A{append(updates[0].(bson.D), bson.E{Key: "arrayFilters", Value: bson.A{d("x", 1)}})}), 238},
		"a collation": {d("delete", "c", "deletes",
			bson.A{append(deletes[0].(bson.D), bson.E{Key: "collation", Value: d("locale", "en")})}), 238},
		"a collation of findAndModify": {d("findAndModify", "c", "query", d("_id", 1), "remove", true,
			"collation", d("locale", "en")), 238},
		"variables": {d("delete", "c", "deletes", deletes, "let", d("x", 1)), 238},
		"to remove and update": {d("findAndModify", "c", "query", d("_id", 1), "remove", true, "update",
			d("n", 1)), 9},
		"to do nothing":                  {d("findAndModify", "c", "query", d("_id", 1)), 9},
		"a capped collection":            {d("create", "x", "capped", true, "size", 4096), 238},
		"a view":                         {d("create", "x", "viewOn", "c", "pipeline", bson.A{}), 238},
		"renaming":                       {d("renameCollection", "test.c", "to", "test.x"), 59},
		"changing a collection":          {d("collMod", "c", "index", d("name", "x", "expireAfterSeconds", 1)), 59},
		"a command of MongoDB 8":         {d("bulkWrite", 1, "ops", bson.A{}), 59},
		"no command":                     {d("nonsense", 1), 59},
		"an empty batch":                 {d("insert", "c", "documents", bson.A{}), 16},
		"no collection":                  {d("insert", "", "documents", documents), 73},
		"documents before a change":      {stream(d("fullDocumentBeforeChange", "required")), 238},
		"documents as they were":         {stream(d("fullDocument", "whenAvailable")), 238},
		"a whole cluster's changes":      {stream(d("allChangesForCluster", true)), 238},
		"changes since a time":           {stream(d("startAtOperationTime", bson.Timestamp{T: 1})), 238},
		"changes of definitions":         {stream(d("showExpandedEvents", true)), 238},
		"two tokens":                     {stream(d("resumeAfter", d("_data", "a"), "startAfter", d("_data", "a"))), 2},
		"another stage":                  {stream(bson.D{}, d("$addFields", d("x", 1))), 238},
		"a stage that is none":           {stream(bson.D{}, bson.D{}), 40323},
		"a condition on documents":       {stream(bson.D{}, d("$match", d("fullDocument.n", 1))), 238},
		"an operator":                    {stream(bson.D{}, d("$match", d("ns.coll", d("$gt", "a")))), 238},
		"an expression":                  {stream(bson.D{}, d("$match", d("$expr", bson.A{d("x", 1)}))), 238},
		"no list":                        {stream(bson.D{}, d("$match", d("$or", bson.A{}))), 2},
		"a bad regular expression":       {stream(bson.D{}, d("$match", d("ns.coll", bson.Regex{Pattern: "("}))), 51091},
		"a projection without the token": {stream(bson.D{}, d("$project", d("_id", 0))), 238},
		"a projection that computes":     {stream(bson.D{}, d("$project", d("x", "$ns.coll"))), 238},
		"a condition after a projection": {stream(bson.D{}, d("$project", d("ns", 1)),
			d("$match", d("ns.coll", "c"))), 238},
		"more of a stream that is not open": {d("getMore", int64(1<<62+12345), "collection", "c"), 43},
	} {
		t.Run(name, func(t *testing.T) { wantCode(t, db.RunCommand(t.Context(), c.command).Err(), c.code) })
	}
	if n := numberOf(t, db.Collection("c"), d("_id", 1), "n"); n != 1 {
		t.Errorf("something was written: n is %d", n)
	}
	n, err := db.Collection("c").CountDocuments(t.Context(), bson.D{})
	check(t, err)
	if n != 1 {
		t.Errorf("something was written: %d documents", n)
	}
}

func TestADriversTransactionIsRefused(t *testing.T) {
	db := start(t)
	ctx := t.Context()
	insert(t, db.Collection("c"), d("_id", 1))
	session, err := db.Client().StartSession()
	check(t, err)
	defer session.EndSession(ctx)
	_, err = session.WithTransaction(ctx, func(ctx context.Context) (any, error) {
		return db.Collection("c").InsertOne(ctx, d("_id", 2))
	})
	wantCode(t, err, 20)
	n, err := db.Collection("c").CountDocuments(ctx, bson.D{})
	check(t, err)
	if n != 1 {
		t.Fatalf("%d documents, want 1", n)
	}
}

// A client that asks for a replica set finds none, as with any single server.
func TestItIsNotAReplicaSet(t *testing.T) {
	s := startStore(t, t.TempDir())
	db := s.connect(t)
	var hello bson.M
	check(t, db.RunCommand(t.Context(), d("hello", 1)).Decode(&hello))
	if hello["setName"] != nil || hello["isWritablePrimary"] != true {
		t.Fatalf("it says that it is %v", hello)
	}
	set := s.connect(t, options.Client().SetReplicaSet("rs0").SetServerSelectionTimeout(1))
	if err := set.RunCommand(t.Context(), d("ping", 1)).Err(); err == nil {
		t.Fatal("a replica set answers")
	}
}
