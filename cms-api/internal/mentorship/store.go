package mentorship

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/mongodb"
	"academy/cms-api/internal/paging"
)

// Store keeps applications in the collection "mentorship_applications".
type Store struct {
	docs *mongodb.Documents[MentorshipApplication, *MentorshipApplication]
}

// NewStore returns the store.
func NewStore(db *mongodb.Database) *Store {
	return &Store{docs: mongodb.NewDocuments[MentorshipApplication](db, "mentorship_applications", "application")}
}

func (s *Store) insert(ctx context.Context, application *MentorshipApplication) error {
	return s.docs.Insert(ctx, application)
}

func (s *Store) update(ctx context.Context, id string, expected *int, change func(*MentorshipApplication) error) (MentorshipApplication, error) {
	return s.docs.Update(ctx, id, expected, change)
}

func (s *Store) page(ctx context.Context, page paging.Query) ([]MentorshipApplication, int, error) {
	field, descending, err := page.Order("-id", "created_at", "name", "email", "status", "education_level")
	if err != nil {
		return nil, 0, err
	}
	filter := bson.D{}
	if page.Q != "" {
		filter = append(filter, mongodb.Contains(page.Q, "name", "email", "phone", "education_level", "status"))
	}
	return s.docs.Page(ctx, filter, mongodb.Sorting(field, descending), nil, page)
}
