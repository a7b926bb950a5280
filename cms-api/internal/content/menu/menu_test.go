package menu

import (
	"testing"

	"academy/cms-api/internal/content/model"
)

func TestPut_BoundsAMenu(t *testing.T) {
	s := &Service{checker: &model.Checker{Model: &model.Model{}}}
	declared := model.Menu{Depth: 2}
	entries := func(n int) []model.Entry {
		all := make([]model.Entry, n)
		for i := range all {
			all[i] = model.Entry{Label: "Fees", Href: "/fees"}
		}
		return all
	}
	nested := entries(1)
	nested[0].Children = entries(maxEntries)
	deep := []model.Entry{{Label: "A", Children: []model.Entry{{Label: "B", Children: entries(1)}}}}
	for name, c := range map[string]struct {
		items []model.Entry
		taken bool
	}{
		"as many as allowed":          {entries(maxEntries), true},
		"one more":                    {entries(maxEntries + 1), false},
		"one more, those in others":   {nested, false},
		"without a label":             {[]model.Entry{{Label: " ", Href: "/fees"}}, false},
		"deeper than the place is":    {deep, false},
		"to what a browser would run": {[]model.Entry{{Label: "A", Href: "javascript:alert(1)"}}, false},
	} {
		if err := s.put(t.Context(), &stored{}, declared, c.items); (err == nil) != c.taken {
			t.Errorf("%s: %v", name, err)
		}
	}
}
