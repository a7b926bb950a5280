package mongodb_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/test/teststore"
)

// logged is a log that a test reads while others write it.
type logged struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logged) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

func (l *logged) count(said string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.text.String(), said)
}

// following is a process that follows what others write.
func following(t *testing.T, stores *teststore.Stores, writes ...mongodb.Writes) (db *mongodb.Database, woken <-chan struct{}, log *logged, observed func() []string) {
	t.Helper()
	log = &logged{}
	var mu sync.Mutex
	var commands []string
	db, err := mongodb.Open(stores.MongoURI, stores.Name("streams"), slog.New(slog.NewTextHandler(log, nil)), func(_ context.Context, command, _ string) func(error) {
		mu.Lock()
		defer mu.Unlock()
		commands = append(commands, command)
		return func(error) {}
	})
	if err != nil {
		t.Fatal(err)
	}
	woken = db.Woken(writes...)
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { db.Run(ctx) })
	running.Go(func() {
		if err := db.FollowWrites(ctx); err != context.Canceled {
			t.Errorf("following ended with %v", err)
		}
	})
	t.Cleanup(func() {
		cancel()
		running.Wait()
		_ = db.Close(context.Background())
	})
	return db, woken, log, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(commands)
	}
}

// patience bounds what hangs; nothing here takes that long.
const patience = 20 * time.Second

func await(t *testing.T, what string, woken <-chan struct{}) {
	t.Helper()
	select {
	case <-woken:
	case <-time.After(patience):
		t.Fatalf("waited too long for %s", what)
	}
}

func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.After(patience); !holds(); {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("waited too long until %s", what)
		}
	}
}

func insert(t *testing.T, db *mongodb.Database, collection, id string) {
	t.Helper()
	if _, err := db.Collection(collection).InsertOne(t.Context(), bson.D{{Key: "_id", Value: id}}); err != nil {
		t.Fatal(err)
	}
}

func TestFollowWrites_TellsOfWhatIsWantedOnly(t *testing.T) {
	stores := teststore.Embedded(t)
	_, streaming := stores.Streams(t)
	db, woken, log, observed := following(t, streaming,
		mongodb.Writes{Collection: "things", Prefix: "a/"}, mongodb.Writes{Collection: "leases", Prefix: "one", Only: "delete"})
	await(t, "the first look", woken) // what was written before the stream was open
	if !db.Streaming() {
		t.Error("it does not say that it streams")
	}
	other := streaming.Database(t, "streams")
	insert(t, other, "things", "a/1")
	await(t, "the write of another process", woken)
	// Events come in order: had these woken, it would have been before the last.
	insert(t, other, "things", "b/1")
	insert(t, other, "others", "a/1")
	insert(t, other, "leases", "one")
	last := db.Woken(mongodb.Writes{Collection: "things", Prefix: "a/2"})
	insert(t, other, "things", "a/2")
	await(t, "the last write", last)
	await(t, "the last write", woken)
	insert(t, other, "things", "b/2")
	if _, err := other.Collection("leases").DeleteOne(t.Context(), bson.D{{Key: "_id", Value: "one"}}); err != nil {
		t.Fatal(err)
	}
	await(t, "the deletion", woken)
	select {
	case <-woken:
		t.Error("woken by what nobody wanted")
	default:
	}
	if log.count("tells of writes by itself") != 1 {
		t.Errorf("the log says\n%s", &log.text)
	}
	if slices.Contains(observed(), "getMore") {
		t.Error("waiting for news is measured as a slow command")
	}
	if err := db.TryStream(t.Context()); err != nil {
		t.Errorf("a stream cannot be opened: %v", err)
	}
}

// A refusal is taken for an answer: one line, and one question.
func TestFollowWrites_LooksWhereTheServerRefuses(t *testing.T) {
	stores := teststore.Embedded(t)
	for name, code := range map[string]int{"alone": 40573, "no such stage": 40324, "no right": 13} {
		t.Run(name, func(t *testing.T) {
			server, streaming := stores.Streams(t)
			server.Refuse(code)
			db, woken, log, _ := following(t, streaming, mongodb.Writes{Collection: "things"})
			until(t, "it was asked", func() bool { return log.count("does not tell") > 0 })
			insert(t, db, "things", mongodb.NewID())
			select {
			case <-woken:
				t.Error("somebody was woken")
			case <-time.After(300 * time.Millisecond): // many times the first pause
			}
			if asked := len(server.Openings()); asked != 1 {
				t.Errorf("it was asked %d times", asked)
			}
			if db.Streaming() || log.count("does not tell") != 1 || log.count("WARN")+log.count("ERROR") > 0 {
				t.Errorf("streaming %v, and the log says\n%s", db.Streaming(), &log.text)
			}
			if err := db.TryStream(t.Context()); !isNoStreams(err) {
				t.Errorf("trying says %v", err)
			}
		})
	}
}

func TestFollowWrites_TheEmbeddedDatabaseRefuses(t *testing.T) {
	db, _, log, _ := following(t, teststore.Embedded(t), mongodb.Writes{Collection: "things"})
	until(t, "it was asked", func() bool { return log.count("does not tell") == 1 })
	if err := db.TryStream(t.Context()); !isNoStreams(err) {
		t.Errorf("trying says %v", err)
	}
}

func TestFollowWrites_GoesOnAfterACut(t *testing.T) {
	stores := teststore.Embedded(t)
	server, streaming := stores.Streams(t)
	db, woken, _, _ := following(t, streaming, mongodb.Writes{Collection: "things"})
	await(t, "the first look", woken)
	insert(t, stores.Database(t, "streams"), "things", "behind its back") // no event tells of it
	insert(t, db, "things", "1")
	await(t, "an event", woken)
	server.Cut()
	await(t, "the look after the cut", woken)
	if all := server.Openings(); len(all) < 2 || all[0] != "" || all[len(all)-1] == "" {
		t.Errorf("opened after the tokens %q", all)
	}
	insert(t, streaming.Database(t, "streams"), "things", "2")
	await(t, "an event after the cut", woken)
}

func TestFollowWrites_GoesOnAfterAnError(t *testing.T) {
	stores := teststore.Embedded(t)
	for name, c := range map[string]struct {
		code   int
		labels []string
		resume bool
	}{
		"that can be resumed": {91, []string{"ResumableChangeStreamError"}, true},
		"of any other kind":   {1, nil, true},
		"the history is gone": {286, []string{"NonResumableChangeStreamError"}, false},
		"the right was taken": {13, nil, false}, // asked again later
	} {
		t.Run(name, func(t *testing.T) {
			server, streaming := stores.Streams(t)
			db, woken, log, _ := following(t, streaming, mongodb.Writes{Collection: "things"})
			await(t, "the first look", woken)
			insert(t, db, "things", mongodb.NewID())
			await(t, "an event", woken)
			server.Break(c.code, c.labels...)
			if c.code == 13 {
				until(t, "it looks", func() bool { return !db.Streaming() && log.count("does not tell") == 1 })
				return
			}
			await(t, "the look after the error", woken)
			all := server.Openings()
			if len(all) != 2 || (all[1] != "") != c.resume {
				t.Errorf("opened after the tokens %q", all)
			}
			insert(t, db, "things", mongodb.NewID())
			await(t, "an event after the error", woken)
		})
	}
}

func isNoStreams(err error) bool { return errors.Is(err, mongodb.ErrNoStreams) }
