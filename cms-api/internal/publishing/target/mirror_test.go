package target

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"academy/cms-api/internal/test/teststore"
)

func siteFiles(text string) map[string]string {
	return map[string]string{
		"/index.html": text + " home", "/404.html": "not found", "/blog.html": text + " blog",
		"/blog/a.html":    "a",
		"/blog/v1.2.html": "dots", "/sitemap.xml": "pages", "/robots.txt": "all", "/_next/static/ab.js": "chunk",
		"/icon.svg": "icon",
	}
}

func TestMirror_OnlyWhatChanged(t *testing.T) {
	onBoth(t, func(t *testing.T, p place) {
		press := newPress(t)
		files := siteFiles("one")
		first := press.publish(files)
		store := press.open()
		if done := p.mirror(store); done.Written != len(files)+1 || done.Removed != 0 {
			t.Errorf("the first: %+v", done)
		}
		p.equal(store, files, nil)
		if done := p.mirror(store); done != (Updated{}) {
			t.Errorf("nothing changed: %+v", done)
		}

		press.publish(siteFiles("two"))
		press.forget() // the notes are all that says what was there
		store = press.open()
		if done := p.mirror(store); done.Written != 3 || done.Removed != 0 {
			t.Errorf("two files changed, and release.json: %+v", done)
		}
		p.equal(store, siteFiles("two"), nil)

		less := siteFiles("two")
		delete(less, "/blog/a.html")
		delete(less, "/icon.svg")
		press.publish(less)
		store = press.open()
		if done := p.mirror(store); done.Written != 1 || done.Removed != 2 {
			t.Errorf("two files were removed: %+v", done)
		}
		p.equal(store, less, nil)
		if first == store.Current().Release {
			t.Fatal("it is the first release still")
		}
	})
}

func TestMirror_ComparesOnRequest(t *testing.T) {
	onBoth(t, func(t *testing.T, p place) {
		press := newPress(t)
		files := siteFiles("one")
		press.publish(files)
		store := press.open()
		p.mirror(store)
		p.write("/index.html", "somebody was here")
		p.write("/theirs.html", "and here")
		m := p.open(store)
		m.CompareAll()
		done, err := m.Update(t.Context(), store.Current())
		if err != nil || done.Written != 1 || done.Removed != 0 {
			t.Errorf("%+v %v", done, err)
		}
		p.equal(store, files, map[string]string{"/theirs.html": "and here"})
		if done, err := m.Update(t.Context(), store.Current()); done != (Updated{}) || err != nil {
			t.Errorf("it compares for ever: %+v %v", done, err)
		}
	})
}

// recorder notes what is written (that a bucket keeps it is shown in objectstore).
type recorder struct {
	host
	mu   sync.Mutex
	seen map[string][2]string
}

func (r *recorder) put(ctx context.Context, f file) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen[f.key] = [2]string{f.mediaType, f.caching}
	return r.host.put(ctx, f)
}

func TestMirror_TypesAndCaching(t *testing.T) {
	onBoth(t, func(t *testing.T, p place) {
		press := newPress(t)
		press.publish(siteFiles("one"))
		store := press.open()
		m := p.open(store)
		seen := &recorder{host: m.host, seen: map[string][2]string{}}
		m.host = seen
		if _, err := m.Update(t.Context(), store.Current()); err != nil {
			t.Fatal(err)
		}
		for key, want := range map[string][2]string{
			"index.html":         {"text/html; charset=utf-8", "public, max-age=0, must-revalidate"},
			"robots.txt":         {"text/plain; charset=utf-8", "public, max-age=0, must-revalidate"},
			"sitemap.xml":        {"application/xml; charset=utf-8", "public, max-age=0, must-revalidate"},
			"blog/v1.2.html":     {"text/html; charset=utf-8", "public, max-age=0, must-revalidate"},
			"_next/static/ab.js": {"text/javascript; charset=utf-8", "public, max-age=31536000, immutable"},
			"icon.svg":           {"application/octet-stream", "public, max-age=0, must-revalidate"},
			"release.json":       {"application/json", "public, max-age=0, must-revalidate"},
			".mirror/state.json": {"application/json", "public, max-age=0, must-revalidate"},
		} {
			if seen.seen[key] != want {
				t.Errorf("%s: %v", key, seen.seen[key])
			}
			if p.storage == nil {
				continue
			}
			info, err := p.objects().Stat(t.Context(), p.objects().Prefix+key)
			if err != nil || info.ContentType != want[0] {
				t.Errorf("%s is stored as %q, %v", key, info.ContentType, err)
			}
		}
	})
}

// A relative address is one too.
func TestMirror_RelativeAddress(t *testing.T) {
	p := folderPlace(t)
	t.Chdir(filepath.Dir(p.address))
	p.address = "www"
	press := newPress(t)
	press.publish(siteFiles("one"))
	p.mirror(press.open())
	if _, err := os.Stat(filepath.Join("www", "blog", "v1.2.html")); err != nil {
		t.Error(err)
	}
}

// Two processes that do the same to one folder take turns.
func TestMirror_OneAtATime(t *testing.T) {
	p := folderPlace(t)
	press := newPress(t)
	press.publish(siteFiles("one"))
	store := press.open()
	p.mirror(store)
	holder := &folderHost{dir: p.address}
	end, err := holder.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.open(store).Update(t.Context(), store.Current()); !errors.Is(err, errTaken) {
		t.Errorf("a folder that is in use: %v", err)
	}
	end()
	p.mirror(store)
}

func TestMirror_StaysInItsFolder(t *testing.T) {
	p, outside := folderPlace(t), t.TempDir()
	press := newPress(t)
	press.publish(siteFiles("one"))
	if err := errors.Join(os.MkdirAll(p.address, 0o755),
		os.Symlink(outside, filepath.Join(p.address, "blog"))); err != nil {
		t.Fatal(err)
	}
	store := press.open()
	if _, err := p.open(store).Update(t.Context(), store.Current()); err == nil {
		t.Error("a link that leads out was followed")
	}
	if found, err := os.ReadDir(outside); err != nil || len(found) != 0 {
		t.Errorf("%v %v", found, err)
	}
	for _, path := range []string{"/../x.html", "/a//b.html", "/.mirror/state.json", "x.html", "/a\\b.html"} {
		press.publish(map[string]string{path: "bad"})
		store := press.open()
		if _, err := folderPlace(t).open(store).Update(t.Context(), store.Current()); err == nil {
			t.Errorf("%q was written", path)
		}
	}
}

func TestMirror_ItsEmptyFoldersGo(t *testing.T) {
	p := folderPlace(t)
	press := newPress(t)
	files := siteFiles("one")
	press.publish(files)
	p.mirror(press.open())
	files = maps.Clone(files)
	maps.DeleteFunc(files, func(path, _ string) bool { return strings.HasPrefix(path, "/blog/") })
	press.publish(files)
	p.mirror(press.open())
	if _, err := os.Stat(filepath.Join(p.address, "blog")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestAddresses(t *testing.T) {
	for address, good := range map[string]bool{
		"/srv/www": true, "www": true, "s3://bucket": true, "s3://bucket/a/b/": true, "s3://bucket?pages=clean": true,
		"s3://bucket/x?pages=html": true,
		"s3://":                    false, "s3://bucket?pages=pretty": false,
		"s3://bucket?page=clean": false, "ftp://host/x": false,
		"s3:bucket": false,
	} {
		if _, err := layoutOf(address); (err == nil) != good {
			t.Errorf("%s: %v", address, err)
		}
	}
	if bucket, prefix, _, err := parseBucket("s3://bucket/a/b/"); bucket != "bucket" || prefix != "a/b/" || err != nil {
		t.Error(bucket, prefix, err)
	}
}

func TestLayouts(t *testing.T) {
	for path, want := range map[string][2]string{
		"/index.html": {"index.html", "index.html"}, "/404.html": {"404.html", "404.html"},
		"/blog.html":      {"blog.html", "blog"},
		"/blog/v1.2.html": {"blog/v1.2.html", "blog/v1.2"}, "/blog/a.txt": {"blog/a.txt", "blog/a.txt"},
		"/x/index.html": {"x/index.html", "x/index"},
	} {
		if layoutFiles.key(path) != want[0] || layoutClean.key(path) != want[1] {
			t.Errorf("%s: %s %s", path, layoutFiles.key(path), layoutClean.key(path))
		}
	}
}

// From one layout to the other: the pages have other names then, and none is left.
func TestMirror_ChangesItsLayout(t *testing.T) { teststore.Each(t, testMirrorChangesItsLayout) }

func testMirrorChangesItsLayout(t *testing.T, stores *teststore.Stores) {
	p := bucketPlace(t, stores)
	press := newPress(t)
	// VersityGW keeps objects as files, and cannot have both blog and blog/a.
	files := siteFiles("one")
	delete(files, "/blog.html")
	press.publish(files)
	store := press.open()
	p.mirror(store)
	plain := p.address
	p.address += "?pages=clean"
	p.mirror(store)
	p.address = plain
	want := map[string]string{}
	for path, text := range files {
		want["/"+layoutClean.key(path)] = text
	}
	p.equal(store, want, nil)
	p.mirror(store)
	p.equal(store, files, nil)
}

var errBroken = errors.New("the disk is full")

// broken fails at one file.
type broken struct {
	host
	key string
}

func (b broken) put(ctx context.Context, f file) error {
	if f.key == b.key {
		return errBroken
	}
	return b.host.put(ctx, f)
}

// A page that cannot be written keeps release.json and deletions from happening.
func TestMirror_AFailureIsNotPassedOver(t *testing.T) {
	onBothGivenUp(t, func(t *testing.T, p place) {
		press := newPress(t)
		press.publish(siteFiles("one"))
		store := press.open()
		p.mirror(store)
		about := string(store.Current().About())
		files := siteFiles("two")
		delete(files, "/blog/a.html")
		press.publish(files)
		store = press.open()
		m := p.open(store)
		m.host = broken{m.host, "index.html"}
		if _, err := m.Update(t.Context(), store.Current()); !errors.Is(err, errBroken) {
			t.Fatal(err)
		}
		if got := p.files(); got["/release.json"] != about || got["/blog/a.html"] != "a" {
			t.Errorf("%v", got)
		}
		p.mirror(store)
		p.equal(store, files, nil)
	})
}
