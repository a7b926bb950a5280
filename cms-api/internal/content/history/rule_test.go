package history

import (
	"slices"
	"testing"
	"time"

	"academy/cms-api/internal/platform/versions"
)

func TestRule(t *testing.T) {
	now := time.Date(2027, 6, 15, 12, 0, 0, 0, time.UTC)
	const day = 24 * time.Hour
	ago := func(days int, hours ...int) (all []time.Time) {
		for _, hour := range hours { // of that day
			all = append(all, now.Add(-time.Duration(days)*day).Truncate(day).Add(time.Duration(hour)*time.Hour))
		}
		return all
	}
	year := Rule{All: 30 * day, Daily: 365 * day, Least: 2}
	for name, test := range map[string]struct {
		rule  Rule
		saves [][]time.Time
		stay  []int // by their place, from 1
	}{
		"all of a month": {year, [][]time.Time{ago(29, 1, 2, 3), ago(0, 1, 2)}, []int{1, 2, 3, 4, 5}},
		"then the last of each day": {
			year, [][]time.Time{ago(100, 1, 2, 23), ago(99, 0, 9), ago(0, 1, 2)}, []int{3, 5, 6, 7},
		},
		"of which the others go": {
			year, [][]time.Time{ago(364, 1, 2), ago(31, 1, 2), ago(30, 13, 14), ago(0, 1, 2)}, []int{2, 4, 5, 6, 7, 8},
		},
		"then none":                 {year, [][]time.Time{ago(400, 1), ago(366, 1, 2), ago(0, 1, 2)}, []int{4, 5}},
		"but at least some":         {year, [][]time.Time{ago(500, 1), ago(400, 1, 2), ago(366, 1)}, []int{3, 4}},
		"of one day, too":           {Rule{Least: 3}, [][]time.Time{ago(1, 1, 2, 3, 4, 5)}, []int{3, 4, 5}},
		"or no more than there are": {year, [][]time.Time{ago(900, 1)}, []int{1}},
		"what was before any save":  {year, [][]time.Time{{{}}, ago(1, 1, 2)}, []int{2, 3}},
	} {
		var past []versions.Version
		for _, at := range slices.Concat(test.saves...) {
			past = append(past, versions.Version{Revision: len(past) + 1, At: at})
		}
		var stay []int
		for _, each := range test.rule.stays(past, now) {
			stay = append(stay, each.Revision)
		}
		if !slices.Equal(stay, test.stay) {
			t.Errorf("%s: %v stay, want %v", name, stay, test.stay)
		}
	}
}
