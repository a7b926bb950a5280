package apitest_test

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

type section struct {
	ID, Name, Type string
	IsVisible      bool `json:"is_visible"`
	DisplayOrder   int  `json:"display_order"`
	Revision       int
}

func sections(t *testing.T, r *apitest.Response) (list []section, types []string) {
	t.Helper()
	r.Want(http.StatusOK).Into(&list)
	for i, each := range list {
		types = append(types, each.Type)
		if i > 0 && each.DisplayOrder < list[i-1].DisplayOrder {
			t.Errorf("not by display order: %+v", list)
		}
	}
	return list, types
}

func TestSections_CreateHideReorderDelete(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	ids := map[string]string{}
	for i, kind := range []string{"hero", "why-choose", "psi-promo", "quick-access"} {
		var made section
		staff.Post("/api/admin/sections", apitest.JSON{"name": strings.ToUpper(kind), "type": kind, "is_visible": true}).
			Want(http.StatusCreated).Into(&made)
		if made.DisplayOrder != i+1 || !made.IsVisible {
			t.Errorf("made %+v", made)
		}
		ids[kind] = made.ID
	}
	staff.Put("/api/admin/sections/"+ids["hero"], apitest.JSON{"is_visible": false}).Want(http.StatusOK)
	all, types := sections(t, anyone.Get("/api/sections"))
	if !slices.Equal(types, []string{"hero", "why-choose", "psi-promo", "quick-access"}) || all[0].IsVisible ||
		all[0].Revision != 0 {
		t.Errorf("all = %+v", all)
	}
	if _, types = sections(t, anyone.Get("/api/sections/visible")); !slices.Equal(types, []string{
		"why-choose", "psi-promo", "quick-access",
	}) {
		t.Errorf("visible = %v", types)
	}
	answer := staff.Put("/api/admin/sections/reorder", apitest.JSON{"sections": []apitest.JSON{
		{"id": ids["quick-access"], "display_order": 1}, {"id": ids["hero"], "display_order": 2},
	}})
	for _, r := range []*apitest.Response{answer, anyone.Get("/api/sections"), staff.Get("/api/sections")} {
		list, types := sections(t, r)
		if !slices.Equal(types, []string{"quick-access", "hero", "why-choose", "psi-promo"}) || list[3].DisplayOrder != 4 {
			t.Errorf("reordered = %+v", list)
		}
	}
	staff.Delete("/api/admin/sections/" + ids["hero"]).Want(http.StatusNoContent)
	staff.Delete("/api/admin/sections/" + ids["hero"]).Problem(http.StatusNotFound)
	if _, types = sections(t, anyone.Get("/api/sections")); slices.Contains(types, "hero") {
		t.Errorf("after delete = %v", types)
	}
}

func TestSections_Refusals(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	var made section
	staff.Post("/api/admin/sections", apitest.JSON{"name": "Hero", "type": "hero"}).Want(http.StatusCreated).Into(&made)
	staff.Post("/api/admin/sections", apitest.JSON{"name": "Again", "type": "hero"}).Problem(http.StatusConflict)
	staff.Post("/api/admin/sections", apitest.JSON{"name": "", "type": "x"}).Problem(http.StatusUnprocessableEntity)
	staff.Post("/api/admin/sections", apitest.JSON{"name": "X", "type": "Not A Slug"}).
		Problem(http.StatusUnprocessableEntity)
	staff.Put("/api/admin/sections/reorder", apitest.JSON{
		"sections": []apitest.JSON{{"id": made.ID, "display_order": 1}, {"id": "nobody", "display_order": 2}},
	}).Problem(http.StatusUnprocessableEntity)
	staff.Put("/api/admin/sections/unknown", apitest.JSON{"is_visible": false}).Problem(http.StatusNotFound)
	staff.Put("/api/admin/sections/"+made.ID, apitest.JSON{"is_visible": false}, "If-Match", `"9"`).
		Problem(http.StatusPreconditionFailed)
	anyone.Post("/api/admin/sections", apitest.JSON{"name": "X", "type": "x"}).Problem(http.StatusUnauthorized)
	anyone.Put("/api/admin/sections/"+made.ID, apitest.JSON{"is_visible": false}).Problem(http.StatusUnauthorized)
	anyone.Put("/api/admin/sections/reorder", apitest.JSON{
		"sections": []apitest.JSON{{"id": made.ID, "display_order": 1}},
	}).Problem(http.StatusUnauthorized)
	anyone.Delete("/api/admin/sections/" + made.ID).Problem(http.StatusUnauthorized)
	list, _ := sections(t, anyone.Get("/api/sections"))
	if len(list) != 1 || !list[0].IsVisible || list[0].Name != "Hero" {
		t.Errorf("a refused call changed something: %+v", list)
	}
}

type item struct {
	ID, Page, Section, Type, Key, Content string
	OrderIndex                            int `json:"order_index"`
}

func TestPageContent_CreateUpdateRead(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	var made item
	body := apitest.JSON{"page": "home", "section": "hero", "type": "heading", "content": "Unlock", "order_index": 1}
	staff.Post("/api/admin/page-content", body).Want(http.StatusCreated).Into(&made)
	if made.Key != "heading" || made.Type != "heading" {
		t.Errorf("made %+v", made)
	}
	staff.Post("/api/admin/page-content", body).Problem(http.StatusConflict)
	staff.Post("/api/admin/page-content", apitest.JSON{
		"page": "home", "section": "hero", "type": "subheading", "content": "", "order_index": 2,
	}).Want(http.StatusCreated)
	staff.Post("/api/admin/page-content", apitest.JSON{"page": "about", "type": "image_url", "content": "/media/x.png"}).
		Want(http.StatusCreated)
	staff.Put("/api/admin/page-content/"+made.ID, apitest.JSON{"content": "Unlock Your Potential"}).Want(http.StatusOK)
	for _, c := range []*apitest.Client{staff, anyone} {
		for path, want := range map[string]int{
			"/api/page-content/home": 2, "/api/page-content/home/hero": 2, "/api/page-content/about": 1,
			"/api/page-content/home/none": 0, "/api/page-content/none": 0,
		} {
			var items []item
			c.Get(path).Want(http.StatusOK).Into(&items)
			if len(items) != want || items == nil {
				t.Errorf("%s has %d items, want %d", path, len(items), want)
			}
			if strings.HasSuffix(path, "hero") && items[0].Content != "Unlock Your Potential" {
				t.Errorf("%s = %+v", path, items)
			}
		}
	}
	staff.Put("/api/admin/page-content/unknown", apitest.JSON{"content": "x"}).Problem(http.StatusNotFound)
	staff.Post("/api/admin/page-content", apitest.JSON{"page": "home", "section": "hero", "type": "cta_text"}).
		Problem(http.StatusUnprocessableEntity)
	anyone.Post("/api/admin/page-content", body).Problem(http.StatusUnauthorized)
	anyone.Put("/api/admin/page-content/"+made.ID, apitest.JSON{"content": "x"}).Problem(http.StatusUnauthorized)
	anyone.Delete("/api/admin/page-content/" + made.ID).Problem(http.StatusUnauthorized)
	staff.Delete("/api/admin/page-content/" + made.ID).Want(http.StatusNoContent)
	staff.Delete("/api/admin/page-content/" + made.ID).Problem(http.StatusNotFound)
	var left []item
	if anyone.Get("/api/page-content/home/hero").Want(http.StatusOK).Into(&left); len(left) != 1 ||
		left[0].Type != "subheading" {
		t.Errorf("after the deletion the public sees %+v", left)
	}
}

func TestPoliceContent_FormEncoded(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	for _, text := range []string{"First & foremost", "Second"} {
		for _, field := range []string{"hero-title", "hero-subtitle", "hero-description"} {
			staff.Form(http.MethodPut, "/api/content/adhva-vibes-psi/"+field, url.Values{"content": {text + " " + field}}).
				Want(http.StatusOK)
		}
	}
	var items []item
	anyone.Get("/api/page-content/adhva-vibes-psi").Want(http.StatusOK).Into(&items)
	got := map[string]string{}
	for _, each := range items {
		got[each.Key] = each.Content
	}
	if len(items) != 3 || got["hero_title"] != "Second hero-title" ||
		got["hero_description"] != "Second hero-description" {
		t.Errorf("items = %+v", items)
	}
	put := func(tag string) *apitest.Response {
		return staff.Do(http.MethodPut, "/api/content/adhva-vibes-psi/hero-title", strings.NewReader("content=Third"),
			"Content-Type", "application/x-www-form-urlencoded", "If-Match", tag)
	}
	current, _ := put(`"1"`).Want(http.StatusPreconditionFailed).Field("current").(map[string]any)
	if current["content"] != "Second hero-title" {
		t.Errorf("who has not seen the second text is shown %v", current)
	}
	put(`"2"`).Want(http.StatusOK)
	staff.Form(http.MethodPut, "/api/content/adhva-vibes-psi/other", url.Values{"content": {"x"}}).
		Problem(http.StatusUnprocessableEntity)
	staff.Form(http.MethodPut, "/api/content/adhva-vibes-psi/hero-title", url.Values{"text": {"x"}}).
		Problem(http.StatusUnprocessableEntity)
	staff.Put("/api/content/adhva-vibes-psi/hero-title", apitest.JSON{"content": "x"}).
		Problem(http.StatusUnsupportedMediaType)
	anyone.Form(http.MethodPut, "/api/content/adhva-vibes-psi/hero-title", url.Values{"content": {"x"}}).
		Problem(http.StatusUnauthorized)
}

func TestSettings_DefaultsMergeAndAlias(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	fresh := anyone.Get("/api/settings").Want(http.StatusOK)
	for key, want := range map[string]any{
		"site_title": "Adhva Academy", "hero_background_type": "image", "hero_video_autoplay": true, "hero_video_muted": true,
		"hero_video_loop": true, "current_affairs_redirect": false, "adva_vibes_psi_hidden": false,
		"adhva_vibes_psi_hidden": false, "contact_phone": "",
	} {
		if got := fresh.Field(key); got != want {
			t.Errorf("%s = %v, want %v", key, got, want)
		}
	}
	staff.Put("/api/settings", apitest.JSON{
		"site_title": "Path", "hero_video_loop": false, "contact_email": "a@b.example",
	}).Want(http.StatusOK)
	staff.Put("/api/settings", apitest.JSON{"adva_vibes_psi_hidden": true, "revision": 3, "something": "else"}).
		Want(http.StatusOK)
	for _, c := range []*apitest.Client{staff, anyone} {
		now := c.Get("/api/settings").Want(http.StatusOK)
		if now.Field("site_title") != "Path" || now.Field("hero_video_loop") != false ||
			now.Field("adhva_vibes_psi_hidden") != true || now.Field("adva_vibes_psi_hidden") != true {
			t.Errorf("now = %s", now.Body)
		}
	}
	both := staff.Put("/api/settings", apitest.JSON{"adva_vibes_psi_hidden": true, "adhva_vibes_psi_hidden": false}).
		Want(http.StatusOK)
	if both.Field("adva_vibes_psi_hidden") != false || both.Header.Get("ETag") != `"3"` {
		t.Errorf("both = %s, ETag %s", both.Body, both.Header.Get("ETag"))
	}
	// The full object, as the dashboard sends it.
	var whole apitest.JSON
	staff.Get("/api/settings").Into(&whole)
	staff.Put("/api/settings", whole, "If-Match", `"3"`).Want(http.StatusOK)
	whole["contact_email"] = "b@b.example"
	if tag := staff.Put("/api/settings", whole, "If-Match", `"3"`).Want(http.StatusOK).Header.Get("ETag"); tag != `"4"` {
		t.Errorf("one change of the full object answered %s", tag)
	}
	stale := staff.Put("/api/settings", apitest.JSON{"site_title": "X"}, "If-Match", `"3"`)
	stale.Problem(http.StatusPreconditionFailed)
	if current, _ := stale.Field("current").(map[string]any); current["site_title"] != "Path" {
		t.Errorf("current = %v", stale.Field("current"))
	}
	for _, bad := range []apitest.JSON{
		{"hero_background_type": "slides"}, {"community_url": "javascript:alert(1)"}, {"hero_video_url": "data:text/html,x"},
		{"blog_show_coming_soon": "yes"}, {"hero_video_url": "https://www.youtube.com/playlist?list=PL1"},
		{"hero_video_url": "https://vimeo.com/76979871"},
	} {
		staff.Put("/api/settings", bad).Problem(http.StatusUnprocessableEntity)
	}
	anyone.Put("/api/settings", apitest.JSON{"site_title": "X"}).Problem(http.StatusUnauthorized)
	if got := anyone.Get("/api/settings").Text("site_title"); got != "Path" {
		t.Errorf("site_title = %s", got)
	}
}

func TestSocialLinks_PublicAndAdminShapes(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	made := staff.Post("/api/admin/social-media", apitest.JSON{
		"platform": "Telegram", "url": "https://t.me/academy", "order_index": 2,
	}).Want(http.StatusCreated)
	if made.Field("color") != "#667eea" || made.Field("active") != true || made.Field("icon") != "telegram" ||
		made.Field("visible") != true {
		t.Errorf("made = %s", made.Body)
	}
	hidden := staff.Post("/api/admin/social-media", apitest.JSON{
		"platform": "YouTube", "url": "https://youtube.com/@academy", "color": "#ff0000", "order_index": 0, "active": false,
	}).Want(http.StatusCreated)
	count := func(r *apitest.Response) int {
		var list []map[string]any
		r.Want(http.StatusOK).Into(&list)
		return len(list)
	}
	if n := count(anyone.Get("/api/social-media")); n != 1 {
		t.Errorf("the public sees %d links, want 1", n)
	}
	if n := count(staff.Get("/api/admin/social-media")); n != 2 {
		t.Errorf("staff see %d links, want 2", n)
	}
	changed := staff.Put("/api/admin/social-media/"+hidden.Text("id"), apitest.JSON{
		"url": "https://youtube.com/@a", "color": "#00ff00", "order_index": 5, "active": true,
	}).Want(http.StatusOK)
	if changed.Field("platform") != "YouTube" || changed.Field("visible") != true {
		t.Errorf("changed = %s", changed.Body)
	}
	if n := count(anyone.Get("/api/social-media")); n != 2 {
		t.Errorf("the public sees %d links, want 2", n)
	}
	staff.Delete("/api/admin/social-media/" + made.Text("id")).Want(http.StatusNoContent)
	staff.Delete("/api/admin/social-media/" + made.Text("id")).Problem(http.StatusNotFound)
	for _, bad := range []apitest.JSON{
		{"platform": "Telegram"}, {"platform": "Unknown", "url": "https://x.example"},
		{"platform": "Telegram", "url": "javascript:x"}, {"platform": "Telegram", "url": "https://x.example", "color": "red"},
	} {
		staff.Post("/api/admin/social-media", bad).Problem(http.StatusUnprocessableEntity)
	}
	staff.Put("/api/admin/social-media/unknown", apitest.JSON{"active": true}).Problem(http.StatusNotFound)
	anyone.Get("/api/admin/social-media").Problem(http.StatusUnauthorized)
	anyone.Post("/api/admin/social-media", apitest.JSON{"platform": "Telegram", "url": "https://x.example"}).
		Problem(http.StatusUnauthorized)
	anyone.Put("/api/admin/social-media/"+hidden.Text("id"), apitest.JSON{"active": false}).
		Problem(http.StatusUnauthorized)
	anyone.Delete("/api/admin/social-media/" + hidden.Text("id")).Problem(http.StatusUnauthorized)
}

func TestHomeLists_CreateUpdateDelete(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	for _, name := range []string{"programs", "features", "differentiators"} {
		made := staff.Post("/api/admin/"+name, apitest.JSON{
			"title": "One", "link": "/mentorship", "order_index": 1, "is_upcoming": true,
		}).Want(http.StatusCreated)
		staff.Put("/api/admin/"+name+"/"+made.Text("id"), apitest.JSON{"title": "Two", "features": []string{"a"}}).
			Want(http.StatusOK)
		var list []map[string]any
		anyone.Get("/api/" + name).Want(http.StatusOK).Into(&list)
		if len(list) != 1 || list[0]["title"] != "Two" || list[0]["link"] != "/mentorship" {
			t.Errorf("%s = %v", name, list)
		}
		if features, ok := list[0]["features"].([]any); name == "programs" &&
			(!ok || len(features) != 1 || list[0]["is_upcoming"] != true) {
			t.Errorf("program = %v", list[0])
		}
		staff.Post("/api/admin/"+name, apitest.JSON{"description": "no title"}).Problem(http.StatusUnprocessableEntity)
		staff.Post("/api/admin/"+name, apitest.JSON{"title": "x", "link": "javascript:x"}).
			Problem(http.StatusUnprocessableEntity)
		anyone.Post("/api/admin/"+name, apitest.JSON{"title": "x"}).Problem(http.StatusUnauthorized)
		anyone.Delete("/api/admin/" + name + "/" + made.Text("id")).Problem(http.StatusUnauthorized)
		ids := []string{made.Text("id")}
		for _, title := range []string{"Three", "Four"} {
			ids = append(ids, staff.Post("/api/admin/"+name, apitest.JSON{"title": title}).Want(http.StatusCreated).Text("id"))
		}
		moved := apitest.JSON{"items": []apitest.JSON{{"id": ids[2], "order_index": 1}}}
		staff.Put("/api/admin/"+name+"/reorder", moved).Want(http.StatusOK)
		anyone.Put("/api/admin/"+name+"/reorder", moved).Problem(http.StatusUnauthorized)
		staff.Put("/api/admin/"+name+"/reorder", apitest.JSON{
			"items": []apitest.JSON{{"id": ids[0], "order_index": 1}, {"id": "unknown", "order_index": 2}},
		}).Problem(http.StatusUnprocessableEntity)
		staff.Put("/api/admin/"+name+"/reorder", apitest.JSON{"items": []apitest.JSON{}}).
			Problem(http.StatusUnprocessableEntity)
		anyone.Get("/api/" + name).Want(http.StatusOK).Into(&list)
		for i, want := range []string{"Four", "Two", "Three"} {
			if len(list) != 3 || list[i]["title"] != want || list[i]["order_index"] != float64(i+1) {
				t.Errorf("%s reordered = %v", name, list)
			}
		}
		staff.Delete("/api/admin/" + name + "/" + made.Text("id")).Want(http.StatusNoContent)
		staff.Delete("/api/admin/" + name + "/" + made.Text("id")).Problem(http.StatusNotFound)
	}
	if got := string(anyone.Get("/api/videos").Want(http.StatusOK).Body); strings.TrimSpace(got) != "[]" {
		t.Errorf("videos = %s", got)
	}
}

// A move names the revision that it was begun over: two people who move different things both
// have their way, and who moves what somebody else has moved is told, and changes nothing.
func TestReorder_AMoveOverARevision(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	type entry struct {
		ID, Name, Title string
		Revision        int
	}
	tag := func(of entry) string { return strconv.Quote(strconv.Itoa(of.Revision)) }
	for _, list := range []struct{ name, read, items, place string }{
		{"sections", "/api/sections", "sections", "display_order"},
		{"features", "/api/features", "items", "order_index"},
	} {
		read := func() (entries []entry, names string) {
			staff.Get(list.read).Want(http.StatusOK).Into(&entries)
			for _, each := range entries {
				names += each.Name + each.Title
			}
			return entries, names
		}
		for _, name := range []string{"A", "B", "C", "D"} {
			staff.Post("/api/admin/"+list.name, apitest.JSON{"name": name, "title": name, "type": strings.ToLower(name)}).
				Want(http.StatusCreated)
		}
		move := func(which entry, to int) *apitest.Response {
			body := apitest.JSON{list.items: []apitest.JSON{{"id": which.ID, list.place: to}}}
			return staff.Put("/api/admin/"+list.name+"/reorder", body, "If-Match", tag(which))
		}
		seen, _ := read()
		move(seen[3], 3).Want(http.StatusOK)
		move(seen[0], 2).Want(http.StatusOK)
		if _, names := read(); names != "BADC" {
			t.Errorf("%s, moved by two: %s, want BADC", list.name, names)
		}
		stale := move(seen[0], 4)
		if detail, _ := stale.Problem(http.StatusPreconditionFailed); !strings.Contains(detail, "Somebody else") {
			t.Errorf("%s: the refusal says %q", list.name, detail)
		}
		var refused struct{ Current []entry }
		if stale.Into(&refused); len(refused.Current) != 4 || refused.Current[0].ID != seen[1].ID {
			t.Errorf("%s: the refusal shows %+v", list.name, refused.Current)
		}
		now, names := read()
		if names != "BADC" {
			t.Errorf("%s after the refusal: %s, want BADC", list.name, names)
		}
		whole := []apitest.JSON{{"id": now[0].ID, list.place: 2}, {"id": now[1].ID, list.place: 1}}
		staff.Put("/api/admin/"+list.name+"/reorder", apitest.JSON{list.items: whole}, "If-Match", tag(now[0])).
			Problem(http.StatusUnprocessableEntity)
		staff.Put("/api/admin/"+list.name+"/reorder", apitest.JSON{list.items: whole}).Want(http.StatusOK)
		if _, names := read(); names != "ABDC" {
			t.Errorf("%s, a whole order without If-Match: %s, want ABDC", list.name, names)
		}
	}
}
