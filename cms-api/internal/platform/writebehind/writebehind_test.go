package writebehind

import (
	"context"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"
)

// A record that is being written when the process is told to end is written, and so
// is what waits behind it; but for no longer than the process may take.
func TestQueue_EndsWhatItHasBegun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(nil, slog.New(slog.DiscardHandler))
		ctx, end := context.WithCancel(t.Context())
		var written []error
		takes := func(long time.Duration) func(context.Context) error {
			return func(ctx context.Context) error {
				select {
				case <-ctx.Done():
				case <-time.After(long):
				}
				written = append(written, ctx.Err())
				return ctx.Err()
			}
		}
		for _, long := range []time.Duration{drainTime / 2, drainTime / 4, time.Hour, 0} {
			q.Add(takes(long))
		}
		ended := make(chan struct{})
		go func() { defer close(ended); q.Run(ctx) }()
		synctest.Wait()
		begun := time.Now()
		end()
		<-ended
		if took := time.Since(begun); took != drainTime {
			t.Errorf("it took %s", took)
		}
		if len(written) < 3 || written[0] != nil || written[1] != nil || written[2] == nil {
			t.Errorf("written: %v", written)
		}
	})
}
