package apitest_test

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/test/apitest"
)

// asked is what a publisher is asked to render.
type asked struct {
	Frame, Pattern, Param string
	Changes               struct {
		Fingerprint, Base string
		Articles          []map[string]any
		Settings          map[string]any
		Pages             []map[string]any
		Menus             map[string][]struct{ Label string }
		PageContent       []struct {
			Page, Section, Type, Content string
			Empty                        bool
		} `json:"page_content"`
	}
}

// drawing is a publisher that answers a page with the changes that it was asked to show, or
// as answer says.
type drawing struct {
	url    string
	mu     sync.Mutex
	asked  []asked
	answer func(asked) (status int, body string)
}

func (d *drawing) last(t *testing.T) asked {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.asked) == 0 {
		t.Fatal("the publisher was not asked")
	}
	return d.asked[len(d.asked)-1]
}

func (d *drawing) count() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.asked)
}

// answers sets how the publisher answers; nil: with pages.
func (d *drawing) answers(answer func(asked) (int, string)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.answer = answer
}

const (
	early = "theme()"
	// browser is how browsers ask for a page.
	browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"
)

// previewing starts an application whose publisher draws.
func previewing(t *testing.T, edits ...func(*apitest.Options)) (*apitest.App, *drawing) {
	t.Helper()
	d := &drawing{}
	var believes *standardwebhooks.Webhook
	running := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var q asked
		if r.URL.Path != "/render" {
			w.WriteHeader(http.StatusAccepted)
			return
		}
		if believes.VerifyIgnoringTimestamp(body, r.Header) != nil || json.Unmarshal(body, &q) != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		d.mu.Lock()
		d.asked = append(d.asked, q)
		answer := d.answer
		d.mu.Unlock()
		status, page := http.StatusOK,
			`<!DOCTYPE html><html lang="en"><script>`+early+`</script><script>typed()</script><pre>`+string(body)+`</pre>`
		if answer != nil {
			if status, page = answer(q); status == http.StatusServiceUnavailable {
				w.Header().Set("Retry-After", "7")
			}
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, page)
	}))
	t.Cleanup(running.Close)
	d.url = running.URL + "/publish"
	app := apitest.New(t, append([]func(*apitest.Options){func(o *apitest.Options) {
		o.Web, o.Config.PublisherURL = true, d.url
		var err error
		if believes, err = standardwebhooks.NewWebhook(o.Config.PublishSecrets[0]); err != nil {
			t.Fatal(err)
		}
		publishFiles(t, o.Config.ReleasesDir, map[string]string{
			"/index.html": "<!doctype html>home", "/404.html": "<!doctype html><script>" + early + "</script>gone",
		})
	}}, edits...)...).Ready(t)
	return app, d
}

func TestPreview_ShowsWhatIsTyped(t *testing.T) {
	app, publisher := previewing(t)
	other := apitest.Start(t, app.Database, func(o *apitest.Options) { o.Config.PublisherURL = publisher.url }).Ready(t)
	staff, colleague := app.Staff(t), colleague(t, app, "ravi@example.com", "Ravi")
	article := write(t, staff, apitest.JSON{"title": "Monsoons", "content": "<p>Stored.</p>"})
	entries := len(rows(t, staff.Get("/api/admin/audit-log?limit=1000")))
	made := staff.Post("/api/preview", apitest.JSON{
		"kind": "article", "id": article.ID,
		"values": apitest.JSON{"title": "  How monsoons\u200b form ", "content": `<p onclick="x()">Typed.</p>`},
	}).Want(http.StatusCreated)
	address := made.Text("url")
	if !strings.HasPrefix(address, "/api/preview/pages/") || len(address) < len("/api/preview/pages/")+22 {
		t.Errorf("the address is %s", address)
	}
	q := publisher.last(t)
	if q.Pattern != "/blog/[slug]" || q.Param != "how-monsoons-form" || len(q.Changes.Articles) != 1 {
		t.Fatalf("the publisher was asked for %+v", q)
	}
	shown := q.Changes.Articles[0]
	if shown["title"] != "How monsoons form" || shown["content"] != "<p>Typed.</p>" || shown["status"] != "published" ||
		shown["publish_date"] == nil || shown["revision"] != nil {
		t.Errorf("it shows %v", shown)
	}
	if now := staff.Get("/api/articles/" + article.ID); now.Text("title") != "Monsoons" || now.Text("status") != "draft" {
		t.Errorf("the preview changed the article: %s", now.Body)
	}
	if after := rows(t, staff.Get("/api/admin/audit-log?limit=1000")); len(after) != entries {
		t.Errorf("the audit log has %v", after)
	}

	for _, reader := range []*apitest.Client{staff, colleague, staff.On(other)} {
		page := reader.Get(address).Want(http.StatusOK)
		if !strings.Contains(string(page.Body), "How monsoons form") {
			t.Errorf("the page is %s", page.Body)
		}
	}
	page := staff.Get(address).Want(http.StatusOK)
	for name, want := range map[string]string{
		"Content-Type": "text/html; charset=utf-8", "X-Robots-Tag": "noindex", "Cache-Control": "no-store",
		"Referrer-Policy": "no-referrer",
	} {
		if got := page.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	policy := page.Header.Get("Content-Security-Policy")
	for _, want := range []string{"frame-ancestors 'self'", "connect-src 'none'", "form-action 'none'"} {
		if !strings.Contains(policy, want) {
			t.Errorf("the policy lacks %s: %s", want, policy)
		}
	}
	if strings.Count(policy, "'sha256-") != 1 {
		t.Errorf("of the page's scripts it allows others than those of the site: %s", policy)
	}
	if dark := staff.Get(address + "?theme=dark"); !strings.Contains(string(dark.Body),
		`<html data-preview-theme="dark" lang="en">`) || strings.Contains(string(page.Body), "data-preview") {
		t.Errorf("in the dark: %.200s", dark.Body)
	}
	staff.Get(address + "?theme=red").Problem(http.StatusUnprocessableEntity)
	app.Anonymous(t).Get(address).Problem(http.StatusUnauthorized)
	staff.Get(address[:len(address)-1]).Problem(http.StatusNotFound)
	if secret := address[strings.LastIndex(address, "/")+1:]; strings.Contains(app.Log.String(), secret[:len(secret)-1]) {
		t.Error("the log has the address")
	}
}

func TestPreview_OfEveryKind(t *testing.T) {
	app, publisher := previewing(t)
	staff := app.Staff(t)
	post := func(body apitest.JSON) asked {
		t.Helper()
		staff.Post("/api/preview", body).Want(http.StatusCreated)
		return publisher.last(t)
	}
	taken := write(t, staff, apitest.JSON{"title": "One", "status": "published", "publish_date": "2020-01-01"})
	later := post(apitest.JSON{"kind": "article", "id": "new", "values": apitest.JSON{
		"title": "One", "publish_date": "2999-01-01", "unpublish_date": "2999-02-01",
	}})
	if later.Param != "one-2" || len(later.Changes.Articles) != 1 || later.Changes.Articles[0]["author"] != "Asha Rao" {
		t.Errorf("a new article: %+v", later)
	}
	if got := post(apitest.JSON{"kind": "article", "id": taken.ID, "route": "/blog"}); got.Pattern != "/blog" ||
		len(got.Changes.Articles) != 1 || got.Param != "" {
		t.Errorf("on another page: %+v", got)
	}

	made := staff.Post("/api/admin/pages", apitest.JSON{"path": "/kas", "title": "KAS"}).Want(http.StatusCreated)
	page := made.Text("id")
	hidden := apitest.JSON{"items": []apitest.JSON{{"label": "KAS", "href": "page:" + page}}}
	staff.Put("/api/admin/menus/main", hidden).Want(http.StatusOK)
	block := apitest.JSON{"type": "hero", "values": apitest.JSON{"heading": "Typed"}}
	draft := post(apitest.JSON{"kind": "page", "id": page, "values": apitest.JSON{
		"path": "/kas/2027", "blocks": []apitest.JSON{block},
	}})
	if draft.Pattern != "/[...path]" || draft.Param != "kas/2027" || len(draft.Changes.Pages) != 1 ||
		len(draft.Changes.Menus["main"]) != 1 {
		t.Errorf("a page: %+v", draft)
	}
	fresh := apitest.JSON{"path": "/new-one", "title": "New"}
	if got := post(apitest.JSON{"kind": "page", "id": "new", "values": fresh}); got.Param != "new-one" ||
		len(got.Changes.Pages) != 1 {
		t.Errorf("a new page: %+v", got)
	}

	staff.Post("/api/admin/page-content", apitest.JSON{
		"page": "home", "section": "hero", "type": "heading", "content": "Stored",
	}).Want(http.StatusCreated)
	texts := post(apitest.JSON{"kind": "page-content", "id": "home.hero", "values": apitest.JSON{
		"heading": "Typed", "subheading": "Beside it",
	}})
	found := map[string]string{}
	for _, each := range texts.Changes.PageContent {
		found[each.Page+"."+each.Section+"."+each.Type] = each.Content
	}
	if texts.Pattern != "/" || len(found) != 2 || found["home.hero.heading"] != "Typed" ||
		found["home.hero.subheading"] != "Beside it" {
		t.Errorf("page content: %+v", found)
	}
	clear(found)
	whole := post(apitest.JSON{"kind": "page-content", "id": "about", "values": apitest.JSON{
		"image_url": "/media/a.png", "meta.title": "Typed",
	}})
	for _, each := range whole.Changes.PageContent {
		found[each.Page+"."+each.Section+"."+each.Type] = each.Content
	}
	if whole.Pattern != "/about-us" || found["about..image_url"] != "/media/a.png" ||
		found["about.meta.title"] != "Typed" {
		t.Errorf("page content of several sections: %+v", found)
	}
	cleared := apitest.JSON{"content": "", "empty": true}
	texts = post(apitest.JSON{"kind": "page-content", "id": "home.hero", "values": apitest.JSON{
		"heading": cleared, "subheading": cleared,
	}})
	for _, each := range texts.Changes.PageContent {
		if each.Section == "hero" && (each.Content != "" || !each.Empty) {
			t.Errorf("cleared, there is %+v", each)
		}
	}
	if len(texts.Changes.PageContent) != 2 {
		t.Errorf("cleared, there are %+v", texts.Changes.PageContent)
	}
	if got := post(apitest.JSON{
		"kind": "page-content", "id": "about", "values": apitest.JSON{"image_url": "/media/a.png"},
	}); got.Pattern != "/about-us" {
		t.Errorf("page content of a page: %+v", got)
	}

	settings := post(apitest.JSON{"kind": "settings", "values": apitest.JSON{"site_title": "Typed Academy"}})
	if settings.Pattern != "/" || settings.Changes.Settings["site_title"] != "Typed Academy" {
		t.Errorf("settings: %+v", settings)
	}
	menu := post(apitest.JSON{"kind": "menus", "id": "main", "route": "/about-us", "values": apitest.JSON{
		"items": []apitest.JSON{{"label": "Typed", "href": "/about-us"}},
	}})
	if main := menu.Changes.Menus["main"]; menu.Pattern != "/about-us" || len(main) != 1 || main[0].Label != "Typed" {
		t.Errorf("menus: %+v", menu)
	}
	for path, want := range map[string]string{
		"/404": "/_not-found", "/blog/one": "/blog/[slug]", "/blog/page/2": "/blog/page/[page]",
	} {
		if got := post(apitest.JSON{"kind": "settings", "route": path}); got.Pattern != want {
			t.Errorf("%s is asked for as %+v", path, got)
		}
	}
	var pages []any
	app.Anonymous(t).Get("/api/pages").Into(&pages)
	if menus := string(app.Anonymous(t).Get("/api/menus").Body); len(pages) != 0 || strings.Contains(menus, "Typed") ||
		staff.Get("/api/settings").Text("site_title") == "Typed Academy" {
		t.Errorf("previews changed what is public: %v, %s", pages, menus)
	}
}

// What is needed before it is published may be blank while somebody writes: what is typed is
// shown as it is. A page whose path is another's is at its own, and one without at that which
// storing it would make.
func TestPreview_OfWhatIsUnfinished(t *testing.T) {
	app, publisher := previewing(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	article := write(t, staff, apitest.JSON{"title": "Monsoons"}).ID
	staff.Post("/api/admin/pages", apitest.JSON{"path": "/taken", "title": "Other"}).Want(http.StatusCreated)
	page := staff.Post("/api/admin/pages", apitest.JSON{"path": "/kas", "title": "KAS"}).
		Want(http.StatusCreated).Text("id")
	blank := apitest.JSON{"title": "", "blocks": []apitest.JSON{{"type": "hero", "values": apitest.JSON{"heading": ""}}}}
	with := func(path string) apitest.JSON { return apitest.JSON{"title": "", "path": path} }
	for _, each := range []struct {
		kind, id string
		values   apitest.JSON
		param    string // "": any
		title    string
	}{
		{"article", article, apitest.JSON{"title": " "}, "", ""},
		{"article", article, apitest.JSON{"title": "", "slug": "typed"}, "typed", ""},
		{"article", "new", apitest.JSON{"title": "", "content": "<p>Typed</p>"}, "", ""},
		{"article", "new", apitest.JSON{}, "", ""},
		{"page", page, blank, "kas", ""},
		{"page", page, with(""), "page", ""},
		{"page", page, apitest.JSON{"title": "Taken", "path": " "}, "taken-2", "Taken"},
		{"page", page, with(" / "), "kas", ""},
		{"page", page, with("/taken"), "kas", ""},
		{"page", page, apitest.JSON{"path": "/taken"}, "kas", "KAS"},
		{"page", "new", apitest.JSON{"title": "Typed"}, "typed", "Typed"},
		{"page", "new", apitest.JSON{"title": "ಕನ್ನಡ", "path": ""}, "kannada", "ಕನ್ನಡ"},
		{"page", "new", apitest.JSON{"title": "Taken"}, "taken-2", "Taken"},
		{"page", "new", with("/kas"), "page", ""},
	} {
		show := func(open func()) {
			t.Helper()
			open()
			q := publisher.last(t)
			shown := append(q.Changes.Articles, q.Changes.Pages...)
			if each.param != "" && q.Param != each.param || len(shown) != 1 || shown[0]["title"] != each.title {
				t.Errorf("%v: the publisher was asked for %+v", each, q)
			}
			if kind := q.Pattern == "/blog/[slug]"; kind != (each.kind == "article") || q.Param == "taken" {
				t.Errorf("%v is shown at %s, %s", each, q.Pattern, q.Param)
			}
		}
		show(func() {
			staff.Post("/api/preview", apitest.JSON{"kind": each.kind, "id": each.id, "values": each.values}).
				Want(http.StatusCreated)
		})
		if each.id == "new" {
			continue
		}
		copied := "/api/articles/" + each.id + "/working-copy"
		if each.kind == "page" {
			copied = "/api/admin/pages/" + each.id + "/working-copy"
		}
		staff.Put(copied, each.values).Want(http.StatusOK)
		show(func() {
			anyone.Get(staff.Post("/api/preview/links", apitest.JSON{
				"kind": each.kind, "id": each.id, "expires_in": 60,
			}).Want(http.StatusCreated).Text("url")).Want(http.StatusOK)
		})
		if each.title == "" {
			staff.Post(copied+"/publish", nil).Problem(http.StatusUnprocessableEntity)
		}
	}
	// A link shows what the copy holds though it could not be saved like that by now.
	staff.Put("/api/articles/"+article+"/working-copy", apitest.JSON{"title": "Copy", "unpublish_date": "2030-01-01"}).
		Want(http.StatusOK)
	staff.Put("/api/articles/"+article, apitest.JSON{"publish_date": "2031-01-01"}).Want(http.StatusOK)
	link := staff.Post("/api/preview/links", apitest.JSON{"kind": "article", "id": article, "expires_in": 60}).
		Want(http.StatusCreated)
	if body := string(anyone.Get(link.Text("url")).Want(http.StatusOK).Body); !strings.Contains(body, `"title":"Copy"`) {
		t.Errorf("the link shows %s", body)
	}
}

func TestPreview_WhatIsRefused(t *testing.T) {
	app, _ := previewing(t)
	staff := app.Staff(t)
	article := write(t, staff, apitest.JSON{"title": "One"}).ID
	values := func(kind, id string, values any) apitest.JSON {
		return apitest.JSON{"kind": kind, "id": id, "values": values}
	}
	for _, each := range []struct {
		body   apitest.JSON
		status int
		place  string
	}{
		{values("users", article, nil), 422, "body.kind"},
		{apitest.JSON{"id": article}, 422, "body.kind"},
		{apitest.JSON{"kind": "article", "id": article, "route": "/nowhere"}, 422, "body.route"},
		{apitest.JSON{"kind": "article", "id": article, "route": "https://example.com/"}, 422, "body.route"},
		{values("article", article, apitest.JSON{"colour": "red"}), 422, "body.values.colour"},
		{values("article", article, apitest.JSON{"title": strings.Repeat("x", 301)}), 422, "body.values.title"},
		{values("article", article, apitest.JSON{"content": 7}), 422, "body.values.content"},
		{values("article", article, apitest.JSON{"content": strings.Repeat("x", 1_000_001)}), 422, "body.values.content"},
		{values("article", article, apitest.JSON{"title": 7}), 422, "body.values.title"},
		{values("article", article, apitest.JSON{"title": nil}), 422, "body.values.title"},
		{values("article", article, apitest.JSON{"tags": []string{strings.Repeat("x", 61)}}), 422, "body.values.tags"},
		{values("article", article, apitest.JSON{"banner_image": "https://x:99999/"}), 422, "body.values.banner_image"},
		{values("article", article, []string{}), 422, "body.values"},
		{values("page", "new", apitest.JSON{"path": "/about-us", "title": "x"}), 422, "body.values.path"},
		{values("page", "new", apitest.JSON{"path": "/Über", "title": "x"}), 422, "body.values.path"},
		{values("page", "new", apitest.JSON{"path": "/a", "title": "x", "blocks": []apitest.JSON{
			{"type": "hero", "values": apitest.JSON{"nothing": "x"}},
		}}), 422, "body.values.blocks[0].values.nothing"},
		{values("page-content", "home.hero", apitest.JSON{"nothing": "x"}), 422, "body.values.nothing"},
		{values("page-content", "about", apitest.JSON{"meta.nothing": "x"}), 422, "body.values.meta.nothing"},
		{values("page-content", "about", apitest.JSON{"nowhere.title": "x"}), 422, "body.values.nowhere.title"},
		{values("page-content", "home.hero", apitest.JSON{"heading": 1}), 422, "body.values.heading"},
		{values("page-content", "home.hero", apitest.JSON{"cta_link": "ftp://x"}), 422, "body.values.cta_link"},
		{values("settings", "", apitest.JSON{"accent_light": "#ffffff"}), 422, "body.values.accent_light"},
		{values("settings", "", apitest.JSON{"community_url": "https://256.256.256.256/"}), 422, "body.values.community_url"},
		{values("menus", "main", apitest.JSON{"items": []apitest.JSON{{"label": "x", "href": "nowhere"}}}), 422,
			"body.values.items[0].href"},
		{values("menus", "main", apitest.JSON{}), 422, "body.values.items"},
		{values("article", "665f1f77bcf86cd799439011", nil), 404, ""},
		{values("article", "", nil), 404, ""},
		{values("page", "665f1f77bcf86cd799439011", nil), 404, ""},
		{values("page-content", "nowhere", nil), 404, ""},
		{values("page-content", "home.nothing", nil), 404, ""},
		{values("menus", "nowhere", apitest.JSON{"items": []apitest.JSON{}}), 404, ""},
	} {
		if each.body["values"] == nil {
			delete(each.body, "values")
		}
		_, places := staff.Post("/api/preview", each.body).Problem(each.status)
		if each.place != "" && (len(places) != 1 || places[0] != each.place) {
			t.Errorf("%v: refused at %v, want %s", each.body, places, each.place)
		}
	}
	app.Anonymous(t).Post("/api/preview", values("article", article, nil)).Problem(http.StatusUnauthorized)
}

func TestPreview_ThePublisherDecides(t *testing.T) {
	app, publisher := previewing(t)
	staff := app.Staff(t)
	body := apitest.JSON{"kind": "settings", "values": apitest.JSON{"site_title": "Typed"}}
	says := func(status int, detail string) {
		publisher.answers(func(asked) (int, string) { return status, fmt.Sprintf(`{"detail": %q}`, detail) })
	}
	says(http.StatusUnprocessableEntity, "The page could not be rendered: it threw.")
	detail, _ := staff.Post("/api/preview", body).Problem(http.StatusUnprocessableEntity)
	if !strings.Contains(detail, "it threw") {
		t.Errorf("a page that fails: %s", detail)
	}
	says(http.StatusConflict, "another")
	staff.Post("/api/preview", body).Problem(http.StatusConflict)
	says(http.StatusServiceUnavailable, "Too many.")
	busy := staff.Post("/api/preview", body)
	if detail, _ := busy.Problem(http.StatusServiceUnavailable); detail != "Too many." ||
		busy.Header.Get("Retry-After") != "7" {
		t.Errorf("too many: %s, %v", detail, busy.Header)
	}
	says(http.StatusInternalServerError, "secrets")
	broken := staff.Post("/api/preview", body)
	if detail, _ := broken.Problem(http.StatusServiceUnavailable); strings.Contains(detail, "secrets") {
		t.Errorf("a broken publisher: %s", detail)
	}

	// It has the content before the last edit.
	behind := staff.Get("/api/snapshot").Text("fingerprint")
	staff.Put("/api/settings", apitest.JSON{"contact_phone": "1"}).Want(http.StatusOK)
	publisher.answers(func(q asked) (int, string) {
		if q.Changes.Base != behind {
			return http.StatusPreconditionFailed, `{"fingerprint": "` + behind + `"}`
		}
		return http.StatusOK, "<html>" + fmt.Sprint(q.Changes.Settings["contact_phone"], q.Changes.Settings["site_title"])
	})
	made := staff.Post("/api/preview", body).Want(http.StatusCreated).Text("url")
	if page := string(staff.Get(made).Body); page != "<html>1Typed" {
		t.Errorf("on older content: %s", page)
	}
	// It has content that nobody knows here.
	publisher.answers(func(asked) (int, string) { return http.StatusPreconditionFailed, `{"fingerprint": "beef"}` })
	unknown := staff.Post("/api/preview", body)
	if unknown.Problem(http.StatusServiceUnavailable); unknown.Header.Get("Retry-After") == "" {
		t.Errorf("on unknown content: %v", unknown.Header)
	}
}

func TestPreview_WithoutAPublisher(t *testing.T) {
	none := apitest.New(t).Ready(t)
	down := apitest.Start(t, none.Database, func(o *apitest.Options) {
		o.Config.PublisherURL = "http://127.0.0.1:1/publish"
	}).Ready(t)
	staff := none.Staff(t)
	for _, c := range []*apitest.Client{staff, staff.On(down)} {
		answer := c.Post("/api/preview", apitest.JSON{"kind": "settings"})
		if answer.Problem(http.StatusServiceUnavailable); answer.Header.Get("Retry-After") == "" {
			t.Errorf("answered %v", answer.Header)
		}
	}
}

func TestPreview_AreKeptForAWhile(t *testing.T) {
	clock := &movedClock{}
	app, _ := previewing(t, func(o *apitest.Options) { o.Clock = clock })
	staff, other := app.Staff(t), colleague(t, app, "ravi@example.com", "Ravi")
	post := func(c *apitest.Client) string {
		t.Helper()
		return c.Post("/api/preview", apitest.JSON{"kind": "settings"}).Want(http.StatusCreated).Text("url")
	}
	beside := post(other)
	pages := make([]string, 21)
	for i := range pages {
		pages[i] = post(staff)
		clock.advance(time.Second)
	}
	staff.Get(pages[0]).Problem(http.StatusNotFound)
	for _, kept := range append(pages[1:], beside) {
		staff.Get(kept).Want(http.StatusOK)
	}
	clock.advance(15*time.Minute - 2*time.Second)
	staff.Get(pages[19]).Problem(http.StatusNotFound)
	staff.Get(pages[20]).Want(http.StatusOK)
	clock.advance(2 * time.Second)
	staff.Get(pages[20]).Problem(http.StatusNotFound)
}

func TestPreviewLinks(t *testing.T) {
	clock := &movedClock{}
	app, publisher := previewing(t, func(o *apitest.Options) { o.Clock = clock })
	other := apitest.Start(t, app.Database, func(o *apitest.Options) {
		o.Config.PublisherURL, o.Clock = publisher.url, clock
	}).Ready(t)
	staff, author, anyone := app.Staff(t), colleague(t, app, "ravi@example.com", "Ravi"), app.Anonymous(t)
	article := write(t, staff, apitest.JSON{"title": "One"}).ID
	stored := staff.Post("/api/admin/pages", apitest.JSON{"path": "/kas", "title": "KAS"}).Want(http.StatusCreated)
	page := stored.Text("id")
	share := func(c *apitest.Client, kind, id string, seconds int) *apitest.Response {
		t.Helper()
		return c.Post("/api/preview/links", apitest.JSON{"kind": kind, "id": id, "expires_in": seconds})
	}
	made := share(staff, "article", article, 60).Want(http.StatusCreated)
	link, id := made.Text("url"), made.Text("id")
	opened := anyone.Get(link + "?theme=dark").Want(http.StatusOK)
	if body := string(opened.Body); !strings.Contains(body, `"title":"One"`) ||
		!strings.Contains(body, `data-preview-theme="dark"`) || opened.Header.Get("X-Robots-Tag") != "noindex" ||
		opened.Header.Get("Referrer-Policy") != "no-referrer" || opened.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("opened: %v %s", opened.Header, body)
	}
	staff.Put("/api/articles/"+article, apitest.JSON{"title": "Two"}).Want(http.StatusOK)
	if body := string(anyone.On(other).Get(link).Want(http.StatusOK).Body); !strings.Contains(body, `"title":"Two"`) {
		t.Errorf("opened again: %s", body)
	}
	copied := "/api/articles/" + article + "/working-copy"
	staff.Put(copied, apitest.JSON{"title": "Three", "publish_date": "2030-01-01"}).Want(http.StatusOK)
	if body := string(anyone.Get(link).Want(http.StatusOK).Body); !strings.Contains(body, `"title":"Three"`) {
		t.Errorf("with a working copy: %s", body)
	}
	if now := staff.Get("/api/articles/" + article); now.Text("status") != "draft" || now.Text("title") != "Two" {
		t.Errorf("the link published it: %s", now.Body)
	}
	staff.Delete(copied).Want(http.StatusNoContent)
	if body := string(anyone.Get(link).Want(http.StatusOK).Body); !strings.Contains(body, `"title":"Two"`) {
		t.Errorf("without the working copy again: %s", body)
	}

	byRavi := share(author, "page", page, 2_592_000).Want(http.StatusCreated)
	var links []struct{ ID, Kind, Document, By string }
	author.Get("/api/preview/links").Want(http.StatusOK).Into(&links)
	if len(links) != 2 || links[0].ID != byRavi.Text("id") || links[0].By != "Ravi" || links[0].Kind != "page" ||
		links[1].Document != article || links[1].ID != id {
		t.Errorf("the links are %+v", links)
	}
	author.Get("/api/preview/links?kind=article&id=" + article).Want(http.StatusOK).Into(&links)
	if len(links) != 1 || links[0].ID != id {
		t.Errorf("the article's links are %+v", links)
	}
	anyone.Get("/api/preview/links").Problem(http.StatusUnauthorized)
	share(anyone, "article", article, 60).Problem(http.StatusUnauthorized)
	anyone.Delete("/api/preview/links/" + id).Problem(http.StatusUnauthorized)
	for place, answer := range map[string]*apitest.Response{
		"body.expires_in": share(staff, "article", article, 0), "body.kind": share(staff, "settings", "settings", 60),
	} {
		if _, places := answer.Problem(http.StatusUnprocessableEntity); len(places) != 1 || places[0] != place {
			t.Errorf("refused at %v, want %s", places, place)
		}
	}
	share(staff, "article", article, 2_592_001).Problem(http.StatusUnprocessableEntity)
	for _, missing := range []string{page, "new", "x"} {
		share(staff, "article", missing, 60).Problem(http.StatusNotFound)
	}

	token := link[strings.LastIndex(link, "/")+1:]
	for where, text := range map[string]string{
		"the list": string(staff.Get("/api/preview/links").Body), "the log": app.Log.String() + other.Log.String(),
		"the audit log": string(staff.Get("/api/admin/audit-log?limit=1000").Body),
	} {
		if strings.Contains(text, token) {
			t.Errorf("%s has the token", where)
		}
	}
	anyone.Get(strings.TrimSuffix(link, token) + strings.ToLower(token)).Problem(http.StatusNotFound)

	again := share(staff, "article", article, 60).Want(http.StatusCreated)
	author.Delete("/api/preview/links/" + again.Text("id")).Want(http.StatusNoContent)
	anyone.Get(again.Text("url")).Problem(http.StatusNotFound)
	author.Delete("/api/preview/links/" + again.Text("id")).Problem(http.StatusNotFound)

	clock.advance(61 * time.Second)
	anyone.Get(link).Problem(http.StatusNotFound)
	staff.Get("/api/preview/links").Want(http.StatusOK).Into(&links)
	if len(links) != 1 {
		t.Errorf("the links are %+v", links)
	}

	shown := byRavi.Text("url")
	anyone.Get(shown).Want(http.StatusOK)
	staff.Delete("/api/admin/pages/" + page).Want(http.StatusNoContent)
	anyone.Get(shown).Problem(http.StatusNotFound)
	staff.Post("/api/admin/trash/pages/"+page+"/restore", apitest.JSON{}).Want(http.StatusOK)
	anyone.Get(shown).Want(http.StatusOK)
	var team []struct{ ID, Name string }
	staff.Get("/api/admin/users").Want(http.StatusOK).Into(&team)
	for _, each := range team {
		if each.Name == "Ravi" {
			staff.Delete("/api/admin/users/" + each.ID).Want(http.StatusNoContent)
		}
	}
	anyone.Get(shown).Problem(http.StatusNotFound)
	staff.Get("/api/preview/links").Want(http.StatusOK).Into(&links)
	if len(links) != 0 {
		t.Errorf("the links are %+v", links)
	}
}

// While two are made, the newest of each frame waits, and the one before it is told so.
func TestPreview_OfOneFrameTheNewestWaits(t *testing.T) {
	app, publisher := previewing(t)
	staff, colleague := app.Staff(t), colleague(t, app, "ravi@example.com", "Ravi")
	rendered := make(chan struct{})
	publisher.answers(func(asked) (int, string) { <-rendered; return http.StatusOK, "<html>" })
	answers := make(chan int, 7)
	ask := func(c *apitest.Client, frame string) {
		go func() { answers <- c.Post("/api/preview", apitest.JSON{"kind": "settings", "frame": frame}).Status }()
	}
	for n := 1; n <= 2; n++ {
		ask(staff, "")
		apitest.Eventually(t, func() bool { return publisher.count() == n })
	}
	ask(colleague, "first tab")
	ask(staff, "first tab")
	ask(staff, "second tab")
	ask(staff, "third tab")
	ask(staff, "third tab")
	if first := <-answers; first != http.StatusConflict {
		t.Errorf("while all wait, one answered %d", first)
	}
	close(rendered)
	for range 6 {
		if status := <-answers; status != http.StatusCreated {
			t.Errorf("answered %d", status)
		}
	}
}

// A link that is over says so to whoever opens it in a browser; which of the reasons it is, and
// whether there ever was such a link, nobody can tell.
func TestPreviewLinks_ThatAreOver(t *testing.T) {
	clock := &movedClock{}
	app, _ := previewing(t, func(o *apitest.Options) { o.Clock = clock })
	staff, anyone := app.Staff(t), app.Anonymous(t)
	article := write(t, staff, apitest.JSON{"title": "One"}).ID
	share := func(seconds int) *apitest.Response {
		return staff.Post("/api/preview/links", apitest.JSON{"kind": "article", "id": article, "expires_in": seconds}).
			Want(http.StatusCreated)
	}
	revoked, expired, deleted := share(3600), share(60), share(3600)
	staff.Delete("/api/preview/links/" + revoked.Text("id")).Want(http.StatusNoContent)
	clock.advance(61 * time.Second)
	anyone.Get(deleted.Text("url"), "Accept", browser).Want(http.StatusOK)
	staff.Delete("/api/articles/" + article).Want(http.StatusNoContent)
	pages := map[string]bool{}
	for _, link := range []string{
		revoked.Text("url"), expired.Text("url"), deleted.Text("url"), "/api/preview/shared/KB3TQMZ6W5XV2A7YJN4RHEUDOC",
	} {
		page := anyone.Get(link, "Accept", browser).Want(http.StatusNotFound)
		const says = "<p>This link is over or was revoked. Whoever sent it to you can make another one.</p>"
		if !strings.Contains(string(page.Body), says) {
			t.Errorf("%s", page.Body)
		}
		for name, want := range map[string]string{
			"Content-Type": "text/html; charset=utf-8", "X-Robots-Tag": "noindex", "Cache-Control": "no-store",
			"Referrer-Policy": "no-referrer",
		} {
			if got := page.Header.Get(name); got != want {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
		policy := page.Header.Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "default-src 'none'; style-src 'sha256-") {
			t.Errorf("the policy is %s", policy)
		}
		pages[string(page.Body)] = true
		for _, accept := range []string{"", "*/*", "application/json", "application/json, text/html;q=0.9"} {
			anyone.Get(link, "Accept", accept).Problem(http.StatusNotFound)
		}
	}
	if len(pages) != 1 {
		t.Errorf("the answers differ: %v", pages)
	}
}

// Whatever keeps a link from being shown, a browser gets a page that says so, and no answer
// below the addresses of previews is indexed, kept or told on.
func TestPreviewLinks_ThatCannotBeShown(t *testing.T) {
	app, publisher := previewing(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	article := write(t, staff, apitest.JSON{"title": "One"}).ID
	link := staff.Post("/api/preview/links", apitest.JSON{"kind": "article", "id": article, "expires_in": 60}).
		Want(http.StatusCreated).Text("url")
	private := func(answer *apitest.Response) {
		t.Helper()
		for name, want := range map[string]string{
			"X-Robots-Tag": "noindex", "Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
		} {
			if got := answer.Header.Get(name); got != want {
				t.Errorf("%d: %s: %q, want %q", answer.Status, name, got, want)
			}
		}
	}
	for _, each := range []struct {
		link           string
		status, answer int
		says           string
	}{
		{link, http.StatusConflict, http.StatusConflict, "A newer preview"},
		{link, http.StatusUnprocessableEntity, http.StatusUnprocessableEntity, "It threw &lt;b&gt;."},
		{link, http.StatusServiceUnavailable, http.StatusServiceUnavailable, "It threw &lt;b&gt;."},
		{link + "?theme=red", http.StatusOK, http.StatusUnprocessableEntity, "theme"},
		{link + "x", http.StatusOK, http.StatusNotFound, "This link is over or was revoked."},
	} {
		publisher.answers(func(asked) (int, string) { return each.status, `{"detail": "It threw <b>."}` })
		page := anyone.Get(each.link, "Accept", browser).Want(each.answer)
		private(page)
		if body := string(page.Body); !strings.HasPrefix(body, "<!doctype html>") || !strings.Contains(body, "<h1>") ||
			!strings.Contains(body, each.says) || page.Header.Get("Content-Type") != "text/html; charset=utf-8" {
			t.Errorf("%d: %v %s", each.answer, page.Header, body)
		}
		if policy := page.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "style-src 'sha256-") {
			t.Errorf("%d: the policy is %s", each.answer, policy)
		}
		again := strings.Contains(string(page.Body), `http-equiv="refresh" content="7"`)
		if waits := page.Header.Get("Retry-After") == "7"; waits != again || waits != (each.answer == 503) {
			t.Errorf("%d: asked again %v, %v", each.answer, again, page.Header)
		}
		answer := anyone.Get(each.link, "Accept", "*/*")
		answer.Problem(each.answer)
		private(answer)
	}
	for _, answer := range []*apitest.Response{
		staff.Get("/api/preview/pages/none"), anyone.Get("/api/preview/pages/none"), anyone.Post(link, nil),
		staff.Get("/api/preview/pages/none?theme=red"), anyone.Get("/api/preview/shared/"),
	} {
		answer.Problem(answer.Status)
		private(answer)
	}
}

// Who opens a link sees what is stored then. Those who open it while it is rendered share the
// next rendering.
func TestPreviewLinks_OpenedByMany(t *testing.T) {
	app, publisher := previewing(t)
	staff := app.Staff(t)
	article := write(t, staff, apitest.JSON{"title": "One"}).ID
	link := staff.Post("/api/preview/links", apitest.JSON{"kind": "article", "id": article, "expires_in": 60}).
		Want(http.StatusCreated).Text("url")
	first := make(chan struct{})
	publisher.answers(func(q asked) (int, string) {
		title, _ := q.Changes.Articles[0]["title"].(string)
		if title == "One" {
			<-first
		} else {
			time.Sleep(50 * time.Millisecond) // as slow as that is
		}
		return http.StatusOK, "<html>" + title
	})
	open := func() <-chan string {
		shown, reader := make(chan string, 1), app.Anonymous(t)
		go func() { shown <- string(reader.Get(link).Body) }()
		return shown
	}
	before := open()
	apitest.Eventually(t, func() bool { return publisher.count() == 1 })
	staff.Put("/api/articles/"+article, apitest.JSON{"title": "Two"}).Want(http.StatusOK)
	late := make([]<-chan string, 30)
	for i := range late {
		late[i] = open()
	}
	close(first)
	if shown := <-before; shown != "<html>One" {
		t.Errorf("the first is shown %s", shown)
	}
	for _, each := range late {
		if shown := <-each; shown != "<html>Two" {
			t.Errorf("who opens it after the save is shown %s", shown)
		}
	}
	if n := publisher.count(); n > 1+len(late)/2 {
		t.Errorf("rendered %d times for %d", n, 1+len(late))
	}
}

// The publisher replaces what waits in one frame: two replicas open a link in frames of their
// own, editors have theirs, and those of a person are told apart by what shows them.
func TestPreview_FramesAreTheirOwn(t *testing.T) {
	app, publisher := previewing(t)
	other := apitest.Start(t, app.Database, func(o *apitest.Options) { o.Config.PublisherURL = publisher.url }).Ready(t)
	staff, colleague, anyone := app.Staff(t), colleague(t, app, "ravi@example.com", "Ravi"), app.Anonymous(t)
	article := write(t, staff, apitest.JSON{"title": "One"}).ID
	link := staff.Post("/api/preview/links", apitest.JSON{"kind": "article", "id": article, "expires_in": 60}).
		Want(http.StatusCreated).Text("url")
	make := func(c *apitest.Client, frame string) string {
		c.Post("/api/preview", apitest.JSON{"kind": "settings", "frame": frame}).Want(http.StatusCreated)
		return publisher.last(t).Frame
	}
	open := func(c *apitest.Client) string {
		c.Get(link).Want(http.StatusOK)
		return publisher.last(t).Frame
	}
	frames := []string{
		make(staff, "a"), make(staff, "b"), make(staff, ""), make(colleague, "a"), make(colleague, ""),
		open(anyone), open(anyone.On(other)),
	}
	for i, frame := range frames {
		if frame == "" || slices.Contains(frames[:i], frame) {
			t.Errorf("of the frames %q the publisher cannot tell number %d from others", frames, i+1)
		}
	}
	if again := make(staff, "a"); again != frames[0] {
		t.Errorf("the same frame is %q, and was %q", again, frames[0])
	}
}

// Beyond those that are made and a hundred that wait, previews are refused for a moment.
func TestPreview_TooLarge(t *testing.T) {
	app, publisher := previewing(t)
	staff := app.Staff(t)
	noise := make([]byte, 9<<20)
	_, _ = rand.Read(noise)
	for name, page := range map[string]string{"to take": strings.Repeat("x", 32<<20+1), "to keep": string(noise)} {
		publisher.answers(func(asked) (int, string) { return http.StatusOK, page })
		detail, _ := staff.Post("/api/preview", apitest.JSON{"kind": "settings"}).Problem(http.StatusUnprocessableEntity)
		if detail != "The page is too large for a preview." {
			t.Errorf("too large %s: %s", name, detail)
		}
	}
}

// Texts that only pages of articles show have no page while there is none.
func TestPreview_WithoutAPageThatShowsIt(t *testing.T) {
	app, publisher := previewing(t)
	staff := app.Staff(t)
	texts := apitest.JSON{"kind": "page-content", "id": "article"}
	detail, places := staff.Post("/api/preview", texts).Problem(http.StatusUnprocessableEntity)
	if len(places) > 0 || detail != "The site has no page yet that would show this." {
		t.Errorf("refused at %v: %s", places, detail)
	}
	write(t, staff, apitest.JSON{"title": "One", "status": "published"})
	staff.Post("/api/preview", texts).Want(http.StatusCreated)
	if q := publisher.last(t); q.Param != "one" {
		t.Errorf("shown on %+v", q)
	}
}

// A person has a hundred links that work at most; lists read what they show.
func TestPreviewLinks_AreBounded(t *testing.T) {
	clock := &movedClock{}
	app, _ := previewing(t, func(o *apitest.Options) { o.Clock = clock })
	staff, other := app.Staff(t), colleague(t, app, "ravi@example.com", "Ravi")
	one, two := write(t, staff, apitest.JSON{"title": "One"}).ID, write(t, staff, apitest.JSON{"title": "Two"}).ID
	share := func(c *apitest.Client, id string, seconds int) *apitest.Response {
		return c.Post("/api/preview/links", apitest.JSON{"kind": "article", "id": id, "expires_in": seconds})
	}
	short := share(staff, two, 60).Want(http.StatusCreated)
	first := share(staff, one, 3600).Want(http.StatusCreated).Text("id")
	stored := app.Server().Stores.DB.Collection("preview_links")
	var link bson.M
	if err := stored.FindOne(t.Context(), bson.M{"_id": first}).Decode(&link); err != nil {
		t.Fatal(err)
	}
	for i := range 97 {
		link["_id"], link["hash"] = fmt.Sprintf("%s-%02d", first, i), fmt.Sprint(i)
		if _, err := stored.InsertOne(t.Context(), link); err != nil {
			t.Fatal(err)
		}
	}
	last := share(staff, one, 3600).Want(http.StatusCreated).Text("id")
	detail, _ := share(staff, one, 60).Problem(http.StatusConflict)
	if !strings.Contains(detail, "100 links") || !strings.Contains(detail, "Revoke one") {
		t.Errorf("refused with %s", detail)
	}
	share(other, one, 60).Want(http.StatusCreated)
	var links []struct{ ID, Document, By string }
	page := staff.Get("/api/preview/links?kind=article&id=" + one + "&limit=2&offset=1").Want(http.StatusOK)
	page.Into(&links)
	if len(links) != 2 || links[0].ID != last || links[0].By != "Asha Rao" || page.Header.Get("X-Total-Count") != "100" ||
		!strings.Contains(page.Header.Get("Link"), `rel="next"`) {
		t.Errorf("a page of the links: %+v, %v", links, page.Header)
	}
	staff.Get("/api/preview/links?id=" + two).Want(http.StatusOK).Into(&links)
	if len(links) != 1 || links[0].ID != short.Text("id") {
		t.Errorf("the links to one document: %+v", links)
	}
	if none := staff.Get("/api/preview/links?kind=page"); string(none.Want(http.StatusOK).Body) != "[]\n" &&
		string(none.Body) != "[]" {
		t.Errorf("none are %s", none.Body)
	}
	staff.Delete("/api/preview/links/" + last).Want(http.StatusNoContent)
	share(staff, one, 60).Want(http.StatusCreated)
	share(staff, one, 60).Problem(http.StatusConflict)
	clock.advance(61 * time.Second)
	share(staff, one, 60).Want(http.StatusCreated)
}
