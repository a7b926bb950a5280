package documents

import (
	"context"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/storage"
)

// InMemory reports whether lists of d come from memory.
func (d *Collection[T, P]) InMemory() bool {
	if d.list == nil {
		return false
	}
	d.list.mu.RLock()
	defer d.list.mu.RUnlock()
	return d.list.byID != nil
}

// StoreCopy stores a copy of a document as a save does before it fills a pack.
func (d *Collection[T, P]) StoreCopy(ctx context.Context, id string, revision int, whole bson.Raw) error {
	return d.Versions.StoreCopies(ctx, id, map[int]bson.Raw{revision: whole})
}

// SavedOften leaves a document, and its packs, as saves at some moments leave them. It does what
// they do, but for storing each document that the next save replaces.
func (d *Collection[T, P]) SavedOften(ctx context.Context, id, by string, at []time.Time, change func(P)) error {
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
	same := bson.D{{Key: "_id", Value: id}, {Key: "revision", Value: storage.RevisionOf(stored)}}
	result, err := d.c.ReplaceOne(ctx, same, raw)
	if err == nil && result.MatchedCount == 0 {
		err = storage.Busy(d.what)
	}
	return err
}
