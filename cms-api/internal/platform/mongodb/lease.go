package mongodb

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/problem"
)

// Lease lets one process at a time do a piece of work.
type Lease struct {
	c     *mongo.Collection
	id    string
	freed <-chan struct{}
	// waiting has room for the one caller of this process that may wait in Do: freed
	// notifies only one.
	waiting chan struct{}
}

// NewLease returns the lease of that name. A process needs only one of each name.
func NewLease(db *Database, name string) *Lease {
	c := db.Collection("leases")
	return &Lease{
		c: c, id: name, waiting: make(chan struct{}, 1),
		freed: db.Notified(Writes{Collection: c.Name(), Prefix: name, Only: "delete"}),
	}
}

// Terms says how a lease is held. Now is needed.
type Terms struct {
	// TTL is how long the lease of a process that was killed stays taken. Default 30 s.
	TTL time.Duration
	// Every is how often it is renewed or asked for. Default a third of TTL.
	Every time.Duration
	Now   func() time.Time
	// Taken is called when another process turns out to have the lease; may be nil.
	Taken func()
}

const defaultTTL = 30 * time.Second

func (t Terms) withDefaults() Terms {
	if t.TTL == 0 {
		t.TTL = defaultTTL
	}
	if t.Every == 0 {
		t.Every = t.TTL / 3
	}
	if t.Taken == nil {
		t.Taken = func() {}
	}
	return t
}

// Run calls fn whenever this process gets the lease, until ctx ends, and returns ctx's
// error. The lease is renewed while fn runs; fn's context ends when another process has
// it. While the database is away fn goes on, so fn must be such that two processes doing
// it at once do no harm. An fn that returns earlier gives the lease away, and Run does
// not ask for it again before other processes had the time to.
func (l *Lease) Run(ctx context.Context, terms Terms, fn func(context.Context)) error {
	terms, owner := terms.withDefaults(), NewID()
	for {
		wait, freed := terms.Every, l.freed
		switch mine, err := l.Acquire(ctx, owner, terms.Now(), terms.TTL); {
		case err != nil:
			wait = min(wait, time.Second)
		case !mine:
			terms.Taken()
		case l.while(ctx, owner, terms, fn):
			wait, freed = 2*terms.Every, nil
		default:
			terms.Taken()
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-freed:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// while calls fn as long as owner has the lease. It returns true when fn returned by
// itself, after it has given the lease back.
func (l *Lease) while(ctx context.Context, owner string, terms Terms, fn func(context.Context)) bool {
	working, stop := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		fn(working)
	}()
	defer func() {
		stop()
		<-ended
	}()
	renew := time.NewTicker(terms.Every)
	defer renew.Stop()
	for {
		select {
		case <-ended:
			l.giveBack(ctx, owner)
			return true
		case <-renew.C:
			if mine, err := l.Acquire(ctx, owner, terms.Now(), terms.TTL); err == nil && !mine {
				return false
			}
		}
	}
}

// errLost says that another process may have the lease by now.
var errLost = errors.New("the lease was lost")

// lockTTL is how long a lease that Do held stays taken after its process was killed.
const lockTTL = 5 * time.Second

// Do calls fn while nobody else, in this process or another, is in Do for the same lease,
// and waits for that. The lease is renewed while fn runs. fn's context ends before the
// lease can be another's, and when fn fails then, the error is an Unavailable problem.
func (l *Lease) Do(ctx context.Context, fn func(context.Context) error) error {
	select {
	case l.waiting <- struct{}{}:
		defer func() { <-l.waiting }()
	case <-ctx.Done():
		return Translate(fmt.Errorf("wait for the lease of %s: %w", l.id, ctx.Err()))
	}
	owner := NewID()
	until, err := l.wait(ctx, owner)
	defer l.giveBack(ctx, owner) // after an error too: it may be ours all the same
	if err != nil {
		return err
	}
	holding, end := context.WithCancelCause(ctx)
	var renewing sync.WaitGroup
	renewing.Go(func() { end(l.renew(holding, owner, until)) })
	defer renewing.Wait()
	defer end(nil)
	err = fn(holding)
	if err != nil && errors.Is(context.Cause(holding), errLost) {
		return problem.StoreDown(fmt.Errorf("%w: %w", errLost, err), "database")
	}
	return err
}

// askEvery is how often Do asks for a lease that is taken: nothing notifies of one that
// expires, nor a process that does not Follow.
const askEvery = time.Second

// wait takes the lease, and returns until when it is surely owner's.
func (l *Lease) wait(ctx context.Context, owner string) (time.Time, error) {
	for {
		asked := time.Now()
		mine, err := l.Acquire(ctx, owner, asked, lockTTL)
		if mine || err != nil {
			return asked.Add(lockTTL), err
		}
		timer := time.NewTimer(askEvery)
		select {
		case <-ctx.Done():
			timer.Stop()
			return time.Time{}, Translate(fmt.Errorf("wait for the lease of %s: %w", l.id, ctx.Err()))
		case <-l.freed:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// renew keeps a lease until ctx ends. It returns errLost when another process has it, or
// when it could not be renewed before it expires.
func (l *Lease) renew(ctx context.Context, owner string, until time.Time) error {
	every := time.NewTicker(lockTTL / 4)
	defer every.Stop()
	for {
		expired := time.NewTimer(time.Until(until))
		select {
		case <-ctx.Done():
			expired.Stop()
			return ctx.Err()
		case <-expired.C:
			return errLost
		case <-every.C:
			expired.Stop()
		}
		asking, cancel := context.WithDeadline(ctx, until)
		asked := time.Now()
		mine, err := l.Acquire(asking, owner, asked, lockTTL)
		cancel()
		switch {
		case err == nil && !mine:
			return errLost
		case err == nil:
			until = asked.Add(lockTTL)
		}
	}
}

// Acquire takes or renews the lease for owner, for as long as ttl. It returns false when
// another owner has it.
func (l *Lease) Acquire(ctx context.Context, owner string, now time.Time, ttl time.Duration) (bool, error) {
	filter := bson.M{"_id": l.id, "$or": bson.A{
		bson.M{"owner": owner},
		bson.M{"expires_at": bson.M{"$lte": now}},
		// A lease further ahead than any that was ever given is that of a clock that was
		// set back since.
		bson.M{"expires_at": bson.M{"$gt": now.Add(10 * ttl)}},
	}}
	update := bson.M{"$set": bson.M{"owner": owner, "expires_at": now.Add(ttl)}}
	_, err := l.c.UpdateOne(ctx, filter, update, options.UpdateOne().SetUpsert(true))
	if IsDuplicate(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("take the lease of %s: %w", l.id, Translate(err))
	}
	return true, nil
}

// Release gives the lease back, so that nobody has to wait until it expires.
func (l *Lease) Release(ctx context.Context, owner string) error {
	if _, err := l.c.DeleteOne(ctx, bson.M{"_id": l.id, "owner": owner}); err != nil {
		return fmt.Errorf("give back the lease of %s: %w", l.id, Translate(err))
	}
	return nil
}

// giveBack is Release, also when ctx has ended. When it fails the lease expires.
func (l *Lease) giveBack(ctx context.Context, owner string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	_ = l.Release(ctx, owner)
}
