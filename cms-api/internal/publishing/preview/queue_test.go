package preview

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
)

func TestQueue_ABoundedNumberWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue()
		begun := make(chan func(), atOnce+mostWaiting)
		for i := range cap(begun) {
			go func() {
				done, err := q.take(t.Context(), fmt.Sprint(i))
				if err != nil {
					t.Errorf("preview %d: %v", i, err)
					done = func() {}
				}
				begun <- done
			}()
			synctest.Wait()
		}
		if len(begun) != atOnce {
			t.Fatalf("%d are made at once, want %d", len(begun), atOnce)
		}
		if _, err := q.take(t.Context(), "one more"); !errors.Is(err, errMany) {
			t.Errorf("one more than may wait: %v", err)
		}
		for range cap(begun) { // all that wait, one after the other
			(<-begun)()
		}
	})
}
