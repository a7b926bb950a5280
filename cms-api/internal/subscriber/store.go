package subscriber

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/mongodb"
	"academy/cms-api/internal/paging"
)

// Store keeps subscribers in the collection "subscribers"; email and page
// together are unique.
type Store struct {
	docs *mongodb.Documents[Subscriber, *Subscriber]
}

// NewStore returns the store.
func NewStore(db *mongodb.Database) *Store {
	db.Unique("subscribers", false, "email", "page")
	return &Store{docs: mongodb.NewDocuments[Subscriber](db, "subscribers", "subscriber")}
}

func (s *Store) insert(ctx context.Context, subscriber *Subscriber) error {
	return s.docs.Insert(ctx, subscriber)
}

func (s *Store) page(ctx context.Context, page paging.Query) ([]Subscriber, int, error) {
	field, descending, err := page.Order("-id", "created_at", "email", "page", "source")
	if err != nil {
		return nil, 0, err
	}
	filter := bson.D{}
	if page.Q != "" {
		filter = append(filter, mongodb.Contains(page.Q, "email", "page", "source"))
	}
	return s.docs.Page(ctx, filter, mongodb.Sorting(field, descending), nil, page)
}
