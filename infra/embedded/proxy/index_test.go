package proxy_test

import (
	"fmt"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/infra/embedded/proxy"
)

func createIndexes(t *testing.T, db *mongo.Database, indexes ...any) error {
	t.Helper()
	return db.RunCommand(t.Context(), d("createIndexes", "c", "indexes", bson.A(indexes))).Err()
}

// definitions returns the indexes of the collection by name.
func definitions(t *testing.T, db *mongo.Database) map[string]string {
	t.Helper()
	cursor, err := db.Collection("c").Indexes().List(t.Context())
	check(t, err)
	var all []bson.D
	check(t, cursor.All(t.Context(), &all))
	found := map[string]string{}
	for _, each := range all {
		var name string
		options := map[string]string{}
		for _, e := range each {
			if e.Key == "name" {
				name = e.Value.(string)
			} else {
				options[e.Key] = fmt.Sprint(e.Value)
			}
		}
		found[name] = fmt.Sprint(options)
	}
	return found
}

var (
	ttl     = d("key", d("until", 1), "name", "ttl", "expireAfterSeconds", 3600)
	partial = d("key", d("slug", 1), "name", "partial", "partialFilterExpression", d("status", "live", "n", d("$gt", 5)))
	unique  = d("key", d("phone", 1), "name", "unique", "unique", true, "partialFilterExpression",
		d("phone", d("$exists", true)))
	sparse = d("key", d("mail", 1), "name", "sparse", "unique", true, "sparse", true)
	plain  = d("key", d("a", 1, "b", -1), "name", "plain")
)

func TestIndexesAreListedAsTheyWereGiven(t *testing.T) {
	dir := t.TempDir()
	first := startStore(t, dir)
	db := first.connect(t)
	check(t, createIndexes(t, db, ttl, partial))
	check(t, createIndexes(t, db, unique, sparse, plain, ttl))
	check(t, createIndexes(t, db, partial, plain)) // nothing new
	want := fmt.Sprint(definitions(t, db))
	for name, expected := range map[string]string{
		"_id_": `map[key:{"_id":{"$numberInt":"1"}} v:2]`,
		"ttl":  `map[expireAfterSeconds:3600 key:{"until":{"$numberInt":"1"}} v:2]`,
		"partial": `map[key:{"slug":{"$numberInt":"1"}} ` +
			`partialFilterExpression:{"status":"live","n":{"$gt":{"$numberInt":"5"}}} v:2]`,
		"unique": `map[key:{"phone":{"$numberInt":"1"}} partialFilterExpression:{"phone":{"$exists":true}} unique:true v:2]`,
		"sparse": `map[key:{"mail":{"$numberInt":"1"}} sparse:true unique:true v:2]`,
		"plain":  `map[key:{"a":{"$numberInt":"1"},"b":{"$numberInt":"-1"}} v:2]`,
	} {
		if got := definitions(t, db)[name]; got != expected {
			t.Errorf("%s is %s, want %s", name, got, expected)
		}
	}
	first.stop()
	db = startStore(t, dir).connect(t)
	if got := fmt.Sprint(definitions(t, db)); got != want {
		t.Errorf("after a restart %s, before it %s", got, want)
	}
	check(t, createIndexes(t, db, ttl, partial, unique, sparse, plain))
	if got := fmt.Sprint(definitions(t, db)); got != want {
		t.Errorf("after they were asked for again %s, before %s", got, want)
	}
}

func TestAnIndexThatDiffersIsRefused(t *testing.T) {
	db := start(t)
	check(t, createIndexes(t, db, ttl, partial, unique, plain))
	before := fmt.Sprint(definitions(t, db))
	for name, c := range map[string]struct {
		index bson.D
		code  int
	}{
		"another time":  {d("key", d("until", 1), "name", "ttl", "expireAfterSeconds", 60), 85},
		"no time":       {d("key", d("until", 1), "name", "ttl"), 85},
		"another name":  {d("key", d("until", 1), "name", "other", "expireAfterSeconds", 3600), 85},
		"another key":   {d("key", d("since", 1), "name", "ttl", "expireAfterSeconds", 3600), 86},
		"another order": {d("key", d("b", -1, "a", 1), "name", "plain"), 86},
		"unique":        {d("key", d("a", 1, "b", -1), "name", "plain", "unique", true), 86},
		"another filter": {d("key", d("slug", 1), "name", "partial", "partialFilterExpression",
			d("status", "draft")), 86},
		"no filter":          {d("key", d("slug", 1), "name", "partial"), 86},
		"time of two fields": {d("key", d("x", 1, "y", 1), "name", "x", "expireAfterSeconds", 1), 67},
		"time of ids":        {d("key", d("_id", 1), "name", "x", "expireAfterSeconds", 1), 197},
		"no sensible time":   {d("key", d("x", 1), "name", "x", "expireAfterSeconds", -1), 67},
		"time as text":       {d("key", d("x", 1), "name", "x", "expireAfterSeconds", "1"), 67},
		"filter as text":     {d("key", d("x", 1), "name", "x", "partialFilterExpression", "y"), 14},
		"sparse and partial": {d("key", d("x", 1), "name", "x", "sparse", true, "partialFilterExpression",
			d("x", 1)), 67},
		"unique of some": {d("key", d("x", 1), "name", "x", "unique", true, "partialFilterExpression",
			d("y", 1)), 67},
		"unique of others that exist": {d("key", d("x", 1), "name", "x", "unique", true, "partialFilterExpression",
			d("y", d("$exists", true))), 67},
		"unique where half of it exists": {
			d("key", d("x", 1, "y", 1), "name", "x", "unique", true, "partialFilterExpression", d("x", d("$exists", true))), 67,
		},
		"text":      {d("key", d("x", "text"), "name", "x"), 67},
		"collation": {d("key", d("x", 1), "name", "x", "collation", d("locale", "en")), 238},
		"no name":   {d("key", d("x", 1)), 9},
	} {
		t.Run(name, func(t *testing.T) { wantCode(t, createIndexes(t, db, c.index), c.code) })
	}
	wantCode(t, createIndexes(t, db), 2)
	if after := fmt.Sprint(definitions(t, db)); after != before {
		t.Errorf("the indexes are %s, were %s", after, before)
	}
}

// Dropped with its collection, its database or by name, an index may be another one.
func TestADroppedIndexIsForgotten(t *testing.T) {
	dir := t.TempDir()
	db := startStore(t, dir).connect(t)
	ctx := t.Context()
	for _, drop := range []func() error{
		func() error { return db.Collection("c").Indexes().DropOne(ctx, "ttl") },
		func() error { return db.Collection("c").Indexes().DropAll(ctx) },
		func() error { return db.Collection("c").Drop(ctx) },
		func() error { return db.Drop(ctx) },
	} {
		check(t, createIndexes(t, db, ttl))
		check(t, drop())
		check(t, createIndexes(t, db, d("key", d("until", 1), "name", "ttl")))
		if got := definitions(t, db)["ttl"]; got != `map[key:{"until":{"$numberInt":"1"}} v:2]` {
			t.Fatalf("the new index is %s", got)
		}
		check(t, db.Collection("c").Indexes().DropOne(ctx, "ttl"))
	}
}

func TestAUniquePartialIndexComparesWhatExists(t *testing.T) {
	db := start(t)
	check(t, createIndexes(t, db, unique))
	c := db.Collection("c")
	insert(t, c, d("_id", 1), d("_id", 2), d("_id", 3, "phone", "1"), d("_id", 4, "phone", nil))
	for _, phone := range []any{"1", nil} {
		if _, err := c.InsertOne(t.Context(), d("phone", phone)); !mongo.IsDuplicateKeyError(err) {
			t.Errorf("%v a second time: %v", phone, err)
		}
	}
}

func TestExpiredDocumentsAreDeletedAndTold(t *testing.T) {
	dir := t.TempDir()
	often := func(o *proxy.Options) { o.ExpireEvery = 10 * time.Millisecond }
	never := func(o *proxy.Options) { o.ExpireEvery = 24 * time.Hour }
	first := startStore(t, dir, never)
	db := first.connect(t)
	check(t, createIndexes(t, db, d("key", d("until", 1), "name", "ttl", "expireAfterSeconds", 60)))
	check(t, createIndexes(t, db, d("key", d("gone", 1), "name", "some", "expireAfterSeconds", 0,
		"partialFilterExpression", d("done", true))))
	now := time.Now()
	insert(t, db.Collection("c"),
		d("_id", "expired", "until", now.Add(-2*time.Minute)),
		d("_id", "not yet", "until", now.Add(-30*time.Second)),
		d("_id", "later", "until", now.Add(time.Hour)),
		d("_id", "no time"), d("_id", "text", "until", "yesterday"), d("_id", "number", "until", 1),
		d("_id", "null", "until", nil),
		d("_id", "not done", "gone", now.Add(-time.Hour)),
		d("_id", "done", "gone", now.Add(-time.Hour), "done", true))
	first.stop()

	// The definitions outlive the process.
	again := startStore(t, dir, often)
	db = again.connect(t)
	s := watch(t, db, mongo.Pipeline{{{Key: "$match", Value: d("operationType", "delete")}}})
	ctx := t.Context()
	c := db.Collection("c")
	insert(t, c, d("_id", "another", "until", now.Add(-time.Hour)))
	for next(t, s).Key.ID != "another" {
	}
	object := bson.NewObjectID()
	insert(t, c, d("_id", object, "until", now.Add(-time.Hour)))
	for next(t, s).Key.ID != object {
	}
	insert(t, c, d("_id", "and another", "gone", now.Add(-time.Hour), "done", true))
	for next(t, s).Key.ID != "and another" {
	}
	cursor, err := c.Find(ctx, bson.D{}, options.Find().SetProjection(d("_id", 1)))
	check(t, err)
	var left []struct {
		ID string `bson:"_id"`
	}
	check(t, cursor.All(ctx, &left))
	if got := fmt.Sprint(left); got != "[{not yet} {later} {no time} {text} {number} {null} {not done}]" {
		t.Fatalf("left are %s", got)
	}
}
