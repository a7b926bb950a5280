package apitest_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

// published stores a published article and returns its address below /api.
func published(t *testing.T, staff *apitest.Client, body apitest.JSON) (id, address string) {
	t.Helper()
	body["status"] = "published"
	id = staff.Post("/api/articles", body).Want(http.StatusCreated).Text("id")
	return id, "/api/articles/" + id
}

// row returns what a list has of a document.
func row(t *testing.T, list *apitest.Response, id string) map[string]any {
	t.Helper()
	for _, each := range rows(t, list) {
		if each["id"] == id {
			return each
		}
	}
	t.Fatalf("%s is not in the list %s", id, list.Body)
	return nil
}

func TestWorkingCopy_IsPublicOnlyOncePublished(t *testing.T) {
	app := apitest.New(t).Ready(t)
	other := apitest.Start(t, app.Database).Ready(t)
	asha, ravi, anyone := app.Staff(t), colleague(t, app, "ravi@example.com", "Ravi"), app.Anonymous(t)
	id, article := published(t, asha, apitest.JSON{"title": "Monsoons", "content": "<p>Rain</p>", "tags": []string{"a"}})
	public := anyone.Get("/api/articles/monsoons").Want(http.StatusOK)
	snapshot := anyone.Get("/api/snapshot").Want(http.StatusOK).Text("fingerprint")
	noted := len(auditLog(t, asha, ""))

	for n := range 3 {
		ravi.Put(article+"/working-copy", apitest.JSON{
			"title": "The monsoon", "content": fmt.Sprintf("<p onclick='x()'>Rain %d</p>", n),
		}).Want(http.StatusOK)
	}
	if got := anyone.Get("/api/articles/monsoons"); string(got.Body) != string(public.Body) {
		t.Errorf("the public sees %s", got.Body)
	}
	if got := anyone.Get("/api/snapshot").Text("fingerprint"); got != snapshot {
		t.Error("the public content has another fingerprint")
	}
	for _, list := range []string{"/api/articles", "/api/articles?status=published"} {
		if got := string(anyone.Get(list).Body); strings.Contains(got, "working") || strings.Contains(got, "The monsoon") {
			t.Errorf("the public list has %s", got)
		}
	}
	if got := row(t, asha.Get("/api/articles"), id); got["has_working_copy"] != true || got["revision"] != float64(1) {
		t.Errorf("the list for staff has %v", got)
	}
	if got := historyOf(t, asha, "articles/"+id); len(got) != 1 {
		t.Errorf("history = %q", got)
	}
	if got := len(auditLog(t, asha, "")); got != noted {
		t.Errorf("the audit log has %d entries more", got-noted)
	}

	colleagues := asha.On(other).Get(article + "/working-copy").Want(http.StatusOK)
	if colleagues.Text("content") != "<p>Rain 2</p>" || colleagues.Header.Get("ETag") != `"3"` ||
		colleagues.Field("document_revision") != float64(1) || colleagues.Field("tags") != nil {
		t.Errorf("a colleague sees %s, ETag %s", colleagues.Body, colleagues.Header.Get("ETag"))
	}
	if by, _ := colleagues.Field("saved_by").(map[string]any); by["name"] != "Ravi" {
		t.Errorf("saved by %v", by)
	}
	live := asha.On(other).Post(article+"/working-copy/publish", apitest.JSON{"copy": `"3"`}, "If-Match", `"1"`).
		Want(http.StatusOK)
	if live.Header.Get("ETag") != `"2"` || live.Text("title") != "The monsoon" || live.Field("has_working_copy") != false {
		t.Errorf("published: %s", live.Body)
	}
	if got := other.Anonymous(t).Get("/api/articles/monsoons").Text("content"); got != "<p>Rain 2</p>" {
		t.Errorf("the public sees %s", got)
	}
	asha.Get(article + "/working-copy").Problem(http.StatusNotFound)
	if got := historyOf(t, asha, "articles/"+id); len(got) != 2 || got[0] != "2 changed [content title] Asha Rao" {
		t.Errorf("history = %q", got)
	}
	added := auditLog(t, asha, "&action=publishArticleWorkingCopy")
	if len(added) != 1 || !slices.Equal(added[0].Changes, []string{"content", "title"}) || added[0].ResourceID != id {
		t.Errorf("the audit log has %+v", added)
	}
	var version struct{ Document map[string]any }
	asha.Get("/api/admin/history/articles/" + id + "/1").Want(http.StatusOK).Into(&version)
	if version.Document["has_working_copy"] != false || version.Document["title"] != "Monsoons" {
		t.Errorf("the former version is %v", version.Document)
	}
}

func TestWorkingCopy_WhoMayAndWhatIsRefused(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	_, article := published(t, staff, apitest.JSON{"title": "One"})
	copied := article + "/working-copy"
	for _, address := range []string{copied, "/api/articles/new/working-copy", "/api/admin/pages/new/working-copy"} {
		anyone.Get(address).Problem(http.StatusUnauthorized)
		anyone.Put(address, apitest.JSON{"title": "x"}).Problem(http.StatusUnauthorized)
		anyone.Delete(address).Problem(http.StatusUnauthorized)
		anyone.Post(address+"/publish", apitest.JSON{}).Problem(http.StatusUnauthorized)
		staff.Get(address).Problem(http.StatusNotFound)
		staff.Delete(address).Problem(http.StatusNotFound)
		staff.Post(address+"/publish", apitest.JSON{}).Problem(http.StatusNotFound)
	}
	staff.Put("/api/articles/unknown/working-copy", apitest.JSON{"title": "x"}).Problem(http.StatusNotFound)
	for place, body := range map[string]apitest.JSON{
		"body.title":          {"title": strings.Repeat("x", 301)},
		"body.tags":           {"tags": []string{strings.Repeat("x", 61)}},
		"body.banner_image":   {"banner_image": "https://x:99999/a.png"},
		"body.publish_at":     {"publish_at": "soon"},
		"body.unpublish_date": {"publish_date": "2026-05-02", "unpublish_date": "2026-05-01"},
		"body.status":         {"status": "gone"},
	} {
		_, places := staff.Put(copied, body).Problem(http.StatusUnprocessableEntity)
		if !slices.Equal(places, []string{place}) {
			t.Errorf("%v: %v", body, places)
		}
	}
	staff.Get(copied).Problem(http.StatusNotFound)
	staff.Put("/api/articles/new/working-copy", apitest.JSON{"publish_at": "2030-01-01"}).
		Problem(http.StatusUnprocessableEntity)

	staff.Put(copied, apitest.JSON{"title": "", "excerpt": "Unfinished"}).Want(http.StatusOK)
	if _, places := staff.Post(copied+"/publish", apitest.JSON{}).Problem(http.StatusUnprocessableEntity); !slices.Equal(
		places, []string{"body.title"}) {
		t.Errorf("published without a title: %v", places)
	}
	if got := staff.Get(article); got.Header.Get("ETag") != `"1"` || got.Text("excerpt") != "" {
		t.Errorf("a refused publication left %s", got.Body)
	}
	staff.Delete(copied).Want(http.StatusNoContent)
	if got := staff.Get(article); got.Field("has_working_copy") != false || got.Header.Get("ETag") != `"1"` {
		t.Errorf("after discarding: %s", got.Body)
	}
	staff.Put(copied, apitest.JSON{"title": "One"}).Want(http.StatusOK)
	same := staff.Post(copied+"/publish", apitest.JSON{}).Want(http.StatusOK)
	if same.Header.Get("ETag") != `"1"` || same.Field("has_working_copy") != false {
		t.Errorf("a copy that changes nothing was published as %s", same.Body)
	}
}

func TestWorkingCopy_SecondEditor(t *testing.T) {
	app := apitest.New(t).Ready(t)
	asha, ravi := app.Staff(t), colleague(t, app, "ravi@example.com", "Ravi")
	_, article := published(t, asha, apitest.JSON{"title": "One", "excerpt": "Short"})
	copied := article + "/working-copy"
	current := func(r *apitest.Response) map[string]any {
		t.Helper()
		r.Problem(http.StatusPreconditionFailed)
		found, _ := r.Field("current").(map[string]any)
		return found
	}
	put := func(c *apitest.Client, title string, headers ...string) *apitest.Response {
		return c.Put(copied, apitest.JSON{"title": title}, headers...)
	}
	first := put(asha, "By Asha", "If-None-Match", "*").Want(http.StatusOK).Header.Get("ETag")
	if got := current(put(ravi, "By Ravi", "If-None-Match", "*")); got["title"] != "By Asha" {
		t.Errorf("who began from nothing is told of %v", got)
	}
	second := put(ravi, "By Ravi", "If-Match", first).Want(http.StatusOK).Header.Get("ETag")
	if got := current(put(asha, "By Asha again", "If-Match", first)); got["title"] != "By Ravi" {
		t.Errorf("who began from the first is told of %v", got)
	}
	if again := put(ravi, "By Ravi", "If-Match", first).Want(http.StatusOK).Header.Get("ETag"); again != second {
		t.Errorf("who sends the same once more, its answer lost, gets %s", again)
	}
	third := put(asha, "By Asha again", "If-Match", second).Want(http.StatusOK).Header.Get("ETag")
	current(put(ravi, "By Ravi again", "If-Match", second))
	current(ravi.Delete(copied, "If-Match", second))
	current(ravi.Post(copied+"/publish", apitest.JSON{"copy": second}))

	asha.Put(article, apitest.JSON{"title": "Two", "excerpt": "Shorter"}).Want(http.StatusOK)
	got := current(ravi.Post(copied+"/publish", apitest.JSON{"copy": third}, "If-Match", `"1"`))
	if got["title"] != "Two" || got["has_working_copy"] != true {
		t.Errorf("published over %v", got)
	}
	if got := ravi.Get(copied).Field("changed_since"); fmt.Sprint(got) != "[title]" {
		t.Errorf("changed since: %v", got)
	}
	live := ravi.Post(copied+"/publish", apitest.JSON{"copy": third}, "If-Match", `"2"`).Want(http.StatusOK)
	if live.Text("title") != "By Asha again" || live.Text("excerpt") != "Shorter" {
		t.Errorf("published %s", live.Body)
	}
	if got := current(put(asha, "Late", "If-Match", third)); got != nil {
		t.Errorf("who goes on with a published copy is told of %v", got)
	}
	if fourth := put(asha, "New", "If-None-Match", "*").Want(http.StatusOK).Header.Get("ETag"); fourth == first ||
		fourth == second || fourth == third {
		t.Errorf("a new copy has the ETag %s of a former one", fourth)
	}
}

// Who keeps changes after somebody else has saved is told, also who comes back to them later.
func TestWorkingCopy_BegunBeforeSomebodyElseSaved(t *testing.T) {
	app := apitest.New(t).Ready(t)
	asha, ravi := app.Staff(t), colleague(t, app, "ravi@example.com", "Ravi")
	id, article := published(t, asha, apitest.JSON{"title": "One", "excerpt": "Short"})
	copied := article + "/working-copy"
	asha.Put(article, apitest.JSON{"title": "By Asha"}).Want(http.StatusOK)
	put := func(change apitest.JSON, want string) {
		t.Helper()
		got := ravi.Put(copied, change).Want(http.StatusOK)
		if state := fmt.Sprint(got.Field("document_revision"), got.Field("changed_since")); state != want {
			t.Errorf("%v was begun at %s, want %s", change, state, want)
		}
	}
	put(apitest.JSON{"title": "By Ravi", "document_revision": 1}, "1 [title]")
	put(apitest.JSON{"title": "By Ravi", "excerpt": "By Ravi", "document_revision": 1}, "1 [title]")
	put(apitest.JSON{"title": "By Ravi again", "document_revision": 2}, "1 [title]")
	ravi.Delete(copied).Want(http.StatusNoContent)
	put(apitest.JSON{"excerpt": "By Ravi", "document_revision": 1}, "1 []")
	ravi.Delete(copied).Want(http.StatusNoContent)
	put(apitest.JSON{"title": "By Ravi", "document_revision": 2}, "2 []")
	ravi.Delete(copied).Want(http.StatusNoContent)
	asha.Delete("/api/admin/history/articles/" + id).Want(http.StatusNoContent)
	put(apitest.JSON{"title": "By Ravi", "document_revision": 1}, "1 [title]")
}

// However eight writers at two processes race, four who save and four who keep working
// copies: each write is there once, none undoes another's.
func TestWorkingCopy_WritersRace(t *testing.T) {
	const writers, writes = 8, 6
	one := apitest.New(t).Ready(t)
	two := apitest.Start(t, one.Database).Ready(t)
	staff := one.Staff(t)
	id, article := published(t, staff, apitest.JSON{"title": "Start", "excerpt": "Start"})
	var mu sync.Mutex
	saved, copied := map[int]string{}, map[int]string{} // by revision
	var wg sync.WaitGroup
	for i := range writers {
		client, address, field, made := staff.In(t), article, "title", saved
		if i%2 == 1 {
			client = client.On(two)
		}
		if i >= writers/2 {
			address, field, made = article+"/working-copy", "excerpt", copied
		}
		wg.Go(func() {
			for n := range writes {
				text := fmt.Sprintf("Text %d of %d", n, i)
				answer := client.Put(address, apitest.JSON{field: text})
				if answer.Status == http.StatusConflict {
					continue
				}
				var state struct{ Revision int }
				answer.Want(http.StatusOK).Into(&state)
				mu.Lock()
				if made[state.Revision] != "" {
					t.Errorf("%q and %q are both revision %d", made[state.Revision], text, state.Revision)
				}
				made[state.Revision] = text
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	now, copyNow := staff.Get(article), staff.Get(article+"/working-copy").Want(http.StatusOK)
	if now.Field("revision") != float64(len(saved)+1) || now.Text("title") != saved[len(saved)+1] ||
		now.Text("excerpt") != "Start" {
		t.Errorf("after %d saves the article is %s", len(saved), now.Body)
	}
	if copyNow.Field("revision") != float64(len(copied)) || copyNow.Text("excerpt") != copied[len(copied)] {
		t.Errorf("after %d writes the copy is %s", len(copied), copyNow.Body)
	}
	if got := historyOf(t, staff, "articles/"+id); len(got) != len(saved)+1 {
		t.Errorf("%d saves left the history %q", len(saved), got)
	}
	for at, title := range saved {
		var version struct {
			Document struct{ Title, Excerpt string }
		}
		staff.Get(fmt.Sprintf("/api/admin/history/articles/%s/%d", id, at)).Want(http.StatusOK).Into(&version)
		if version.Document.Title != title || version.Document.Excerpt != "Start" {
			t.Errorf("revision %d is %+v, want %s", at, version.Document, title)
		}
	}
}

func TestWorkingCopy_KnowsWhatItWasMadeOver(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	_, article := published(t, staff, apitest.JSON{"title": "Monsoons", "excerpt": "Rain"})
	copied := article + "/working-copy"
	staff.Put(article, apitest.JSON{"title": "The monsoon"}).Want(http.StatusOK)

	// Typed in a form that was opened before.
	typed := apitest.JSON{"title": "A monsoon", "excerpt": "Rains", "document_revision": 1}
	kept := staff.Put(copied, typed, "If-None-Match", "*").Want(http.StatusOK)
	if got := fmt.Sprint(kept.Field("changed_since")); got != "[title]" || kept.Field("document_revision") != 1.0 {
		t.Errorf("made over the first revision: %s", kept.Body)
	}
	staff.Post(copied+"/publish", apitest.JSON{}, "If-Match", `"1"`).Want(http.StatusPreconditionFailed)

	// Seen by now.
	staff.Delete(copied).Want(http.StatusNoContent)
	typed["document_revision"] = 2
	if got := staff.Put(copied, typed).Want(http.StatusOK).Field("changed_since"); fmt.Sprint(got) != "[]" {
		t.Errorf("made over the present revision: changed since %q", got)
	}
}
