package mongodb

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// Matching returns every document, whole, that meets all conditions, in the order
// in which they were made.
func (d *Documents[T, P]) Matching(ctx context.Context, where ...Condition) ([]T, error) {
	return d.Find(ctx, matching(where), options.Find().SetSort(Sorting("id", false)))
}
