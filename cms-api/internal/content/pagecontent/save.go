package pagecontent

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/publishing/snapshot"
)

// Texts are the texts of one section of a page, or of a page without sections, which are saved as one.
type Texts struct {
	ID       string `json:"id" doc:"The page, and behind a dot the section where it has one." example:"home.hero"`
	Revision int    `json:"revision" doc:"Raised by every write; 0 where there is no text. Send it as If-Match to notice the edits of others." example:"3"`
	Items    []Item `json:"items" nullable:"false"`
}

func textsOf(t texts) Texts { return Texts{t.ID, t.Revision, itemsOf([]texts{t})} }

// Texts returns the texts of a section. One that has none, and could have, has revision 0.
func (s *Service) Texts(ctx context.Context, id string) (Texts, error) {
	found, err := s.store.GetOrBeginning(ctx, id)
	return textsOf(found), err
}

// Save updates the texts of a section by their types, and gives those their first that have
// none: all of them, or none where one is refused.
func (s *Service) Save(ctx context.Context, id string, w documents.Write, values map[string]Update) (Texts, error) {
	if len(values) == 0 {
		changes.Nothing(ctx)
	}
	if current, err := s.Texts(ctx, id); err != nil || len(values) == 0 {
		return current, err
	}
	page, section, _ := strings.Cut(id, ".")
	saved, err := s.store.putAt(ctx, page, section, w, func(t *texts) error {
		changes.Name(ctx, t.DisplayName())
		var bad refusals
		for _, kind := range slices.Sorted(maps.Keys(values)) {
			if err := bad.note(kind, s.set(ctx, t, kind, values[kind])); err != nil {
				return err
			}
		}
		return problem.InvalidFields(bad)
	})
	return textsOf(saved), err
}

// set updates the item of a type, or of a former type of the same field, or adds it.
func (s *Service) set(ctx context.Context, t *texts, kind string, update Update) error {
	field, err := s.field(ctx, t.Page, t.Section, kind)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(t.Items, func(item Item) bool {
		return item.Type == kind || field != nil && slices.Contains(field.Was, item.Type)
	})
	switch {
	case at >= 0:
		return s.change(ctx, t, at, update)
	case field == nil:
		return errUnknown
	default:
		item := Item{Type: kind, OrderIndex: 1}
		updates.Apply(&item, update)
		_, err := s.add(ctx, t, item)
		return err
	}
}

// refusals are what is wrong with several texts.
type refusals []problem.Field

// note keeps what is wrong with the text of a key, and returns any other error.
func (r *refusals) note(key string, err error) error {
	var refused *problem.Error
	if !errors.As(err, &refused) || refused.Kind != problem.Invalid {
		return err
	}
	for _, field := range refused.Fields {
		*r = append(*r, problem.Field{Location: "body." + key, Message: field.Message})
	}
	return nil
}

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
