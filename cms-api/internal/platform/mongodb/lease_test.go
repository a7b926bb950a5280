package mongodb_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/test/teststore"
)

// However many ask for the lease at once, one has it.
func TestLease_HasOneHolder(t *testing.T) {
	stores := teststore.Start(t)
	processes := make([]*mongodb.Lease, 6)
	for i := range processes {
		processes[i] = mongodb.NewLease(stores.Database(t, "lease"), "one")
	}
	now := time.Now()
	for round := range 10 {
		at := now.Add(time.Duration(round) * time.Minute) // the one before has expired
		var asking sync.WaitGroup
		var holders atomic.Int32
		for owner, process := range processes {
			asking.Go(func() {
				held, err := process.Acquire(t.Context(), fmt.Sprint(round, "/", owner), at, time.Second)
				if err != nil {
					t.Error(err)
				}
				if held {
					holders.Add(1)
				}
			})
		}
		asking.Wait()
		if holders.Load() != 1 {
			t.Fatalf("round %d: %d hold the lease", round, holders.Load())
		}
	}
	if err := processes[0].Release(t.Context(), "somebody else"); err != nil {
		t.Fatal(err)
	}
	if held, err := processes[0].Acquire(t.Context(), "another", now.Add(9*time.Minute), time.Second); err != nil || held {
		t.Fatalf("a lease was given back by who does not have it: %v, %v", held, err)
	}
}

// leased is a process that asks for a lease until it is stopped.
type leased struct {
	begun, ended chan struct{} // fn, each time
	giveAway     chan struct{}
	stop         func()
}

func ask(t *testing.T, lease *mongodb.Lease, every time.Duration) *leased {
	t.Helper()
	return askFor(t, lease, mongodb.Terms{TTL: 500 * time.Millisecond, Every: every, Now: time.Now})
}

func askFor(t *testing.T, lease *mongodb.Lease, terms mongodb.Terms) *leased {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	l := &leased{begun: make(chan struct{}, 100), ended: make(chan struct{}, 100), giveAway: make(chan struct{})}
	var running sync.WaitGroup
	running.Go(func() {
		err := lease.Run(ctx, terms, func(ctx context.Context) {
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

// One process does the work, for longer than the lease lasts; when it ends, gives the lease
// away or loses it, another does.
func TestLease_Run(t *testing.T) {
	stores, every := teststore.Start(t), 50*time.Millisecond
	db := stores.Database(t, "lease")
	raw := mongodb.NewLease(db, "work")
	if held, err := raw.Acquire(t.Context(), "a process that was killed", time.Now(), 300*time.Millisecond); err != nil ||
		!held {
		t.Fatal(held, err)
	}
	a := ask(t, mongodb.NewLease(db, "work"), every)
	awaitLease(t, "the lease of the killed process has expired", a.begun)
	b := ask(t, mongodb.NewLease(stores.Database(t, "lease"), "work"), every)
	select {
	case <-b.begun:
		t.Fatal("two processes have the lease")
	case <-a.ended:
		t.Fatal("the lease was not renewed")
	case <-time.After(time.Second): // twice as long as the lease lasts
	}
	a.giveAway <- struct{}{}
	awaitLease(t, "the other process has the lease", b.begun)
	awaitLease(t, "the work here has ended", a.ended)
	b.stop()
	awaitLease(t, "the lease is given back", a.begun)

	// It is not renewed by somebody whose clock is ahead, and then lost to them.
	if held, err := raw.Acquire(t.Context(), "a clock that is ahead", time.Now().Add(time.Second),
		time.Second); err != nil || !held {
		t.Fatal(held, err)
	}
	awaitLease(t, "the work ends with the lease", a.ended)
}

// leaseOf returns the lease of a process of its own, which follows the database.
func leaseOf(t *testing.T, stores *teststore.Stores, name string) *mongodb.Lease {
	t.Helper()
	db := stores.Database(t, "lease")
	lease := mongodb.NewLease(db, name)
	ctx, cancel := context.WithCancel(context.Background())
	var following sync.WaitGroup
	following.Go(func() { _ = db.Follow(ctx) })
	t.Cleanup(func() {
		cancel()
		following.Wait()
	})
	until(t, "the process is notified of writes", db.Streaming)
	return lease
}

// A lease that was given by a clock years ahead is free once that clock is set right, and
// one that is merely held is not.
func TestLease_FarAheadIsFree(t *testing.T) {
	stores := teststore.Start(t)
	lease := mongodb.NewLease(stores.Database(t, "lease"), "ahead")
	const ttl = time.Hour // nothing expires here
	take := func(owner string, at time.Time) bool {
		t.Helper()
		mine, err := lease.Acquire(t.Context(), owner, at, ttl)
		if err != nil {
			t.Fatal(err)
		}
		return mine
	}
	now := time.Now()
	if !take("a clock that is ahead", now.AddDate(10, 0, 0)) {
		t.Fatal("a free lease was refused")
	}
	a := askFor(t, lease, mongodb.Terms{TTL: ttl, Every: 50 * time.Millisecond, Now: time.Now})
	awaitLease(t, "a process with the right clock has the lease", a.begun)
	if take("a clock that is little ahead", now.Add(ttl/2)) {
		t.Error("a lease that is held was given away")
	}
}

// Callers of Do take turns, in one process and in several, and one that waits can give up.
func TestLease_Do(t *testing.T) {
	stores := teststore.Start(t)
	leases := []*mongodb.Lease{
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
