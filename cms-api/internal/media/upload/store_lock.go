package upload

import (
	"context"
	"errors"
	"sync"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/storage"
)

// lock says which request has an upload. It expires by the database's clock, so that it ends with its process.
type lock struct {
	Owner   string    `bson:"owner"`
	Expires time.Time `bson:"expires_at"`
	Wanted  bool      `bson:"wanted"` // by another request
}

// requestLock lets one request at a time work on an upload, in whatever process.
type requestLock struct {
	uploads   uploads
	id, owner string
	stop      context.CancelFunc
	renewing  sync.WaitGroup
}

// Lock waits until the lock is free. Another request that has it is asked to end: its line may be dead. leave is called
// when this request should end.
func (l *requestLock) Lock(ctx context.Context, leave func()) error {
	for {
		taken, err := l.uploads.take(ctx, l.id, l.owner)
		if err == nil && !taken && storage.Wait(ctx, askEvery, nil) != nil {
			err = problem.New(problem.Conflict, "Another request is busy with this upload. Please try again shortly.")
		}
		if err != nil {
			return failed(ctx, err)
		}
		if taken {
			break
		}
	}
	outcomeOf(ctx).owner = l.owner
	renewing, stop := context.WithCancel(context.WithoutCancel(ctx))
	l.stop = stop
	l.renewing.Go(func() {
		for storage.Wait(renewing, renewEvery, nil) == nil {
			err := l.uploads.renew(renewing, l.id, l.owner)
			if errors.Is(err, errWanted) || errors.Is(err, storage.ErrLeaseLost) {
				leave()
			}
		}
	})
	return nil
}

// Unlock gives the lock back. When that fails it expires.
func (l *requestLock) Unlock() error {
	l.stop()
	l.renewing.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), removeTime)
	defer cancel()
	return l.uploads.release(ctx, l.id, l.owner)
}

const (
	// lockTTL is after what time the lock of a process that was killed is free.
	lockTTL = 6 * time.Second
	// renewEvery is how often a lock is renewed, and how long its owner may not know that it is wanted.
	renewEvery = time.Second
	// askEvery is how often a taken lock is asked for.
	askEvery = 200 * time.Millisecond
)

// take makes the lock of an upload the owner's. It returns false when another has it, who learns that it is wanted. It
// returns true when there is no such upload: nobody else can have that.
func (s uploads) take(ctx context.Context, id, owner string) (bool, error) {
	now, err := s.db.Now(ctx)
	if err != nil {
		return false, err
	}
	mine := lock{Owner: owner, Expires: now.Add(lockTTL)}
	taken, err := s.set(ctx, byID(id, free(now)), bson.D{{Key: "lock", Value: mine}})
	if taken || err != nil {
		return taken, err
	}
	known, err := s.set(ctx, byID(id), bson.D{{Key: "lock.wanted", Value: true}})
	return !known, err
}

var errWanted = errors.New("another request wants the lock")

// renew makes the lock the owner's for a longer time. It returns errWanted when another request waits for it, and
// storage.ErrLeaseLost when it has it.
func (s uploads) renew(ctx context.Context, id, owner string) error {
	now, err := s.db.Now(ctx)
	if err != nil {
		return err
	}
	still, err := s.set(ctx, byID(id, ownedBy(owner)), bson.D{{Key: "lock.expires_at", Value: now.Add(lockTTL)}})
	if err == nil && !still {
		err = storage.ErrLeaseLost
	}
	if err != nil {
		return err
	}
	found, _, err := s.get(ctx, id)
	if err == nil && found.Lock.Wanted {
		err = errWanted
	}
	return err
}

// release gives the lock back.
func (s uploads) release(ctx context.Context, id, owner string) error {
	_, err := s.set(ctx, byID(id, ownedBy(owner)), bson.D{{Key: "lock", Value: lock{}}})
	return err
}
