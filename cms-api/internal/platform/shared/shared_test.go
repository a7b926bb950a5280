package shared

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// However many calls come while a read is under way, one more read answers them all, with what
// was so after the last of them.
func TestReads_BeginAfterTheCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stored, reads := 0, 0
		shared := NewReads(time.Minute, func(context.Context, string) (int, error) {
			reads++
			found := stored
			time.Sleep(time.Second)
			return found, nil
		})
		var calls sync.WaitGroup
		ask := func(want int) {
			calls.Go(func() {
				if got, err := shared.Get(t.Context(), "a"); got != want || err != nil {
					t.Errorf("got %d, %v; want %d", got, err, want)
				}
			})
		}
		ask(0)
		synctest.Wait()
		stored = 1 // after the first read looked, before it ends
		for range 200 {
			ask(1)
		}
		calls.Wait()
		if reads != 2 {
			t.Errorf("%d reads", reads)
		}
		synctest.Wait()
		if len(shared.next) != 0 {
			t.Error("something is kept of what nobody waits for")
		}
	})
}

// Who gives up ends nobody else's read.
func TestReads_OutliveWhoBeganThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shared := NewReads(time.Minute, func(ctx context.Context, _ string) (int, error) {
			select {
			case <-ctx.Done():
				return 0, ctx.Err()
			case <-time.After(time.Second):
				return 1, nil
			}
		})
		first, giveUp := context.WithCancel(t.Context())
		var calls sync.WaitGroup
		calls.Go(func() {
			if _, err := shared.Get(first, "a"); !errors.Is(err, context.Canceled) {
				t.Errorf("who gave up got %v", err)
			}
		})
		synctest.Wait()
		giveUp()
		if got, err := shared.Get(t.Context(), "a"); got != 1 || err != nil {
			t.Errorf("the other got %d, %v", got, err)
		}
		calls.Wait()
	})
}
