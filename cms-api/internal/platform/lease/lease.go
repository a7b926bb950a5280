// Package lease lets one process at a time do a piece of work.
package lease

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/storage"
	"academy/cms-api/internal/platform/views"
)

// Lease lets one process at a time do a piece of work.
//
// The server's clock alone decides when it expires, so the clocks of the processes do not
// matter. Every owner gets a token that is greater than those before: a write with an older
// token (see Write.Fence) is refused once a later owner has looked at the document.
type Lease struct {
	db    *mongodb.Database
	c     *mongo.Collection
	id    string
	freed <-chan struct{}
	// waiting lets one caller of this process wait in Do: freed notifies only one.
	waiting chan struct{}
}

// New returns the lease of that name. A process needs only one of each name.
func New(db *mongodb.Database, name string) *Lease {
	c := db.Collection("leases")
	return &Lease{
		db: db, c: c, id: name, waiting: make(chan struct{}, 1),
		freed: db.Notified(views.Writes{Collection: c.Name(), Prefix: name, Only: "replace"}),
	}
}

// Terms says for how long a lease is taken.
type Terms struct {
	// TTL is after what time the lease of a process that was killed is free. Default 30 s.
	TTL time.Duration
	// Every is how often it is renewed or asked for. Default a third of TTL.
	Every time.Duration
	// Taken is called when another process has the lease. May be nil.
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
	terms = terms.withDefaults()
	mine := &leaseState{Owner: mongodb.NewID()}
	for {
		pause, freed := terms.Every, l.freed
		switch taken, err := l.take(ctx, mine, terms.TTL); {
		case err != nil:
			pause = min(pause, time.Second)
		case !taken:
			terms.Taken()
		case l.work(ctx, mine, terms, fn):
			pause, freed = 2*terms.Every, nil
		default:
			terms.Taken()
		}
		if err := storage.Wait(ctx, pause, freed); err != nil {
			return err
		}
	}
}

// work calls fn as long as the lease is ours. It returns true when fn returned by itself; then
// it has given the lease back.
func (l *Lease) work(ctx context.Context, mine *leaseState, terms Terms, fn func(context.Context)) bool {
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
			l.giveBack(ctx, mine)
			return true
		case <-renew.C:
			if still, err := l.renew(ctx, mine, terms.TTL); err == nil && !still {
				return false
			}
		}
	}
}

// lockTTL is after what time the lease of a process that was killed in Do is free.
const lockTTL = 5 * time.Second

// Do calls fn while nobody else, in this process or another, is in Do for the same lease,
// and waits for that. The lease is renewed while fn runs, whose context ends before the lease can
// be another's; when fn fails then, the error is an Unavailable problem.
func (l *Lease) Do(ctx context.Context, fn func(context.Context) error) error {
	return l.DoFenced(ctx, func(ctx context.Context, _ int64) error { return fn(ctx) })
}

// DoFenced is Do for an fn that gets the lease's token, for Documents.Fence and Write.Fence.
func (l *Lease) DoFenced(ctx context.Context, fn func(ctx context.Context, token int64) error) error {
	select {
	case l.waiting <- struct{}{}:
		defer func() { <-l.waiting }()
	case <-ctx.Done():
		return l.gaveUp(ctx)
	}
	mine := &leaseState{Owner: mongodb.NewID()}
	until, err := l.wait(ctx, mine)
	defer l.giveBack(ctx, mine) // after an error too: it may be ours all the same
	if err != nil {
		return err
	}
	leased, end := context.WithCancelCause(ctx)
	var renewing sync.WaitGroup
	renewing.Go(func() { end(l.renewUntil(leased, mine, until)) })
	defer renewing.Wait()
	defer end(nil)
	err = fn(leased, mine.Token)
	if err != nil && errors.Is(context.Cause(leased), storage.ErrLeaseLost) {
		return problem.StoreDown(fmt.Errorf("%w: %w", storage.ErrLeaseLost, err), "database")
	}
	return err
}

// askEvery is how often Do asks for a lease that is taken: nothing notifies of one that
// expires, nor a process that does not Follow.
const askEvery = time.Second

// wait takes the lease, and returns until when it is surely ours.
func (l *Lease) wait(ctx context.Context, mine *leaseState) (time.Time, error) {
	for {
		asked := time.Now()
		taken, err := l.take(ctx, mine, lockTTL)
		if taken || err != nil {
			return asked.Add(lockTTL), err
		}
		if storage.Wait(ctx, askEvery, l.freed) != nil {
			return time.Time{}, l.gaveUp(ctx)
		}
	}
}

func (l *Lease) gaveUp(ctx context.Context) error {
	return storage.Translate(fmt.Errorf("wait for the lease of %s: %w", l.id, ctx.Err()))
}

// renewUntil renews a lease until ctx ends. It returns storage.ErrLeaseLost when another process has it, or
// when it could not be renewed before it expires.
func (l *Lease) renewUntil(ctx context.Context, mine *leaseState, until time.Time) error {
	for {
		expiring, cancel := context.WithDeadline(ctx, until)
		err := storage.Wait(expiring, lockTTL/4, nil)
		asked := time.Now()
		still := false
		if err == nil {
			still, err = l.renew(expiring, mine, lockTTL)
		}
		cancel()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil && !still, !time.Now().Before(until):
			return storage.ErrLeaseLost
		case err == nil:
			until = asked.Add(lockTTL)
		}
	}
}

// leaseState is the document of a lease. It stays when the lease is given back, for its token.
type leaseState struct {
	ID      string    `bson:"_id"`
	Owner   string    `bson:"owner"`
	Token   int64     `bson:"token"`
	Expires time.Time `bson:"expires_at"`
}

// free reports whether the lease can be taken. One that expires later than any lease can
// was taken before the server's clock was set back.
func (l leaseState) free(now time.Time, ttl time.Duration) bool {
	return !l.Expires.After(now) || l.Expires.After(now.Add(10*ttl))
}

// take makes the lease ours for as long as ttl, and sets our token. It returns false when
// another owner has it.
func (l *Lease) take(ctx context.Context, mine *leaseState, ttl time.Duration) (bool, error) {
	now, err := l.db.Now(ctx)
	if err != nil {
		return false, l.failed("take", err)
	}
	var was leaseState
	err = l.c.FindOne(ctx, l.document()).Decode(&was)
	if err != nil && !storage.IsMissing(err) {
		return false, l.failed("take", err)
	}
	if was.Owner != mine.Owner && !was.free(now, ttl) {
		return false, nil
	}
	// Tokens grow with time too, so that a new one is greater even when the collection of
	// leases was lost and the fenced documents were not.
	mine.ID, mine.Token, mine.Expires = l.id, max(was.Token+1, now.UnixMilli()), now.Add(ttl)
	if storage.IsMissing(err) {
		_, err = l.c.InsertOne(ctx, mine)
		if storage.IsDuplicate(err) {
			return false, nil
		}
		return err == nil, l.failed("take", err)
	}
	filter := append(l.by(was), bson.E{Key: "expires_at", Value: was.Expires}) // it may have been renewed since
	return l.set(ctx, "take", filter, bson.D{
		{Key: "owner", Value: mine.Owner}, {Key: "token", Value: mine.Token}, {Key: "expires_at", Value: mine.Expires},
	})
}

// renew makes the lease ours for another ttl. It returns false when it is not ours any more.
func (l *Lease) renew(ctx context.Context, mine *leaseState, ttl time.Duration) (bool, error) {
	now, err := l.db.Now(ctx)
	if err != nil {
		return false, l.failed("renew", err)
	}
	return l.set(ctx, "renew", l.by(*mine), bson.D{{Key: "expires_at", Value: now.Add(ttl)}})
}

// set changes the lease if it is still what the filter matches.
func (l *Lease) set(ctx context.Context, doing string, filter, fields bson.D) (bool, error) {
	result, err := l.c.UpdateOne(ctx, filter, bson.D{{Key: "$set", Value: fields}})
	return err == nil && result.MatchedCount > 0, l.failed(doing, err)
}

// by matches the lease while it is the owner's, or nobody has taken it since.
func (l *Lease) by(owner leaseState) bson.D {
	var token any // null where there is none
	if owner.Token != 0 {
		token = owner.Token
	}
	return append(l.document(), bson.E{Key: "owner", Value: owner.Owner}, bson.E{Key: "token", Value: token})
}

// giveBack lets others have the lease at once, also when ctx has ended. When it fails the
// lease expires. It replaces the document, which is what Notified tells from renewing.
func (l *Lease) giveBack(ctx context.Context, mine *leaseState) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	filter := append(l.document(), bson.E{Key: "owner", Value: mine.Owner})
	_, _ = l.c.ReplaceOne(ctx, filter, leaseState{ID: l.id, Token: mine.Token})
}

func (l *Lease) document() bson.D { return bson.D{{Key: "_id", Value: l.id}} }

func (l *Lease) failed(doing string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s the lease of %s: %w", doing, l.id, storage.Translate(err))
}
