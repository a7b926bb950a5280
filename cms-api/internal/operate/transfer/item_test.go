package transfer

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/content/article"
	"academy/cms-api/internal/operate/convert"
	"academy/cms-api/internal/platform/problem"
)

func service() *Service {
	return &Service{o: Options{Log: slog.New(slog.DiscardHandler), Zone: time.UTC}, md: convert.NewMarkdown()}
}

// The path of a page is spelt in Latin letters; without one, it is made from the title.
func TestWordPress_PathsOfPages(t *testing.T) {
	w := &wordpress{s: service()}
	for link, want := range map[string]string{
		"https://old.example/?page_id=1": "", "https://old.example/%E0%A4%B9%E0%A4%BF%E0%A4%82%E0%A4%A6%E0%A5%80/": "/hindi",
		"https://old.example/Notes/a--b_c/": "/notes/a-b-c", "https://old.example/a--b/": "/a--b",
	} {
		it := w.item(wxrItem{Type: "page", ID: "1", Link: link})
		if path := pathOf(it); path != want || it.status != article.Draft {
			t.Errorf("%s is at %s", link, path)
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
	post := func(w *wordpress, it wxrItem) string { return idOf(WordPress, w.item(it).key) }
	g, j := &ghost{s: s}, &job{hosts: map[string]bool{}}
	ghostly := func(raw string) string { return idOf(Ghost, g.item(j, json.RawMessage(raw)).key) }
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

// A post is not lost for a picture that no visitor could see: the picture is, and named.
func TestPictures_ThatNobodyCouldSee(t *testing.T) {
	for src, want := range map[string]string{
		"https://old.example/b.png": "https://old.example/b.png", " https://old.example/b.png ": "https://old.example/b.png",
		"//old.example/b.png": "https://old.example/b.png", "/media/b.png": "/media/b.png",
		"file:///C:/map.png": "", "map.png": "", "about:blank": "", "/media/../x": "", "data:image/png;base64,@": "",
	} {
		j := &job{}
		it := item{title: "A", html: `<p>a <img src="` + src + `"/></p>`, banner: src}
		if err := (&Service{}).pictures(t.Context(), j, &it); err != nil {
			t.Fatal(err)
		}
		if it.html != `<p>a <img src="`+want+`"/></p>` || it.banner != want {
			t.Errorf("%s: the text became %s, the banner %s", src, it.html, it.banner)
		}
		if named := len(j.Warnings) > 0 && strings.Contains(j.Warnings[0].Reason, src); named == (want != "") {
			t.Errorf("%s: the report says %+v", src, j.Warnings)
		}
	}
}

func TestClean_CutsDescriptionsOfPictures(t *testing.T) {
	j := &job{}
	with := func(alt string) string {
		return `<p><img src="/a.png" alt="` + alt + `"/><img src="/b.png" alt="b"/></p>`
	}
	it := item{title: "A", html: with(strings.Repeat("क्ष", 501))}
	j.clean(&it)
	if want := with(strings.Repeat("क्ष", 499) + "…"); it.html != want {
		t.Errorf("the text became %s", it.html)
	}
	if len(j.Warnings) != 1 || j.Warnings[0].Reason != "The description of a picture was cut to 500 characters." {
		t.Errorf("the report says %+v", j.Warnings)
	}
}

// A post at an address that says with ?p= which post it is has no redirect, and a picture of a site that
// nobody names no address.
func TestWordPress_TellsOfWhatDoesNotLeadHere(t *testing.T) {
	content := `<!-- wp:html --><p><img src="/a.png"></p>`
	for link, want := range map[string][]string{
		"https://old.example/?p=7": {"Its old address, https://old.example/?p=7, does not lead here: only paths can.",
			"The file does not say on which site the picture /a.png is; upload it."},
		"https://old.example/a/": {"The file does not say on which site the picture /a.png is; upload it."},
	} {
		w := &wordpress{s: service()}
		it := w.item(wxrItem{
			Type: "post", Status: "publish", Link: link,
			Encoded: []wxrText{{XMLName: xml.Name{Space: "content"}, Text: content}},
		})
		if !slices.Equal(it.lost, want) || it.html != `<p><img src=""/></p>` {
			t.Errorf("%s: %q, %s", link, it.lost, it.html)
		}
	}
}

func TestDecodedText(t *testing.T) {
	little := []byte("\xff\xfe\x28\x09\x2e\x09\x03\x09") // as Notepad's Unicode
	for _, each := range [][]byte{little, []byte("\xfe\xff\x09\x28\x09\x2e\x09\x03"), []byte("नमः"), []byte("\ufeffनमः")} {
		if got, err := decodedText(each); err != nil || string(got) != "नमः" {
			t.Errorf("%q became %q, %v", each, got, err)
		}
	}
	var refused *problem.Error
	got, err := decodedText([]byte("caf\xe9"))
	if !errors.As(err, &refused) || !strings.Contains(refused.Detail, "UTF-8") {
		t.Errorf("Latin-1 became %q, %v", got, err)
	}
}
