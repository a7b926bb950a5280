package paging_test

import (
	"math"
	"strings"
	"testing"

	"academy/cms-api/internal/platform/paging"
)

func TestHeaders_NeighbouringPages(t *testing.T) {
	for name, test := range map[string]struct {
		window     paging.Window
		prev, next bool
	}{
		"the only page":   {paging.Window{Limit: 10}, false, false},
		"the first":       {paging.Window{Limit: 4}, false, true},
		"one between":     {paging.Window{Limit: 4, Offset: 4}, true, true},
		"all but one":     {paging.Window{Limit: 9}, false, true},
		"the last":        {paging.Window{Limit: 4, Offset: 6}, true, false},
		"behind the last": {paging.Window{Limit: 4, Offset: math.MaxInt}, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			link := test.window.Headers(10).Link
			if got := strings.Contains(link, `rel="prev"`); got != test.prev {
				t.Errorf("a previous page: %v in %q", got, link)
			}
			if got := strings.Contains(link, `rel="next"`); got != test.next {
				t.Errorf("a next page: %v in %q", got, link)
			}
		})
	}
}
