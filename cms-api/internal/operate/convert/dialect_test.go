package convert

import (
	"encoding/json"
	"os"
	"testing"

	"academy/cms-api/internal/content/richtext"
)

// The editor reads the same cases: admin/src/editor/dialect.test.ts.
func TestMarkdown_Dialect(t *testing.T) {
	raw, err := os.ReadFile("../../../../shared/src/test/markdown.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases [][3]string
	if err := json.Unmarshal(raw, &cases); err != nil {
		t.Fatal(err)
	}
	md, policy := NewMarkdown(), richtext.NewPolicy()
	for _, each := range cases {
		name, markdown, want := each[0], each[1], each[2]
		read, err := md.Read(markdown, Compact)
		if err != nil {
			t.Fatal(err)
		}
		got, err := policy.Sanitise(read)
		if err != nil {
			t.Fatal(err)
		}
		// Blocks leave quotations and items, as they do for the editor when it saves.
		if want, err = policy.Sanitise(want); err != nil || got != want {
			t.Errorf("%s: %v\n got %s\nwant %s", name, err, got, want)
		}
	}
}
