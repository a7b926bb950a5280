package mongodb

import (
	"context"
	"fmt"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/problem"
)

// FindIn returns everything that matches in a collection, never nil.
func FindIn[T any](
	ctx context.Context, c *mongo.Collection, filter any, opts ...options.Lister[options.FindOptions],
) ([]T, error) {
	found := []T{}
	cursor, err := c.Find(ctx, filter, opts...)
	if err == nil {
		err = cursor.All(ctx, &found)
	}
	if err != nil {
		return nil, Translate(fmt.Errorf("read from %s: %w", c.Name(), err))
	}
	return found, nil
}

// GetIn returns the document with an id, and false when there is none.
func GetIn[T any](ctx context.Context, c *mongo.Collection, id string) (doc T, found bool, err error) {
	err = c.FindOne(ctx, bson.D{{Key: "_id", Value: id}}).Decode(&doc)
	if err != nil && !IsMissing(err) {
		return doc, false, Translate(fmt.Errorf("read from %s: %w", c.Name(), err))
	}
	return doc, err == nil, nil
}

// PutIn stores a document under an id, whether there is one or not.
func PutIn(ctx context.Context, c *mongo.Collection, id string, doc any) error {
	_, err := c.ReplaceOne(ctx, bson.D{{Key: "_id", Value: id}}, doc, options.Replace().SetUpsert(true))
	if err != nil {
		return Translate(fmt.Errorf("store in %s: %w", c.Name(), err))
	}
	return nil
}

// DeleteIn deletes everything that matches in a collection.
func DeleteIn(ctx context.Context, c *mongo.Collection, filter any) error {
	if _, err := c.DeleteMany(ctx, filter); err != nil {
		return Translate(fmt.Errorf("delete from %s: %w", c.Name(), err))
	}
	return nil
}

// PageOf returns one page of what matches in a collection, never nil, and how many match in
// all. Fields other than those left out by project are filled in.
func PageOf[T any](
	ctx context.Context, c *mongo.Collection, filter, sort, project bson.D, page paging.Window,
) ([]T, int, error) {
	opts := options.Find().SetSort(sort).SetProjection(project).SetSkip(int64(page.Offset)).SetLimit(int64(page.Limit))
	found, err := FindIn[T](ctx, c, filter, opts)
	if err != nil {
		return nil, 0, err
	}
	if len(found) < page.Limit && (len(found) > 0 || page.Offset == 0) {
		return found, page.Offset + len(found), nil // the last page counts for itself
	}
	total, err := c.CountDocuments(ctx, filter) // never an estimate: the last page is reckoned from it
	if err != nil {
		return nil, 0, Translate(fmt.Errorf("count %s: %w", c.Name(), err))
	}
	return found, int(total), nil
}

// Sorting returns a sort by one field and, for a settled order, by id.
func Sorting(field string, descending bool) bson.D {
	direction := 1
	if descending {
		direction = -1
	}
	if field == "id" || field == "_id" {
		return bson.D{{Key: "_id", Value: direction}}
	}
	return bson.D{{Key: field, Value: direction}, {Key: "_id", Value: direction}}
}

// Known reports whether there is a document of an id, in the trash or not.
func (d *Documents[T, P]) Known(ctx context.Context, id string) (bool, error) {
	_, err := d.raw(ctx, id, only("_id"))
	if problem.Is(err, problem.NotFound) {
		return false, nil
	}
	return err == nil, err
}
