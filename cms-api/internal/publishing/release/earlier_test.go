package release

import (
	"slices"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/test/teststore"
)

// earlier is what site was in releases of earlier versions, which had each page a second
// time, as data in several files of text.
func earlier(text string) map[string]string {
	files := site(text)
	for path := range site(text) {
		if page, ok := strings.CutSuffix(path, ".html"); ok {
			files[page+".txt"] = text + " data of " + path
			files[strings.TrimSuffix(page, "/index")+"/__next._tree.txt"] = text + " tree of " + path
		}
	}
	return files
}

func TestEarlier_Served(t *testing.T) { onBoth(t, testEarlierServed) }

func testEarlierServed(t *testing.T, open opener) {
	w := newWriter(t)
	first := w.publish("f1", earlier("one"))
	second := w.publish("f2", site("two"))
	store := open(t, w.dir)
	pages := map[string]string{"/": " home", "/blog": " blog", "/blog/first": " first", "/resources/scert-notes": " notes"}
	look := func(id, text string, status int) {
		t.Helper()
		if _, err := store.Check(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		if err := store.Activate(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		for path, title := range pages {
			if got := ask(t, store, "GET", path); got.status != 200 || got.body != long(text+title) {
				t.Errorf("%s of %s: %d %.40q", path, text, got.status, got.body)
			}
		}
		if got := ask(t, store, "GET", "/robots.txt"); got.body != "User-agent: *" {
			t.Errorf("robots.txt of %s: %d %.40q", text, got.status, got.body)
		}
		if got := ask(t, store, "GET", "/blog.txt"); got.status != status {
			t.Errorf("the data of a page of %s: %d", text, got.status)
		}
	}
	look(second, "two", 404)
	look(first, "one", 200)
	look(second, "two", 404)
	verdicts, err := store.Verify(t.Context(), []string{first, second})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range verdicts {
		if len(v.Faults) > 0 {
			t.Errorf("%+v", v)
		}
	}
}

func TestEarlier_Swept(t *testing.T) {
	stores := teststore.Start(t)
	folder := newFolder(t, stores)
	w := newWriter(t)
	first := w.prepare("f1", "", earlier("one"))
	second := w.prepare("f2", first, earlier("two"))
	third := w.prepare("f3", second, site("two"))
	w.point(third)
	carry(t, folder, w.dir)
	store, future := openBucketAt(t, folder, t.TempDir()), time.Now().Add(time.Hour)
	gone, err := store.Forget(t.Context(), keeping(1, 0), "", noon.Add(99*day), false)
	if err != nil || !slices.Equal(gone, []string{first}) {
		t.Fatalf("%v %v", gone, err)
	}
	done, err := store.Sweep(t.Context(), future)
	if err != nil || done.Files == 0 {
		t.Fatalf("%+v %v", done, err)
	}
	for path, text := range earlier("one") {
		name := hashOf([]byte(text))
		if needed := site("two")[path] == text; has(t, store, "blobs/"+name) != needed {
			t.Errorf("%s: needed %v", path, needed)
		}
	}
	if _, err := store.Check(t.Context(), second); err != nil {
		t.Error(err)
	}
}
