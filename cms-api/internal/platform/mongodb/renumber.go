package mongodb

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/problem"
)

// maxRenumberings is how often Renumber begins again when others reorder too.
const maxRenumberings = 5

// Renumber numbers a list 1..n in the order that arrange returns, of the list
// in its present order, and returns it. Number is where a document keeps its
// place; others at the same place stand by their ids. Each document is written
// by itself, so that wherever it stops the list is whole and in some order.
func (d *Documents[T, P]) Renumber(ctx context.Context, field string, number func(P) *int, arrange func([]T) ([]T, error)) ([]T, error) {
	var ordered []T
	err := d.db.Exclusively(ctx, d.c.Name()+"/order", func(ctx context.Context) error {
		for range maxRenumberings {
			all, err := d.Find(ctx, bson.D{}, options.Find().SetSort(Sorting(field, false)))
			if err != nil {
				return err
			}
			if ordered, err = arrange(all); err != nil {
				return err
			}
			if d.inOrder(ordered, number) {
				return nil
			}
			if err := d.number(ctx, ordered, number); err != nil {
				return err
			}
			// On a real MongoDB somebody else may have done the same meanwhile.
			arrange = func(all []T) ([]T, error) { return all, nil }
		}
		return problem.New(problem.Conflict, "This list is being reordered by others right now. Please try again.")
	})
	return ordered, err
}

func (d *Documents[T, P]) inOrder(list []T, number func(P) *int) bool {
	for i := range list {
		if *number(P(&list[i])) != i+1 {
			return false
		}
	}
	return true
}

func (d *Documents[T, P]) number(ctx context.Context, list []T, number func(P) *int) error {
	for i := range list {
		doc := P(&list[i])
		if *number(doc) == i+1 {
			continue
		}
		_, err := d.Update(ctx, doc.Base().ID, nil, func(doc P) error {
			*number(doc) = i + 1
			return nil
		})
		if err != nil && !problem.Is(err, problem.NotFound) { // deleted meanwhile: then it needs no number
			return err
		}
	}
	return nil
}
