package upload

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"academy/cms-api/internal/platform/problem"
)

const (
	// partsInMemory is how many requests have a part of an upload in memory at a time.
	partsInMemory = 16
	// partsOfAccount is how many of them may be one account's, so that others can send something meanwhile.
	partsOfAccount = partsInMemory / 2
	// placeWait is how long others wait.
	placeWait = 10 * time.Second
)

// places bound the memory of parts, however many lines bring some.
type places struct {
	free *semaphore.Weighted
	// ofAccounts has a *semaphore.Weighted for each account that has sent something to this process.
	ofAccounts *sync.Map
	wait       time.Duration
}

func newPlaces() places { return places{semaphore.NewWeighted(partsInMemory), &sync.Map{}, placeWait} }

// enter waits for a place for an account. When it took too long, it returns a TooMany problem if the account itself has
// as many as it may have, else an Unavailable one; otherwise the caller calls leave.
func (p places) enter(ctx context.Context, account string) (leave func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, p.wait)
	defer cancel()
	const soon = 2 * time.Second
	found, _ := p.ofAccounts.LoadOrStore(account, semaphore.NewWeighted(partsOfAccount))
	own := found.(*semaphore.Weighted)
	if err := own.Acquire(ctx, 1); err != nil {
		return nil, &problem.Error{
			Kind: problem.TooMany, RetryAfter: soon, Cause: err,
			Detail: fmt.Sprintf("You are sending more than %d files at a time. Please try again shortly.", partsOfAccount),
		}
	}
	if err := p.free.Acquire(ctx, 1); err != nil {
		own.Release(1)
		return nil, &problem.Error{
			Kind: problem.Unavailable, RetryAfter: soon, Cause: err,
			Detail: "Too many files are arriving at the moment. Please try again shortly.",
		}
	}
	return sync.OnceFunc(func() {
		p.free.Release(1)
		own.Release(1)
	}), nil
}
