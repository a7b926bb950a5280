package backup

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/storage"
	"academy/cms-api/internal/platform/versions"
)

// Documents reads and writes the documents of a database whatever they are.
type Documents struct{ db *mongodb.Database }

// NewDocuments returns the documents of db. It does no I/O.
func NewDocuments(db *mongodb.Database) *Documents { return &Documents{db} }

// collections returns those that travel, in a settled order.
func (d *Documents) collections(ctx context.Context) ([]string, error) {
	names, err := d.db.Raw().ListCollectionNames(ctx, bson.D{})
	if err != nil {
		return nil, storage.Wrap("list", "the collections", err)
	}
	names = slices.DeleteFunc(names, func(name string) bool { return !travels(name) })
	slices.Sort(names)
	// Last: then there is every version that the documents read before list.
	if at := slices.Index(names, versions.Collection); at >= 0 {
		names = append(slices.Delete(names, at, at+1), versions.Collection)
	}
	return names, nil
}

// filled returns the first of some collections that has a document; empty when
// none has.
func (d *Documents) filled(ctx context.Context, collections []string) (string, error) {
	for _, name := range collections {
		only := options.FindOne().SetProjection(bson.D{{Key: "_id", Value: 1}})
		err := d.db.Collection(name).FindOne(ctx, bson.D{}, only).Err()
		if storage.IsMissing(err) {
			continue
		}
		if err != nil {
			return "", storage.Wrap("look into", name, err)
		}
		return name, nil
	}
	return "", nil
}

const readBatch = 200

// each calls do with every document of a collection as canonical Extended JSON, in the
// order in which they are stored. Any other would have the embedded database read all of them
// before it answers, which takes longer than an answer may where there are many versions.
func (d *Documents) each(ctx context.Context, collection string, do func(line []byte) error) error {
	opts := options.Find().SetBatchSize(readBatch)
	cursor, err := d.db.Collection(collection).Find(ctx, bson.D{}, opts)
	if err != nil {
		return storage.Wrap("read", collection, err)
	}
	defer cursor.Close(context.WithoutCancel(ctx))
	for cursor.Next(ctx) {
		line, err := bson.MarshalExtJSON(cursor.Current, true, false)
		if err != nil {
			return fmt.Errorf("read a document of %s: %w", collection, err)
		}
		if err := do(line); err != nil {
			return err
		}
	}
	return storage.Wrap("read", collection, cursor.Err())
}

// parse reads a line that each gave.
func parse(line []byte) (any, error) {
	var doc bson.D
	if err := bson.UnmarshalExtJSON(line, true, &doc); err != nil {
		return nil, err
	}
	return doc, nil
}

// insert stores documents.
func (d *Documents) insert(ctx context.Context, collection string, documents []any) error {
	_, err := d.db.Collection(collection).InsertMany(ctx, documents)
	return storage.Wrap("store documents of", collection, err)
}

// clear deletes every document of a collection.
func (d *Documents) clear(ctx context.Context, collection string) error {
	_, err := d.db.Collection(collection).DeleteMany(ctx, bson.D{})
	return storage.Wrap("empty", collection, err)
}

// ErrRestoring says that a restore has begun and has not completed.
var ErrRestoring = errors.New("a backup is being restored, or was and broke off: wait, or run cms-api restore again")

// restoreCollection has one document while a restore is under way.
const restoreCollection = "restores"

var currentRestore = bson.D{{Key: "_id", Value: "current"}}

// CheckComplete returns ErrRestoring while a restore has not completed: the data
// is not whole then.
func (d *Documents) CheckComplete(ctx context.Context) error {
	restoring, err := d.restoring(ctx)
	if err == nil && restoring {
		return ErrRestoring
	}
	return err
}

func (d *Documents) restoring(ctx context.Context) (bool, error) {
	err := d.db.Collection(restoreCollection).FindOne(ctx, currentRestore).Err()
	if storage.IsMissing(err) {
		return false, nil
	}
	return err == nil, storage.Wrap("look for", "a restore under way", err)
}

// beginRestore stores that an archive is being restored.
func (d *Documents) beginRestore(ctx context.Context, archive string) error {
	set := bson.D{{Key: "$set", Value: bson.D{{Key: "archive", Value: archive}}}}
	_, err := d.db.Collection(restoreCollection).UpdateOne(ctx, currentRestore, set, options.UpdateOne().SetUpsert(true))
	return storage.Wrap("store", "that a restore has begun", err)
}

// endRestore stores that the restore has completed.
func (d *Documents) endRestore(ctx context.Context) error {
	_, err := d.db.Collection(restoreCollection).DeleteOne(ctx, currentRestore)
	return storage.Wrap("store", "that the restore has completed", err)
}
