package working_test

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/content/schedule"
	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/publishing/snapshot"
	"academy/cms-api/internal/test/teststore"
)

// note is a document of which both fields are always written together.
type note struct {
	revision.Document `bson:",inline"`
	Title             string `bson:"title"`
	Text              string `bson:"text"`
}

type noteFields struct {
	Title string `json:"title"`
	Text  string `json:"text"`
}

const (
	killEnv = "WORKING_TEST_KILL"
	noteID  = "n"
)

// tomorrow is a clock on which everything that was scheduled is due.
type tomorrow struct{ snapshot.SystemClock }

func (tomorrow) Now() time.Time { return time.Now().Add(24 * time.Hour) }

func notesIn(db *mongodb.Database, clock snapshot.Clock) (
	*documents.Collection[note, *note], *working.Copies[note, *note, noteFields],
) {
	docs := documents.New[note](db, "notes", "note").Versioned()
	return docs, working.New(working.Kind[note, *note, noteFields]{
		Name: "notes", Docs: docs,
		Check: func(_ context.Context, _ note, fields noteFields) (noteFields, error) { return fields, nil },
		Save: func(ctx context.Context, id string, w documents.Write, change func(*note) error) (note, error) {
			made, err := docs.Update(ctx, id, w, change)
			return made.After, err
		},
		Lay: func(_ context.Context, doc *note, fields noteFields) error {
			doc.Title, doc.Text = fields.Title, fields.Text
			return nil
		},
	}, working.Options{DB: db, Zone: time.UTC, Clock: clock, Log: slog.New(slog.DiscardHandler)})
}

// state is what a document says, and its working copy; 0 where there is none.
type state struct {
	live, copied int
	scheduled    bool
}

// next is what the process makes of a state: it keeps, publishes and schedules, in turn.
func (s state) next() state {
	switch {
	case s.copied == 0:
		return state{s.live, s.live + 1, true}
	case s.scheduled:
		return state{s.live, s.copied + 1, false}
	}
	return state{s.copied, 0, false}
}

// stateIn reads a state, and fails where one of two fields was written without the other.
func stateIn(
	t *testing.T, docs *documents.Collection[note, *note], copies *working.Copies[note, *note, noteFields],
) state {
	t.Helper()
	doc, err := docs.Get(t.Context(), noteID)
	if err != nil {
		t.Fatal(err)
	}
	var s state
	fmt.Sscan(doc.Title, &s.live)
	if doc.Text != doc.Title {
		t.Errorf("the document is %q, %q", doc.Title, doc.Text)
	}
	if doc.Working == nil {
		return s
	}
	copied, err := copies.Get(t.Context(), noteID)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Sscan(copied.Fields.Title, &s.copied)
	if s.scheduled = copied.PublishAt != nil; copied.Fields.Text != copied.Fields.Title {
		t.Errorf("the copy is %+v", copied.Fields)
	}
	return s
}

// TestWorkingProcess is the process that TestWorking_KilledAtAnyMoment kills; it says what it
// has made, each time.
func TestWorkingProcess(t *testing.T) {
	uri, name, wanted := strings.Cut(os.Getenv(killEnv), " ")
	if !wanted {
		return
	}
	docs, copies := notesIn((&teststore.Stores{MongoURI: uri}).Database(t, name), snapshot.SystemClock{})
	for s := stateIn(t, docs, copies).next(); ; s = s.next() {
		var err error
		if s.copied == 0 {
			_, err = copies.Publish(t.Context(), noteID, documents.Write{}, nil)
		} else {
			plan := working.Plan{}
			if s.scheduled {
				plan.PublishAt = schedule.Date{Set: true, Text: time.Now().Add(time.Hour).Format(time.RFC3339)}
			}
			text := fmt.Sprint(s.copied)
			_, err = copies.Put(t.Context(), noteID, nil, noteFields{text, text}, plan)
		}
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println(s.live, s.copied, s.scheduled)
	}
}

// Whenever a process is killed, what it had said to be kept is kept, what was under way is
// there whole or not at all, and what was scheduled is published by the next process, once.
func TestWorking_KilledAtAnyMoment(t *testing.T) {
	stores := teststore.Start(t)
	// The process alone goes through the relay.
	relay, through := stores.Relay(t)
	docs, copies := notesIn(stores.Database(t, "kill"), snapshot.SystemClock{})
	first := note{Title: "1", Text: "1"}
	first.ID = noteID
	if _, err := docs.Insert(t.Context(), documents.Write{}, &first); err != nil {
		t.Fatal(err)
	}
	for range 8 {
		process := exec.Command(os.Args[0], "-test.run=^TestWorkingProcess$")
		process.Env = append(os.Environ(), killEnv+"="+through.MongoURI+" "+stores.Name("kill"))
		out, err := process.StdoutPipe()
		if err == nil {
			err = process.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		var said state
		steps, lines := 3+rand.IntN(20), bufio.NewScanner(out)
		for range steps {
			if !lines.Scan() {
				t.Fatal("the process ended by itself")
			}
			if _, err := fmt.Sscan(lines.Text(), &said.live, &said.copied, &said.scheduled); err != nil {
				t.Fatalf("the process says %s", lines.Text())
			}
		}
		_ = process.Process.Kill()
		for lines.Scan() { // what it said before it was killed
			_, _ = fmt.Sscan(lines.Text(), &said.live, &said.copied, &said.scheduled)
		}
		_ = process.Wait()
		// A write that was under way when it was killed may come only now.
		relay.WaitClosed()
		found := stateIn(t, docs, copies)
		if found != said && found != said.next() {
			t.Errorf("killed after %+v there is %+v", said, found)
		}
		if found.scheduled {
			publishNext(t, stores)
			if after := stateIn(t, docs, copies); after != (state{live: found.copied}) {
				t.Errorf("of %+v the next process made %+v", found, after)
			}
		}
	}
}

// publishNext runs a process's publishing until it has published one document.
func publishNext(t *testing.T, stores *teststore.Stores) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	db := stores.Database(t, "kill")
	_, copies := notesIn(db, tomorrow{})
	following := make(chan error, 1)
	go func() { following <- db.Follow(ctx) }()
	published := 0
	_ = copies.Run(ctx, working.Publishing{
		Identity: func(_ context.Context, id string) (access.Identity, error) {
			return access.Identity{UserID: id, Role: access.RoleAuthor}, nil
		},
		Done: func(context.Context, working.Scheduled, changes.Record) {
			published++
			cancel()
		},
	})
	<-following
	if published != 1 {
		t.Errorf("published %d times", published)
	}
}
