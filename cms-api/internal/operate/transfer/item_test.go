package transfer

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"net/url"
	"slices"
	"testing"
	"time"

	"academy/cms-api/internal/content/article"
	"academy/cms-api/internal/operate/convert"
)

func service() *Service {
	return &Service{o: Options{Log: slog.New(slog.DiscardHandler), Zone: time.UTC}, md: convert.NewMarkdown()}
}

// A page without a name, or with one that no path here can have, gets a path of its id.
func TestWordPress_PagesWithoutAPath(t *testing.T) {
	w := &wordpress{s: service()}
	for _, from := range []wxrItem{
		{Type: "page", ID: "1", Link: "https://old.example/?page_id=1"},
		{Type: "page", ID: "2", Link: "https://old.example/%E0%A4%B9%E0%A4%BF/", Name: "%E0%A4%B9%E0%A4%BF"},
	} {
		it := w.item(from)
		if path := pathOf(it); path != "/page-"+it.id[:8] || it.status != article.Draft {
			t.Errorf("%s is at %s", from.Link, path)
		}
	}
}

func TestMade(t *testing.T) {
	s := service()
	it, err := s.made("A", func() (item, error) { panic("x") })
	if err != nil || it.title != "A" || !errors.Is(it.broken, errPanicked) {
		t.Errorf("a panic: %+v, %v", it, err)
	}
	it, err = s.made("A", func() (item, error) { return item{}, errUnpacked })
	if err != nil || !errors.Is(it.broken, errUnpacked) {
		t.Errorf("a refusal: %+v, %v", it, err)
	}
	lost := errors.New("no store")
	if _, err = s.made("A", func() (item, error) { return item{}, lost }); !errors.Is(err, lost) {
		t.Errorf("a store that fails: %v", err)
	}
	if it, err = s.made("A", func() (item, error) { return item{title: "B"}, nil }); err != nil || it.title != "B" {
		t.Errorf("an item: %+v, %v", it, err)
	}
}

// The same item has the same id again, and none that another file has under the same name.
func TestKeys(t *testing.T) {
	s := service()
	one, two := &wordpress{s: s}, &wordpress{s: s}
	one.site, two.site = &url.URL{Host: "one.example"}, &url.URL{Host: "two.example"}
	post := func(w *wordpress, it wxrItem) string { return w.item(it).id }
	g, j := &ghost{s: s}, &job{hosts: map[string]bool{}}
	ghostly := func(raw string) string { return g.item(j, json.RawMessage(raw)).id }
	ids := func() []string {
		return []string{
			post(one, wxrItem{ID: "1"}), post(two, wxrItem{ID: "1"}), post(one, wxrItem{GUID: "https://one.example/?p=1"}),
			post(one, wxrItem{Link: "https://one.example/b"}), post(one, wxrItem{Title: "A"}), post(one, wxrItem{Title: "B"}),
			post(&wordpress{s: s}, wxrItem{ID: "1", Link: "https://a.example/"}),
			post(&wordpress{s: s}, wxrItem{ID: "1", Link: "https://b.example/"}),
			ghostly(`{"id":1,"uuid":"a"}`), ghostly(`{"id":1,"uuid":"b"}`), ghostly(`{"id":1,"title":"A"}`),
			ghostly(`{"id":1,"title":"B"}`), ghostly(`{"title":"A"}`), ghostly(`{"title":"B"}`),
			markdownID(t, s, "# A"), markdownID(t, s, "# B"),
		}
	}
	first, seen := ids(), map[string]int{}
	if again := ids(); !slices.Equal(first, again) {
		t.Errorf("%q\nand then %q", first, again)
	}
	for i, id := range first {
		if other, is := seen[id]; is || id == "" {
			t.Errorf("%d and %d are both %q", i, other, id)
		}
		seen[id] = i
	}
	if ghostly(`{"id":1,"uuid":"a"}`) != ghostly(`{"id":1,"uuid":"a","title":"Changed"}`) {
		t.Error("a changed post of the same site is another")
	}
}

// markdownID returns the id of the file a.md of a zip.
func markdownID(t *testing.T, s *Service, content string) string {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	to, err := z.Create("a.md")
	if err == nil {
		_, err = to.Write([]byte(content))
	}
	if err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	m := &markdownFiles{folder: &folder{files: map[string]*zip.File{"a.md": archive.File[0]}}, s: s}
	it, err := m.item(t.Context(), &job{hosts: map[string]bool{}}, "a.md")
	if err != nil {
		t.Fatal(err)
	}
	return idOf(Markdown, it.key)
}
