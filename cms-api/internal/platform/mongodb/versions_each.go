package mongodb

import (
	"context"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/revision"
)

// VersionsWith returns the revisions of the former versions, by document, in whose bytes
// found reports something. It reads all of them.
func (d *Documents[T, P]) VersionsWith(ctx context.Context, found func(raw []byte) bool) (map[string][]int, error) {
	cursor, err := d.db.Collection(VersionsCollection).Find(ctx, bson.D{idsBelow(d.c.Name())},
		options.Find().SetBatchSize(scanBatch))
	if err != nil {
		return nil, d.wrap("read the versions of every", err)
	}
	defer cursor.Close(context.WithoutCancel(ctx))
	with := map[string][]int{}
	for cursor.Next(ctx) {
		var each pack
		if err := cursor.Decode(&each); err != nil {
			return nil, d.wrap("read the versions of every", err)
		}
		copies, err := each.copies()
		if err != nil {
			return nil, d.wrap("read the versions of every", err)
		}
		id := packedDocument(each.ID)
		for revision, raw := range copies {
			if found(raw) {
				with[id] = append(with[id], revision)
			}
		}
	}
	return with, d.wrap("read the versions of every", cursor.Err())
}

// EachHistory calls do with the former versions, oldest first, of every document, in the
// trash or not, that has any.
func (d *Documents[T, P]) EachHistory(ctx context.Context, do func(id string, past []Version)) error {
	return d.eachPast(ctx, func(base revision.Document, past []Version) {
		if len(past) > 0 {
			do(base.ID, past)
		}
	})
}

func (d *Documents[T, P]) eachPast(ctx context.Context, do func(base revision.Document, past []Version)) error {
	only := options.Find().SetProjection(Only("past")).SetBatchSize(readBatch)
	cursor, err := d.c.Find(ctx, bson.D{}, only)
	if err != nil {
		return d.wrap("read the history of every", err)
	}
	defer cursor.Close(context.WithoutCancel(ctx))
	for cursor.Next(ctx) {
		var base revision.Document
		if err := cursor.Decode(&base); err != nil {
			return d.wrap("read the history of every", err)
		}
		past, err := pastOf(base)
		if err != nil {
			return d.wrap("read the history of "+base.ID+", one", err)
		}
		do(base, past)
	}
	return d.wrap("read the history of every", cursor.Err())
}

// Strays returns the revisions of the copies, by document, that no history names and that
// are not of what is current. A save leaves one when a purge, a removal of old versions or
// another save overtakes it, and so does a backup that is made while people save.
func (d *Documents[T, P]) Strays(ctx context.Context) (map[string][]int, error) {
	strays := map[string][]int{}
	only := options.Find().SetProjection(bson.D{{Key: "revisions", Value: 1}}).SetBatchSize(readBatch)
	cursor, err := d.db.Collection(VersionsCollection).Find(ctx, bson.D{idsBelow(d.c.Name())}, only)
	if err != nil {
		return nil, d.wrap("list the versions of every", err)
	}
	defer cursor.Close(context.WithoutCancel(ctx))
	for cursor.Next(ctx) {
		var each pack
		if err := cursor.Decode(&each); err != nil {
			return nil, d.wrap("list the versions of every", err)
		}
		id := packedDocument(each.ID)
		strays[id] = append(strays[id], each.Revisions...)
	}
	if err := cursor.Err(); err != nil {
		return nil, d.wrap("list the versions of every", err)
	}
	// Read after the copies: what belongs to a save is current here, or named.
	err = d.eachPast(ctx, func(base revision.Document, past []Version) {
		left := slices.DeleteFunc(strays[base.ID], func(copied int) bool {
			named := slices.ContainsFunc(past, func(v Version) bool { return v.Revision == copied })
			return named || copied == base.Revision
		})
		if strays[base.ID] = left; len(left) == 0 {
			delete(strays, base.ID)
		}
	})
	return strays, err
}
