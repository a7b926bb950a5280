package apitest_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

// adminDir returns a folder with a small admin app.
func adminDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "assets"), 0o700); err != nil {
		t.Fatal(err)
	}
	writeFile(t, dir, "index.html", "<!doctype html><script>theme()</script>admin")
	writeFile(t, dir, "assets/app.js", "app()")
	writeFile(t, dir, "assets/pictures.worker-B1_x-2.js", "work()")
	return dir
}

func TestHeaders_EveryAnswerHasThem(t *testing.T) {
	app := apitest.New(t, func(o *apitest.Options) {
		o.Web, o.Config.AdminDir = true, adminDir(t)
		o.Config.PublicURL, o.Config.PublicAPIURL = "https://academy.test", "https://api.academy.test/api"
		publishFiles(t, o.Config.ReleasesDir, map[string]string{
			"/index.html": "<!doctype html>home", "/blog.html": "<!doctype html>blog",
			"/404.html": "<!doctype html><script>theme()</script>gone", "/_next/static/app.js": "app()",
		})
	}).Ready(t)
	anyone, staff := app.Anonymous(t), app.Staff(t)
	uploaded := staff.Upload("/api/upload/image", "image", "dot.png", picture(t, 2, 2)).Want(http.StatusCreated).
		Text("url")
	const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	for _, each := range []struct {
		address string
		status  int
		policy  string // how the Content-Security-Policy begins
		others  string // the Cross-Origin-Resource-Policy
	}{
		{"/", 200, "default-src 'none'; script-src 'self' 'sha256-", "same-origin"},
		{"/blog", 200, "default-src 'none'; script-src 'self' 'sha256-", "same-origin"},
		{"/nowhere", 404, "default-src 'none'; script-src 'self' 'sha256-", "same-origin"},
		{"/blog.html", 308, nothing, "same-origin"},
		{"/blog/", 308, nothing, "same-origin"},
		{"/release.json", 200, nothing, "same-origin"},
		{"/_next/static/app.js", 200, nothing, "same-origin"},
		{"/auth", 200, "default-src 'none'; script-src 'self' 'sha256-", "same-origin"},
		{"/admin/dashboard", 200, "default-src 'none'; script-src 'self' 'sha256-", "same-origin"},
		{"/admin/assets/app.js", 200, nothing, "same-origin"},
		{"/admin/assets/pictures.worker-B1_x-2.js", 200,
			"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none';", "same-origin"},
		{"/admin/assets/none.js", 404, nothing, "same-origin"},
		{"/api/settings", 200, nothing, "same-origin"},
		{"/api/articles", 200, nothing, "same-origin"},
		{"/api/enrollments", 401, nothing, "same-origin"},
		{"/api/nowhere", 404, nothing, "same-origin"},
		{"/api/openapi.json", 200, nothing, "same-origin"},
		{"/api/docs", 200, nothing + "; connect-src 'self'; script-src 'sha256-", "same-origin"},
		{uploaded, 200, "default-src 'none'; ", "cross-origin"}, // pictures are for other sites too
		{"/media/none.png", 404, nothing, "same-origin"},
	} {
		t.Run(each.address, func(t *testing.T) {
			answer := anyone.Get(each.address)
			answer.Want(each.status)
			policy := answer.Header.Get("Content-Security-Policy")
			if !strings.HasPrefix(policy, each.policy) {
				t.Errorf("policy %q, want it to begin with %q", policy, each.policy)
			}
			for _, weak := range []string{" 'unsafe-eval'", "script-src 'self' 'unsafe-inline'", "script-src *"} {
				if strings.Contains(policy, weak) {
					t.Errorf("policy %q contains %s", policy, weak)
				}
			}
			for name, want := range map[string]string{
				"X-Content-Type-Options": "nosniff", "Referrer-Policy": "strict-origin-when-cross-origin",
				"Strict-Transport-Security": "max-age=31536000", "Cross-Origin-Opener-Policy": "same-origin",
				"Cross-Origin-Resource-Policy": each.others,
			} {
				if got := answer.Header.Get(name); got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
			if !strings.Contains(answer.Header.Get("Permissions-Policy"), "camera=()") {
				t.Errorf("permissions: %q", answer.Header.Get("Permissions-Policy"))
			}
			if len(answer.Header.Values("Content-Security-Policy")) > 1 || answer.Header.Get("Server") != "" {
				t.Errorf("headers: %v", answer.Header)
			}
		})
	}
	dashboard := anyone.Get("/admin/dashboard").Header.Get("Content-Security-Policy")
	if strings.Contains(dashboard, "wasm") {
		t.Errorf("a page may run WebAssembly: %s", dashboard)
	}
	if want := "; connect-src 'self' https://*.googleusercontent.com; "; !strings.Contains(dashboard, want) {
		t.Errorf("policy of the dashboard lacks %s: %s", want, dashboard)
	}
	home := anyone.Get("/").Header.Get("Content-Security-Policy")
	for _, want := range []string{
		"connect-src 'self' https://api.academy.test;", "upgrade-insecure-requests", "frame-ancestors 'none'",
		"base-uri 'none'", "form-action 'self'", "object-src 'none'",
	} {
		if !strings.Contains(home, want) {
			t.Errorf("policy of the home page lacks %s: %s", want, home)
		}
	}
	plain := apitest.New(t).Anonymous(t).Get("/api/health/live").Header
	if plain.Get("Strict-Transport-Security") != "" {
		t.Error("a site over http asks for https")
	}
}

// A browser asks every time, a shared cache for a second: and neither gives staff
// what visitors got, nor visitors what staff got.
func TestHeaders_WhoMayKeepPublicReads(t *testing.T) {
	app := apitest.New(t).Ready(t)
	anyone, staff := app.Anonymous(t), app.Staff(t)
	first := staff.Post("/api/articles", apitest.JSON{
		"title": "One", "content": "<p>x</p>", "category": "News", "status": "published",
	}).Want(http.StatusCreated)
	id, slug := first.Text("id"), first.Text("slug")
	staff.Put("/api/articles/"+id, apitest.JSON{"slug": "two"}).Want(http.StatusOK)
	for address, status := range map[string]int{
		"/api/articles": 200, "/api/articles?q=one": 200, "/api/articles/two": 200, "/api/articles/" + slug: 308,
		"/api/videos":   200,
		"/api/settings": 200, "/api/sections": 200, "/api/sections/visible": 200, "/api/social-media": 200,
		"/api/programs": 200,
		"/api/features": 200, "/api/differentiators": 200, "/api/page-content/home": 200, "/api/page-content/home/hero": 200,
	} {
		public := anyone.Get(address).Want(status).Header
		for name, want := range map[string]string{
			"Cache-Control": "public, no-cache", "CDN-Cache-Control": "max-age=1, stale-while-revalidate=30",
			"Vary": "Accept-Encoding, Cookie, Authorization",
		} {
			if got := public.Get(name); got != want {
				t.Errorf("%s for visitors, %s: %q", address, name, got)
			}
		}
		private := staff.Get(address).Header
		if private.Get("Cache-Control") != "no-store" || private.Get("CDN-Cache-Control") != "" ||
			!strings.Contains(private.Get("Vary"), "Cookie") {
			t.Errorf("%s for staff: %v", address, private)
		}
	}
	missing := anyone.Get("/api/articles/nowhere").Want(http.StatusNotFound).Header
	if missing.Get("Cache-Control") != "no-store" {
		t.Errorf("what is not there: %v", missing)
	}
}
