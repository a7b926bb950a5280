package apitest_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/test/apitest"
)

// A reorder is a save of each document that moved, and of no other. Its place is restored when
// it is named, and stays when all the rest is restored.
func TestHistory_OfAReorder(t *testing.T) {
	staff := apitest.New(t).Ready(t).Staff(t)
	for collection, field := range map[string]string{
		"sections": "display_order", "programs": "order_index", "features": "order_index", "differentiators": "order_index",
	} {
		var ids []string
		for _, name := range []string{"a", "b", "c", "d"} {
			body := apitest.JSON{"title": name, "name": name, "type": name}
			ids = append(ids, staff.Post("/api/admin/"+collection, body).Want(http.StatusCreated).Text("id"))
		}
		list := map[bool]string{true: "sections", false: "items"}[collection == "sections"]
		staff.Put("/api/admin/"+collection+"/reorder", apitest.JSON{
			list: []apitest.JSON{{"id": ids[1], field: 1}},
		}).Want(http.StatusOK)
		moved := []string{"2 changed [" + field + "] Asha Rao", "1 created [] Asha Rao"}
		for i, id := range ids {
			want := moved
			if i > 1 {
				want = moved[1:]
			}
			if got := historyOf(t, staff, collection+"/"+id); !slices.Equal(got, want) {
				t.Errorf("%s: the history of %d = %q, want %q", collection, i, got, want)
			}
		}
		restore := "/api/admin/history/" + collection + "/" + ids[1] + "/1/restore"
		left := staff.Post(restore, apitest.JSON{}).Want(http.StatusOK)
		if left.Field(field) != 1.0 || left.Header.Get("ETag") != `"2"` {
			t.Errorf("%s: restored whole it is %s", collection, left.Body)
		}
		back := staff.Post(restore, apitest.JSON{"fields": []string{field}}).Want(http.StatusOK)
		if back.Field(field) != 2.0 || back.Header.Get("ETag") != `"3"` {
			t.Errorf("%s: restored by name it is %s", collection, back.Body)
		}
	}
}

// A text that moved is named by the history, and has its place back when it is named; it stays
// where it is when all texts are restored.
func TestHistory_OfTheOrderOfTexts(t *testing.T) {
	staff := apitest.New(t).Ready(t).Staff(t)
	made := staff.Post("/api/admin/page-content", apitest.JSON{
		"page": "home", "section": "hero", "type": "heading", "content": "One", "order_index": 3,
	}).Want(http.StatusCreated)
	staff.Put(itemsPath+made.Text("id"), apitest.JSON{"order_index": 7}).Want(http.StatusOK)
	for _, restore := range []struct {
		body   apitest.JSON
		at     float64
		newest string
	}{
		{apitest.JSON{}, 7, "2 changed [heading] Asha Rao"},
		{apitest.JSON{"fields": []string{"heading"}}, 3, "3 restored [heading] Asha Rao"},
	} {
		staff.Post("/api/admin/history/page-content/home.hero/1/restore", restore.body).Want(http.StatusOK)
		text := rows(t, staff.Get("/api/page-content/home/hero"))[0]
		if text["order_index"] != restore.at || text["content"] != "One" {
			t.Errorf("restored with %v it is %v", restore.body, text)
		}
		if got := historyOf(t, staff, "page-content/home.hero")[0]; got != restore.newest {
			t.Errorf("the newest = %s, want %s", got, restore.newest)
		}
	}
}

// When and where a page is shown is decided apart from what it says.
func TestHistory_RestoreLeavesWhenAndWhereAPageIs(t *testing.T) {
	staff := apitest.New(t).Ready(t).Staff(t)
	day := func(n int) string {
		return time.Now().UTC().AddDate(0, 0, n).Truncate(time.Second).Format(time.RFC3339)
	}
	first := apitest.JSON{
		"path": "/a", "title": "One", "description": "One", "status": "published",
		"publish_date": day(-2), "unpublish_date": day(20),
	}
	second := apitest.JSON{
		"path": "/b", "title": "Two", "description": "Two", "status": "draft",
		"publish_date": day(10), "unpublish_date": day(30),
	}
	id := staff.Post(pages, first).Want(http.StatusCreated).Text("id")
	staff.Put(pages+"/"+id, second).Want(http.StatusOK)
	restore := "/api/admin/history/pages/" + id + "/1/restore"
	back := staff.Post(restore, apitest.JSON{}).Want(http.StatusOK)
	for field := range first {
		want := second[field]
		if field == "title" || field == "description" {
			want = first[field]
		}
		if got := back.Field(field); got != want {
			t.Errorf("restored whole, %s is %v, want %v", field, got, want)
		}
	}
	back = staff.Post(restore, apitest.JSON{
		"fields": []string{"path", "status", "publish_date", "unpublish_date"},
	}).Want(http.StatusOK)
	for field, want := range first {
		if got := back.Field(field); got != want {
			t.Errorf("restored by name, %s is %v, want %v", field, got, want)
		}
	}
}

// What today's rules refuse is refused of a former version, too, and stored by none.
func TestHistory_RestoreRefusesWhatTheRulesDo(t *testing.T) {
	staff := apitest.New(t).Ready(t).Staff(t)
	made := staff.Post("/api/articles", apitest.JSON{"title": "One", "unpublish_date": "2030-01-01"}).
		Want(http.StatusCreated)
	article := "/api/articles/" + made.Text("id")
	staff.Put(article, apitest.JSON{"title": "Two", "unpublish_date": nil, "publish_date": "2031-01-01"}).
		Want(http.StatusOK)
	_, places := staff.Post("/api/admin/history/articles/"+made.Text("id")+"/1/restore", apitest.JSON{
		"fields": []string{"title", "unpublish_date"},
	}).Problem(http.StatusUnprocessableEntity)
	if !slices.Equal(places, []string{"body.unpublish_date"}) {
		t.Errorf("refused at %v", places)
	}
	if now := staff.Get(article); now.Text("title") != "Two" || now.Header.Get("ETag") != `"2"` {
		t.Errorf("after it there is %s", now.Body)
	}
}

// A long title that others have, too, makes an address that stays what it is when it is sent
// or restored.
func TestArticles_LongAddressIsStable(t *testing.T) {
	staff := apitest.New(t).Ready(t).Staff(t)
	title := strings.Repeat("monsoons ", 12) // which is cut
	staff.Post("/api/articles", apitest.JSON{"title": strings.Repeat("x", 80)}).Want(http.StatusCreated)
	for _, title := range []string{title, strings.Repeat("x", 80)} {
		staff.Post("/api/articles", apitest.JSON{"title": title}).Want(http.StatusCreated)
		made := staff.Post("/api/articles", apitest.JSON{"title": title}).Want(http.StatusCreated)
		path, slug := "/api/articles/"+made.Text("id"), made.Text("slug")
		for _, body := range []apitest.JSON{{"slug": slug}, {"title": title}, {"slug": slug, "title": title + "!"}} {
			if got := staff.Put(path, body).Want(http.StatusOK).Text("slug"); got != slug {
				t.Errorf("%v moved %s to %s", body, slug, got)
			}
		}
		staff.Put(path, apitest.JSON{"slug": "elsewhere-" + slug[:5]}).Want(http.StatusOK)
		restored := staff.Post("/api/admin/history/articles/"+made.Text("id")+"/1/restore", apitest.JSON{
			"fields": []string{"slug"},
		}).Want(http.StatusOK)
		if got := restored.Text("slug"); got != slug || len(slug) > 80 {
			t.Errorf("%s restored is %s", slug, got)
		}
	}
}

// What was deleted last comes first, of whatever collection it is.
func TestTrash_NewestFirst(t *testing.T) {
	staff := apitest.New(t).Ready(t).Staff(t)
	var want []string
	for _, each := range []struct{ calls, title string }{
		{"/api/articles", "First"}, {"/api/admin/features", "Second"}, {"/api/articles", "Third"},
	} {
		id := staff.Post(each.calls, apitest.JSON{"title": each.title}).Want(http.StatusCreated).Text("id")
		staff.Delete(each.calls + "/" + id).Want(http.StatusNoContent)
		want = append([]string{each.title}, want...)
	}
	var got []string
	for _, each := range rows(t, staff.Get("/api/admin/trash")) {
		got = append(got, fmt.Sprint(each["title"]))
	}
	if !slices.Equal(got, want) {
		t.Errorf("the trash is %v, want %v", got, want)
	}
	if got := rows(t, staff.Get("/api/admin/trash?limit=1&offset=1")); len(got) != 1 || got[0]["title"] != "Second" {
		t.Errorf("its second page is %v", got)
	}
}

// A running server removes the versions and deleted documents whose time is over.
func TestHistory_IsSweptByTheServer(t *testing.T) {
	one := apitest.New(t).Ready(t)
	staff := one.Staff(t)
	id := staff.Post("/api/articles", apitest.JSON{"title": "0"}).Want(http.StatusCreated).Text("id")
	for n := range 3 {
		staff.Put("/api/articles/"+id, apitest.JSON{"excerpt": fmt.Sprint(n)}).Want(http.StatusOK)
	}
	gone := staff.Post("/api/articles", apitest.JSON{"title": "Gone"}).Want(http.StatusCreated).Text("id")
	staff.Delete("/api/articles/" + gone).Want(http.StatusNoContent)
	one.Stop(t)
	two := apitest.Start(t, one.Database, apitest.CleaningUp, func(o *apitest.Options) {
		c := &o.Config
		c.HistoryKeep, c.HistoryKeepDaily, c.HistoryKeepLeast, c.TrashKeep = 0, 0, 1, 0
	}).Ready(t)
	staff = staff.On(two)
	apitest.Eventually(t, func() bool {
		return len(rows(t, staff.Get("/api/admin/trash"))) == 0 && len(historyOf(t, staff, "articles/"+id)) == 2
	})
	staff.Get("/api/admin/history/articles/" + id + "/3").Want(http.StatusOK)
	staff.Get("/api/admin/history/articles/" + id + "/2").Problem(http.StatusNotFound)
}
