package section

import (
	"context"

	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
)

// History describes sections to package history.
func (s *Service) History() history.Collection {
	return history.Of(history.Kind[Section, *Section, Update]{
		Name: "sections", Docs: s.store.Collection,
		Update: func(ctx context.Context, id string, w documents.Write, update Update) (history.Saved, error) {
			return history.SavedOf(s.Update(ctx, id, w, update))
		},
		Apart: []string{"is_visible", "display_order"},
		Undelete: func(ctx context.Context, id string, w documents.Write) (history.Saved, error) {
			made, err := s.store.Undelete(ctx, id, w, nil)
			changes.Wrote(ctx, made)
			return history.SavedOf(made.After, taken(err))
		},
	})
}
