package text_test

import (
	"testing"

	"academy/cms-api/internal/platform/text"
)

func TestFold(t *testing.T) {
	for name, same := range map[string][]string{
		"é, composed and not, and e":       {"Café", "Cafe\u0301", "CAFÉ", "cafe", "cafe\u200d\u0301"},
		"several marks, and none":          {"Nguyễn", "nguyen", "Nguye\u0303\u0302n"},
		"words of Sanskrit":                {"Kṣatriya", "ksatriya"},
		"क़, composed and not":             {"\u0958लम", "क\u093cलम"},
		"ೊ and its two parts":              {"ಕ\u0cca", "ಕ\u0cc6\u0cc2"},
		"ೋ and its two and three parts":    {"ಕ\u0ccb", "ಕ\u0cca\u0cd5", "ಕ\u0cc6\u0cc2\u0cd5"},
		"ொ and its two parts":              {"க\u0bca", "க\u0bc6\u0bbe"},
		"invisible characters":             {"क्षत्रिय", "क\u094d\u200dष\u200bत्\u200cरिय\ufeff", "क्\u00adषत्रिय"},
		"marks in another order":           {"a\u0323\u0302", "a\u0302\u0323"},
		"full-width letters, a ligature":   {"office 12", "ＯＦＦＩＣＥ １２", "o\ufb03ce 12"},
		"letters whose case is not simple": {"Straße", "STRASSE", "straẞe"},
	} {
		for _, each := range same {
			if got, want := text.Fold(each), text.Fold(same[0]); got != want {
				t.Errorf("%s: Fold(%+q) = %+q, want %+q", name, each, got, want)
			}
		}
	}
	for _, different := range [][2]string{
		{"कलम", "क़लम"}, {"कि", "की"}, {"क", "के"}, {"ಕೆ", "ಕೊ"}, {"ಕ", "ಕ್"}, {"கி", "க"}, {"й", "и"},
	} {
		if text.Fold(different[0]) == text.Fold(different[1]) {
			t.Errorf("Fold(%q) = Fold(%q)", different[0], different[1])
		}
	}
}
