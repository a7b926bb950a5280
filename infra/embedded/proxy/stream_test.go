package proxy_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/infra/embedded/proxy"
)

// told is an event as the tests read it.
type told struct {
	Operation string `bson:"operationType"`
	NS        struct{ DB, Coll string }
	Key       struct {
		ID any `bson:"_id"`
	} `bson:"documentKey"`
	Full bson.M `bson:"fullDocument"`
}

func (e told) String() string { return fmt.Sprintf("%s %s %v", e.Operation, e.NS.Coll, e.Key.ID) }

func next(t *testing.T, s *mongo.ChangeStream) told {
	t.Helper()
	if !s.Next(t.Context()) {
		t.Fatalf("no event: %v", s.Err())
	}
	var e told
	check(t, s.Decode(&e))
	return e
}

// wantEvents compares what a stream tells of next.
func wantEvents(t *testing.T, s *mongo.ChangeStream, want ...string) {
	t.Helper()
	for _, each := range want {
		if e := next(t, s); strings.TrimSuffix(e.String(), " <nil>") != each {
			t.Fatalf("told of %s, want %s", e, each)
		}
	}
}

func watch(t *testing.T, db *mongo.Database, pipeline mongo.Pipeline,
	opts ...options.Lister[options.ChangeStreamOptions]) *mongo.ChangeStream {
	t.Helper()
	s, err := db.Watch(t.Context(), pipeline, opts...)
	check(t, err)
	t.Cleanup(func() { _ = s.Close(t.Context()) })
	return s
}

func wantCode(t *testing.T, err error, code int) {
	t.Helper()
	var server mongo.ServerError
	if !errors.As(err, &server) || !server.HasErrorCode(code) {
		t.Fatalf("%v, want MongoDB's error %d", err, code)
	}
}

func insert(t *testing.T, c *mongo.Collection, documents ...any) {
	t.Helper()
	_, err := c.InsertMany(t.Context(), documents)
	check(t, err)
}

func TestAStreamTellsOfEveryKindOfWrite(t *testing.T) {
	db := start(t)
	ctx := t.Context()
	s := watch(t, db, mongo.Pipeline{})
	c := db.Collection("c")
	insert(t, c, d("_id", "a", "n", 1))
	insert(t, c, d("_id", "b", "n", 1), d("_id", "c", "n", 1))
	_, err := c.UpdateOne(ctx, d("n", 1, "_id", "a"), d("$inc", d("n", 1)))
	check(t, err)
	_, err = c.UpdateOne(ctx, d("_id", "a"), d("$set", d("n", 2))) // changes nothing
	check(t, err)
	_, err = c.UpdateOne(ctx, d("_id", "none"), d("$set", d("n", 2))) // matches nothing
	check(t, err)
	_, err = c.ReplaceOne(ctx, d("_id", "b"), d("x", 1))
	check(t, err)
	_, err = c.UpdateOne(ctx, d("_id", "e"), d("$set", d("n", 2)), options.UpdateOne().SetUpsert(true))
	check(t, err)
	check(t, c.FindOneAndUpdate(ctx, d("n", 1), d("$set", d("y", 1))).Err())
	check(t, c.FindOneAndReplace(ctx, d("_id", "c"), d("y", 2)).Err())
	check(t, c.FindOneAndDelete(ctx, d("_id", "c")).Err())
	_, err = c.UpdateMany(ctx, d("n", 2), d("$set", d("z", 1)))
	check(t, err)
	_, err = c.DeleteMany(ctx, d("z", 1))
	check(t, err)
	_, err = c.DeleteOne(ctx, d("x", 1))
	check(t, err)
	insert(t, db.Collection("other"), d("_id", 1))
	check(t, c.Drop(ctx))
	check(t, db.Drop(ctx))
	wantEvents(t, s,
		"insert c a", "insert c b", "insert c c", "update c a", "replace c b", "insert c e",
		"update c c", "replace c c", "delete c c", "update c a", "update c e",
		"delete c a", "delete c e", "delete c b", "insert other 1", "drop c",
		"drop other", "dropDatabase ", "invalidate ")
	if s.Next(ctx) || s.Err() != nil || s.ID() != 0 {
		t.Fatalf("the stream goes on after its database was dropped: %v", s.Err())
	}
}

func TestAStreamGoesOnAfterATokenOfAnEvent(t *testing.T) {
	db := start(t)
	c := db.Collection("c")
	s := watch(t, db, mongo.Pipeline{})
	insert(t, c, d("_id", 1), d("_id", 2), d("_id", 3))
	wantEvents(t, s, "insert c 1")
	token := s.ResumeToken()
	for _, opts := range []*options.ChangeStreamOptionsBuilder{
		options.ChangeStream().SetResumeAfter(token), options.ChangeStream().SetStartAfter(token),
	} {
		wantEvents(t, watch(t, db, mongo.Pipeline{}, opts), "insert c 2", "insert c 3")
	}
	// The token of a stream that has told of nothing yet.
	quiet := watch(t, db, mongo.Pipeline{}).ResumeToken()
	insert(t, c, d("_id", 4))
	wantEvents(t, watch(t, db, mongo.Pipeline{}, options.ChangeStream().SetResumeAfter(quiet)), "insert c 4")
}

func TestADroppedCollectionEndsItsStream(t *testing.T) {
	db := start(t)
	ctx := t.Context()
	c := db.Collection("c")
	insert(t, c, d("_id", 1))
	s, err := c.Watch(ctx, mongo.Pipeline{})
	check(t, err)
	insert(t, db.Collection("other"), d("_id", 1))
	check(t, c.Drop(ctx))
	insert(t, c, d("_id", 2))
	wantEvents(t, s, "drop c", "invalidate ")
	if s.Next(ctx) || s.Err() != nil {
		t.Fatalf("the stream goes on: %v", s.Err())
	}
	_, err = c.Watch(ctx, mongo.Pipeline{}, options.ChangeStream().SetResumeAfter(s.ResumeToken()))
	wantCode(t, err, 260)
	after, err := c.Watch(ctx, mongo.Pipeline{}, options.ChangeStream().SetStartAfter(s.ResumeToken()))
	check(t, err)
	wantEvents(t, after, "insert c 2")
}

func TestATokenThatIsNoneIsRefused(t *testing.T) {
	db := start(t)
	for _, token := range []any{
		d("_data", "nonsense"), d("_data", "8263"), d("_data", ""), d("_data", 7), bson.D{},
		d("_data", strings.Repeat("f", 34)),
	} {
		_, err := db.Watch(t.Context(), mongo.Pipeline{}, options.ChangeStream().SetResumeAfter(token))
		var server mongo.ServerError
		if !errors.As(err, &server) || !(server.HasErrorCode(260) || server.HasErrorCode(286)) {
			t.Errorf("%v: %v", token, err)
		}
	}
	_, err := db.Watch(t.Context(), mongo.Pipeline{}, options.ChangeStream().SetResumeAfter(d("_data", "nonsense")))
	wantCode(t, err, 260)
}

func TestLostHistoryEndsAStream(t *testing.T) {
	dir := t.TempDir()
	first := startStore(t, dir, func(o *proxy.Options) { o.HistoryEvents = 100 })
	db := first.connect(t)
	c := db.Collection("c")
	ctx := t.Context()
	slow := watch(t, db, mongo.Pipeline{}, options.ChangeStream().SetBatchSize(10))
	insert(t, c, d("_id", -2), d("_id", -1))
	wantEvents(t, slow, "insert c -2")
	early := slow.ResumeToken()
	documents := []any{}
	for i := range 300 {
		documents = append(documents, d("_id", i))
	}
	insert(t, c, documents...)
	wantEvents(t, slow, "insert c -1") // it had this one already
	if slow.Next(ctx) {
		t.Fatalf("told of %s", slow.Current)
	}
	wantCode(t, slow.Err(), 286)
	_, err := db.Watch(ctx, mongo.Pipeline{}, options.ChangeStream().SetResumeAfter(early))
	wantCode(t, err, 286)

	last := watch(t, db, mongo.Pipeline{}).ResumeToken()
	first.stop()
	db = startStore(t, dir).connect(t)
	_, err = db.Watch(ctx, mongo.Pipeline{}, options.ChangeStream().SetResumeAfter(last))
	wantCode(t, err, 286)
}

// A client that asks for its stream of before a restart must not read another client's:
// each event comes once, so each would miss what the other one got.
func TestTheStreamOfAnEarlierProcessIsNotAnothersStream(t *testing.T) {
	dir := t.TempDir()
	first := startStore(t, dir)
	earlier := watch(t, first.connect(t), mongo.Pipeline{}).ID()
	first.stop()
	db := startStore(t, dir).connect(t)
	watch(t, db, mongo.Pipeline{})
	err := db.RunCommand(t.Context(), d("getMore", earlier, "collection", "$cmd.aggregate")).Err()
	wantCode(t, err, 43)
}

func TestAStreamLooksUpDocuments(t *testing.T) {
	db := start(t)
	ctx := t.Context()
	c := db.Collection("c")
	plain := watch(t, db, mongo.Pipeline{})
	full := watch(t, db, mongo.Pipeline{}, options.ChangeStream().SetFullDocument(options.UpdateLookup))
	insert(t, c, d("_id", 1, "n", 1))
	if e := next(t, plain); e.Full["n"] != int32(1) {
		t.Fatalf("an insert with %v", e.Full)
	}
	_, err := c.UpdateOne(ctx, d("_id", 1), d("$set", d("n", 2)))
	check(t, err)
	if e := next(t, plain); e.Full != nil {
		t.Fatalf("an update with %v", e.Full)
	}
	for n := range int32(2) {
		if e := next(t, full); e.Full["n"] != n+1 {
			t.Fatalf("%s with %v", e, e.Full)
		}
	}
	_, err = c.UpdateOne(ctx, d("_id", 1), d("$set", d("n", 3)))
	check(t, err)
	_, err = c.DeleteOne(ctx, d("_id", 1))
	check(t, err)
	if e := next(t, full); e.Operation != "update" || e.Full != nil {
		t.Fatalf("%s of a document that is gone, with %v", e, e.Full)
	}
	wantEvents(t, full, "delete c 1")
}

// The event of an insert or a replacement has the document of that write, not of now. It is
// not read again: with several streams such reads would be most of the database's work.
func TestAStreamTellsWhatWasWrittenWhole(t *testing.T) {
	db := start(t)
	ctx := t.Context()
	c := db.Collection("c")
	s := watch(t, db, mongo.Pipeline{})
	insert(t, c, d("n", 1, "_id", "a"), d("_id", "b", "n", 2))
	_, err := c.ReplaceOne(ctx, d("n", 2), d("n", 3))
	check(t, err)
	_, err = c.ReplaceOne(ctx, d("_id", "b", "n", 3), d("_id", "b", "n", 4))
	check(t, err)
	_, err = c.ReplaceOne(ctx, d("_id", "c"), d("n", 5), options.Replace().SetUpsert(true))
	check(t, err)
	check(t, c.FindOneAndReplace(ctx, d("_id", "c"), d("n", 6)).Err())
	_, err = c.DeleteMany(ctx, bson.D{})
	check(t, err)
	for n, id := range []string{"a", "b", "b", "b", "c", "c"} {
		if e := next(t, s); e.Full["n"] != int32(n+1) || e.Full["_id"] != id {
			t.Fatalf("%s with %v, want n = %d", e, e.Full, n+1)
		}
	}
}

// Documents that together are larger than a message come in several batches.
func TestLargeDocumentsComeInSeveralBatches(t *testing.T) {
	db := start(t)
	c := db.Collection("c")
	s := watch(t, db, mongo.Pipeline{}, options.ChangeStream().SetFullDocument(options.UpdateLookup))
	const n, size = 4, 3 << 20
	for i := range n {
		insert(t, c, d("_id", i, "body", strings.Repeat("x", size)))
	}
	for i := range n {
		if e := next(t, s); e.Key.ID != int32(i) || len(e.Full["body"].(string)) != size {
			t.Fatalf("told of %v, want %d", e.Key.ID, i)
		}
	}
}

func TestAStreamIsNarrowedByItsPipeline(t *testing.T) {
	db := start(t)
	ctx := t.Context()
	for name, c := range map[string]struct {
		filter bson.D
		want   []string
	}{
		"collection and kind": {d("ns.coll", "a", "operationType", "insert"), []string{"insert a x1", "insert a y1"}},
		"list": {d("operationType", d("$in", bson.A{"delete", "update"})),
			[]string{"update a x1", "delete b x1"}},
		"not in list": {d("operationType", d("$nin", bson.A{"insert", "update"})), []string{"delete b x1", "drop b"}},
		"beginning of id": {
			d("documentKey._id", bson.Regex{Pattern: "^Y", Options: "i"}), []string{"insert a y1", "insert b y1"},
		},
		"$regex": {d("documentKey._id", d("$regex", "^y"), "ns.coll", d("$ne", "a")), []string{"insert b y1"}},
		"one of several": {
			d("$or", bson.A{d("ns.coll", "a", "operationType", "update"), d("operationType", "delete")}),
			[]string{"update a x1", "delete b x1"},
		},
		"none of several": {
			d("$nor", bson.A{d("ns.coll", "a"), d("documentKey._id", "x1")}), []string{"insert b y1", "drop b"},
		},
		"all of several":  {d("$and", bson.A{d("ns.coll", "b"), d("operationType", "delete")}), []string{"delete b x1"}},
		"what is missing": {d("documentKey", nil, "ns.coll", d("$eq", "b")), []string{"drop b"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := watch(t, db, mongo.Pipeline{{{Key: "$match", Value: c.filter}}},
				options.ChangeStream().SetMaxAwaitTime(time.Millisecond))
			everything := watch(t, db, mongo.Pipeline{})
			insert(t, db.Collection("a"), d("_id", "x1"), d("_id", "y1"))
			insert(t, db.Collection("b"), d("_id", "x1"), d("_id", "y1"))
			_, err := db.Collection("a").UpdateOne(ctx, d("_id", "x1"), d("$set", d("n", 1)))
			check(t, err)
			_, err = db.Collection("b").DeleteOne(ctx, d("_id", "x1"))
			check(t, err)
			check(t, db.Collection("b").Drop(ctx))
			wantEvents(t, everything, "insert a x1", "insert a y1", "insert b x1", "insert b y1", "update a x1",
				"delete b x1", "drop b")
			wantEvents(t, s, c.want...)
			if s.TryNext(ctx) {
				t.Fatalf("told of %s too", s.Current)
			}
			check(t, db.Collection("a").Drop(ctx))
		})
	}
}

func TestAStreamTellsOnlyTheFieldsThatAreWanted(t *testing.T) {
	db := start(t)
	s := watch(t, db, mongo.Pipeline{{{Key: "$project",
		Value: d("operationType", 1, "ns.coll", true, "fullDocument.n", 1)}}})
	insert(t, db.Collection("c"), d("_id", 1, "n", 2, "m", 3))
	next(t, s)
	var got bson.D
	check(t, bson.Unmarshal(s.Current, &got))
	names := []string{}
	for _, each := range got {
		names = append(names, each.Key)
	}
	if !slices.Equal(names, []string{"_id", "operationType", "ns", "fullDocument"}) ||
		fmt.Sprint(got[2].Value, got[3].Value) != `{"coll":"c"} {"n":{"$numberInt":"2"}}` {
		t.Fatalf("told %v", got)
	}
}

// A stream that waits is answered when something comes, not when its time is over.
func TestAWaitingStreamIsToldAtOnce(t *testing.T) {
	db := start(t)
	ctx := t.Context()
	s := watch(t, db, mongo.Pipeline{}, options.ChangeStream().SetMaxAwaitTime(10*time.Minute))
	seen := make(chan time.Time, 1)
	go func() {
		s.Next(ctx)
		seen <- time.Now()
	}()
	insert(t, db.Collection("c"), d("_id", 1))
	select {
	case <-seen:
	case <-ctx.Done():
		t.Fatal("told only when the wait was over")
	}
	var empty struct{ Cursor struct{ NextBatch bson.A } }
	opened := db.RunCommand(ctx, d("aggregate", 1, "pipeline", bson.A{d("$changeStream", bson.D{})}, "cursor", bson.D{}))
	raw, err := opened.Raw()
	check(t, err)
	more := d("getMore", raw.Lookup("cursor", "id"), "collection", "$cmd.aggregate", "maxTimeMS", 1)
	check(t, db.RunCommand(ctx, more).Decode(&empty))
	if len(empty.Cursor.NextBatch) != 0 {
		t.Fatalf("told of %v", empty.Cursor.NextBatch)
	}
	kill := d("killCursors", "$cmd.aggregate", "cursors", bson.A{raw.Lookup("cursor", "id")})
	check(t, db.RunCommand(ctx, kill).Err())
	wantCode(t, db.RunCommand(ctx, more).Err(), 43)
}
