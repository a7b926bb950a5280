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

// turns lets previews be made a few at a time. Of one frame only the newest waits.
type turns struct {
	places  *semaphore.Weighted
	mu      sync.Mutex
	waiting map[string]*turn
}

type turn struct{ giveUp context.CancelCauseFunc }

func newTurns() *turns {
	return &turns{places: semaphore.NewWeighted(atOnce), waiting: map[string]*turn{}}
}

var (
	errReplaced = problem.New(problem.Conflict, "A newer preview in the same frame has taken the place of this one.")
	errMany     = &problem.Error{
		Kind: problem.Unavailable, Detail: "Too many previews are asked for at the moment. Please try again shortly.",
		RetryAfter: 2 * time.Second,
	}
)

// take waits for a turn; the caller calls done after it. Who has waited gets a Conflict when
// it is asked again for the same frame, and an Unavailable problem when ctx ends.
func (t *turns) take(ctx context.Context, frame string) (done func(), err error) {
	ctx, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	mine := &turn{giveUp}
	t.mu.Lock()
	if older := t.waiting[frame]; older != nil {
		older.giveUp(errReplaced)
	} else if len(t.waiting) >= mostWaiting {
		t.mu.Unlock()
		return nil, errMany
	}
	t.waiting[frame] = mine
	t.mu.Unlock()
	err = t.places.Acquire(ctx, 1)
	t.mu.Lock()
	if t.waiting[frame] == mine {
		delete(t.waiting, frame)
	}
	t.mu.Unlock()
	switch {
	case err == nil:
		return func() { t.places.Release(1) }, nil
	case errors.Is(context.Cause(ctx), errReplaced):
		return nil, errReplaced
	}
	return nil, errMany
}
