package publish

import (
	"context"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"
)

// A record that is being written when the process is told to end is written, and so
// is what waits behind it; but for no longer than the process may take.
func TestRecorder_EndsWhatItHasBegun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRecorder(nil, slog.New(slog.DiscardHandler))
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
		for _, long := range []time.Duration{restTime / 2, restTime / 4, time.Hour, 0} {
			r.add(takes(long))
		}
		ended := make(chan struct{})
		go func() { defer close(ended); r.run(ctx) }()
		synctest.Wait()
		begun := time.Now()
		end()
		<-ended
		if took := time.Since(begun); took != restTime {
			t.Errorf("it took %s", took)
		}
		if len(written) < 3 || written[0] != nil || written[1] != nil || written[2] == nil {
			t.Errorf("written: %v", written)
		}
	})
}
