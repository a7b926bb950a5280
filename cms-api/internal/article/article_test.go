package article

import (
	"strings"
	"testing"
	"time"
)

func FuzzSlug(f *testing.F) {
	for _, title := range []string{"How to Read", "ಕನ್ನಡ", "", "---", "a_b", strings.Repeat("x", 300), "6b011f2522cabc8ff9e81b30", "C++ & Go?", "\x00\xff"} {
		f.Add(title)
	}
	f.Fuzz(func(t *testing.T, title string) {
		made := slugOf(title)
		if made == "" || len(made) > maxSlug+len("article-") || strings.Trim(made, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			t.Errorf("slug of %q = %q", title, made)
		}
		if strings.HasPrefix(made, "-") || strings.HasSuffix(made, "-") || isID(made) {
			t.Errorf("slug of %q = %q", title, made)
		}
		if again := slugOf(made); again != made {
			t.Errorf("slug of %q = %q, of which %q", title, made, again)
		}
	})
}

func TestPublic(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	before, after := now.Add(-time.Hour), now.Add(time.Hour)
	for name, test := range map[string]struct {
		summary Summary
		want    bool
	}{
		"draft":     {Summary{Status: Draft, CreatedAt: before}, false},
		"archived":  {Summary{Status: Archived, CreatedAt: before}, false},
		"published": {Summary{Status: Published, CreatedAt: before}, true},
		"due now":   {Summary{Status: Published, CreatedAt: after, PublishDate: &now}, true},
		"not due":   {Summary{Status: Published, CreatedAt: before, PublishDate: &after}, false},
	} {
		if got := test.summary.Public(now); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

func TestSameSlug(t *testing.T) {
	for _, test := range []struct {
		slug, base string
		want       bool
	}{{"a-b", "a-b", true}, {"a-b-2", "a-b", true}, {"a-b-c", "a-b", false}, {"a-b-", "a-b", false}, {"a", "a-b", false}} {
		if got := sameSlug(test.slug, test.base); got != test.want {
			t.Errorf("sameSlug(%q, %q) = %t", test.slug, test.base, got)
		}
	}
}
