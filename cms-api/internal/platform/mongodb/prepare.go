package mongodb

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/storage"
)

// unprepared says that the server answers and what has to be done first failed.
type unprepared struct{ error }

// Unwrap returns the cause.
func (u unprepared) Unwrap() error { return u.error }

// Before has do called by Prepare, before the indexes are made. Call it before Run.
func (d *Database) Before(do func(context.Context) error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.before = append(d.before, do)
}

// Migrate has do called by Prepare, last: it gives what an earlier version stored the form in
// which this one reads it. It may be interrupted, and several processes may call theirs at
// once. Call it before Run.
func (d *Database) Migrate(do func(context.Context) error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.migrations = append(d.migrations, do)
}

// Reach returns once the server answers, or with the last error when the context ends. It
// changes nothing, and Ready stays false: it is for commands that only look at a database,
// which need not have been prepared.
func (d *Database) Reach(ctx context.Context) error {
	for tries := 1; ; tries++ {
		err := d.ping(ctx)
		if err == nil {
			return nil
		}
		if storage.Wait(ctx, storage.NextCheck(tries), nil) != nil {
			return storage.Translate(err)
		}
	}
}

// Prepare does what has to be done before anybody works with the database: it makes
// sure that there are change streams, calls what Before was given, in that order, makes
// the indexes and calls what Migrate was given. Run does it when it first reaches the
// server, again and again until it succeeds.
func (d *Database) Prepare(ctx context.Context) error {
	if err := d.TryStream(ctx); err != nil {
		return unprepared{err}
	}
	d.mu.Lock()
	steps := slices.Concat(d.before, []func(context.Context) error{d.makeIndexes}, d.migrations)
	d.mu.Unlock()
	for _, do := range steps {
		if err := do(ctx); err != nil {
			return unprepared{err}
		}
	}
	return nil
}

func (d *Database) ping(ctx context.Context) error {
	if err := d.client.Ping(ctx, nil); err != nil {
		return fmt.Errorf("ping: %w", err)
	}
	return nil
}

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

// Sparse asks for an index over a field that leaves out documents without it.
func (d *Database) Sparse(collection, field string) {
	d.addIndex(collection, []string{field}, options.Index().SetSparse(true))
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

// lost has Run prepare the database again after a collection with indexes has gone.
func (d *Database) lost(collection string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.indexes[collection]) > 0 {
		storage.Notify(d.dropped)
	}
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
