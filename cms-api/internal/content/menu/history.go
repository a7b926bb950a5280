package menu

import (
	"context"

	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/content/model"
)

// items is what a restore of a menu changes.
type items struct {
	Items []model.Entry `json:"items"`
}

// History describes menus to package history.
func (s *Service) History() history.Collection {
	return history.Of(history.Kind[stored, *stored, items]{
		Name: "menus", Docs: s.docs,
		Unwritten: func(place string) bool {
			_, known := s.checker.Model.Menu(place)
			return known
		},
		Show: func(doc stored) any { return shown(doc, doc.ID) },
		Update: func(ctx context.Context, place string, expected *int, update items) (history.Saved, error) {
			menu, err := s.Put(ctx, place, expected, update.Items)
			return history.Saved{Document: menu, Revision: menu.Revision}, err
		},
	})
}
