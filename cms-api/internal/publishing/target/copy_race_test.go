package target

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"academy/cms-api/internal/publishing/release"
	"academy/cms-api/internal/test/teststore"
)

// Releases are written while somebody sweeps who keeps nothing for being young:
// what was made live is whole, each time.
func TestCopy_WhileSomebodySweeps(t *testing.T) { teststore.Each(t, testCopyWhileSomebodySweeps) }

func testCopyWhileSomebodySweeps(t *testing.T, stores *teststore.Stores) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	p := bucketPlace(t, stores)
	press := newPress(t)
	site := &chance{Rand: rand.New(rand.NewPCG(seed, 1))}
	press.publish(site.change())
	store := press.open()
	c := p.copy(store, time.Now)
	c.retention.Keep = 0
	carried(t, c, store)

	begin, swept := make(chan struct{}), 0
	var sweeping sync.WaitGroup
	sweeping.Go(func() {
		far := release.InBucket(p.objects(), quiet())
		for range begin {
			done, err := far.Sweep(t.Context(), release.Retention{Keep: 1, Zone: time.UTC}, "", time.Now(), false)
			// With nothing kept for being young, files of a release go before its manifest
			// comes. Until they are back nobody knows what it names, and nothing is deleted.
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Error(err)
			}
			swept += len(done.Blobs)
		}
	})
	defer sweeping.Wait()
	defer close(begin)
	var before []map[string]string
	for range 25 {
		files := site.change()
		if len(before) > 3 && site.IntN(3) == 0 {
			files = before[site.IntN(len(before))] // what was swept is needed again
		}
		before = append(before, files)
		id := press.publish(files)
		press.check(store.Reload(context.Background()))
		begin <- struct{}{}
		for {
			_, err := c.Carry(t.Context(), store.Current())
			if err == nil {
				break
			}
			if !errors.Is(err, release.ErrSweeping) {
				t.Fatal(err)
			}
		}
		if _, err := release.InBucket(p.objects(), quiet()).Check(context.Background(), id); err != nil {
			t.Fatal(fmt.Errorf("release %s: %w", id, err))
		}
	}
	begin <- struct{}{} // the one before has ended
	if swept == 0 {
		t.Error("nothing was swept")
	}
}
