package convert

import (
	"strings"
	"testing"

	"academy/cms-api/internal/platform/problem"
)

// Few bytes do not become many.
func TestMarkdown_Read_Limits(t *testing.T) {
	md := NewMarkdown()
	table := func(columns, rows int) string {
		return strings.Repeat("|a", columns) + "|\n" + strings.Repeat("|-", columns) + "|\n" + strings.Repeat("|b\n", rows)
	}
	for name, each := range map[string]struct {
		text    string
		refused bool
	}{
		"a table":             {table(30, 400), false},
		"columns":             {table(31, 1), true},
		"many columns":        {table(5_000, 10_000), true},
		"cells":               {table(10, 1_600), true},
		"in a quotation":      {"> " + strings.ReplaceAll(table(40, 2), "\n", "\n> "), true},
		"in a list":           {"- " + strings.ReplaceAll(table(40, 2), "\n", "\n  "), true},
		"many tables":         {strings.Repeat(table(30, 450)+"\n", 12), true},
		"no table":            {strings.Repeat("|-", 40), false},
		"footnotes":           {strings.Repeat("a[^1] ", 100) + "\n\n[^1]: " + strings.Repeat("b", 1000), false},
		"footnotes, repeated": {strings.Repeat("a[^1] ", 10_000) + "\n\n[^1]: " + strings.Repeat("b", 10_000), true},
	} {
		got, err := md.Read(each.text, Compact)
		if problem.Is(err, problem.TooLarge) != each.refused || len(got) > 2*MaxHTML {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
	}
	notes := WordPress{Notes: map[string]string{"n": strings.Repeat("b", 100_000)}}
	if got := notes.HTML(strings.Repeat(`<sup data-fn="n">1</sup>`, 10_000)); len(got.HTML) < MaxHTML ||
		len(got.HTML) > 2*MaxHTML {
		t.Errorf("footnotes of WordPress became %d bytes", len(got.HTML))
	}
}
