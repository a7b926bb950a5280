package text_test

import (
	"strings"
	"testing"

	"academy/cms-api/internal/platform/text"
)

func TestFileName(t *testing.T) {
	for name, want := range map[string]string{
		"हिंदी नोट्स – भाग 1.pdf": "हिंदी नोट्स – भाग 1.pdf",
		`C:\Users\Asha\a.pdf`: "a.pdf", "../../evil.html": "evil.html",
		"a\r\nb\x00\u202e.pdf": "a b.pdf", "ಕ್\u200dಷ.pdf": "ಕ್\u200dಷ.pdf",
		// 12 bytes each, in two letters and a sign.
		strings.Repeat("क्षि", 30) + ".pdf":            strings.Repeat("क्षि", 19) + ".pdf",
		strings.Repeat("👨\u200d👩\u200d👧", 20) + ".PDF": strings.Repeat("👨\u200d👩\u200d👧", 13) + ".PDF",
		"a." + strings.Repeat("x", 300):                "a." + strings.Repeat("x", 238),
	} {
		if got := text.FileName(name); got != want {
			t.Errorf("FileName(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestWithExtension(t *testing.T) {
	for name, want := range map[string]string{
		"a.pdf": "a.pdf", "a.PDF": "a.PDF", "a": "a.pdf", "a.html": "a.html.pdf",
		strings.Repeat("x", 300): strings.Repeat("x", 236) + ".pdf",
	} {
		if got := text.WithExtension(name, ".pdf"); got != want {
			t.Errorf("WithExtension(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestShorten(t *testing.T) {
	family := "👨\u200d👩\u200d👧"
	for _, each := range []struct {
		in   string
		most int
		want string
	}{
		{"क्षत्रिय", 3, "क्षत्रिय"}, {"क्षत्रिय", 2, "क्ष…"}, {"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"", 3, ""},
		{family + family, 2, family + family}, {family + family + "x", 2, family + "…"},
	} {
		if got := text.Shorten(each.in, each.most); got != each.want {
			t.Errorf("Shorten(%q, %d) = %q, want %q", each.in, each.most, got, each.want)
		}
	}
}
