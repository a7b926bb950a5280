package lease_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/lease"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/test/teststore"
)

func TestMain(m *testing.M) { os.Exit(teststore.Main(m)) }

// However many ask for the lease at once, one has it.
func TestLease_HasOneHolder(t *testing.T) {
	stores := teststore.Start(t)
	processes := make([]*lease.Lease, 6)
	for i := range processes {
		processes[i] = lease.New(stores.Database(t, "lease"), "one")
	}
	last := int64(0)
	for round := range 10 {
		var asking sync.WaitGroup
		var holders atomic.Int32
		var owner string
		var token int64
		for i, process := range processes {
			asking.Go(func() {
				name := fmt.Sprint(round, "/", i)
				mine, err := process.Take(t.Context(), name, time.Hour)
				if err != nil {
					t.Error(err)
				}
				if mine != 0 {
					holders.Add(1)
					owner, token = name, mine
				}
			})
		}
		asking.Wait()
		if holders.Load() != 1 {
			t.Fatalf("round %d: %d hold the lease", round, holders.Load())
		}
		if token <= last {
			t.Fatalf("round %d: the token %d follows %d", round, token, last)
		}
		last = token
		processes[0].GiveBack(t.Context(), "somebody else", token)
		if mine, err := processes[0].Take(t.Context(), "another", time.Hour); err != nil || mine != 0 {
			t.Fatalf("a lease was given back by who does not have it: %v, %v", mine, err)
		}
		processes[0].GiveBack(t.Context(), owner, token)
	}
}

// A lease expires by the server's clock: those of the processes may differ by minutes.
func TestLease_ExpiresByTheServersClock(t *testing.T) {
	relay, ahead := teststore.Embedded(t).Relay(t)
	db := ahead.Database(t, "lease")
	one := lease.New(db, "clock")
	if token, err := one.Take(t.Context(), "one", time.Minute); err != nil || token == 0 {
		t.Fatal(token, err)
	}
	answer := func(after time.Duration) {
		var hello bson.D
		if err := db.Raw().RunCommand(t.Context(), bson.D{{Key: "hello", Value: 1}}).Decode(&hello); err != nil {
			t.Fatal(err)
		}
		for i, field := range hello {
			if field.Key == "localTime" {
				hello[i].Value = time.Now().Add(after)
			}
		}
		relay.Answer("hello", hello)
	}
	for after, want := range []bool{false, true} {
		answer(time.Duration(after) * 2 * time.Minute)
		token, err := one.Take(t.Context(), "two", time.Minute)
		if err != nil || (token != 0) != want {
			t.Errorf("%d minutes later: %v, %v", 2*after, token, err)
		}
	}
}

// thing is a document of any resource.
type thing struct {
	revision.Document `bson:",inline"`
	Title             string `bson:"title"`
}

// What is written under a lease that was lost is refused once the next holder has looked.
func TestLease_FencesWritesOfWhoHadItBefore(t *testing.T) {
	stores := teststore.Start(t)
	db := stores.Database(t, "lease")
	docs := documents.New[thing](db, "things", "thing")
	for _, id := range []string{"updated", "deleted"} {
		doc := thing{Document: revision.Document{ID: id}, Title: "stays"}
		if _, err := docs.Insert(t.Context(), documents.Write{}, &doc); err != nil {
			t.Fatal(err)
		}
	}
	change := func(title string) func(*thing) error {
		return func(doc *thing) error {
			doc.Title = title
			return nil
		}
	}
	late, next := lease.New(db, "fence"), lease.New(stores.Database(t, "lease"), "fence")
	err := late.DoFenced(t.Context(), func(ctx context.Context, token int64) error {
		// The process stops here for longer than the lease lasts.
		expired := bson.D{{Key: "$set", Value: bson.D{{Key: "expires_at", Value: time.Unix(0, 0)}}}}
		if _, err := db.Collection("leases").UpdateByID(t.Context(), "fence", expired); err != nil {
			t.Fatal(err)
		}
		if err := next.DoFenced(t.Context(), func(ctx context.Context, token int64) error {
			return docs.Fence(ctx, token, documents.Equal("title", "stays"))
		}); err != nil {
			t.Fatal(err)
		}
		w := documents.Write{Fence: token}
		if _, err := docs.Update(ctx, "updated", w, change("late")); !problem.Is(err, problem.Unavailable) {
			t.Errorf("a late update got %v", err)
		}
		if _, err := docs.Delete(ctx, "deleted", documents.Write{Fence: token}); !problem.Is(err, problem.Unavailable) {
			t.Errorf("a late deletion got %v", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"updated", "deleted"} {
		if doc, err := docs.Get(t.Context(), id); err != nil || doc.Title != "stays" {
			t.Errorf("%s: %v, %v", id, doc.Title, err)
		}
		if _, err := docs.Update(t.Context(), id, documents.Write{}, change("by anybody")); err != nil {
			t.Errorf("a write without a lease got %v", err)
		}
	}
	if err := late.DoFenced(t.Context(), func(ctx context.Context, token int64) error {
		_, err := docs.Update(ctx, "updated", documents.Write{Fence: token}, change("in time"))
		return err
	}); err != nil {
		t.Errorf("a write of the holder got %v", err)
	}
}

// leased is a process that asks for a lease until it is stopped.
type leased struct {
	begun, ended chan struct{} // fn, each time
	giveAway     chan struct{}
	stop         func()
}

func ask(t *testing.T, one *lease.Lease, every time.Duration) *leased {
	t.Helper()
	return askFor(t, one, lease.Terms{TTL: time.Hour, Every: every})
}

func askFor(t *testing.T, one *lease.Lease, terms lease.Terms) *leased {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	l := &leased{begun: make(chan struct{}, 100), ended: make(chan struct{}, 100), giveAway: make(chan struct{})}
	var running sync.WaitGroup
	running.Go(func() {
		err := one.Run(ctx, terms, func(ctx context.Context) {
			l.begun <- struct{}{}
			select {
			case <-ctx.Done():
			case <-l.giveAway:
			}
			l.ended <- struct{}{}
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("Run returned %v", err)
		}
	})
	l.stop = func() {
		cancel()
		running.Wait()
	}
	t.Cleanup(l.stop)
	return l
}

func awaitLease(t *testing.T, what string, happened <-chan struct{}) {
	t.Helper()
	select {
	case <-happened:
	case <-time.After(20 * time.Second):
		t.Fatalf("waited too long until %s", what)
	}
}

// One process does the work and renews the lease; when it ends, gives the lease away or loses
// it, another does.
func TestLease_Run(t *testing.T) {
	stores, every := teststore.Start(t), 50*time.Millisecond
	db := stores.Database(t, "lease")
	raw := lease.New(db, "work")
	if token, err := raw.Take(t.Context(), "a process that was killed", 300*time.Millisecond); err != nil || token == 0 {
		t.Fatal(token, err)
	}
	a := ask(t, lease.New(db, "work"), every)
	awaitLease(t, "the lease of the killed process has expired", a.begun)
	refused := make(chan struct{}, 100)
	b := askFor(t, lease.New(stores.Database(t, "lease"), "work"), lease.Terms{
		TTL: time.Hour, Every: every, Taken: func() { refused <- struct{}{} },
	})
	expires := func() time.Time {
		var stored struct {
			At time.Time `bson:"expires_at"`
		}
		work := bson.D{{Key: "_id", Value: "work"}}
		if err := db.Collection("leases").FindOne(t.Context(), work).Decode(&stored); err != nil {
			t.Fatal(err)
		}
		return stored.At
	}
	for range 3 {
		was := expires()
		until(t, "the lease is renewed", func() bool { return expires().After(was) })
	}
	awaitLease(t, "the other process has asked", refused)
	select {
	case <-b.begun:
		t.Fatal("two processes have the lease")
	case <-a.ended:
		t.Fatal("the lease was not renewed")
	default:
	}
	a.giveAway <- struct{}{}
	awaitLease(t, "the other process has the lease", b.begun)
	awaitLease(t, "the work here has ended", a.ended)
	b.stop()
	awaitLease(t, "the lease is given back", a.begun)

	// Somebody has taken it while it was expired, before it was renewed.
	taken := bson.D{{Key: "$set", Value: bson.D{
		{Key: "owner", Value: "another"}, {Key: "expires_at", Value: time.Now().Add(time.Minute)},
	}}}
	if _, err := db.Collection("leases").UpdateByID(t.Context(), "work", taken); err != nil {
		t.Fatal(err)
	}
	awaitLease(t, "the work ends with the lease", a.ended)
}

// leaseOf returns the lease of a process of its own, which follows the database.
func leaseOf(t *testing.T, stores *teststore.Stores, name string) *lease.Lease {
	t.Helper()
	db := stores.Database(t, "lease")
	one := lease.New(db, name)
	ctx, cancel := context.WithCancel(context.Background())
	var following sync.WaitGroup
	following.Go(func() { _ = db.Follow(ctx) })
	t.Cleanup(func() {
		cancel()
		following.Wait()
	})
	until(t, "the process is notified of writes", db.Streaming)
	return one
}

// A lease that was given by a clock years ahead is free once that clock is set right, and
// one that is merely held is not.
func TestLease_FarAheadIsFree(t *testing.T) {
	db := teststore.Start(t).Database(t, "lease")
	one := lease.New(db, "ahead")
	if _, err := db.Collection("leases").InsertOne(t.Context(), bson.D{
		{Key: "_id", Value: "ahead"}, {Key: "owner", Value: "a clock that was ahead"}, {Key: "token", Value: 7},
		{Key: "expires_at", Value: time.Now().AddDate(10, 0, 0)},
	}); err != nil {
		t.Fatal(err)
	}
	a := askFor(t, one, lease.Terms{TTL: time.Hour, Every: 50 * time.Millisecond})
	awaitLease(t, "a process has the lease", a.begun)
	if token, err := one.Take(t.Context(), "another", time.Hour); err != nil || token != 0 {
		t.Errorf("a lease that is held was given away: %v, %v", token, err)
	}
}

// Callers of Do take turns, in one process and in several, and one that waits can give up.
func TestLease_Do(t *testing.T) {
	stores := teststore.Start(t)
	leases := []*lease.Lease{
		leaseOf(t, stores, "do"), leaseOf(t, stores, "do"),
	}
	inside, count := atomic.Int32{}, 0
	var callers sync.WaitGroup
	for i := range 8 {
		callers.Go(func() {
			err := leases[i%2].Do(t.Context(), func(ctx context.Context) error {
				if inside.Add(1) != 1 {
					t.Error("two are inside")
				}
				count++
				inside.Add(-1)
				return ctx.Err()
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	callers.Wait()
	if count != 8 {
		t.Errorf("%d were inside", count)
	}
	ctx, cancel := context.WithCancel(t.Context())
	err := leases[0].Do(t.Context(), func(context.Context) error {
		cancel()
		return leases[1].Do(ctx, func(context.Context) error { return errors.New("inside twice") })
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a caller that gave up while it waited got %v", err)
	}
}

func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.After(20 * time.Second); !holds(); { // bounds what hangs; nothing here takes that long
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("waited too long until %s", what)
		}
	}
}
