package mongodb

import (
	"context"

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
		var each copyOf
		if err := cursor.Decode(&each); err != nil {
			return nil, d.wrap("read the versions of every", err)
		}
		raw, err := decompress(each.Data)
		if err != nil {
			return nil, d.wrap("read the versions of every", err)
		}
		if id := idOf(raw); found(raw) {
			with[id] = append(with[id], revisionOf(raw))
		}
	}
	return with, d.wrap("read the versions of every", cursor.Err())
}

// EachHistory calls do with the former versions, oldest first, of every document, in the
// trash or not, that has any.
func (d *Documents[T, P]) EachHistory(ctx context.Context, do func(id string, past []Version)) error {
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
		if len(past) > 0 {
			do(base.ID, past)
		}
	}
	return d.wrap("read the history of every", cursor.Err())
}
