package mentorship

import (
	"context"
	"iter"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/person"
)

// Store keeps applications in the collection "mentorship_applications".
type Store struct {
	docs *mongodb.Documents[MentorshipApplication, *MentorshipApplication]
}

// NewStore returns the store.
func NewStore(db *mongodb.Database) *Store {
	docs := mongodb.NewDocuments[MentorshipApplication](db, "mentorship_applications", "application")
	return &Store{docs: docs.Listed(mongodb.Listing{
		Default: "-created_at",
		Sort:    map[string]string{"created_at": "created_at", "name": "name", "email": "email", "phone": "phone", "status": "status", "education_level": "education_level"},
		Search:  []string{"name", "email", "phone", "education_level", "status"},
	})}
}

func (s *Store) insert(ctx context.Context, application *MentorshipApplication) error {
	return s.docs.InsertOnce(ctx, application)
}

func (s *Store) update(ctx context.Context, id string, expected *int, change func(*MentorshipApplication) error) (MentorshipApplication, error) {
	return s.docs.Update(ctx, id, expected, change)
}

func (s *Store) delete(ctx context.Context, id string) error { return s.docs.Delete(ctx, id) }

func (s *Store) each(ctx context.Context, search paging.Search) (iter.Seq2[MentorshipApplication, error], error) {
	return s.docs.Each(ctx, search)
}

func (s *Store) page(ctx context.Context, page paging.Query) ([]MentorshipApplication, int, error) {
	return s.docs.List(ctx, page)
}

// place is the collection, for who looks for people.
func (s *Store) place() person.Place {
	return person.Of("mentorship_applications", s.docs, "created_at", "email", "phone")
}
