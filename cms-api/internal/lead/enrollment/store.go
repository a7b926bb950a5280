package enrollment

import (
	"context"
	"iter"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/person"
)

// Store keeps enrolments in the collection "enrollments".
type Store struct {
	docs *mongodb.Documents[Enrollment, *Enrollment]
}

// NewStore returns the store.
func NewStore(db *mongodb.Database) *Store {
	docs := mongodb.NewDocuments[Enrollment](db, "enrollments", "enrolment")
	return &Store{docs: docs.Listed(mongodb.Listing{
		Default: "-created_at",
		Sort:    map[string]string{"created_at": "created_at", "name": "full_name", "email": "email", "phone": "phone", "course": "course"},
		Search:  []string{"full_name", "email", "phone", "course", "city"},
		Project: mongodb.Only("full_name", "email", "phone", "course", "city", "created_at"),
	})}
}

func (s *Store) insert(ctx context.Context, enrollment *Enrollment) error {
	return s.docs.InsertOnce(ctx, enrollment)
}

func (s *Store) delete(ctx context.Context, id string) error { return s.docs.Delete(ctx, id) }

func (s *Store) each(ctx context.Context, search paging.Search) (iter.Seq2[Enrollment, error], error) {
	return s.docs.Each(ctx, search)
}

func (s *Store) get(ctx context.Context, id string) (Enrollment, error) { return s.docs.Get(ctx, id) }

func (s *Store) page(ctx context.Context, page paging.Query) ([]Enrollment, int, error) {
	return s.docs.List(ctx, page)
}

// place is the collection, for who looks for people.
func (s *Store) place() person.Place {
	return person.Of("enrollments", s.docs, "created_at", "email", "phone")
}
