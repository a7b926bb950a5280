package pagecontent

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/publishing/snapshot"
)

// Supposed is what a preview shows in the place of an item: an update of it, or its text alone.
type Supposed struct{ Update }

// UnmarshalJSON reads both forms.
func (s *Supposed) UnmarshalJSON(data []byte) error {
	var text *string
	if json.Unmarshal(data, &text) == nil {
		s.Content = text
		return nil
	}
	return json.Unmarshal(data, &s.Update)
}

// Suppose returns page content as the public would see it with other values, by their keys,
// in one section of a page, which stores nothing. Without a section a key has it before a
// dot where the page has some.
func (s *Service) Suppose(
	ctx context.Context, page, section string, values map[string]Supposed,
) (snapshot.Part, error) {
	all, err := s.store.All(ctx, "id")
	if err != nil {
		return snapshot.Part{}, err
	}
	var bad []problem.Field
	for _, key := range slices.Sorted(maps.Keys(values)) {
		in, field := section, key
		if before, after, found := strings.Cut(key, "."); found && section == "" {
			in, field = before, after
		}
		at := slices.IndexFunc(all, func(t texts) bool { return t.ID == idOf(page, in) })
		if at < 0 {
			all, at = append(all, texts{Document: revision.Document{ID: idOf(page, in)}, Page: page, Section: in}), len(all)
		}
		var refused *problem.Error
		switch err := s.suppose(ctx, &all[at], field, values[key].Update); {
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
	supposed := content(all)
	return snapshot.NewPart(Part, supposed.Value, supposed.Views)
}

// suppose updates the item of a key, or of a former key of the same field.
func (s *Service) suppose(ctx context.Context, t *texts, key string, update Update) error {
	field, err := s.field(ctx, t.Page, t.Section, key)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(t.Items, func(item Item) bool {
		return item.Type == key || field != nil && slices.Contains(field.Was, item.Type)
	})
	switch {
	case at >= 0:
		return s.change(ctx, t, at, update)
	case field == nil:
		return errUnknown
	default:
		item := Item{Type: key, OrderIndex: 1}
		updates.Apply(&item, update)
		_, err := s.add(ctx, t, item)
		return err
	}
}
