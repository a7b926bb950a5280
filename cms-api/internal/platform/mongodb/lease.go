package mongodb

import (
	"context"
	"fmt"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// Lease lets one process at a time do a piece of work.
type Lease struct {
	db *Database
	c  *mongo.Collection
	id string
}

// NewLease returns the lease of that name.
func NewLease(db *Database, name string) *Lease {
	return &Lease{db, db.Collection("leases"), name}
}

// Freed is Woken for when somebody gives the lease back.
func (l *Lease) Freed() <-chan struct{} {
	return l.db.Woken(Writes{Collection: l.c.Name(), Prefix: l.id, Only: "delete"})
}

// Acquire takes or keeps the lease for owner, for as long as ttl. It returns
// false when somebody else has it.
func (l *Lease) Acquire(ctx context.Context, owner string, now time.Time, ttl time.Duration) (bool, error) {
	filter := bson.M{"_id": l.id, "$or": bson.A{
		bson.M{"owner": owner},
		bson.M{"expires_at": bson.M{"$lte": now}},
		// A lease further ahead than any that was ever given is that of a
		// clock which has been set back since.
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
	_, err := l.c.DeleteOne(ctx, bson.M{"_id": l.id, "owner": owner})
	if err != nil {
		return fmt.Errorf("give back the lease of %s: %w", l.id, Translate(err))
	}
	return nil
}

// InTurn runs do while nobody else, in any process, runs it for the same name.
func (d *Database) InTurn(ctx context.Context, name string, do func(ctx context.Context) error) error {
	lease, owner := NewLease(d, name), NewID()
	for {
		mine, err := lease.Acquire(ctx, owner, time.Now(), time.Minute)
		if err != nil {
			return err
		}
		if mine {
			break
		}
		select {
		case <-ctx.Done():
			return Translate(fmt.Errorf("wait for the lease of %s: %w", name, ctx.Err()))
		case <-time.After(20 * time.Millisecond):
		}
	}
	defer func() { _ = lease.Release(context.WithoutCancel(ctx), owner) }()
	return do(ctx)
}
