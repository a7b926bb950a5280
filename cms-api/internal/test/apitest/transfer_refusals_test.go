package apitest_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

func TestImport_ForAdministratorsAlone(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	author, _ := invite(t, app, staff, "ravi@example.com", "author")
	file := apitest.File("file", "old.xml", wxr(wxrPost(1, "One", "x")))
	for who, want := range map[*apitest.Client]int{
		app.Anonymous(t): http.StatusUnauthorized, author: http.StatusForbidden,
	} {
		who.Parts("/api/admin/imports", file).Problem(want)
		who.Get("/api/admin/imports").Problem(want)
		who.Get("/api/admin/imports/665f1f77bcf86cd799439011").Problem(want)
		who.Get("/api/admin/export").Problem(want)
	}
	staff.Get("/api/admin/imports/665f1f77bcf86cd799439011").Problem(http.StatusNotFound)
	var imports []imported
	if staff.Get("/api/admin/imports").Want(http.StatusOK).Into(&imports); len(imports) != 0 {
		t.Errorf("a refused call left %+v", imports)
	}
}

func TestImport_BadFiles(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	for name, each := range map[string]struct {
		parts  []apitest.Part
		status int
		says   string
	}{
		"no file": {[]apitest.Part{apitest.Text("status", "draft")}, http.StatusUnprocessableEntity, "Choose a file."},
		"a choice": {[]apitest.Part{apitest.Text("status", "x"), apitest.File("file", "a.xml", wxr())},
			http.StatusUnprocessableEntity, "Give draft or source."},
		"words": {[]apitest.Part{apitest.File("file", "a.xml", []byte("words"))}, http.StatusUnsupportedMediaType,
			"This is neither"},
		"other XML": {[]apitest.Part{apitest.File("file", "a.xml", []byte("<rss><channel/></rss>"))},
			http.StatusUnsupportedMediaType, "This is neither"},
		"a damaged zip": {[]apitest.Part{apitest.File("file", "a.zip", []byte("PK\x03\x04 and no more"))},
			http.StatusUnprocessableEntity, "The zip is damaged"},
		"another zip": {[]apitest.Part{apitest.File("file", "a.zip", zipOf(t, map[string]string{"a.txt": "x"}))},
			http.StatusUnsupportedMediaType, "This is neither"},
		"a zip bomb": {[]apitest.Part{apitest.File("file", "a.zip", bomb(t))}, http.StatusRequestEntityTooLarge,
			"more than 2 GiB"},
	} {
		if detail, _ := staff.Parts("/api/admin/imports", each.parts...).Problem(each.status); !strings.Contains(detail,
			each.says) {
			t.Errorf("%s: %s", name, detail)
		}
	}
	for name, each := range map[string]struct{ file, says string }{
		"JSON that breaks off": {`{"db":[{"data":{"posts":[{"id":"1","title":"A"}`,
			"The file is no whole export of Ghost. Export once more and import that file."},
		"JSON of others": {`{"name":"x","items":[1,2]}`,
			"The file has no posts; it may be no export of Ghost. In Ghost it is made under Settings → Migration tools."},
		"XML without channel": {`<rss xmlns:wp="http://wordpress.org/export/1.2/"><item></item></rss>`,
			"The file is no whole export of WordPress: it has no channel."},
	} {
		if got := importFile(t, staff, "a", []byte(each.file)); got.State != "failed" || got.Error != each.says {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// bomb is a small zip that unpacks to more than 2 GiB: its files say so.
func bomb(t testing.TB) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, name := range []string{"a.md", "b.md", "c.md"} {
		to, err := z.CreateRaw(&zip.FileHeader{Name: name, Method: zip.Deflate, UncompressedSize64: 1 << 30,
			CompressedSize64: 2})
		if err == nil {
			_, err = to.Write([]byte{3, 0})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestImport_HostileFiles(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, name := range []string{"../evil.md", "/etc/evil.md", `..\evil.md`, "a/../../evil.md", "C:evil.md", "good.md",
		"good.md"} {
		to, err := z.Create(name)
		if err == nil {
			_, err = to.Write([]byte("# Good\n\n![p](../../etc/passwd) <script>alert(1)</script>"))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	header := &zip.FileHeader{Name: "link.md"}
	header.SetMode(fs.ModeSymlink | 0o777)
	link, err := z.CreateHeader(header)
	if err == nil {
		_, err = link.Write([]byte("/etc/passwd"))
	}
	// A text that is larger than it says.
	raw, rawErr := z.Create("large.md")
	if rawErr == nil {
		_, rawErr = raw.Write(bytes.Repeat([]byte("x"), 17<<20))
	}
	if err != nil || rawErr != nil || z.Close() != nil {
		t.Fatal(err, rawErr)
	}
	got := importFile(t, staff, "evil.zip", out.Bytes())
	if got.State != "done" || got.Source != "markdown" || len(got.Created) != 1 || got.path("Good") != "/blog/good" ||
		got.Done != got.Total {
		t.Errorf("%+v", got)
	}
	for name, reason := range map[string]string{
		"../evil.md":      "Its name leads out of the zip's folder. Rename it and make the zip again.",
		"/etc/evil.md":    "Its name leads out of the zip's folder. Rename it and make the zip again.",
		`..\evil.md`:      "Its name leads out of the zip's folder. Rename it and make the zip again.",
		"a/../../evil.md": "Its name leads out of the zip's folder. Rename it and make the zip again.",
		"C:evil.md":       "Its name leads out of the zip's folder. Rename it and make the zip again.",
		"link.md":         "It is a link or no plain file. Put the file itself into the zip.",
		"good.md":         "There is another file of this name in the zip. Rename one of them.",
		"large.md":        "The file is larger than 16 MB. Make it smaller, or split it.",
	} {
		if found := reasons(got.Skipped, name); len(found) != 1 || found[0] != reason {
			t.Errorf("%s was skipped because of %q", name, found)
		}
	}
	var a importedArticle
	staff.Get("/api/articles/good").Want(http.StatusOK).Into(&a)
	if strings.Contains(a.Content, "script") || len(reasons(got.Warnings, "Good")) == 0 {
		t.Errorf("%q, %+v", a.Content, got.Warnings)
	}

	entities := bytes.Replace(wxr(wxrPost(1, "Fine", "x"),
		"<item><title>&lol9;</title><wp:post_type>post</wp:post_type></item>"),
		[]byte("<rss "), []byte(`<!DOCTYPE rss [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;"><!ENTITY lol9 "&lol2;&lol2;">`+
			`<!ENTITY file SYSTEM "file:///etc/passwd">]><rss `), 1)
	if got := importFile(t, staff, "lol.xml", entities); len(got.Created) != 1 ||
		reasons(got.Skipped, "&lol9;")[0] != "It is damaged in the file and cannot be read." {
		t.Errorf("entities: %+v", got)
	}

	unfolding := "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n"
	if got := importFile(t, staff, "yaml.zip", zipOf(t, map[string]string{"a.md": "---\n" + unfolding + "---\n\nx",
		"b.md": "---\n: [\n---\nx"})); len(got.Created) != 0 ||
		reasons(got.Skipped, "a.md")[0] != "Its YAML has anchors (& and *). Write out the values that they stand for." ||
		len(reasons(got.Skipped, "b.md")) != 1 {
		t.Errorf("YAML: %+v", got)
	}
}

func TestImport_Pictures(t *testing.T) {
	var asked atomic.Int32
	image := picture(t, 60, 40)
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		switch r.URL.Path {
		case "/map.png":
			_, _ = w.Write(image)
		case "/moved.png":
			http.Redirect(w, r, "/map.png", http.StatusMovedPermanently)
		case "/away.png":
			http.Redirect(w, r, "http://127.0.0.2/map.png", http.StatusFound)
		case "/words.png":
			_, _ = w.Write([]byte("words"))
		default:
			http.NotFound(w, r)
		}
	}))
	defer site.Close()
	content := `<p><img src="/map.png"><img src="SITE/moved.png"><img src="SITE/away.png"><img src="SITE/words.png"><img src="SITE/gone.png">` +
		`<img src="http://169.254.169.254/latest/meta-data.png"></p>`
	file := func(title string) []byte {
		return bytes.ReplaceAll(bytes.ReplaceAll(wxr(wxrPost(1, title, "<!-- wp:html -->"+content)),
			[]byte("https://old.example"), []byte(site.URL)),
			[]byte("SITE"), []byte(site.URL))
	}
	fetch := apitest.Text("pictures", "fetch")

	guarded := apitest.New(t).Ready(t)
	got := importFile(t, guarded.Staff(t), "a.xml", file("Guarded"), fetch)
	said := strings.Join(reasons(got.Warnings, "Guarded"), "\n")
	if asked.Load() != 0 || len(got.Created) != 1 ||
		!strings.Contains(said, "its address is in a network that may not be called") {
		t.Errorf("asked %d times: %s", asked.Load(), said)
	}

	app := apitest.New(t, privateTargets).Ready(t)
	staff := app.Staff(t)
	got = importFile(t, staff, "a.xml", file("Fetched"), fetch)
	said = strings.Join(reasons(got.Warnings, "Fetched"), "\n")
	for _, want := range []string{
		site.URL + "/away.png: the file does not name this site as its own", site.URL + "/gone.png: it answered 404",
		"http://169.254.169.254/latest/meta-data.png: the file does not name this site as its own", site.URL + "/words.png: ",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("nothing says %q: %s", want, said)
		}
	}
	var a importedArticle
	staff.Get("/api/articles/post-1").Want(http.StatusOK).Into(&a)
	if strings.Count(a.Content, `src="/media/images/`) != 2 || !strings.Contains(a.Content, site.URL+"/gone.png") {
		t.Errorf("%s", a.Content)
	}
}

func TestImport_Ghost(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	lexical, _ := json.Marshal(map[string]any{"root": map[string]any{"type": "root", "children": []any{
		map[string]any{"type": "extended-heading", "tag": "h3", "children": []any{map[string]any{"type": "extended-text",
			"text": "Head", "format": 0}}},
		map[string]any{"type": "paragraph", "children": []any{
			map[string]any{"type": "extended-text", "text": "bold <&", "format": 1},
			map[string]any{"type": "link", "url": "https://x.example/a", "children": []any{map[string]any{"type": "text",
				"text": "link", "format": 2}}},
		}},
		map[string]any{"type": "list", "listType": "number", "children": []any{
			map[string]any{"type": "listitem", "children": []any{map[string]any{"type": "text", "text": "one"}}},
		}},
		map[string]any{"type": "horizontalrule"},
		map[string]any{"type": "signup", "header": "Subscribe"},
	}}})
	mobiledoc := `{"version":"0.3.1","markups":[["strong"],["a",["href","https://x.example/m"]]],"atoms":[["soft-return","",{}]],` +
		`"cards":[["markdown",{"markdown":"*md*"}],["hr",{}],["mystery",{}]],` +
		`"sections":[[1,"h2",[[0,[],0,"Old"]]],[1,"p",[[0,[0],1,"b"],[1,[],0,0],[0,[1],1,"l"]]],[3,"ul",[[[0,[],0,"i"]]]],[10,0],[10,1],[10,2]]}`
	post := func(id, title string, more map[string]any) map[string]any {
		all := map[string]any{
			"id": id, "uuid": "u" + id, "title": title, "slug": strings.ToLower(strings.ReplaceAll(title, " ", "-")),
			"type": "post", "status": "published",
			"visibility": "public", "html": nil, "lexical": nil, "mobiledoc": nil, "feature_image": nil, "custom_excerpt": nil,
			"featured":   0,
			"created_at": "2024-01-01T00:00:00.000Z", "updated_at": "2024-02-01T00:00:00.000Z",
			"published_at": "2024-01-02T03:04:05.000Z",
		}
		for name, value := range more {
			all[name] = value
		}
		return all
	}
	file, err := json.Marshal(map[string]any{"db": []any{map[string]any{
		"meta": map[string]any{"exported_on": 1714557600000, "version": "5.82.2"},
		"data": map[string]any{
			"posts": []any{
				post("a1", "With HTML", map[string]any{
					"html": `<p>See <a href="__GHOST_URL__/other/">this</a></p><figure class="kg-card kg-image-card kg-width-wide"><img src="__GHOST_URL__/content/images/a.png" class="kg-image" alt="A"></figure>` +
						`<div class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://b.example/"><div class="kg-bookmark-title">Book</div></a></div>`,
					"custom_excerpt": "Short", "feature_image": "https://cdn.example/f.jpg",
				}),
				post("a2", "With Lexical", map[string]any{"lexical": string(lexical), "status": "draft", "published_at": nil}),
				post("a3", "With Mobiledoc", map[string]any{"mobiledoc": mobiledoc, "status": "scheduled",
					"published_at": "2099-01-01T00:00:00.000Z"}),
				post("a4", "For members", map[string]any{"html": "<p>x</p>", "visibility": "members"}),
				map[string]any{"id": "a5", "title": 7},
				post("a6", "Broken text", map[string]any{"lexical": "{"}),
				post("a7", "About us", map[string]any{"html": "<p>x</p>", "type": "page"}),
			},
			"posts_authors": []any{map[string]any{"post_id": "a1", "author_id": "u2", "sort_order": 1},
				map[string]any{"post_id": "a1", "author_id": "u1", "sort_order": 0}},
			"posts_tags": []any{
				map[string]any{"post_id": "a1", "tag_id": "t2", "sort_order": 1}, map[string]any{"post_id": "a1", "tag_id": "t1",
					"sort_order": 0},
				map[string]any{"post_id": "a1", "tag_id": "t3", "sort_order": 2},
			},
			"tags": []any{
				map[string]any{"id": "t1", "name": "Geography", "visibility": "public"}, map[string]any{"id": "t2", "name": "Rain",
					"visibility": "public"},
				map[string]any{"id": "t3", "name": "#hidden", "visibility": "internal"},
			},
			"users": []any{map[string]any{"id": "u1", "name": "Asha Rao", "email": "a@x.example", "password": "$2a$"},
				map[string]any{"id": "u2", "name": "Ravi"}},
		},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	got := importFile(t, staff, "ghost.json", file, asSource)
	if got.State != "done" || got.Source != "ghost" || got.Total != 7 || len(got.Created) != 5 ||
		got.path("About us") != "/about-us-2" {
		t.Fatalf("%+v", got)
	}
	read := func(title string) (a importedArticle) {
		staff.Get("/api/articles/" + strings.TrimPrefix(got.path(title), "/blog/")).Want(http.StatusOK).Into(&a)
		return a
	}
	if a := read("With HTML"); a.Category != "Geography" || strings.Join(a.Tags, ",") != "Rain" ||
		a.Author != "Asha Rao" || a.Excerpt != "Short" ||
		a.Banner != "https://cdn.example/f.jpg" || a.Date != "2024-01-02T03:04:05Z" || a.Status != "published" ||
		!strings.Contains(a.Content, `<a href="/other/">this</a>`) || strings.Contains(a.Content, "<img") ||
		!strings.Contains(a.Content, `<a href="https://b.example/" rel="noreferrer">Book</a>`) {
		t.Errorf("%+v", a)
	}
	if a := read("With Lexical"); a.Status != "draft" ||
		a.Content != `<h3>Head</h3><p><strong>bold &lt;&amp;</strong><a href="https://x.example/a" rel="noreferrer"><em>link</em></a></p>`+
			`<ol><li>one</li></ol><hr/>` {
		t.Errorf("%+v", a)
	}
	if a := read("With Mobiledoc"); a.Date != "2099-01-01T00:00:00Z" ||
		a.Content != `<h2>Old</h2><p><strong>b</strong><br/><a href="https://x.example/m" rel="noreferrer">l</a></p>`+
			`<ul><li>i</li></ul><p><em>md</em></p><hr/>` {
		t.Errorf("%+v", a)
	}
	for title, want := range map[string]string{
		"With Lexical":   `A card of the kind "signup" was removed.`,
		"With Mobiledoc": `A card of the kind "mystery" was removed.`,
		"For members":    "Only members could read it; it became a draft.",
		"With HTML":      "The file does not have the picture /content/images/a.png, nor say on which site it is; upload it.",
	} {
		if found := reasons(got.Warnings, title); len(found) != 1 || found[0] != want {
			t.Errorf("of %s is said %q", title, found)
		}
	}
	if len(reasons(got.Skipped, "7")) != 1 || len(reasons(got.Skipped, "Broken text")) != 1 {
		t.Errorf("skipped: %+v", got.Skipped)
	}
	if again := importFile(t, staff, "ghost.json", file); len(again.Created) != 0 {
		t.Errorf("again: %+v", again)
	}
}

// Of imports that are sent at once one runs; the others are refused, and none is said to have been stopped.
func TestImport_ManyAtOnce(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	var accepted atomic.Int32
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			answer := staff.Parts("/api/admin/imports", apitest.File("file", "old.xml", wxr(wxrPost(1, "One", "x"))))
			switch answer.Status {
			case http.StatusAccepted:
				accepted.Add(1)
			case http.StatusConflict:
			default:
				t.Errorf("%d: %s", answer.Status, answer.Body)
			}
		})
	}
	all.Wait()
	var imports []imported
	apitest.Eventually(t, func() bool {
		imports = nil
		staff.Get("/api/admin/imports").Want(http.StatusOK).Into(&imports)
		return !slices.ContainsFunc(imports, func(i imported) bool { return i.State == "running" })
	})
	if len(imports) != min(int(accepted.Load()), 20) ||
		slices.ContainsFunc(imports, func(i imported) bool { return i.State != "done" }) {
		t.Errorf("%d were accepted: %+v", accepted.Load(), imports)
	}
	var articles []importedArticle
	staff.Get("/api/articles").Want(http.StatusOK).Into(&articles)
	if len(articles) != 1 {
		t.Errorf("%d articles", len(articles))
	}
}
