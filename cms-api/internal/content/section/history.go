package section

import (
	"context"

	"academy/cms-api/internal/content/history"
)

// History describes sections to package history.
func (s *Service) History() history.Collection {
	return history.Of(history.Kind[Section, *Section, Update]{
		Name: "sections", Docs: s.store.Documents,
		Update: func(ctx context.Context, id string, expected *int, update Update) (history.Saved, error) {
			return history.SavedOf(s.Update(ctx, id, expected, update))
		},
		Apart: []string{"is_visible", "display_order"},
		Undelete: func(ctx context.Context, id string, expected *int) (history.Saved, error) {
			section, err := s.store.Undelete(ctx, id, expected, nil)
			return history.SavedOf(section, taken(err))
		},
	})
}
