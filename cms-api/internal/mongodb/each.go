package mongodb

import (
	"context"
	"iter"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// Each returns every document in the order in which they came, read in batches
// as the sequence is. It fails when nothing can be read. The sequence is to be
// read once, and holds the context until then.
func (d *Documents[T, P]) Each(ctx context.Context) (iter.Seq2[T, error], error) {
	opts := options.Find().SetBatchSize(insertBatch)
	if !d.db.Stepwise() {
		opts.SetSort(bson.D{{Key: "_id", Value: 1}}) // the embedded database would sort in memory what it has in this order anyway
	}
	cursor, err := d.c.Find(ctx, bson.D{}, opts)
	if err != nil {
		return nil, d.wrap("read every", err)
	}
	return func(yield func(T, error) bool) {
		defer cursor.Close(context.WithoutCancel(ctx))
		for cursor.Next(ctx) {
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
