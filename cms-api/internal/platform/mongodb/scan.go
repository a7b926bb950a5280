package mongodb

import (
	"context"
	"fmt"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// EachDocument calls each with the bytes of every document of the database but
// those of the collections that are left out; texts stand in them as they are.
// The bytes are good until each returns. It holds few documents at a time.
func (d *Database) EachDocument(ctx context.Context, leftOut []string, each func(document []byte)) error {
	names, err := d.db.ListCollectionNames(ctx, bson.D{})
	if err != nil {
		return Translate(fmt.Errorf("list the collections: %w", err))
	}
	for _, name := range names {
		if slices.Contains(leftOut, name) {
			continue
		}
		if err := d.eachOf(ctx, name, each); err != nil {
			return Translate(fmt.Errorf("read all of %s: %w", name, err))
		}
	}
	return nil
}

const scanBatch = 100

func (d *Database) eachOf(ctx context.Context, collection string, each func([]byte)) error {
	cursor, err := d.db.Collection(collection).Find(ctx, bson.D{}, options.Find().SetBatchSize(scanBatch))
	if err != nil {
		return err
	}
	defer cursor.Close(ctx)
	for cursor.Next(ctx) {
		each(cursor.Current)
	}
	return cursor.Err()
}
