package video

import (
	"context"

	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
)

// History describes videos to package history.
func (s *Service) History() history.Collection {
	return history.Of(history.Kind[Video, *Video, Update]{
		Name: "videos", Docs: s.docs,
		Update: func(ctx context.Context, id string, w documents.Write, update Update) (history.Saved, error) {
			return history.SavedOf(s.Update(ctx, id, w, update))
		},
		Undelete: func(ctx context.Context, id string, w documents.Write) (history.Saved, error) {
			made, err := s.docs.Undelete(ctx, id, w, nil)
			changes.Wrote(ctx, made)
			return history.SavedOf(made.After, err)
		},
	})
}
