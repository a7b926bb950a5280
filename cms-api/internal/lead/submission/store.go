package submission

import (
	"context"
	"time"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
)

// Store keeps claims in the collection "submissions".
type Store struct {
	docs *mongodb.Documents[claim, *claim]
}

// NewStore returns the store.
func NewStore(db *mongodb.Database) *Store {
	db.Expires("submissions", "expires_at")
	return &Store{docs: mongodb.NewDocuments[claim](db, "submissions", "submission")}
}

// claim stores a fresh claim, or returns the one that was there before unless
// its time is over.
func (s *Store) claim(ctx context.Context, fresh claim, now time.Time) (claim, error) {
	for {
		err := s.docs.Insert(ctx, &fresh)
		if !mongodb.IsDuplicate(err) {
			return fresh, err
		}
		found, err := s.docs.Get(ctx, fresh.ID)
		if err == nil && found.ExpiresAt.After(now) {
			return found, nil
		}
		if err == nil {
			found, err = s.docs.Update(ctx, fresh.ID, nil, func(c *claim) error {
				if !c.ExpiresAt.After(now) {
					*c = fresh
				}
				return nil
			})
		}
		if !problem.Is(err, problem.NotFound) { // else it has expired just now
			return found, err
		}
	}
}
