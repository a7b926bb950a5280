package release

import (
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
