package mongodb

import (
	"context"
	"errors"
	"maps"
	"slices"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
)

// maxRenumberings is how often Renumber begins again when others reorder too.
const maxRenumberings = 5

// Renumber numbers a list 1..n in the order that arrange returns, of the list
// in its present order, and returns it. Number is where a document keeps its
// place; others at the same place stand by their ids. Each document is written
// by itself, so that wherever it stops the list is whole and in some order.
func (d *Documents[T, P]) Renumber(
	ctx context.Context, field string, number func(P) *int, arrange func([]T) ([]T, error),
) ([]T, error) {
	for range maxRenumberings {
		all, err := d.All(ctx, field)
		if err != nil {
			return nil, err
		}
		ordered, err := arrange(all)
		if err != nil || d.inOrder(ordered, number) {
			return ordered, err
		}
		if err := d.number(ctx, ordered, number); err != nil {
			return nil, err
		}
		// Somebody else may have done the same meanwhile.
		arrange = func(all []T) ([]T, error) { return all, nil }
	}
	return nil, problem.New(problem.Conflict, "This list is being reordered by others right now. Please try again.")
}

func (d *Documents[T, P]) inOrder(list []T, number func(P) *int) bool {
	for i := range list {
		if *number(P(&list[i])) != i+1 {
			return false
		}
	}
	return true
}

// number writes the documents that stand elsewhere, and has views see them at once.
func (d *Documents[T, P]) number(ctx context.Context, list []T, number func(P) *int) error {
	moved := map[string]int{}
	for i := range list {
		if doc := P(&list[i]); *number(doc) != i+1 {
			moved[doc.Base().ID] = i + 1
		}
	}
	unlock, err := d.followed.locks.lock(ctx, slices.Collect(maps.Keys(moved))...)
	if err != nil {
		return err
	}
	defer unlock()
	written := map[string]any{}
	var failed error
	for id, to := range moved {
		doc, changed, err := d.update(ctx, edit[P]{id: id, what: revision.Changed, change: func(doc P) error {
			*number(doc) = to
			return nil
		}})
		if problem.Is(err, problem.NotFound) { // deleted meanwhile: then it needs no number
			continue
		}
		if failed = err; failed != nil {
			break
		}
		if changed {
			written[id] = doc
		}
	}
	return errors.Join(failed, d.followed.wrote(ctx, written))
}
