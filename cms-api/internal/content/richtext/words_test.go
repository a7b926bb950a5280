package richtext_test

import (
	"testing"

	"academy/cms-api/internal/content/richtext"
)

func TestWords(t *testing.T) {
	for content, want := range map[string]string{
		"": "", "<p><br/></p>": "", "<h2>Rain</h2><p>in <strong>Ker</strong>ala<br/>fell.</p>": "Rain in Kerala fell.",
		"<p>One " + fraction + " of it</p>" + sum: `One \frac{1}{3} of it a < b & c`,
		table:                               "Rainfall State mm Kerala 3,055 June",
		picture:                             "A map Rivers Survey of India",
		callout:                             "2019 Asked twice.",
		question:                            "Who signs? The President.",
		file + "<hr/>":                      "Syllabus.pdf",
		code:                                "a := 1",
		"<p>Rain" + note + ", and more</p>": "Rain (See Article 21.), and more",
		"<ul><li>ಮಳೆ</li><li>वर्षा</li></ul>": "ಮಳೆ वर्षा",
	} {
		if got := richtext.Words(content); got != want {
			t.Errorf("%s: %q, want %q", content, got, want)
		}
		if shows := richtext.Shows(content); shows != (want != "") {
			t.Errorf("%s: Shows is %t", content, shows)
		}
	}
	for _, content := range []string{"<hr/>", `<p><img src="/a.png" alt=""/></p>`,
		`<iframe src="https://player.vimeo.com/video/1"></iframe>`} {
		if !richtext.Shows(content) {
			t.Errorf("%s shows nothing", content)
		}
	}
}
