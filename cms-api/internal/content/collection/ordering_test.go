package collection_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/platform/problem"
)

func arrange(all string, places ...collection.Position) (string, error) {
	id := func(id string) string { return id }
	ordered, err := collection.Arrange(strings.Split(all, ""), id, places, "body.sections")
	return strings.Join(ordered, ""), err
}

func TestArrange(t *testing.T) {
	for name, test := range map[string]struct {
		places []collection.Position
		want   string
	}{
		"all":         {[]collection.Position{{"d", 1}, {"c", 2}, {"b", 3}, {"a", 4}}, "dcba"},
		"one":         {[]collection.Position{{"d", 1}}, "dabc"},
		"to the end":  {[]collection.Position{{"a", 99}}, "bcda"},
		"two":         {[]collection.Position{{"a", 3}, {"d", 1}}, "dbac"},
		"same number": {[]collection.Position{{"c", 1}, {"d", 1}}, "dcab"},
		"none":        {nil, "abcd"},
	} {
		if got, err := arrange("abcd", test.places...); err != nil || got != test.want {
			t.Errorf("%s: got %s, %v; want %s", name, got, err, test.want)
		}
	}
	for _, bad := range [][]collection.Position{{{"x", 1}}, {{"a", 1}, {"a", 2}}} {
		if _, err := arrange("abcd", bad...); !problem.Is(err, problem.Invalid) {
			t.Errorf("%v: %v", bad, err)
		}
	}
}

// Nothing is lost or doubled, and what is not named keeps its order.
func TestArrange_KeepsEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := strings.Split("abcdefgh", "")
		moved := rapid.SliceOfDistinct(rapid.SampledFrom(all), rapid.ID[string]).Draw(t, "moved")
		var places []collection.Position
		for _, id := range moved {
			places = append(places, collection.Position{ID: id, At: rapid.IntRange(-1, 12).Draw(t, "at")})
		}
		ordered, err := collection.Arrange(all, func(id string) string { return id }, places, "body")
		if err != nil || !slices.Equal(slices.Sorted(slices.Values(ordered)), all) {
			t.Fatalf("%v, %v", ordered, err)
		}
		rest := slices.DeleteFunc(ordered, func(id string) bool { return slices.Contains(moved, id) })
		if !slices.IsSorted(rest) {
			t.Fatalf("what was not moved is out of order: %v", rest)
		}
	})
}
