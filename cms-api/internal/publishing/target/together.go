package target

import (
	"context"
	"sync"
)

// together runs do for every item, at most n at a time. After the first error no
// further one is begun, and those that run are told to end.
func together[T any](ctx context.Context, n int, items []T, do func(context.Context, T) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	next := make(chan T)
	var running sync.WaitGroup
	for range min(n, len(items)) {
		running.Go(func() {
			for item := range next {
				if err := do(ctx, item); err != nil {
					stop(err)
				}
			}
		})
	}
feed:
	for _, item := range items {
		select {
		case next <- item:
		case <-ctx.Done():
			break feed
		}
	}
	close(next)
	running.Wait()
	return context.Cause(ctx)
}
