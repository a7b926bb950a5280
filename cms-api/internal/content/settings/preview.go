package settings

import (
	"context"

	"academy/cms-api/internal/publishing/snapshot"
)

// Preview returns the settings as the public would see them after an update, which stores
// nothing.
func (s *Service) Preview(ctx context.Context, update Update) (snapshot.Part, error) {
	if err := update.settle(); err != nil {
		return snapshot.Part{}, err
	}
	chosen, err := s.store.get(ctx)
	if err != nil {
		return snapshot.Part{}, err
	}
	if err := chosen.merge(update); err != nil {
		return snapshot.Part{}, err
	}
	return snapshot.NewPart(name.Stored(), chosen.Update.Over(Defaults()), nil)
}
