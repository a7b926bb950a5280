package inbox

import (
	"context"
	"iter"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/person"
)

// Store keeps messages in the collection "contact_messages".
type Store struct {
	docs *mongodb.Documents[ContactMessage, *ContactMessage]
}

// NewStore returns the store.
func NewStore(db *mongodb.Database) *Store {
	db.Indexed("contact_messages", "phone")
	docs := mongodb.NewDocuments[ContactMessage](db, "contact_messages", "message")
	return &Store{docs: docs.Listed(mongodb.Listing{
		Default: "-created_at",
		Sort:    map[string]string{"created_at": "created_at", "name": "name", "email": "email"},
		Search:  []string{"name", "email", "phone", "message"},
	})}
}

func (s *Store) insert(ctx context.Context, message *ContactMessage) error {
	return s.docs.InsertOnce(ctx, message)
}

func (s *Store) delete(ctx context.Context, id string) error { return s.docs.Delete(ctx, id) }

func (s *Store) each(ctx context.Context, search paging.Search) (iter.Seq2[ContactMessage, error], error) {
	return s.docs.Each(ctx, search)
}

func (s *Store) page(ctx context.Context, page paging.Query) ([]ContactMessage, int, error) {
	return s.docs.List(ctx, page)
}

// place is the collection, for who looks for people.
func (s *Store) place() person.Place {
	return person.Of("contact_messages", s.docs, "created_at", "email", "phone")
}
