package backup

import (
	"context"
	"errors"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/storage"
)

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
