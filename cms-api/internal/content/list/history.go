package list

import (
	"context"

	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
)

// History describes a list, whose entries are changed by updates of type U, to package
// history.
func History[T any, P Document[T], U Patcher[P]](s *Service[T, P]) history.Collection {
	return history.Of(history.Kind[T, P, U]{
		Name: s.name, Docs: s.docs,
		Update: func(ctx context.Context, id string, w documents.Write, update U) (history.Saved, error) {
			return history.SavedOf[T, P](s.Update(ctx, id, w, update.Patch))
		},
		Apart: []string{"order_index"},
		Undelete: func(ctx context.Context, id string, w documents.Write) (history.Saved, error) {
			made, err := s.docs.Undelete(ctx, id, w, nil)
			changes.Wrote[T, P](ctx, made)
			return history.SavedOf[T, P](made.After, err)
		},
	})
}
