package social

import (
	"context"

	"academy/cms-api/internal/content/history"
)

// History describes social links to package history.
func (s *Service) History() history.Collection {
	return history.Of(history.Kind[Link, *Link, Update]{
		Name: "social-links", Docs: s.docs,
		Update: func(ctx context.Context, id string, expected *int, update Update) (history.Saved, error) {
			return history.SavedOf(s.Update(ctx, id, expected, update))
		},
		Apart: []string{"order_index", "active"},
		Undelete: func(ctx context.Context, id string, expected *int) (history.Saved, error) {
			link, err := s.docs.Undelete(ctx, id, expected, nil)
			return history.SavedOf(link.public(), err)
		},
	})
}
