package mongodb

import (
	"context"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/revision"
)

// InMemory reports whether lists of d come from memory.
func (d *Documents[T, P]) InMemory() bool {
	if d.list == nil {
		return false
	}
	d.list.mu.RLock()
	defer d.list.mu.RUnlock()
	return d.list.byID != nil
}

// Take takes the lease, or takes it again, for an owner; 0 is not the owner's.
func (l *Lease) Take(ctx context.Context, owner string, ttl time.Duration) (token int64, err error) {
	mine := &leaseState{Owner: owner}
	taken, err := l.take(ctx, mine, ttl)
	if !taken {
		return 0, err
	}
	return mine.Token, nil
}

// GiveBack gives back what Take has returned the token of.
func (l *Lease) GiveBack(ctx context.Context, owner string, token int64) {
	l.giveBack(ctx, &leaseState{Owner: owner, Token: token})
}

// StoreCopy stores a copy of a document as a save does before it fills a pack.
func (d *Documents[T, P]) StoreCopy(ctx context.Context, id string, revision int, whole bson.Raw) error {
	return d.storeCopies(ctx, id, map[int]bson.Raw{revision: whole})
}

// SavedOften leaves a document, and its packs, as saves at some moments leave them. It does what
// they do, but for storing each document that the next save replaces.
func (d *Documents[T, P]) SavedOften(ctx context.Context, id, by string, at []time.Time, change func(P)) error {
	stored, err := d.raw(ctx, id)
	if err != nil {
		return err
	}
	raw := stored
	for _, now := range at {
		before, err := d.decode(raw)
		if err != nil {
			return err
		}
		made := Change[T]{Before: before, After: before}
		change(&made.After)
		base := P(&made.After).Base()
		base.Revision, base.Saved = base.Revision+1, revision.Saved{At: now, By: by}
		if raw, err = d.complete(ctx, &made, raw, revision.Changed); err != nil {
			return err
		}
	}
	result, err := d.c.ReplaceOne(ctx, bson.D{{Key: "_id", Value: id}, {Key: "revision", Value: revisionOf(stored)}}, raw)
	if err == nil && result.MatchedCount == 0 {
		err = d.busy()
	}
	return err
}
