package menu

import (
	"context"

	"academy/cms-api/internal/content/model"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/publishing/snapshot"
)

// Update replaces the entries of a menu.
type Update struct {
	Items []model.Entry `json:"items" nullable:"false" maxItems:"200"`
}

// Preview returns the parts of the snapshot that menus are shown in as they would be after
// an update of one, which stores nothing.
func (s *Service) Preview(
	ctx context.Context, shownIn *snapshot.Source[Menu], place string, update Update,
) ([]snapshot.Part, error) {
	declared, known := s.checker.Model.Menu(place)
	if !known {
		return nil, problem.Missing("menu")
	}
	doc, err := s.docs.GetOrBeginning(ctx, place)
	if err != nil {
		return nil, err
	}
	if err := s.put(ctx, &doc, declared, update.Items); err != nil {
		return nil, err
	}
	return snapshot.PreviewSource(shownIn, place, shown(doc))
}
