package section

import (
	"slices"
	"testing"

	"academy/cms-api/internal/problem"
	"academy/cms-api/internal/revision"
)

func TestArrange(t *testing.T) {
	all := []Section{}
	for _, id := range []string{"a", "b", "c", "d"} {
		all = append(all, Section{Document: revision.Document{ID: id}})
	}
	for name, test := range map[string]struct {
		places []Place
		want   []string
	}{
		"all":         {[]Place{{"d", 1}, {"c", 2}, {"b", 3}, {"a", 4}}, []string{"d", "c", "b", "a"}},
		"one":         {[]Place{{"d", 1}}, []string{"d", "a", "b", "c"}},
		"to the end":  {[]Place{{"a", 99}}, []string{"b", "c", "d", "a"}},
		"two":         {[]Place{{"a", 3}, {"d", 1}}, []string{"d", "b", "a", "c"}},
		"same number": {[]Place{{"c", 1}, {"d", 1}}, []string{"d", "c", "a", "b"}},
	} {
		t.Run(name, func(t *testing.T) {
			ordered, err := arrange(all, test.places)
			got := []string{}
			for _, section := range ordered {
				got = append(got, section.ID)
			}
			if err != nil || !slices.Equal(got, test.want) {
				t.Errorf("got %v, %v; want %v", got, err, test.want)
			}
		})
	}
	for _, bad := range [][]Place{{{"x", 1}}, {{"a", 1}, {"a", 2}}} {
		if _, err := arrange(all, bad); !problem.Is(err, problem.Invalid) {
			t.Errorf("%v: %v", bad, err)
		}
	}
}
