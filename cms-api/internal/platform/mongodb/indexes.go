package mongodb

import (
	"context"
	"fmt"
	"maps"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// indexTime is how long making one index may take.
const indexTime = 30 * time.Second

// Unique asks for a unique index over the fields, in their order. It is made
// when Run first reaches the server, before Ready turns true. Sparse leaves
// documents without the field out of it.
func (d *Database) Unique(collection string, sparse bool, fields ...string) {
	d.addIndex(collection, fields, options.Index().SetUnique(true).SetSparse(sparse))
}

// Indexed asks for an index over the fields, in their order, and the id, which
// settles the order of what is equal in them. It is made like that of Unique.
func (d *Database) Indexed(collection string, fields ...string) {
	d.addIndex(collection, append(fields, "_id"), options.Index())
}

// Expires has the server delete documents, within minutes, once the time in a field is
// over. The index that does it is made like that of Unique.
func (d *Database) Expires(collection, field string) {
	d.addIndex(collection, []string{field}, options.Index().SetExpireAfterSeconds(0))
}

func (d *Database) addIndex(collection string, fields []string, opts *options.IndexOptionsBuilder) {
	keys := bson.D{}
	for _, field := range fields {
		keys = append(keys, bson.E{Key: field, Value: 1})
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.indexes[collection] = append(d.indexes[collection], mongo.IndexModel{Keys: keys, Options: opts})
}

func (d *Database) hasIndexes(collection string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.indexes[collection]) > 0
}

func (d *Database) makeIndexes(ctx context.Context) error {
	d.mu.Lock()
	indexes := maps.Clone(d.indexes)
	d.mu.Unlock()
	for collection, models := range indexes {
		if d.create(ctx, collection, models...) == nil {
			continue
		}
		for _, model := range models { // one by one, to say which cannot be made
			if err := d.create(ctx, collection, model); err != nil {
				return fmt.Errorf("create the index %v of %s: %w", model.Keys, collection, err)
			}
		}
	}
	return nil
}

// create has the server make indexes in one command.
func (d *Database) create(ctx context.Context, collection string, models ...mongo.IndexModel) error {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(len(models))*indexTime)
	defer cancel()
	_, err := d.db.Collection(collection).Indexes().CreateMany(ctx, models)
	return err
}
