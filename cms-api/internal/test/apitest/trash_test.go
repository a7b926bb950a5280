package apitest_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/test/apitest"
)

func TestTrash_HasBackWhatWasDeleted(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	made := staff.Post("/api/articles", apitest.JSON{"title": "Monsoons", "status": "published"}).Want(http.StatusCreated)
	id := made.Text("id")
	staff.Put("/api/articles/"+id, apitest.JSON{"slug": "rain"}).Want(http.StatusOK)
	staff.Delete("/api/articles/" + id).Want(http.StatusNoContent)
	for _, gone := range []string{"rain", "monsoons", id} {
		anyone.Get("/api/articles/" + gone).Problem(http.StatusNotFound)
		staff.Get("/api/articles/" + gone).Problem(http.StatusNotFound)
	}
	staff.Put("/api/articles/"+id, apitest.JSON{"title": "x"}).Problem(http.StatusNotFound)
	staff.Delete("/api/articles/" + id).Problem(http.StatusNotFound)
	if list := rows(t, staff.Get("/api/articles")); len(list) != 0 {
		t.Errorf("the list has %v", list)
	}
	trash := rows(t, staff.Get("/api/admin/trash"))
	if len(trash) != 1 || trash[0]["title"] != "Monsoons" || trash[0]["collection"] != "articles" || trash[0]["id"] != id {
		t.Fatalf("trash = %v", trash)
	}
	deleted, _ := time.Parse(time.RFC3339, trash[0]["deleted_at"].(string))
	until, _ := time.Parse(time.RFC3339, trash[0]["until"].(string))
	if until.Sub(deleted) != 720*time.Hour {
		t.Errorf("stays until %v", trash[0]["until"])
	}
	other := staff.Post("/api/articles", apitest.JSON{"title": "Rain", "status": "published"}).Want(http.StatusCreated)
	if other.Text("slug") != "rain" {
		t.Errorf("the address is not free: %s", other.Text("slug"))
	}
	staff.Post("/api/articles", apitest.JSON{"title": "Monsoons", "status": "published"}).Want(http.StatusCreated)

	back := staff.Post("/api/admin/trash/articles/"+id+"/restore", apitest.JSON{}).Want(http.StatusOK)
	if back.Text("slug") != "rain-2" || back.Text("status") != "published" || back.Text("title") != "Monsoons" {
		t.Errorf("had back: %s", back.Body)
	}
	anyone.Get("/api/articles/rain-2").Want(http.StatusOK)
	if got := anyone.Get("/api/articles/monsoons").Want(http.StatusOK).Text("id"); got == id {
		t.Error("the former address leads to the restored article, though another one has it")
	}
	staff.Post("/api/admin/trash/articles/"+id+"/restore", apitest.JSON{}).Problem(http.StatusNotFound)

	staff.Delete("/api/articles/" + id).Want(http.StatusNoContent)
	staff.Delete("/api/admin/trash/articles/" + id).Want(http.StatusNoContent)
	staff.Get("/api/admin/history/articles/" + id).Problem(http.StatusNotFound)
	staff.Delete("/api/admin/trash/articles/" + id).Problem(http.StatusNotFound)
}

// Where somebody took the address meanwhile, a page gets the next free one, and a section,
// whose type is what it is, stays in the trash. Another process sees all of it.
func TestTrash_TakenMeanwhile(t *testing.T) {
	one := apitest.New(t).Ready(t)
	two := apitest.Start(t, one.Database).Ready(t)
	staff := one.Staff(t)
	other, anyone := staff.On(two), two.Anonymous(t)
	page := staff.Post("/api/admin/pages", apitest.JSON{"path": "/a", "title": "A", "status": "published"}).
		Want(http.StatusCreated).Text("id")
	staff.Put("/api/admin/pages/"+page, apitest.JSON{"path": "/b"}).Want(http.StatusOK)
	section := staff.Post("/api/admin/sections", apitest.JSON{"name": "One", "type": "one"}).
		Want(http.StatusCreated).Text("id")
	shown := func(path string) bool {
		return anyone.Get("/api/pages/by-path?path="+path).Status == http.StatusOK
	}
	apitest.Eventually(t, func() bool { return shown("/b") })
	staff.Delete("/api/admin/pages/" + page).Want(http.StatusNoContent)
	staff.Delete("/api/admin/sections/" + section).Want(http.StatusNoContent)
	apitest.Eventually(t, func() bool { return !shown("/b") })
	for _, path := range []string{"/a", "/b"} {
		other.Post("/api/admin/pages", apitest.JSON{"path": path, "title": "Other", "status": "published"}).
			Want(http.StatusCreated)
	}
	other.Post("/api/admin/sections", apitest.JSON{"name": "Two", "type": "one"}).Want(http.StatusCreated)

	back := other.Post("/api/admin/trash/pages/"+page+"/restore", apitest.JSON{}).Want(http.StatusOK)
	if back.Text("path") != "/b-2" || back.Text("status") != "published" {
		t.Errorf("had back %s", back.Body)
	}
	if got := rows(t, other.Get("/api/admin/redirects")); len(got) != 0 {
		t.Errorf("redirects = %v", got)
	}
	other.Post("/api/admin/trash/sections/"+section+"/restore", apitest.JSON{}).Problem(http.StatusConflict)
	if got := rows(t, staff.Get("/api/admin/trash")); len(got) != 1 || got[0]["collection"] != "sections" {
		t.Errorf("trash = %v", got)
	}
	one.Stop(t)
	three := apitest.Start(t, one.Database).Ready(t)
	if got := rows(t, staff.On(three).Get("/api/sections")); len(got) != 1 || got[0]["name"] != "Two" {
		t.Errorf("a process that starts later shows %v", got)
	}
}

// What was done in haste is undone as long as nobody else has changed the document since; the
// refusal says who has.
func TestTrash_UndoneUnlessSomebodyWasFaster(t *testing.T) {
	app := apitest.New(t).Ready(t)
	asha, ravi := app.Staff(t), colleague(t, app, "ravi@example.com", "Ravi")
	refused := func(answer *apitest.Response, what string) {
		t.Helper()
		answer.Problem(http.StatusPreconditionFailed)
		for _, want := range []string{`"detail":"Ravi has changed this since."`, `"current":{`, `"what":"` + what + `"`} {
			if !strings.Contains(string(answer.Body), want) {
				t.Errorf("refused with %s, without %s", answer.Body, want)
			}
		}
	}
	for _, each := range []struct {
		collection, calls string
		body              apitest.JSON
	}{
		{"articles", "/api/articles", apitest.JSON{"title": "One", "status": "published"}},
		{"pages", "/api/admin/pages", apitest.JSON{"path": "/a", "title": "One"}},
		{"sections", "/api/admin/sections", apitest.JSON{"name": "One", "type": "a"}},
		{"programs", "/api/admin/programs", apitest.JSON{"title": "One"}},
		{"social-links", "/api/admin/social-media", apitest.JSON{"platform": "Telegram", "url": "https://t.me/a"}},
	} {
		id := asha.Post(each.calls, each.body).Want(http.StatusCreated).Text("id")
		trash := "/api/admin/trash/" + each.collection + "/" + id + "/restore"
		deleted := asha.Delete(each.calls + "/" + id).Want(http.StatusNoContent).Header.Get("ETag")
		back := asha.Post(trash, nil, "If-Match", deleted).Want(http.StatusOK)
		if tag := back.Header.Get("ETag"); deleted != `"2"` || tag != `"3"` {
			t.Errorf("%s: deleted at %s, had back at %s", each.collection, deleted, tag)
		}
		deleted = asha.Delete(each.calls + "/" + id).Want(http.StatusNoContent).Header.Get("ETag")
		ravi.Post(trash, nil).Want(http.StatusOK)
		refused(asha.Post(trash, nil, "If-Match", deleted), "restored")
		ravi.Delete(each.calls + "/" + id).Want(http.StatusNoContent)
		refused(asha.Post(trash, nil, "If-Match", deleted), "deleted")
		asha.Delete("/api/admin/trash/" + each.collection + "/" + id).Want(http.StatusNoContent)
		asha.Post(trash, nil, "If-Match", deleted).Problem(http.StatusNotFound)
	}

	article := asha.Post("/api/articles", apitest.JSON{"title": "Two", "status": "published"}).Want(http.StatusCreated)
	path, restore := "/api/articles/"+article.Text("id"), "/api/admin/history/articles/"+article.Text("id")+"/1/restore"
	hidden := asha.Put(path, apitest.JSON{"status": "draft"}).Want(http.StatusOK).Header.Get("ETag")
	status := apitest.JSON{"fields": []string{"status"}}
	shown := asha.Post(restore, status, "If-Match", hidden).Want(http.StatusOK)
	if shown.Text("status") != "published" {
		t.Errorf("undone: %s", shown.Body)
	}
	hidden = asha.Put(path, apitest.JSON{"status": "draft"}).Want(http.StatusOK).Header.Get("ETag")
	ravi.Put(path, apitest.JSON{"excerpt": "New"}).Want(http.StatusOK)
	refused(asha.Post(restore, status, "If-Match", hidden), "changed")
}

// Nothing becomes public by being had back: what was waiting for a time that has passed comes
// back as a draft, and its changes with a time stay scheduled or say why they are not published.
func TestTrash_PublishesNothingOfWhatCameDue(t *testing.T) {
	clock := &alarmClock{}
	app := apitest.New(t, func(o *apitest.Options) { o.Clock = clock }).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	soon, later := clock.in(time.Hour), clock.in(3*time.Hour)
	article := func(title string, more apitest.JSON) string {
		body := apitest.JSON{"title": title, "status": "published"}
		maps.Copy(body, more)
		return "articles/" + staff.Post("/api/articles", body).Want(http.StatusCreated).Text("id")
	}
	page := func(path, at string) string {
		body := apitest.JSON{"path": path, "title": path, "status": "published", "publish_date": at}
		return "pages/" + staff.Post("/api/admin/pages", body).Want(http.StatusCreated).Text("id")
	}
	calls := func(id string) string {
		if strings.HasPrefix(id, "pages/") {
			return "/api/admin/" + id
		}
		return "/api/" + id
	}
	public := article("Public", nil)
	for _, of := range []string{public, page("/public", clock.in(-time.Hour))} {
		staff.Put(calls(of)+"/working-copy", apitest.JSON{"title": "Two", "publish_at": soon}).Want(http.StatusOK)
	}
	far := article("Far", nil)
	staff.Put(calls(far)+"/working-copy", apitest.JSON{"title": "Far two", "publish_at": later}).Want(http.StatusOK)
	want := map[string]string{
		public: "published", far: "published",
		article("Due", apitest.JSON{"publish_date": soon}):                                              "draft",
		article("Coming", apitest.JSON{"publish_date": later}):                                          "published",
		article("Over", apitest.JSON{"publish_date": clock.in(-2 * time.Hour), "unpublish_date": soon}): "published",
		page("/due", soon):     "draft",
		page("/coming", later): "published",
	}
	for of := range want {
		staff.Delete(calls(of)).Want(http.StatusNoContent)
	}
	clock.advance(2 * time.Hour)
	for of, status := range want {
		back := staff.Post("/api/admin/trash/"+of+"/restore", nil).Want(http.StatusOK)
		if back.Text("status") != status {
			t.Errorf("had back %s, want it %s", back.Body, status)
		}
	}
	for range 20 { // in which what is due would be published
		clock.advance(0)
		time.Sleep(10 * time.Millisecond)
	}
	for _, path := range []string{"/api/articles/due", "/api/articles/coming", "/api/articles/over"} {
		anyone.Get(path).Problem(http.StatusNotFound)
	}
	anyone.Get("/api/pages/by-path?path=/due").Problem(http.StatusNotFound)
	if got := anyone.Get("/api/articles/public").Want(http.StatusOK).Text("title"); got != "Public" {
		t.Errorf("published %s", got)
	}
	const reason = "This was in the trash at that time. Please choose a new one."
	if got := staff.Get(calls(public) + "/working-copy").Want(http.StatusOK); got.Text("refused") != reason ||
		got.Text("title") != "Two" {
		t.Errorf("the copy is %s", got.Body)
	}
	clock.advanceUntil(t, 2*time.Hour, func() bool { return staff.Get(calls(far)).Text("title") == "Far two" })
	anyone.Get("/api/articles/coming").Want(http.StatusOK)
	staff.Put(calls(public)+"/working-copy", apitest.JSON{"title": "Two", "publish_at": clock.in(time.Hour)}).
		Want(http.StatusOK)
	clock.advanceUntil(t, time.Hour, func() bool { return staff.Get(calls(public)).Text("title") == "Two" })
}
