package transfer

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"academy/cms-api/internal/platform/problem"
)

// ghostOf returns the posts that an export of Ghost is said to have.
func ghostOf(t *testing.T, pieces ...string) (int, error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "ghost.json")
	if err := os.WriteFile(name, []byte(strings.Join(pieces, "")), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	return (&ghost{f: f, s: service()}).count(t.Context())
}

// No value is held in memory that is larger than a post may be, nor rows without end.
func TestGhost_LargeValues(t *testing.T) {
	const begin, end = `{"db":[{"data":{`, `"posts":[{"id":1}]}}]}`
	row := `{"post_id":1,"tag_id":2},`
	for name, each := range map[string]struct {
		within string
		want   problem.Kind
	}{
		"a small table":            {`"settings":[{"a":[1,{}]}],`, ""},
		"a large table, unneeded":  {`"settings":[` + strings.Repeat(`{"key":"0123456789"},`, 1_200_000) + `1],`, ""},
		"a large text":             {`"settings":"` + strings.Repeat("x", 2*maxText) + `",`, problem.TooLarge},
		"a large post":             {`"posts":[{"html":"` + strings.Repeat("x", 2*maxText) + `"}],`, problem.TooLarge},
		"nested without end":       {`"settings":` + strings.Repeat("[", 1<<20), problem.Invalid},
		"links":                    {`"posts_tags":[` + strings.Repeat(row, 1000) + `{}],`, ""},
		"too many links":           {`"posts_tags":[` + strings.Repeat(row, maxRows) + `{}],`, problem.TooLarge},
		"a table that is no table": {`"users":{},`, problem.Invalid},
	} {
		total, err := ghostOf(t, begin, each.within, end)
		if each.want == "" && (err != nil || total != 1) || each.want != "" && !problem.Is(err, each.want) {
			t.Errorf("%s: %d, %v", name, total, err)
		}
	}
}

// Values that are nearly as large as they may be are read one after the other.
func TestGhost_ValuesOfTheSizeThatTheyMayHave(t *testing.T) {
	const posts = 5
	var rows strings.Builder
	for i := range posts {
		fmt.Fprintf(&rows, `{"id":%d,"html":"%s"},`, i, strings.Repeat("x", maxText-1000*(i+1)))
	}
	if total, err := ghostOf(t, `{"db":[{"data":{"posts":[`, rows.String(), `{"id":9}]}}]}`); total != posts+1 {
		t.Errorf("%d posts, %v", total, err)
	}
}
