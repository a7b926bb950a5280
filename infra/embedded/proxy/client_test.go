package proxy_test

import (
	"context"
	"flag"
	"fmt"
	"net"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
	"go.mongodb.org/mongo-driver/v2/x/bsonx/bsoncore"
	"go.mongodb.org/mongo-driver/v2/x/mongo/driver/wiremessage"

	"academy/infra/embedded/proxy"
)

// load is how long the load of TestLoadLeavesNothingBehind lasts.
var load = flag.Duration("load", 2*time.Second, "how long to put load on the proxy")

// opMsg is a command as it stands on the wire.
func opMsg(t *testing.T, command bson.D) []byte {
	t.Helper()
	raw, err := bson.Marshal(command)
	check(t, err)
	start, out := wiremessage.AppendHeaderStart(nil, 1, 0, wiremessage.OpMsg)
	out = wiremessage.AppendMsgSectionType(wiremessage.AppendMsgFlags(out, 0), wiremessage.SingleDocument)
	out = append(out, raw...)
	return bsoncore.UpdateLength(out, start, int32(len(out)))
}

// A message that arrived whole is executed and reported to change streams even if its
// client is gone. A message that arrived in part leaves no trace.
func TestAClientThatIsKilledHasWrittenWhatItSent(t *testing.T) {
	s := startStore(t, t.TempDir())
	db := s.connect(t)
	stream := watch(t, db, mongo.Pipeline{})
	const n = 50
	for i := range n {
		for id, cut := range map[string]int{fmt.Sprintf("part %d", i): 1 + i%40, fmt.Sprintf("whole %d", i): 0} {
			client, err := net.Dial("tcp", strings.Trim(strings.TrimPrefix(s.uri, "mongodb://"), "/"))
			check(t, err)
			message := opMsg(t, d("insert", "c", "$db", "test", "documents", bson.A{d("_id", id)}))
			_, err = client.Write(message[:len(message)-cut])
			check(t, err)
			check(t, client.Close())
		}
	}
	seen := map[any]bool{}
	for range n {
		e := next(t, stream)
		if !strings.HasPrefix(e.Key.ID.(string), "whole ") || seen[e.Key.ID] {
			t.Fatalf("told of %s", e)
		}
		seen[e.Key.ID] = true
	}
	stored, err := db.Collection("c").CountDocuments(t.Context(), bson.D{})
	check(t, err)
	if stored != n {
		t.Fatalf("%d documents, want %d", stored, n)
	}
}

// use is what goroutines and memory a process needs at a moment.
func use() (goroutines int, heap uint64) {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return runtime.NumGoroutine(), m.HeapAlloc
}

// Clients that write, read, watch without reading and go leave nothing behind.
func TestLoadLeavesNothingBehind(t *testing.T) {
	s := startStore(t, t.TempDir(), func(o *proxy.Options) { o.HistoryEvents = 1000 })
	round := func() error {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		return each(4, func(i int) error {
			client, err := mongo.Connect(options.Client().ApplyURI(s.uri).SetServerSelectionTimeout(patience))
			if err != nil {
				return err
			}
			defer client.Disconnect(ctx)
			c := client.Database("test").Collection("load")
			if _, err := c.Watch(ctx, mongo.Pipeline{}); err != nil { // is left open and never read
				return err
			}
			for n := range 10 {
				id := d("_id", fmt.Sprintf("%d/%d", i, n), "body", strings.Repeat("x", 10_000))
				if _, err := c.UpdateOne(ctx, id[:1], d("$set", id[1:]), options.UpdateOne().SetUpsert(true)); err != nil {
					return err
				}
				if err := c.FindOneAndUpdate(ctx, id[:1], d("$inc", d("n", 1))).Err(); err != nil {
					return err
				}
				if _, err := c.DeleteMany(ctx, d("n", 1)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	for range 3 { // what is allocated once
		check(t, round())
	}
	goroutinesBefore, heapBefore := use()
	rounds := 0
	for end := time.Now().Add(*load); time.Now().Before(end); rounds++ {
		check(t, round())
	}
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	goroutines, heap := use()
	for deadline := time.Now().Add(patience); goroutines > goroutinesBefore+20 ||
		heap > heapBefore+16<<20; goroutines, heap = use() {
		if time.Now().After(deadline) {
			break
		}
		<-tick.C
	}
	t.Logf("%d rounds: %d goroutines, before %d; heap %d KiB, before %d KiB", rounds, goroutines, goroutinesBefore,
		heap>>10, heapBefore>>10)
	if goroutines > goroutinesBefore+20 || heap > heapBefore+16<<20 {
		t.Fatal("something has grown")
	}
}

// A client that does not read its answers keeps nobody else waiting.
func TestAClientThatDoesNotReadBlocksNobody(t *testing.T) {
	s := startStore(t, t.TempDir())
	c := s.connect(t).Collection("c")
	insert(t, c, d("_id", 1, "n", 0, "body", strings.Repeat("x", 3<<20)))
	stuck, err := net.Dial("tcp", strings.Trim(strings.TrimPrefix(s.uri, "mongodb://"), "/"))
	check(t, err)
	defer stuck.Close()
	command := opMsg(t, d("findAndModify", "c", "$db", "test", "query", d("_id", 1), "update", d("$inc", d("n", 1))))
	for range 3 { // more than the buffers of a connection hold
		_, err = stuck.Write(command)
		check(t, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	const second = 2 // its answer does not fit any more
	executed := func() int64 {
		n, err := c.CountDocuments(ctx, d("_id", 1, "n", d("$gte", second)))
		check(t, err)
		return n
	}
	for executed() == 0 {
		_, err = c.UpdateOne(ctx, d("_id", 1), d("$set", d("m", 1)))
		check(t, err)
	}
	_, err = c.UpdateOne(ctx, d("_id", 1), d("$set", d("m", -1)))
	check(t, err)
}
