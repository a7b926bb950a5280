package richtext_test

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"academy/cms-api/internal/content/richtext"
	"academy/cms-api/internal/test/fixture"
)

// The editor's tests read what is stored of random documents, half of them with blocks in wrong places: see
// admin/src/editor/sanitised.test.ts.
func TestFixture_Sanitised(t *testing.T) {
	cleaner := richtext.NewCleaner(richtext.Stores{File: func(context.Context, string) (richtext.File, error) {
		return richtext.File{Name: "Plan.pdf", Bytes: 12}, nil
	}})
	var stored []string
	for seed := range 100 {
		content := rapid.Custom(func(t *rapid.T) string {
			d := newDocument(t, seed%2*12)
			return d.some(1, 3, d.any)
		}).Example(seed)
		clean, err := cleaner.Clean(t.Context(), content, false)
		if err != nil {
			t.Fatal(err)
		}
		stored = append(stored, clean)
	}
	fixture.Check(t, "sanitised.json", stored)
}
