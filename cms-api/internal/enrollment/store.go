package enrollment

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/mongodb"
	"academy/cms-api/internal/paging"
)

// Store keeps enrolments in the collection "enrollments".
type Store struct {
	docs *mongodb.Documents[Enrollment, *Enrollment]
}

// NewStore returns the store.
func NewStore(db *mongodb.Database) *Store {
	return &Store{docs: mongodb.NewDocuments[Enrollment](db, "enrollments", "enrolment")}
}

func (s *Store) insert(ctx context.Context, enrollment *Enrollment) error {
	return s.docs.Insert(ctx, enrollment)
}

func (s *Store) get(ctx context.Context, id string) (Enrollment, error) { return s.docs.Get(ctx, id) }

func (s *Store) page(ctx context.Context, page paging.Query) ([]Enrollment, int, error) {
	field, descending, err := page.Order("-id", "created_at", "name", "email", "course")
	if err != nil {
		return nil, 0, err
	}
	if field == "name" {
		field = "full_name"
	}
	filter := bson.D{}
	if page.Q != "" {
		filter = append(filter, mongodb.Contains(page.Q, "full_name", "email", "phone", "course", "city"))
	}
	return s.docs.Page(ctx, filter, mongodb.Sorting(field, descending), nil, page)
}
