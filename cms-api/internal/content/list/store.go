package list

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/mongodb"
)

// Store keeps one list in the collection of its name.
type Store[T any, P Document[T]] struct {
	docs *mongodb.Documents[T, P]
}

// NewStore returns the store of a list; what names one entry to people.
func NewStore[T any, P Document[T]](db *mongodb.Database, name, what string) *Store[T, P] {
	return &Store[T, P]{docs: mongodb.NewDocuments[T, P](db, name, what)}
}

func (s *Store[T, P]) all(ctx context.Context) ([]T, error) {
	return s.docs.Find(ctx, bson.D{}, options.Find().SetSort(mongodb.Sorting("order_index", false)))
}

func (s *Store[T, P]) reorder(ctx context.Context, arrange func([]T) ([]T, error)) ([]T, error) {
	return s.docs.Renumber(ctx, "order_index", func(doc P) *int { return doc.place() }, arrange)
}

func (s *Store[T, P]) insert(ctx context.Context, doc P) error { return s.docs.Insert(ctx, doc) }

func (s *Store[T, P]) update(ctx context.Context, id string, expected *int, change func(P) error) (T, error) {
	return s.docs.Update(ctx, id, expected, change)
}

func (s *Store[T, P]) delete(ctx context.Context, id string) error { return s.docs.Delete(ctx, id) }

func (s *Store[T, P]) seed(ctx context.Context, docs []T) (int, error) {
	return s.docs.InsertMissing(ctx, docs)
}
