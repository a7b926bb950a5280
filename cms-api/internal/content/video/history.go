package video

import (
	"context"

	"academy/cms-api/internal/content/history"
)

// History describes videos to package history.
func (s *Service) History() history.Collection {
	return history.Of(history.Kind[Video, *Video, Update]{
		Name: "videos", Docs: s.docs,
		Update: func(ctx context.Context, id string, expected *int, update Update) (history.Saved, error) {
			return history.SavedOf(s.Update(ctx, id, expected, update))
		},
		Undelete: func(ctx context.Context, id string, expected *int) (history.Saved, error) {
			return history.SavedOf(s.docs.Undelete(ctx, id, expected, nil))
		},
	})
}
