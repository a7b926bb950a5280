package release

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"

	"academy/cms-api/internal/test/teststore"
)

// writer writes a release store the way the publisher does.
type writer struct {
	t    testing.TB
	dir  string
	n    int
	gzip *gzip.Writer // one for all files, because making one costs more than most files do
}

func newWriter(t testing.TB) *writer {
	w := &writer{t: t, dir: t.TempDir(), gzip: gzip.NewWriter(nil)}
	for _, folder := range []string{"blobs", "manifests"} {
		w.check(os.MkdirAll(filepath.Join(w.dir, folder), 0o755))
	}
	return w
}

func (w *writer) check(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *writer) path(parts ...string) string {
	return filepath.Join(append([]string{w.dir}, parts...)...)
}

// put replaces a file in one step.
func (w *writer) put(path string, data []byte) {
	w.t.Helper()
	w.check(os.WriteFile(path+".tmp", data, 0o644))
	w.check(os.Rename(path+".tmp", path))
}

func (w *writer) blob(data []byte) string {
	hash := hashOf(data)
	w.put(w.path("blobs", hash), data)
	return hash
}

func (w *writer) file(path, text string) Entry {
	data := []byte(text)
	e := Entry{Blob: w.blob(data), Size: int64(len(data)), Type: mediaType(path)}
	if len(data) < 100 {
		return e
	}
	e.Encodings = []string{"br", "gzip"}
	var br, gz bytes.Buffer
	b := brotli.NewWriterLevel(&br, brotli.BestSpeed)
	_, _ = b.Write(data)
	w.check(b.Close())
	w.gzip.Reset(&gz)
	_, _ = w.gzip.Write(data)
	w.check(w.gzip.Close())
	w.put(w.path("blobs", e.Blob+".br"), br.Bytes())
	w.put(w.path("blobs", e.Blob+".gz"), gz.Bytes())
	return e
}

func mediaType(path string) string {
	switch filepath.Ext(path) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	default:
		return "text/plain; charset=utf-8"
	}
}

// prepare writes everything of a release but CURRENT, and returns its id.
func (w *writer) prepare(fingerprint, parent string, files map[string]string) string {
	w.t.Helper()
	w.n++
	id := fmt.Sprintf("20260301T12%02d%02d000Z-%08x", w.n/60%60, w.n%60, w.n)
	type route struct {
		Hash  string           `json:"hash"`
		Files map[string]Entry `json:"files"`
	}
	shards := map[int]map[string]route{}
	assets := map[string]Entry{}
	for path, text := range files {
		if strings.HasPrefix(path, "/_next/") || filepath.Ext(path) == ".svg" {
			assets[path] = w.file(path, text)
			continue
		}
		key := storedKey(path)
		index := shardIndex(key)
		if shards[index] == nil {
			shards[index] = map[string]route{}
		}
		if _, ok := shards[index][key]; !ok {
			shards[index][key] = route{Hash: "inputs", Files: map[string]Entry{}}
		}
		shards[index][key].Files[path] = w.file(path, text)
	}
	m := Manifest{
		Release: id, Parent: parent, Fingerprint: fingerprint, TargetFingerprint: fingerprint,
		CodeVersion: "code", ContentModel: "model", BuiltAt: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC),
		Assets: w.blob(w.json(map[string]any{"files": assets})), Shards: make([]*string, shardCount),
	}
	for index, routes := range shards {
		hash := w.blob(w.json(map[string]any{"routes": routes}))
		m.Shards[index] = &hash
	}
	w.put(w.path("manifests", id+".json"), w.json(m))
	return id
}

// storedKey returns the key under which releases of all versions have a file. It is written
// out, so that a routeKey which no longer finds what is stored fails.
func storedKey(path string) string {
	key, _, _ := strings.Cut(path, "/__next.")
	key = strings.TrimSuffix(strings.TrimSuffix(key, ".html"), ".txt")
	if key == "" || key == "/index" {
		return "/"
	}
	return key
}

func (w *writer) json(v any) []byte {
	data, err := json.Marshal(v)
	w.check(err)
	return data
}

// point makes a release current.
func (w *writer) point(id string) { w.put(w.path("CURRENT"), []byte(id+"\n")) }

// publish writes a release and makes it current.
func (w *writer) publish(fingerprint string, files map[string]string) string {
	w.t.Helper()
	id := w.prepare(fingerprint, "", files)
	w.point(id)
	return id
}

func long(text string) string {
	return "<p>" + text + "</p>" + strings.Repeat("<p>An aspirant revises a little each day.</p>", 40)
}

// site is a small release with every kind of file.
func site(text string) map[string]string {
	return map[string]string{
		"/index.html":                    long(text + " home"),
		"/404.html":                      long(text + " not found"),
		"/blog.html":                     long(text + " blog"),
		"/blog/first.html":               long(text + " first"),
		"/blog/v1.2.html":                long(text + " version"),
		"/blog/ಅಧ್ವ.html":                long(text + " kannada"),
		"/robots.txt":                    "User-agent: *",
		"/_next/static/chunks/ab12.js":   long("console.log(1)"),
		"/icon.svg":                      "<svg/>",
		"/resources/scert-notes.html":    long(text + " notes"),
		"/_next/static/media/font.woff2": "font",
	}
}

// onEmpty runs a test on an empty release store on disk, and on ones in a bucket.
func onEmpty(t *testing.T, test func(t *testing.T, store *Store)) {
	t.Run("on disk", func(t *testing.T) { test(t, open(t, t.TempDir())) })
	t.Run("in a bucket", func(t *testing.T) {
		teststore.Each(t, func(t *testing.T, stores *teststore.Stores) {
			test(t, openBucketAt(t, newFolder(t, stores), t.TempDir()))
		})
	})
}

// changeTo returns the change that makes routes of pages and assets of the rest, and hands
// over their files.
func changeTo(t testing.TB, store *Store, fingerprint string, files map[string]string) Change {
	t.Helper()
	c := Change{
		Fingerprint: fingerprint, CodeVersion: "code", ContentModel: "model", Routes: map[string]ChangedRoute{},
		Assets: map[string]string{}, StartedAt: time.Now(),
	}
	if live := store.Current(); live != nil {
		c.Parent, c.Origin = live.Release, live.Release
	}
	for path, text := range files {
		hash := hashOf([]byte(text))
		if err := store.Put(t.Context(), hash, path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if hashed(path) || strings.HasSuffix(path, ".svg") {
			c.Assets[path] = hash
			continue
		}
		name := routeKey(path)
		c.Routes[name] = ChangedRoute{Hash: "inputs of " + text, Files: map[string]string{path: hash}}
	}
	return c
}

func commit(t testing.TB, store *Store, c Change) string {
	t.Helper()
	m, err := store.Commit(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return m.Release
}

func shows(t testing.TB, store *Store, files map[string]string) {
	t.Helper()
	for path, text := range files {
		address := strings.TrimSuffix(strings.TrimSuffix(path, ".html"), "/index")
		if path == "/404.html" {
			continue
		}
		if address == "" {
			address = "/"
		}
		if got := ask(t, store, "GET", address); got.status != 200 || got.body != text {
			t.Errorf("%s: %d %.60q, want %.60q", address, got.status, got.body, text)
		}
	}
}
