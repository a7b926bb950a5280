package weburl_test

import (
	"slices"
	"testing"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/weburl"
)

func refusedByBrowsers() []string {
	return []string{
		"https://x:99999/", "https://x:99999/a.png", "https://256.256.256.256/a.png", "https://1.2.3.4.5/", "https://a<b/",
		"https://xn--a/",
		"https://[::]:99999/", "https://0xffffffffff/", "https://\u00ad/", "https://:80/", "https://", "https://[::1",
		"http://[::1",
		"https://[[::1]]/", "https://%00/",
		"https://%/", "https://a b/", "https://user@/", "https://a:b/", "https://xn--/", "https://%zz/", "https://a%2fb/",
	}
}

func takenByBrowsers() []string {
	return []string{
		"https://bücher.example/ü.png", "https://[2001:db8::1]:8443/", "https://exa%6dple.com/",
		"https://example.com/two words.png",
		"https://example.com/a?b=c#d", "http://example.com", "https://user:pw@example.com/", "https://my_site.example/",
		"https://1.2.3.4/", "https://example.com.",
		"HTTPS://EXAMPLE.COM/", "https://example.com/%", "https://example.com:/", "https://xn--bcher-kva.example/",
		"https://தமிழ்.example/தமிழ்?q=தமிழ்",
	}
}

func TestSafe(t *testing.T) {
	for address, want := range map[string]bool{
		"mailto:a@example.com": true, "tel:+911234567890": true, "/blog": true, "#top": true, "/media/a b.png": true,
		"/ü?a=[b]":            true,
		"javascript:alert(1)": false, "JAVASCRIPT:alert(1)": false,
		"java\nscript:alert(1)": false, " javascript:alert(1)": false, "data:text/html,x": false, "vbscript:x": false,
		"file:///etc/passwd": false,
		"//evil.example":     false, `/\evil.example`: false, "https:evil": false, "https:///evil.example": false,
		`https:\\evil.example`: false, "mailto:": false,
		"blog": false, "": false, "\xff": false, "/\x7f": false, "https://example.com ": false,
	} {
		if got := weburl.Safe(address); got != want {
			t.Errorf("Safe(%q) = %t", address, got)
		}
	}
	for _, address := range refusedByBrowsers() {
		if weburl.Safe(address) {
			t.Errorf("Safe(%q)", address)
		}
	}
	for _, address := range takenByBrowsers() {
		if !weburl.Web(address) {
			t.Errorf("not Web(%q)", address)
		}
	}
	if weburl.File("mailto:a@example.com") || weburl.File("#top") || !weburl.File("/media/x.png") ||
		!weburl.File("https://example.com/x.png") {
		t.Error("File takes the wrong addresses")
	}
	for address, want := range map[string]bool{
		"/media/a/../b.png": true, "/media/a..b.png": true, "/media/%2e%2e.png": true, "/media/100%.png": true,
		"/media/a.png?x=/../../y": true, "/a.png": true, "https://example.com/media/../x": true,
		"/media/../x": false, "/media/..": false, "/media/%2e%2E/x": false, "/media/..%2fx": false,
		"/media/%252e%252e%252fx": false, "/media/..%5cx": false, "/%6dedia/../x": false, "/media/a/../../x?y": false,
		"/media/..#x": false,
	} {
		if got := weburl.File(address); got != want {
			t.Errorf("File(%q) = %t", address, got)
		}
	}
	if weburl.Web("/media/x.png") || weburl.Web("mailto:a@example.com") {
		t.Error("Web takes the wrong addresses")
	}
}

func TestStored(t *testing.T) {
	for address, want := range map[string]string{
		"tel:+91 999 99": "tel:+9199999", "TEL:1 2": "TEL:12", "tel:1 2?a b": "tel:12?a%20b",
		"mailto:a b@example.com": "mailto:a%20b@example.com",
		"/a b.png":               "/a%20b.png", "/tel: a": "/tel:%20a", "#two words": "#two%20words",
	} {
		if got := weburl.Stored(address); got != want {
			t.Errorf("Stored(%q) = %q, want %q", address, got, want)
		}
	}
}

func TestSet(t *testing.T) {
	for typed, want := range map[string]string{
		"https://example.com/two words.png": "https://example.com/two%20words.png",
		"https://example.com":               "https://example.com",
		"https://exa%6dple.com/":            "https://example.com/",
		"https://bücher.example/ü.png":      "https://bücher.example/ü.png",
		"https://[2606:4700::1111]:8443/":   "https://[2606:4700::1111]:8443/",
		"":                                  "",
	} {
		address := typed
		if bad := weburl.SetFile(nil, "body.x", &address); len(bad) > 0 || address != want {
			t.Errorf("%q is stored as %q, %v", typed, address, bad)
		}
	}
	kept := []problem.Field{{Location: "body.y"}}
	if bad := weburl.Set(kept, "body.x", nil); !slices.Equal(bad, kept) {
		t.Errorf("no address: %v", bad)
	}
	blank := ""
	if bad := weburl.SetWeb(nil, "body.x", &blank); len(bad) != 1 {
		t.Errorf("no website: %v", bad)
	}
	address := "https://x:99999/"
	for _, set := range []func([]problem.Field, string, *string) []problem.Field{
		weburl.Set, weburl.SetFile, weburl.SetWeb,
	} {
		if bad := set(kept, "body.x", &address); len(bad) != 2 || bad[1].Location != "body.x" ||
			address != "https://x:99999/" {
			t.Errorf("%q: %v", address, bad)
		}
	}
}
