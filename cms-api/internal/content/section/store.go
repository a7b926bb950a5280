package section

import (
	"context"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/storage"
)

// Store keeps sections in the collection "sections"; their type is unique.
type Store struct {
	*documents.Collection[Section, *Section]
}

// NewStore returns the store.
func NewStore(db *mongodb.Database) *Store {
	db.Unique("sections", false, "type")
	docs := documents.New[Section](db, "sections", "section").Versioned().
		WithTrash(func(s *Section) *string { return &s.Type })
	return &Store{docs}
}

func (s *Store) all(ctx context.Context) ([]Section, error) {
	return s.All(ctx, "display_order")
}

func (s *Store) ofType(ctx context.Context, kind string) (Section, error) {
	return s.One(ctx, documents.Equal("type", kind))
}

func (s *Store) insert(ctx context.Context, section *Section) error {
	made, err := s.Collection.Insert(ctx, documents.Write{By: access.By(ctx)}, section)
	changes.Wrote(ctx, made)
	return taken(err)
}

func (s *Store) update(
	ctx context.Context, id string, w documents.Write, change func(*Section) error,
) (Section, error) {
	made, err := s.Collection.Update(ctx, id, w, change)
	changes.Wrote(ctx, made)
	return made.After, taken(err)
}

func taken(err error) error {
	if storage.IsDuplicate(err) {
		return problem.Wrap(problem.Conflict, err, "A section of this type exists already.")
	}
	return err
}

// reorder numbers all sections 1..n in the order that arrange returns; over is as in Renumber.
func (s *Store) reorder(
	ctx context.Context, over *documents.Begun, arrange func([]Section) ([]Section, error),
) ([]Section, error) {
	place := func(s *Section) *int { return &s.DisplayOrder }
	ordered, made, err := s.Renumber(ctx, documents.Write{By: access.By(ctx)}, "display_order", place, arrange, over)
	for _, each := range made {
		changes.Wrote(ctx, each)
	}
	return ordered, err
}

// seed stores sections that are missing; their ids come from their types.
func (s *Store) seed(ctx context.Context, sections []Section) (int, error) {
	for i := range sections {
		sections[i].ID = documents.SeedID("sections", sections[i].Type)
	}
	return s.InsertMissing(ctx, documents.Write{}, sections)
}
