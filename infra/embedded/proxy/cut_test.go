package proxy_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
	"go.mongodb.org/mongo-driver/v2/x/mongo/driver"
)

// relay hands connections on to a server, until they are cut.
type relay struct {
	uri string

	mu   sync.Mutex
	open []net.Conn
}

func startRelay(t *testing.T, to string) *relay {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	r := &relay{uri: "mongodb://" + listener.Addr().String() + "/"}
	t.Cleanup(func() {
		_ = listener.Close()
		r.cut()
	})
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", to)
			if err != nil {
				_ = client.Close()
				return
			}
			r.mu.Lock()
			r.open = append(r.open, client, server)
			r.mu.Unlock()
			for _, pair := range [][2]net.Conn{{client, server}, {server, client}} {
				go func() {
					_, _ = io.Copy(pair[0], pair[1])
					_ = pair[0].Close()
				}()
			}
		}
	}()
	return r
}

// cut ends all connections.
func (r *relay) cut() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, each := range r.open {
		_ = each.Close()
	}
	r.open = nil
}

const (
	writers = 4
	rounds  = 167         // of each writer
	writes  = rounds * 15 // of each writer
	cuts    = 100
)

// Four writers, each with documents of its own; a reader whose connections are cut again
// and again is told of every write once, those of a writer in its order.
func TestEveryWriteIsToldOnceAcrossCutConnections(t *testing.T) {
	s := startStore(t, t.TempDir())
	db := s.connect(t)
	cutter := startRelay(t, strings.Trim(strings.TrimPrefix(s.uri, "mongodb://"), "/"))
	reader := (&store{uri: cutter.uri}).connect(t)
	token := watch(t, db, mongo.Pipeline{}).ResumeToken()
	var wanted [writers][]string
	written := make(chan error, 1)
	go func() {
		written <- each(writers, func(i int) (err error) {
			wanted[i], err = writeEveryKind(t, db.Collection("c"), i)
			return err
		})
	}()
	var seen [writers][]string
	for n := 0; n < writers*writes; {
		stream, err := reader.Watch(t.Context(), mongo.Pipeline{}, options.ChangeStream().SetResumeAfter(token))
		if err != nil {
			if cutOff(err) {
				continue
			}
			t.Fatal(err)
		}
		for n < writers*writes && stream.Next(t.Context()) {
			var e told
			check(t, stream.Decode(&e))
			var writer int
			_, err := fmt.Sscanf(e.Key.ID.(string), "%d/", &writer)
			check(t, err)
			seen[writer] = append(seen[writer], e.String())
			token = stream.ResumeToken()
			if n++; n%(writers*writes/cuts) == 0 {
				cutter.cut()
			}
		}
		if err := stream.Err(); err != nil && !cutOff(err) {
			t.Fatal(err)
		}
		_ = stream.Close(t.Context())
	}
	check(t, <-written)
	for i := range writers {
		if !slices.Equal(seen[i], wanted[i]) {
			t.Errorf("writer %d: told of %d writes, want %d in their order", i, len(seen[i]), len(wanted[i]))
		}
	}
}

// cutOff reports whether an operation failed for its own connection was cut, or another's was
// before it had one.
func cutOff(err error) bool {
	var cleared driver.RetryablePoolError
	return mongo.IsNetworkError(err) || errors.As(err, &cleared)
}

// writeEveryKind makes writes and returns the events that they are.
func writeEveryKind(t *testing.T, c *mongo.Collection, writer int) (want []string, err error) {
	ctx := t.Context()
	id := func(n int) string { return fmt.Sprintf("%d/%d", writer, n) }
	note := func(operation string, n int) { want = append(want, fmt.Sprintf("%s c %s", operation, id(n))) }
	for round := range rounds {
		n := 6 * round
		documents := []any{}
		for i := range 5 {
			documents = append(documents, d("_id", id(n+i), "n", 0, "writer", writer))
			note("insert", n+i)
		}
		if _, err = c.InsertMany(ctx, documents); err != nil {
			return nil, err
		}
		steps := []struct {
			operation string
			n         int
			do        func(id string) error
		}{
			{"update", n, func(id string) error {
				_, err := c.UpdateOne(ctx, d("_id", id, "n", 0), d("$inc", d("n", 1)))
				return err
			}},
			{"replace", n + 1, func(id string) error { _, err := c.ReplaceOne(ctx, d("_id", id), d("n", 2)); return err }},
			{"update", n + 2, func(id string) error {
				return c.FindOneAndUpdate(ctx, d("_id", id), d("$set", d("n", 3))).Err()
			}},
			{"insert", n + 5, func(id string) error {
				_, err := c.UpdateOne(ctx, d("_id", id), d("$set", d("n", 1)), options.UpdateOne().SetUpsert(true))
				return err
			}},
			{"delete", n, func(id string) error { return c.FindOneAndDelete(ctx, d("_id", id)).Err() }},
		}
		for _, each := range steps {
			if err := each.do(id(each.n)); err != nil {
				return nil, fmt.Errorf("%s: %w", each.operation, err)
			}
			note(each.operation, each.n)
		}
		if _, err := c.DeleteMany(ctx, d("_id",
			d("$in", bson.A{id(n + 1), id(n + 2), id(n + 3), id(n + 4), id(n + 5)}))); err != nil {
			return nil, err
		}
		for i := 1; i <= 5; i++ {
			note("delete", n+i)
		}
	}
	return want, nil
}
