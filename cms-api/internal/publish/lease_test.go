package publish

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"academy/cms-api/internal/teststore"
)

// However many ask for the lease at once, one has it.
func TestTheLeaseHasOneHolder(t *testing.T) {
	stores := teststore.Start(t)
	processes := make([]*store, 6)
	for i := range processes {
		processes[i] = newStore(stores.Database(t, "lease"))
	}
	now := time.Now()
	for round := range 10 {
		at := now.Add(time.Duration(round) * time.Minute) // the one before has expired
		var asking sync.WaitGroup
		var holders atomic.Int32
		for owner, process := range processes {
			asking.Go(func() {
				held, err := process.lease.Acquire(t.Context(), fmt.Sprint(round, "/", owner), at, time.Second)
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
	if err := processes[0].lease.Release(t.Context(), "somebody else"); err != nil {
		t.Fatal(err)
	}
	if held, err := processes[0].lease.Acquire(t.Context(), "another", now.Add(9*time.Minute), time.Second); err != nil || held {
		t.Fatalf("a lease was given back by who does not have it: %v, %v", held, err)
	}
}
