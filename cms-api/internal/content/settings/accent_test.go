package settings

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The grounds are those of the site's style sheet.
func TestGrounds_AreThoseOfTheSite(t *testing.T) {
	sheet, err := os.ReadFile("../../../../shared/src/styles/tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	token := regexp.MustCompile(`--(?:ground|ground-sunk|surface): (#[0-9a-f]{6});`)
	for _, theme := range []string{"light", "dark"} {
		_, rules, found := strings.Cut(string(sheet), `[data-theme="`+theme+`"] {`)
		rules, _, _ = strings.Cut(rules, "\n}")
		var colours []string
		for _, match := range token.FindAllStringSubmatch(rules, -1) {
			colours = append(colours, match[1])
		}
		if !found || strings.Join(colours, " ") != strings.Join(grounds(theme), " ") {
			t.Errorf("%s: %v, want %v", theme, grounds(theme), colours)
		}
	}
}

func TestCheckAccent_NamesTheContrast(t *testing.T) {
	for _, test := range []struct{ theme, accent, says string }{
		{"light", "", ""}, {"light", "#854a00", ""}, {"dark", "#ffc766", ""},
		{"light", "#ffc766", "1.2"}, {"dark", "#854a00", "2.2"}, {"light", "#f5a81f", "is 1."},
		{"light", "orange", "#rrggbb"},
		{"dark", "#fff", "#rrggbb"},
	} {
		bad := checkAccent(nil, test.theme, &test.accent)
		switch {
		case test.says == "" && len(bad) > 0:
			t.Errorf("%s %s is refused: %s", test.theme, test.accent, bad[0].Message)
		case test.says != "" && (len(bad) != 1 || !strings.Contains(bad[0].Message, test.says) ||
			bad[0].Location != "body.accent_"+test.theme):
			t.Errorf("%s %s: %v does not say %q", test.theme, test.accent, bad, test.says)
		}
	}
}
