package mongodb

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// All returns every document, sorted by a field and its id; never nil.
func (d *Documents[T, P]) All(ctx context.Context, field string, descending bool) ([]T, error) {
	return d.Find(ctx, bson.D{}, options.Find().SetSort(Sorting(field, descending)))
}
