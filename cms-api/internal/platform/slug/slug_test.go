package slug

import (
	"strings"
	"testing"
)

func of(title string) string {
	return Of(title, "article", func(made string) bool { return made == "page" })
}

func TestOf(t *testing.T) {
	for title, want := range map[string]string{
		"தமிழ்நாடு": "tamilnadu", "ಪರೀಕ್ಷೆ": "pareekshe", "தமிழ்": "tamil", "\u0958लम": "qalam", "क\u093cलम": "qalam",
		"اردو زبان": "ardu-zaban", "עברית": "bryt", "हिंदी नोट्स – भाग १": "hindi-nots-bhag-1", "Cafe\u0301": "cafe",
		"🎉": "article", "👩‍👩‍👧‍👦": "article", "ᱥᱟᱱᱛᱟᱲᱤ": "article", "अ": "a", "x": "x",
		"__proto__": "proto", "constructor": "constructor", "Page": "article-page",
		"Page 2": "page-2", "feed.xml": "feed-xml",
		strings.Repeat("ह", 300): strings.Repeat("ha", maxLength/2),
	} {
		if made := of(title); made != want {
			t.Errorf("slug of %q = %q, want %q", title, made, want)
		}
	}
}

func FuzzSlug(f *testing.F) {
	for _, title := range []string{
		"How to Read", "ಕನ್ನಡ", "", "---", "a_b", strings.Repeat("x", 300), "6b011f2522cabc8ff9e81b30", "C++ & Go?",
		"\x00\xff", "page", "தமிழ்", "👩‍👩‍👧",
	} {
		f.Add(title)
	}
	f.Fuzz(func(t *testing.T, title string) {
		made := of(title)
		if made == "" || len(made) > maxLength+len("article-") ||
			strings.Trim(made, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			t.Errorf("slug of %q = %q", title, made)
		}
		if strings.HasPrefix(made, "-") || strings.HasSuffix(made, "-") || made == "page" {
			t.Errorf("slug of %q = %q", title, made)
		}
		if again := of(made); again != made {
			t.Errorf("slug of %q = %q, of which %q", title, made, again)
		}
	})
}

// A number that an address gets since others have it is part of it from then on.
func TestOf_IsStableWithANumber(t *testing.T) {
	for _, title := range []string{"One", "Page", strings.Repeat("x", 300), strings.Repeat("monsoons ", 30)} {
		base := of(title)
		for _, n := range []int{1, 2, 10, inOrder, inOrder + 1} {
			slug := Numbered(base, n)
			twice := Numbered(slug, n)
			if len(slug) > maxLength || len(twice) > maxLength || of(slug) != slug || of(twice) != twice ||
				!IsNumbered(slug, base) {
				t.Errorf("%q becomes %q, %q, of which %q", base, slug, twice, of(slug))
			}
		}
	}
	// As earlier versions made them.
	for _, slug := range []string{strings.Repeat("x", maxLength) + "-2", strings.Repeat("x", maxLength) + "-1000020"} {
		if made := of(slug); made != slug || !IsNumbered(slug, strings.Repeat("x", maxLength)) {
			t.Errorf("%q becomes %q", slug, made)
		}
	}
}

func TestIsNumbered(t *testing.T) {
	for _, test := range []struct {
		slug, base string
		want       bool
	}{{"a-b", "a-b", true}, {"a-b-2", "a-b", true}, {"a-b-c", "a-b", false}, {"a-b-", "a-b", false}, {"a", "a-b", false}} {
		if got := IsNumbered(test.slug, test.base); got != test.want {
			t.Errorf("IsNumbered(%q, %q) = %t", test.slug, test.base, got)
		}
	}
}
