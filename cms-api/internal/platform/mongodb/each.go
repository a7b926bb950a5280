package mongodb

import (
	"context"
	"iter"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/paging"
)

// Each returns every document, whole, that List would return page by page for
// the same search; but in the order of their ids when it asks for none.
// They are read in batches as the sequence is. It fails when nothing can be read,
// and with an Invalid problem for an unknown order. The sequence is to be read
// once, and holds the context until then.
func (d *Documents[T, P]) Each(ctx context.Context, search paging.Search) (iter.Seq2[T, error], error) {
	opts := options.Find().SetProjection(d.present()).SetBatchSize(insertBatch).SetSort(Sorting("id", false))
	if search.Sort != "" {
		by, err := d.listing.order(search)
		if err != nil {
			return nil, err
		}
		opts.SetSort(d.listing.sorting(by))
	}
	wanted := func(bson.Raw) bool { return true }
	if search.Q != "" {
		wanted = Containing(search.Q, d.listing.Search...)
	}
	cursor, err := d.c.Find(ctx, d.notInTrash(bson.D{}), opts)
	if err != nil {
		return nil, d.wrap("read every", err)
	}
	return func(yield func(T, error) bool) {
		defer cursor.Close(context.WithoutCancel(ctx))
		for cursor.Next(ctx) {
			if !wanted(cursor.Current) {
				continue
			}
			var doc T
			err := cursor.Decode(&doc)
			if !yield(doc, err) || err != nil {
				return
			}
		}
		if err := cursor.Err(); err != nil {
			var none T
			yield(none, d.wrap("read every", err))
		}
	}, nil
}
