package richtext_test

import (
	"testing"

	"academy/cms-api/internal/content/richtext"
)

func TestShows(t *testing.T) {
	for _, content := range []string{"", "<p><br/></p>", "<p> \n\u00a0</p>", "<ul><li></li></ul>"} {
		if richtext.Shows(content) {
			t.Errorf("%s shows something", content)
		}
	}
	for _, content := range []string{"<p>One " + fraction + "</p>", sum, table, picture, callout, question, file, code,
		"<p>" + note + "</p>", "<ul><li>ಮಳೆ</li></ul>", "<hr/>", `<p><img src="/a.png" alt=""/></p>`,
		`<iframe src="https://player.vimeo.com/video/1"></iframe>`} {
		if !richtext.Shows(content) {
			t.Errorf("%s shows nothing", content)
		}
	}
}
