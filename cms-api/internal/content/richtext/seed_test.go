package richtext_test

import (
	"os"
	"path/filepath"
	"testing"

	"academy/cms-api/internal/content/richtext"
)

// The articles that come with the product are what the sanitiser makes of articles: what they
// look like in the editor and on a page is what is in the files.
func TestSanitise_LeavesTheFirstArticlesAsTheyAre(t *testing.T) {
	files, err := filepath.Glob("../../../../content-seed/articles/*.html")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d articles: %v", len(files), err)
	}
	policy := richtext.NewPolicy()
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := policy.Sanitise(string(data)); err != nil || !same(got, string(data)) {
			t.Errorf("%s becomes\n%s, error %v", filepath.Base(file), got, err)
		}
	}
}
