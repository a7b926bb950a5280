package richtext_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"academy/cms-api/internal/content/richtext"
	"academy/cms-api/internal/platform/problem"
)

// Each file is looked up once; a text whose files cannot be looked up is not stored.
func TestClean_LooksFilesUp(t *testing.T) {
	lookups := 0
	var failure error
	cleaner := richtext.NewCleaner(richtext.Stores{File: func(_ context.Context, address string) (richtext.File, error) {
		lookups++
		return richtext.File{Name: "Plan.pdf", Bytes: 12}, failure
	}})
	clean := func(content string) (string, error) { return cleaner.Clean(t.Context(), content, false) }
	got, err := clean(strings.Repeat(`<p class="file"><a href="/media/files/a.pdf"></a></p>`, 3))
	if want := strings.Repeat(
		`<p class="file"><a href="/media/files/a.pdf" download="Plan.pdf" data-bytes="12">Plan.pdf</a></p>`, 3,
	); err != nil || got != want || lookups != 1 {
		t.Errorf("after %d look-ups: %s, %v", lookups, got, err)
	}
	if got, err := clean("<p>no file</p>"); err != nil || got != "<p>no file</p>" || lookups != 1 {
		t.Errorf("after %d look-ups: %s, %v", lookups, got, err)
	}
	failure = problem.New(problem.Unavailable, "The storage does not answer.")
	if _, err := clean(file); !errors.Is(err, failure) {
		t.Errorf("the look-up failed, and Clean: %v", err)
	}
}
