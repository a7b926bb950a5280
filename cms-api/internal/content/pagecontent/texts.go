package pagecontent

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"academy/cms-api/internal/content/model"
	"academy/cms-api/internal/platform/revision"
)

// texts are the items of one section of a page, or of a page without sections, as they are
// stored: one document, whose history is that of all of them. Its id is "home.hero", or
// "about".
type texts struct {
	revision.Document `bson:",inline"`
	Page              string `bson:"page"`
	Section           string `bson:"section"`
	Items             []Item `bson:"items"`
}

func idOf(page, section string) string { return strings.TrimSuffix(page+"."+section, ".") }

// DisplayName returns the page, and the section where it has one.
func (t *texts) DisplayName() string { return strings.TrimSuffix(t.Page+"/"+t.Section, "/") }

// find returns the place of the item of a type, -1 when there is none.
func (t *texts) find(kind string) int {
	return slices.IndexFunc(t.Items, func(item Item) bool { return item.Type == kind })
}

// shown returns an item as the API shows it.
func (t *texts) shown(at int) Item {
	item := t.Items[at]
	item.Page, item.Section, item.Key = t.Page, t.Section, item.Type
	return item
}

// Values returns the items by their types.
func (t *texts) Values() map[string]any {
	items := make(map[string]any, len(t.Items))
	for at := range t.Items {
		item := t.shown(at)
		items[item.Type] = &item
	}
	return items
}

// MarshalJSON writes the texts by their types, as blocks of editors' pages hold values:
// where one is missing the page shows its own, and for a blank one nothing.
func (t texts) MarshalJSON() ([]byte, error) {
	values := map[string]string{}
	for _, item := range t.Items {
		if item.Content != "" || item.Empty {
			values[item.Type] = item.Content
		}
	}
	return json.Marshal(values)
}

// itemsOf returns all items by page, section, order and type; never nil.
func itemsOf(all []texts) []Item {
	items := []Item{}
	for i := range all {
		for at := range all[i].Items {
			items = append(items, all[i].shown(at))
		}
	}
	slices.SortFunc(items, func(a, b Item) int {
		return cmp.Or(
			cmp.Compare(a.Page, b.Page),
			cmp.Compare(a.Section, b.Section),
			cmp.Compare(a.OrderIndex, b.OrderIndex),
			cmp.Compare(a.Type, b.Type),
		)
	})
	return items
}

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
