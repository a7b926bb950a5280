package page

import (
	"context"
	"fmt"

	"academy/cms-api/internal/content/model"
)

// Outdated names the blocks that the model does not know, and the values that no longer
// fit it, with the reason.
func (s *Service) Outdated(ctx context.Context) ([]string, error) {
	pages, err := s.o.Store.All(ctx, "path")
	if err != nil {
		return nil, err
	}
	var found []string
	for i := range pages {
		check := s.o.Checker.Begin(ctx)
		s.blocks(check, s.current(pages[i]).Blocks, nil)
		named, err := model.Reasons(check.Err(), fmt.Sprintf("page %s", pages[i].Path))
		if err != nil {
			return nil, err
		}
		found = append(found, named...)
	}
	return found, nil
}
