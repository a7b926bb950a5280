package weburl_test

import (
	"testing"

	"academy/cms-api/internal/weburl"
)

func TestSafe(t *testing.T) {
	for address, want := range map[string]bool{
		"https://example.com/a?b=c#d": true, "http://example.com": true, "mailto:a@example.com": true, "tel:+911234567890": true,
		"/blog": true, "#top": true, "/media/a b.png": false, "javascript:alert(1)": false, "JAVASCRIPT:alert(1)": false,
		"java\nscript:alert(1)": false, " javascript:alert(1)": false, "data:text/html,x": false, "vbscript:x": false, "file:///etc/passwd": false,
		"//evil.example": false, `/\evil.example`: false, "https://": false, "https:evil": false, "mailto:": false, "blog": false, "": false,
	} {
		if got := weburl.Safe(address); got != want {
			t.Errorf("Safe(%q) = %t", address, got)
		}
	}
	if weburl.File("mailto:a@example.com") || !weburl.File("/media/x.png") || !weburl.File("https://example.com/x.png") {
		t.Error("File takes the wrong addresses")
	}
}
