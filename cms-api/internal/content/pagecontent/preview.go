package pagecontent

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/publishing/snapshot"
)

// PreviewValue is what a preview shows in the place of an item: an update of it, or its text alone.
type PreviewValue struct{ Update }

// UnmarshalJSON reads both forms.
func (s *PreviewValue) UnmarshalJSON(data []byte) error {
	var text *string
	if json.Unmarshal(data, &text) == nil {
		s.Content = text
		return nil
	}
	return json.Unmarshal(data, &s.Update)
}

// Preview returns page content as the public would see it with other values, by their keys,
// in one section of a page, which stores nothing. Without a section a key has it before a
// dot where the page has some.
func (s *Service) Preview(
	ctx context.Context, page, section string, values map[string]PreviewValue,
) (snapshot.Part, error) {
	all, err := s.store.All(ctx, "id")
	if err != nil {
		return snapshot.Part{}, err
	}
	var bad refusals
	for _, key := range slices.Sorted(maps.Keys(values)) {
		in, field := section, key
		if before, after, found := strings.Cut(key, "."); found && section == "" {
			in, field = before, after
		}
		at := slices.IndexFunc(all, func(t texts) bool { return t.ID == idOf(page, in) })
		if at < 0 {
			all, at = append(all, texts{Document: revision.Document{ID: idOf(page, in)}, Page: page, Section: in}), len(all)
		}
		if err := bad.note(key, s.set(ctx, &all[at], field, values[key].Update)); err != nil {
			return snapshot.Part{}, err
		}
	}
	if err := problem.InvalidFields(bad); err != nil {
		return snapshot.Part{}, err
	}
	preview := content(all)
	return snapshot.NewPart(name.Stored(), preview.Value, preview.Views)
}
