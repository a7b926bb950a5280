package settings

import (
	"context"
	"errors"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
)

// stored is the one document of the collection "settings": what was chosen.
type stored struct {
	revision.Document `bson:",inline"`
	Update            `bson:",inline"`
}

// merge lays update over what was chosen.
func (s *stored) merge(update Update) error {
	s.Update = s.Update.Patch(update)
	return s.checkRedirect(update)
}

const documentID = "settings"

// Store keeps the settings.
type Store struct {
	*mongodb.Documents[stored, *stored]
}

// NewStore returns the store.
func NewStore(db *mongodb.Database) *Store {
	return &Store{mongodb.NewDocuments[stored](db, "settings", "settings document").Kept()}
}

// get returns what was chosen; nothing when the document does not exist yet.
func (s *Store) get(ctx context.Context) (stored, error) {
	chosen, err := s.Get(ctx, documentID)
	if problem.Is(err, problem.NotFound) {
		return stored{}, nil
	}
	return chosen, err
}

// merge lays update over what was chosen, creating the document when needed.
func (s *Store) merge(ctx context.Context, expected *int, update Update) (stored, error) {
	chosen, err := s.Upsert(ctx, documentID, expected, func(doc *stored) error { return doc.merge(update) })
	return chosen, showing(err)
}

// showing makes the current document of a Stale problem the settings that
// callers know, not what is stored.
func showing(err error) error {
	var stale *problem.Error
	if errors.As(err, &stale) {
		if chosen, ok := stale.Current.(stored); ok {
			stale.Current = chosen.Update.Over(Defaults())
		}
	}
	return err
}
