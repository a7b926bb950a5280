package mongodb

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// Matching returns every document, whole, that meets all conditions, in the order
// in which they were made.
func (d *Documents[T, P]) Matching(ctx context.Context, where ...Condition) ([]T, error) {
	filter := bson.D{}
	for _, condition := range where {
		filter = append(filter, condition.filter())
	}
	return d.Find(ctx, filter, options.Find().SetSort(Sorting("id", false)))
}
