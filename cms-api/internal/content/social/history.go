package social

import (
	"context"

	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
)

// History describes social links to package history.
func (s *Service) History() history.Collection {
	return history.Of(history.Kind[Link, *Link, Update]{
		Name: "social-links", Docs: s.docs,
		Update: func(ctx context.Context, id string, w documents.Write, update Update) (history.Saved, error) {
			return history.SavedOf(s.Update(ctx, id, w, update))
		},
		Apart: []string{"order_index", "active"},
		Undelete: func(ctx context.Context, id string, w documents.Write) (history.Saved, error) {
			made, err := s.docs.Undelete(ctx, id, w, nil)
			changes.Wrote(ctx, made)
			return history.SavedOf(made.After.public(), err)
		},
	})
}
