package pagecontent

import (
	"context"
	"fmt"

	"academy/cms-api/internal/content/model"
)

// Outdated names the texts that the model does not know, and those that no longer fit it,
// with the reason.
func (s *Service) Outdated(ctx context.Context) ([]string, error) {
	items, err := s.store.list(ctx)
	if err != nil {
		return nil, err
	}
	var found []string
	for i := range items {
		item := items[i]
		name := fmt.Sprintf("text %s of %s", item.Type, item.DisplayName())
		field, err := s.field(ctx, item.Page, item.Section, item.Type)
		if err != nil {
			return nil, err
		}
		if field == nil {
			found = append(found, name+": the model has no such field")
			continue
		}
		check := s.o.Checker.Begin(ctx)
		check.Content(field, item.Content, "")
		named, err := model.Reasons(check.Err(), name)
		if err != nil {
			return nil, err
		}
		found = append(found, named...)
	}
	return found, nil
}
