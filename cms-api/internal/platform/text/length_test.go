package text_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"academy/cms-api/internal/platform/text"
)

func TestLength(t *testing.T) {
	for in, want := range map[string]int{
		"": 0, "Asha": 4, "क्षत्रिय": 3, "👨‍👩‍👧‍👦": 1, "ಪರೀಕ್ಷೆ": 4, "e\u0301": 1, "🇮🇳🇮🇳": 2, "a\r\nb": 3,
		"a" + strings.Repeat("\u0301", 159): 10,
	} {
		if got := text.Length(in); got != want {
			t.Errorf("Length(%q) = %d, want %d", in, got, want)
		}
		if got := utf8.RuneCountInString(text.Plain(in)); got != want {
			t.Errorf("Plain(%q) has %d code points, want %d", in, got, want)
		}
		if text.LongerThan(in, want) || want > 0 && !text.LongerThan(in, want-1) {
			t.Errorf("LongerThan(%q) does not begin at %d", in, want)
		}
	}
	if got := text.Plain("draft\u0301"); got == "draft" || strings.Contains(got, "t") {
		t.Errorf("Plain takes a letter with a mark for the letter: %q", got)
	}
}
