package inbox

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/mongodb"
	"academy/cms-api/internal/paging"
)

// Store keeps messages in the collection "contact_messages".
type Store struct {
	docs *mongodb.Documents[ContactMessage, *ContactMessage]
}

// NewStore returns the store.
func NewStore(db *mongodb.Database) *Store {
	return &Store{docs: mongodb.NewDocuments[ContactMessage](db, "contact_messages", "message")}
}

func (s *Store) insert(ctx context.Context, message *ContactMessage) error {
	return s.docs.Insert(ctx, message)
}

func (s *Store) page(ctx context.Context, page paging.Query) ([]ContactMessage, int, error) {
	field, descending, err := page.Order("-id", "created_at", "name", "email")
	if err != nil {
		return nil, 0, err
	}
	filter := bson.D{}
	if page.Q != "" {
		filter = append(filter, mongodb.Contains(page.Q, "name", "email", "phone", "message"))
	}
	return s.docs.Page(ctx, filter, mongodb.Sorting(field, descending), nil, page)
}
