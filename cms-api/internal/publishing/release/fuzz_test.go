package release

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/valyala/fasthttp"
)

// Whatever the address: the answer is a file of the release, a redirect to a
// page of it, or the page for what is missing.
func FuzzAddress(f *testing.F) {
	w := newWriter(f)
	files := site("one")
	w.publish("f1", files)
	store := open(f, w.dir)
	known := map[string]bool{}
	for _, text := range files {
		known[text] = true
	}
	for path := range files {
		f.Add(path)
	}
	for _, path := range []string{"/", "//", "/%2e%2e/CURRENT", "/blog//", "/.%00", "/blog?x", "/%", "/index.html/"} {
		f.Add(path)
	}
	f.Fuzz(func(t *testing.T, path string) {
		var ctx fasthttp.RequestCtx
		ctx.Request.Header.SetRequestURI("/" + path)
		store.serve(&ctx)
		body, status := string(ctx.Response.Body()), ctx.Response.StatusCode()
		switch status {
		case 200:
			if !known[body] && string(ctx.Path()) != "/release.json" {
				t.Fatalf("%q gave something else", path)
			}
		case 404:
			if body != files["/404.html"] {
				t.Fatalf("%q gave another page for what is missing", path)
			}
		case 308:
			location := string(ctx.Response.Header.Peek("Location"))
			if !strings.HasPrefix(location, "/") || strings.HasPrefix(location, "//") || strings.HasPrefix(location, `/\`) {
				t.Fatalf("%q leads to %q", path, location)
			}
		case 400:
		default:
			t.Fatalf("%q gave %d", path, status)
		}
	})
}

// leadsTo reads an address as browsers do: without tabs and line ends, and with backslashes as slashes.
func leadsTo(t *testing.T, location string) string {
	location = regexp.MustCompile(`[\t\r\n]`).ReplaceAllString(location, "")
	to, err := url.Parse("http://here.example/")
	if err == nil {
		to, err = to.Parse(strings.ReplaceAll(location, `\`, "/"))
	}
	if err != nil {
		t.Fatalf("%q cannot be read: %v", location, err)
	}
	return to.Scheme + "://" + to.Host
}

// No address of a visitor determines the host that a redirect leads to.
func FuzzRedirectHost(f *testing.F) {
	for _, to := range []string{
		"/:splat", "/new/:splat", "/new-:splat", "https://x.example/:splat", "https://x.example/a-:splat", "/.:splat",
		"https://x.example:splat", "https://:splat", "//:splat", "/", "/a?b=c", "https://x.example", `/\:splat`, "/%2f:splat",
	} {
		for _, rest := range []string{
			"evil.example", "/evil.example", "%2Fevil.example", "%5Cevil.example", `\evil.example`, "%09/evil.example", "..//e",
			"@evil.example", ".evil.example", "%0D%0ALocation:%20https://evil.example", ":80@evil.example", "%252Fe", "?//e", "",
			"%E2%80%8B/e", "https://evil.example", "https:evil.example", "%2e%2e/%2e%2e/e", "%00/e", "%85/e",
		} {
			f.Add(to, rest)
		}
	}
	f.Fuzz(func(t *testing.T, to, rest string) {
		live := &Release{assets: &shard{}, redirects: parseRedirects("/old/* " + to + " 301\n")}
		for i := range live.shards {
			live.shards[i] = &shard{}
		}
		var ctx fasthttp.RequestCtx
		ctx.Request.Header.SetRequestURI("/old/" + rest)
		path, err := decode(ctx.URI().PathOriginal())
		if err != nil {
			return
		}
		(&Site{}).missing(&ctx, live, path)
		location := string(ctx.Response.Header.Peek("Location"))
		if location == "" {
			return
		}
		want := "http://here.example"
		if !strings.HasPrefix(to, "/") {
			line, err := url.Parse(strings.Fields(strings.TrimSuffix(to, splat))[0])
			if err != nil {
				t.Fatalf("the target %q cannot be read: %v", to, err)
			}
			want = line.Scheme + "://" + line.Host
		}
		if got := leadsTo(t, location); got != want || strings.HasPrefix(location, "//") {
			t.Fatalf("%q with %q leads to %q", to, rest, location)
		}
	})
}
