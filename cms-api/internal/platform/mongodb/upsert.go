package mongodb

import (
	"context"

	"academy/cms-api/internal/platform/problem"
)

// Upsert is Update for a document that need not exist: change then gets what it begins as, or
// an empty one, whose revision is 0. A change of what it begins as that changes nothing stores
// nothing.
func (d *Documents[T, P]) Upsert(ctx context.Context, id string, expected *int, change func(P) error) (T, error) {
	for range maxRounds {
		doc, err := d.Update(ctx, id, expected, change)
		if !problem.Is(err, problem.NotFound) {
			return doc, err
		}
		first, err := d.beginning(ctx, id)
		begun := err == nil
		if !begun && !problem.Is(err, problem.NotFound) {
			return first, err
		}
		raw := encoded(first)
		if expected != nil && *expected != 0 {
			return first, problem.StaleRevision(d.what, d.Shown(first))
		}
		if err := change(&first); err != nil {
			return first, err
		}
		if !begun {
			err = d.Insert(ctx, &first)
		} else if changed, failed := d.insertChanged(ctx, raw, &first); failed != nil || changed {
			err = failed
		} else {
			return d.decode(raw)
		}
		if !IsDuplicate(err) {
			return first, err
		}
	}
	return *new(T), d.busy()
}
