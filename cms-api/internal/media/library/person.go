package library

import (
	"context"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/person"
	"academy/cms-api/internal/platform/problem"
)

// added is a file that a person has added.
type added struct {
	ID         string    `json:"id"`
	URL        string    `json:"url"`
	Name       string    `json:"name"`
	UploadedAt time.Time `json:"uploaded_at"`
}

// Source describes to package privacy the files that a person has added: they stay, and nothing says any more who
// added them. Account returns the account of a person, empty where there is none.
func (s *Service) Source(account func(context.Context, person.Person) (string, error)) person.Source {
	s.o.DB.Indexed(Collection, "uploaded_by.id")
	by := func(ctx context.Context, who person.Person) ([]Media, error) {
		id, err := account(ctx, who)
		if err != nil || id == "" {
			return nil, err
		}
		return s.docs.All(ctx, "id", documents.Equal("uploaded_by.id", id))
	}
	return person.Source{
		Name: Collection,
		Find: func(ctx context.Context, who person.Person) ([]any, error) {
			docs, err := by(ctx, who)
			found := make([]added, len(docs))
			for i, doc := range docs {
				found[i] = added{doc.ID, doc.URL, doc.Name, doc.UploadedAt}
			}
			return person.Records(found), err
		},
		Erase: func(ctx context.Context, who person.Person) (int, error) {
			docs, err := by(ctx, who)
			if err != nil {
				return 0, err
			}
			for i, doc := range docs {
				made, err := s.docs.Update(ctx, doc.ID, documents.Write{By: access.By(ctx)}, func(m *Media) error {
					m.UploadedBy = nil
					return nil
				})
				err = problem.Replace(changes.Err(ctx, made, err), problem.NotFound, nil) // deleted meanwhile
				if err != nil {
					return i, err
				}
			}
			return len(docs), nil
		},
	}
}
