package menu

import (
	"context"

	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/platform/documents"
)

// History describes menus to package history.
func (s *Service) History() history.Collection {
	return history.Of(history.Kind[stored, *stored, Update]{
		Name: name.Dashed(), Docs: s.docs,
		Update: func(ctx context.Context, place string, w documents.Write, update Update) (history.Saved, error) {
			menu, err := s.Put(ctx, place, w, update.Items)
			return history.Saved{Document: menu, Revision: menu.Revision}, err
		},
	})
}
