package mongodb

import (
	"context"
	"fmt"
	"regexp"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/paging"
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

// Contains returns a filter for fields that contain a text, whatever the case;
// the text is taken literally.
func Contains(text string, fields ...string) bson.E {
	pattern := bson.Regex{Pattern: regexp.QuoteMeta(text), Options: "i"}
	alternatives := bson.A{}
	for _, field := range fields {
		alternatives = append(alternatives, bson.D{{Key: field, Value: pattern}})
	}
	return bson.E{Key: "$or", Value: alternatives}
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
