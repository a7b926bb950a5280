package settings

import (
	"context"

	"academy/cms-api/internal/content/history"
)

// History describes the settings to package history.
func (s *Service) History() history.Collection {
	return history.Of(history.Kind[stored, *stored, Update]{
		Name: "settings", Docs: s.store.Documents,
		Unwritten: func(id string) bool { return id == documentID },
		Show:      func(chosen stored) any { return chosen.Update.Over(Defaults()) },
		Update: func(ctx context.Context, _ string, expected *int, update Update) (history.Saved, error) {
			settings, revision, err := s.Put(ctx, expected, update)
			return history.Saved{Document: settings, Revision: revision}, err
		},
	})
}
