package mongodb

import (
	"context"

	"academy/cms-api/internal/platform/problem"
)

// Upsert is Update for a document that need not exist: change then gets an empty one, whose
// revision is 0.
func (d *Documents[T, P]) Upsert(ctx context.Context, id string, expected *int, change func(P) error) (T, error) {
	for range maxRounds {
		doc, err := d.Update(ctx, id, expected, change)
		if !problem.Is(err, problem.NotFound) {
			return doc, err
		}
		var first T
		P(&first).Base().ID = id
		if expected != nil && *expected != 0 {
			return first, problem.StaleRevision(d.what, first)
		}
		if err := change(&first); err != nil {
			return first, err
		}
		if err := d.Insert(ctx, &first); !IsDuplicate(err) {
			return first, err
		}
	}
	return *new(T), d.busy()
}
