package list

import (
	"context"

	"academy/cms-api/internal/content/history"
)

// History describes a list, whose entries are changed by updates of type U, to package
// history.
func History[T any, P Document[T], U Patcher[P]](s *Service[T, P]) history.Collection {
	return history.Of(history.Kind[T, P, U]{
		Name: s.name, Docs: s.docs,
		Update: func(ctx context.Context, id string, expected *int, update U) (history.Saved, error) {
			return history.SavedOf[T, P](s.Update(ctx, id, expected, update.Patch))
		},
		Apart: []string{"order_index"},
		Undelete: func(ctx context.Context, id string, expected *int) (history.Saved, error) {
			return history.SavedOf[T, P](s.docs.Undelete(ctx, id, expected, nil))
		},
	})
}
