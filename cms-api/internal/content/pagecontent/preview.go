package pagecontent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/publishing/snapshot"
)

// Suppose returns page content as the public would see it with other texts, by their keys,
// in one section of a page, which stores nothing. Public is page content as it is shown now.
func (s *Service) Suppose(
	ctx context.Context, public []byte, page, section string, texts map[string]string,
) (snapshot.Part, error) {
	var all []Item
	if err := json.Unmarshal(public, &all); err != nil {
		return snapshot.Part{}, fmt.Errorf("read the public page content: %w", err)
	}
	items, err := s.OfSection(ctx, page, section)
	if err != nil {
		return snapshot.Part{}, err
	}
	var bad []problem.Field
	for _, key := range slices.Sorted(maps.Keys(texts)) {
		var refused *problem.Error
		switch err := s.suppose(ctx, &items, Item{Page: page, Section: section, Type: key}, texts[key]); {
		case errors.As(err, &refused) && refused.Kind == problem.Invalid:
			for _, field := range refused.Fields {
				bad = append(bad, problem.Field{Location: "body." + key, Message: field.Message})
			}
		case err != nil:
			return snapshot.Part{}, err
		}
	}
	if err := problem.InvalidFields(bad); err != nil {
		return snapshot.Part{}, err
	}
	all = slices.DeleteFunc(all, func(item Item) bool { return item.Page == page && item.Section == section })
	supposed := content(append(all, items...))
	return snapshot.NewPart(Part, supposed.Value, supposed.Views)
}

// suppose gives one of a section's items another text.
func (s *Service) suppose(ctx context.Context, items *[]Item, wanted Item, text string) error {
	field, err := s.field(ctx, wanted)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(*items, func(item Item) bool {
		return item.Type == wanted.Type || field != nil && slices.Contains(field.Was, item.Type)
	})
	if at < 0 && field == nil {
		return errUnknown
	}
	if at < 0 {
		wanted.ID, wanted.OrderIndex = mongodb.NewID(), 1
		*items = append(*items, wanted)
		at = len(*items) - 1
	}
	return s.patch(ctx, &(*items)[at], Update{Content: &text})
}
