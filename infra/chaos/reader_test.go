package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// store is a release store as the publisher writes it.
type store string

func newStore(t *testing.T) store {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"blobs", "manifests"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return store(dir)
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// release writes a release of pages, by the names of their files.
func (s store) release(t *testing.T, id, parent string, pages map[string]string) {
	t.Helper()
	files := map[string]any{}
	for path, text := range pages {
		files[path] = map[string]any{"blob": hashOf(text)}
	}
	write := func(folder, name string, content any) {
		raw, err := json.Marshal(content)
		if err == nil {
			err = os.WriteFile(filepath.Join(string(s), folder, name), raw, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	write("blobs", "list-"+id, map[string]any{"routes": map[string]any{"/": map[string]any{"files": files}}})
	write("blobs", "assets", map[string]any{
		"files": map[string]any{"/_next/static/a.js": map[string]any{"blob": hashOf("script")}},
	})
	write("manifests", id+".json", map[string]any{
		"release": id, "parent": parent, "fingerprint": strings.Repeat("0", 64), "assets": "assets",
		"shards": []any{"list-" + id, nil},
	})
}

// A site that serves what it says is not torn; each way to serve something else is.
func TestReader_SeesTornPages(t *testing.T) {
	const page = `<link href="/_next/static/a.js"><a href="/">Home</a>`
	store := newStore(t)
	store.release(t, "one", "", map[string]string{"/index.html": page + "one", "/404.html": "nothing"})
	store.release(t, "two", "one", map[string]string{"/index.html": page + "two", "/404.html": "nothing"})
	store.release(t, "dead", "", map[string]string{"/index.html": `<a href="/gone">Gone</a>`, "/404.html": "nothing"})
	store.release(t, "bare", "", map[string]string{
		"/index.html": `<script src="/_next/static/b.js">`, "/404.html": "nothing",
	})
	for name, c := range map[string]struct {
		live []string // what /release.json says, one after the other
		home string
		torn bool
	}{
		"the page of the release":                      {[]string{"one", "one"}, page + "one", false},
		"the page of the next release":                 {[]string{"one", "one"}, page + "two", true},
		"the page of the release before":               {[]string{"two", "two"}, page + "one", true},
		"before or after, while it changes":            {[]string{"one", "two"}, page + "two", false},
		"before or after a roll back":                  {[]string{"two", "one"}, page + "two", false},
		"half a page during a roll back":               {[]string{"two", "one"}, page, true},
		"half a page":                                  {[]string{"one", "one"}, page, true},
		"a page that leads where its release does not": {[]string{"dead", "dead"}, `<a href="/gone">Gone</a>`, true},
		"a page without its script":                    {[]string{"bare", "bare"}, `<script src="/_next/static/b.js">`, true},
		"no release":                                   {[]string{"", ""}, page, true},
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch r.URL.Path {
				case "/release.json":
					fmt.Fprintf(w, `{"release":%q}`, c.live[min(asked, len(c.live)-1)])
					asked++
				case "/":
					w.Header().Set("Content-Type", "text/html")
					fmt.Fprint(w, c.home)
				case "/_next/static/a.js":
					fmt.Fprint(w, "script")
				default:
					w.WriteHeader(http.StatusNotFound)
					fmt.Fprint(w, "nothing")
				}
			}))
			defer site.Close()
			found := &readings{failed: map[string]int{}}
			r := &reader{at: site.URL, releases: openReleases(string(store)), readings: found, client: newClient(),
				linked: map[string]bool{}, random: rand.New(rand.NewPCG(1, 1))}
			for range 40 { // until it has chosen every page
				asked = 0
				r.one(t.Context())
			}
			if (len(found.torn) > 0) != c.torn {
				t.Errorf("torn: %q, want some: %v", found.torn, c.torn)
			}
			if len(found.failed) > 0 || found.unknown > 0 {
				t.Errorf("failed %v, unknown %d", found.failed, found.unknown)
			}
		})
	}
}

func TestReader_CountsWhyReadsFail(t *testing.T) {
	broken := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer broken.Close()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	found := &readings{failed: map[string]int{}}
	for _, at := range []string{broken.URL, gone.URL} {
		r := &reader{at: at, releases: openReleases(t.TempDir()), readings: found, client: newClient()}
		r.one(t.Context())
	}
	if found.failed[failedAnswer] != 1 || found.failed[failedRefused] != 1 || len(found.torn) > 0 {
		t.Errorf("failed %v, torn %q", found.failed, found.torn)
	}
}
