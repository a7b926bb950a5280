package apitest_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

// unzipped returns the files of a zip.
func unzipped(t testing.TB, data []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, each := range z.File {
		body, err := each.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(body)
		if err != nil {
			t.Fatal(err)
		}
		files[each.Name] = string(content)
	}
	return files
}

// everything returns what the API says of all content, without what a copy cannot have.
func everything(t testing.TB, staff *apitest.Client) map[string]any {
	t.Helper()
	all := map[string]any{}
	read := func(path string) any {
		var value any
		staff.Get(path).Want(http.StatusOK).Into(&value)
		return unlike(value)
	}
	for _, path := range []string{
		"/api/settings", "/api/sections", "/api/page-content/home", "/api/page-content/about", "/api/social-media",
		"/api/programs",
		"/api/features", "/api/differentiators", "/api/videos", "/api/admin/redirects", "/api/admin/menus/top",
	} {
		all[path] = read(path)
	}
	for list, one := range map[string]string{"/api/articles": "/api/articles/", "/api/admin/pages": "/api/admin/pages/"} {
		for _, each := range read(list).([]any) {
			path := one + each.(map[string]any)["id"].(string)
			all[path] = read(path)
		}
	}
	return all
}

// unlike removes what is another in each installation.
func unlike(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for _, name := range []string{"revision", "author_id"} {
			delete(value, name)
		}
		if value["type"] != nil && value["key"] != nil { // an item of page content
			delete(value, "id")
		}
		if value["place"] != nil { // a menu
			delete(value, "updated_at")
		}
		for _, each := range value {
			unlike(each)
		}
	case []any:
		for _, each := range value {
			unlike(each)
		}
	}
	return value
}

// libraryOf returns the documents of the library by address.
func libraryOf(t testing.TB, staff *apitest.Client) map[string]map[string]any {
	t.Helper()
	var list []map[string]any
	staff.Get("/api/admin/media?limit=100").Want(http.StatusOK).Into(&list)
	docs := map[string]map[string]any{}
	for _, each := range list {
		docs[fmt.Sprint(each["url"])] = each
	}
	return docs
}

func TestExport_IsTheSameContentInAnEmptyInstallation(t *testing.T) {
	from := apitest.New(t, func(o *apitest.Options) { o.Config.S3Bucket = "exported" }).Ready(t)
	staff := from.Staff(t)
	var image struct{ URL string }
	staff.Upload("/api/upload/image", "image", "map.png", picture(t, 600, 400)).Want(http.StatusCreated).Into(&image)
	var document struct{ URL string }
	staff.Upload("/api/admin/files", "file", "Syllabus 2027.pdf",
		[]byte("%PDF-1.7\n1 0 obj\n")).Want(http.StatusCreated).Into(&document)
	staff.Parts("/api/videos", lecture(t, "moov-at-the-end.mp4")...).Want(http.StatusCreated)
	known := libraryOf(t, staff)
	for url, each := range map[string]apitest.JSON{
		image.URL: {"name": "The monsoon", "alt": "A map", "credit": "Asha Rao", "tags": []string{"rain"},
			"focus": apitest.JSON{"x": 0.25, "y": 0.75}},
		document.URL: {"name": "The syllabus", "tags": []string{"exam"}},
	} {
		staff.Put("/api/admin/media/"+fmt.Sprint(known[url]["id"]), each).Want(http.StatusOK)
	}
	seed, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "content-seed", "articles",
		"a-revision-calendar-that-keeps-its-promises.html"))
	if err != nil {
		t.Fatal(err)
	}
	unpublished := apitest.JSON{
		"title": "How Monsoons Form Today", "content": `<p><img src="` + image.URL + `" alt="A map"/></p>`,
	}
	edited := ""
	for i, article := range []apitest.JSON{
		{
			"title": "How Monsoons Form: \"quoted\" # & more", "slug": "monsoons", "status": "published",
			"category": "Geography", "tags": []string{"rain", "a: b"},
			"excerpt": "Line one.\nLine two.", "banner_image": image.URL, "publish_date": "2024-01-02T03:04:05Z",
			"unpublish_date": "2999-01-01T00:00:00Z",
			"content": `<p>Warm <strong>air</strong> rises.</p><p class="ql-align-center">1. <span class="ql-size-large">big</span></p>` +
				`<ul><li>a</li><li>b</li></ul><pre class="ql-syntax">x &lt; 1` + "\n\n" + `  y</pre><p><img src="` + image.URL +
				`" alt="A map"></p>` +
				`<p><a href="` + document.URL + `">Syllabus</a> costs $5 and $6</p><p>ಕನ್ನಡ &nbsp; हिन्दी</p>`,
		},
		{"title": "Seeded", "content": string(seed), "status": "archived"},
		{"title": "A draft", "content": ""},
		{"title": "2024-01-01", "content": "<p>true</p>", "tags": []string{"no", "1e3", "null"}, "category": "~",
			"excerpt": "- x"},
	} {
		var made importedArticle
		staff.Post("/api/articles", article).Want(http.StatusCreated).Into(&made)
		if i == 0 {
			staff.Put("/api/articles/"+made.ID, apitest.JSON{"slug": "how-monsoons-form"}).Want(http.StatusOK)
			staff.Put("/api/articles/"+made.ID+"/working-copy", unpublished).Want(http.StatusOK)
			edited = "/api/articles/" + made.ID + "/working-copy"
		}
	}
	staff.Post("/api/admin/pages", apitest.JSON{
		"path": "/kas-2027", "title": "KAS 2027", "status": "published", "description": "d",
		"blocks": []apitest.JSON{
			{"id": "a", "type": "every", "values": apitest.JSON{"title": "T",
				"rich": "<p>One <em>two</em></p><ol><li>x</li></ol>", "size": 3}},
			{"id": "b", "type": "hero", "hidden": true, "values": apitest.JSON{"heading": "H"}},
		},
	}).Want(http.StatusCreated)
	var page struct{ ID string }
	staff.Post("/api/admin/pages", apitest.JSON{"path": "/a/b", "title": "Nested"}).Want(http.StatusCreated).Into(&page)
	staff.Put("/api/settings", apitest.JSON{"site_title": "Example Academy",
		"contact_email": "a@example.com"}).Want(http.StatusOK)
	staff.Post("/api/admin/sections", apitest.JSON{"name": "Hero", "type": "hero",
		"is_visible": true}).Want(http.StatusCreated)
	staff.Put("/api/admin/texts/home.hero", apitest.JSON{"heading": apitest.JSON{"content": "Unlock"}}).Want(http.StatusOK)
	staff.Post("/api/admin/programs", apitest.JSON{"title": "NCERT", "features": []string{"One"}}).Want(http.StatusCreated)
	staff.Post("/api/admin/features", apitest.JSON{"title": "F"}).Want(http.StatusCreated)
	staff.Post("/api/admin/social-media", apitest.JSON{"platform": "Telegram", "url": "https://t.me/example",
		"color": "#667eea"}).Want(http.StatusCreated)
	staff.Put("/api/admin/menus/top", apitest.JSON{"items": []apitest.JSON{{"label": "KAS",
		"href": "page:" + page.ID}}}).Want(http.StatusOK)
	from.Anonymous(t).Post("/api/contact", apitest.JSON{"name": "Visitor Secretive", "email": "v@example.com",
		"message": "hello"}).Want(http.StatusCreated)

	answer := staff.Get("/api/admin/export").Want(http.StatusOK)
	if answer.Header.Get("Content-Type") != "application/zip" ||
		!strings.HasPrefix(answer.Header.Get("Content-Disposition"), "attachment; filename=academy-") {
		t.Errorf("headers: %v", answer.Header)
	}
	log := string(staff.Get("/api/admin/audit-log").Want(http.StatusOK).Body)
	if !strings.Contains(log, `"action":"exportContent"`) {
		t.Errorf("the audit log has no export: %.300s", log)
	}
	files := unzipped(t, answer.Body)
	for name, content := range files {
		if strings.Contains(content, "Secretive") || strings.Contains(content, apitest.Email) ||
			strings.Contains(content, "$argon2") {
			t.Errorf("%s has what is not for others", name)
		}
	}
	monsoons := files["articles/how-monsoons-form.md"]
	if !strings.Contains(monsoons, "Warm **air** rises.\n\n<p class=\"ql-align-center\">") ||
		!strings.Contains(monsoons, "\n- a\n- b\n") ||
		!strings.Contains(monsoons, "slug: \"how-monsoons-form\"\n") || !strings.Contains(monsoons, "/blog/monsoons\"\n") {
		t.Errorf("an article:\n%s", monsoons)
	}
	if page := files["pages/kas-2027.md"]; !strings.Contains(page, "One *two*\n\n1. x") || strings.Contains(page, "<em>") {
		t.Errorf("a page:\n%s", page)
	}
	if !slices.ContainsFunc(reflect.ValueOf(files).MapKeys(),
		func(name reflect.Value) bool { return strings.HasPrefix(name.String(), "media/videos/") }) ||
		files["media/"+strings.TrimPrefix(image.URL, "/media/")] == "" {
		t.Errorf("media are missing: %d files", len(files))
	}

	to := apitest.New(t, func(o *apitest.Options) { o.Config.S3Bucket = "imported" }).Ready(t)
	copied := to.Staff(t)
	got := importFile(t, copied, "academy.zip", answer.Body)
	if got.State != "done" || got.Source != "export" || len(got.Created) != 6 || len(got.Skipped) != 0 ||
		len(got.Warnings) != 0 || got.Done != got.Total {
		t.Errorf("the import: %+v", got)
	}
	log = string(copied.Get("/api/admin/audit-log").Want(http.StatusOK).Body)
	if !strings.Contains(log, `"action":"createImport"`) || !strings.Contains(log, "academy.zip") {
		t.Errorf("the audit log has no import: %.300s", log)
	}
	want, is := everything(t, staff), everything(t, copied)
	for path, each := range want {
		if !reflect.DeepEqual(each, is[path]) {
			a, _ := json.Marshal(each)
			b, _ := json.Marshal(is[path])
			t.Errorf("%s\n was %s\n  is %s", path, a, b)
		}
	}
	if len(is) != len(want) {
		t.Errorf("%d documents, want %d", len(is), len(want))
	}
	var changes map[string]any
	if copied.Get(edited).Want(http.StatusOK).Into(&changes); changes["title"] != unpublished["title"] ||
		changes["content"] != unpublished["content"] {
		t.Errorf("the unpublished changes are %v", changes)
	}
	moved := copied.Get("/api/articles/monsoons")
	if moved.Status == http.StatusNotFound {
		t.Error("a former address leads nowhere")
	}
	for _, address := range []string{image.URL, document.URL} {
		before, after := from.Anonymous(t).Get(address).Want(http.StatusOK), to.Anonymous(t).Get(address).Want(http.StatusOK)
		if !bytes.Equal(before.Body, after.Body) ||
			before.Header.Get("Content-Disposition") != after.Header.Get("Content-Disposition") {
			t.Errorf("%s is another: %v, was %v", address, after.Header, before.Header)
		}
	}
	was := libraryOf(t, staff)
	for url, each := range libraryOf(t, copied) {
		for _, field := range []string{"name", "alt", "credit", "tags", "focus", "width", "duration", "uploaded_at"} {
			if !reflect.DeepEqual(each[field], was[url][field]) {
				t.Errorf("%s of %s is %v, was %v", field, url, each[field], was[url][field])
			}
		}
		delete(was, url)
	}
	if len(was) > 0 {
		t.Errorf("the library lacks %v", was)
	}
	written := apitest.JSON{"name": "Mine", "alt": "", "credit": "Ravi"}
	copied.Put("/api/admin/media/"+fmt.Sprint(libraryOf(t, copied)[image.URL]["id"]), written).Want(http.StatusOK)
	if again := importFile(t, copied, "academy.zip", answer.Body); len(again.Created) != 0 || len(again.Skipped) != 6 {
		t.Errorf("again: %+v", again)
	}
	if len(everything(t, copied)) != len(want) {
		t.Error("the second import made doubles")
	}
	if doc := libraryOf(t, copied)[image.URL]; doc["name"] != "Mine" || doc["credit"] != "Ravi" || doc["alt"] != "A map" {
		t.Errorf("the second import makes of a changed document %v", doc)
	}
}
