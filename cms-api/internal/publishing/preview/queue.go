package preview

import (
	"context"
	"errors"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"academy/cms-api/internal/platform/problem"
)

const (
	// atOnce is how many previews a process makes at a time: saves have the rest of it. The
	// publisher renders one after the other.
	atOnce = 2
	// mostWaiting is how many others wait.
	mostWaiting = 100
)

// queue lets a few previews be made at a time. Of one frame only the newest waits.
type queue struct {
	places  *semaphore.Weighted
	mu      sync.Mutex
	waiting map[string]*waiter
}

type waiter struct{ giveUp context.CancelCauseFunc }

func newQueue() *queue {
	return &queue{places: semaphore.NewWeighted(atOnce), waiting: map[string]*waiter{}}
}

var (
	errReplaced = problem.New(problem.Conflict, "A newer preview in the same frame has taken the place of this one.")
	errMany     = &problem.Error{
		Kind: problem.Unavailable, Detail: "Too many previews are asked for at the moment. Please try again shortly.",
		RetryAfter: 2 * time.Second,
	}
)

// take waits until a preview can be made; the caller calls done after it. It returns a Conflict when
// it is asked again for the same frame, and an Unavailable problem when ctx ends.
func (q *queue) take(ctx context.Context, frame string) (done func(), err error) {
	ctx, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	mine := &waiter{giveUp}
	q.mu.Lock()
	if older := q.waiting[frame]; older != nil {
		older.giveUp(errReplaced)
	} else if len(q.waiting) >= mostWaiting {
		q.mu.Unlock()
		return nil, errMany
	}
	q.waiting[frame] = mine
	q.mu.Unlock()
	err = q.places.Acquire(ctx, 1)
	q.mu.Lock()
	if q.waiting[frame] == mine {
		delete(q.waiting, frame)
	}
	q.mu.Unlock()
	switch {
	case err == nil:
		return func() { q.places.Release(1) }, nil
	case errors.Is(context.Cause(ctx), errReplaced):
		return nil, errReplaced
	}
	return nil, errMany
}
