package apitest_test

import (
	"net/http"
	"strings"
	"testing"

	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/test/apitest"
	"academy/cms-api/internal/test/teststore"
)

// A new article's text, and a new page's, is everybody's own.
func TestWorkingCopy_OfWhatIsNotStoredYet(t *testing.T) {
	app := apitest.New(t).Ready(t)
	other := apitest.Start(t, app.Database).Ready(t)
	asha, ravi := app.Staff(t), colleague(t, app, "ravi@example.com", "Ravi")
	const article, page = "/api/articles/new/working-copy", "/api/admin/pages/new/working-copy"
	first := asha.Put(article, apitest.JSON{"content": "<p onclick='x()'>Begun"}, "If-None-Match", "*").Want(http.StatusOK)
	if first.Text("content") != "<p>Begun</p>" || first.Field("title") != nil {
		t.Errorf("kept %s", first.Body)
	}
	ravi.Get(article).Problem(http.StatusNotFound)
	asha.Get(page).Problem(http.StatusNotFound)
	asha.Put(page, apitest.JSON{"path": "", "blocks": []apitest.JSON{}}).Want(http.StatusOK)
	elsewhere := asha.On(other)
	second := elsewhere.Put(article, apitest.JSON{"title": "Monsoons"}, "If-Match", first.Header.Get("ETag")).
		Want(http.StatusOK)
	asha.Put(article, apitest.JSON{"title": "x"}, "If-Match", first.Header.Get("ETag")).
		Problem(http.StatusPreconditionFailed)
	if got := asha.Get(article); got.Text("title") != "Monsoons" || got.Field("content") != nil {
		t.Errorf("replaced by %s", got.Body)
	}
	asha.Delete(article, "If-Match", second.Header.Get("ETag")).Want(http.StatusNoContent)
	elsewhere.Get(article).Problem(http.StatusNotFound)
	asha.Put(article, apitest.JSON{"title": "x"}, "If-Match", second.Header.Get("ETag")).
		Problem(http.StatusPreconditionFailed)
	if got := rows(t, asha.Get("/api/articles")); len(got) != 0 {
		t.Errorf("the list has %v", got)
	}
}

// What one window of somebody types is not lost to another window of theirs, whatever that did
// with the copy, and the refusal says who it was.
func TestWorkingCopy_OfWhatIsNotStoredYetInTwoWindows(t *testing.T) {
	app := apitest.New(t).Ready(t)
	asha := app.Staff(t)
	const article = "/api/articles/new/working-copy"
	const changed = "You have changed this in another window, or on another device, since you opened it."
	const gone = "You have stored or discarded this in another window, or on another device, since you opened it."
	refused := func(tag, want string) {
		t.Helper()
		header, value := "If-Match", tag
		if tag == "" {
			header, value = "If-None-Match", "*"
		}
		answer := asha.Put(article, apitest.JSON{"title": "Of the other window"}, header, value)
		if detail, _ := answer.Problem(http.StatusPreconditionFailed); detail != want {
			t.Errorf("refused with %q, want %q", detail, want)
		}
		current, _ := answer.Field("current").(map[string]any)
		if (want == changed) != (current["title"] == "Mine") {
			t.Errorf("the copy is shown as %v", current)
		}
	}
	erase := func() {
		t.Helper()
		asha.Post("/api/people/erase", apitest.JSON{"address": apitest.Email}).Want(http.StatusOK)
	}
	mine := func() string {
		t.Helper()
		return asha.Put(article, apitest.JSON{"title": "Mine"}).Want(http.StatusOK).Header.Get("ETag")
	}
	first := mine()
	refused("", changed)
	asha.Delete(article).Want(http.StatusNoContent)
	refused(first, gone)
	second := mine()
	refused(first, changed)
	erase()
	refused(second, gone)
	third := mine()
	refused(first, changed)
	refused(second, changed)
	if got := asha.Get(article); got.Text("title") != "Mine" || got.Header.Get("ETag") != third {
		t.Errorf("kept is %s", got.Body)
	}
}

// A publication that is cut short leaves the copy and the document as they were, and what it
// left behind is in nobody's way.
func TestWorkingCopy_PublicationCutShort(t *testing.T) {
	direct := teststore.Embedded(t)
	relay, through := direct.Relay(t)
	one := apitest.New(t, apitest.On(through)).Ready(t)
	two := apitest.Start(t, one.Database, apitest.On(direct)).Ready(t)
	staff := one.Staff(t)
	id, article := published(t, staff, apitest.JSON{"title": "One"})
	copied := article + "/working-copy"
	tag := staff.Put(copied, apitest.JSON{"title": "Two"}).Want(http.StatusOK).Header.Get("ETag")
	const notWritable = 10107
	relay.Fail("update", notWritable)
	staff.Post(copied+"/publish", apitest.JSON{}).Problem(http.StatusServiceUnavailable)
	relay.Fail("update", 0)
	other := staff.On(two)
	if now := other.Get(article); now.Text("title") != "One" || now.Header.Get("ETag") != `"1"` {
		t.Errorf("the article is %s", now.Body)
	}
	if got := historyOf(t, other, "articles/"+id); len(got) != 1 {
		t.Errorf("history = %q", got)
	}
	live := other.Post(copied+"/publish", apitest.JSON{"copy": tag}, "If-Match", `"1"`).Want(http.StatusOK)
	if live.Text("title") != "Two" || live.Field("has_working_copy") != false {
		t.Errorf("published %s", live.Body)
	}
	if got := historyOf(t, other, "articles/"+id); len(got) != 2 {
		t.Errorf("history = %q", got)
	}
}

func TestWorkingCopy_GoesToTheTrashWithItsDocument(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	id, article := published(t, staff, apitest.JSON{"title": "One"})
	copied := article + "/working-copy"
	tag := staff.Put(copied, apitest.JSON{"title": "Two"}).Want(http.StatusOK).Header.Get("ETag")
	staff.Delete(article).Want(http.StatusNoContent)
	staff.Get(copied).Problem(http.StatusNotFound)
	staff.Put(copied, apitest.JSON{"title": "Three"}).Problem(http.StatusNotFound)
	staff.Delete(copied).Problem(http.StatusNotFound)
	staff.Post(copied+"/publish", apitest.JSON{}).Problem(http.StatusNotFound)
	back := staff.Post("/api/admin/trash/articles/"+id+"/restore", apitest.JSON{}).Want(http.StatusOK)
	if back.Text("title") != "One" || back.Field("has_working_copy") != true {
		t.Errorf("had back %s", back.Body)
	}
	if got := staff.Get(copied).Want(http.StatusOK); got.Text("title") != "Two" || got.Header.Get("ETag") != tag {
		t.Errorf("its copy is %s", got.Body)
	}
	staff.Post("/api/admin/history/articles/"+id+"/1/restore", apitest.JSON{}).Want(http.StatusOK)
	staff.Post(copied+"/publish", apitest.JSON{"copy": tag}).Want(http.StatusOK)
	if got := staff.Get(article).Text("title"); got != "Two" {
		t.Errorf("published %s", got)
	}
}

func TestWorkingCopy_OfAPage(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	made := staff.Post("/api/admin/pages", apitest.JSON{
		"path": "/kas", "title": "KAS", "status": "published", "blocks": []apitest.JSON{},
	}).Want(http.StatusCreated)
	staff.Post("/api/admin/pages", apitest.JSON{"path": "/taken", "title": "Other"}).Want(http.StatusCreated)
	page := "/api/admin/pages/" + made.Text("id")
	copied := page + "/working-copy"
	unknown := []apitest.JSON{{"type": "unknown", "values": apitest.JSON{}}}
	if _, places := staff.Put(copied, apitest.JSON{"blocks": unknown}).
		Problem(http.StatusUnprocessableEntity); strings.Join(places, " ") != "body.blocks[0].type" {
		t.Errorf("an unknown block: %v", places)
	}
	kept := staff.Put(copied, apitest.JSON{
		"title": "", "path": "/taken", "blocks": []apitest.JSON{{"type": "hero", "values": apitest.JSON{}}},
	}).Want(http.StatusOK)
	blocks, _ := kept.Field("blocks").([]any)
	if block, _ := blocks[0].(map[string]any); block["id"] == "" {
		t.Errorf("the block has no id: %s", kept.Body)
	}
	staff.Post(copied+"/publish", apitest.JSON{}).Problem(http.StatusUnprocessableEntity)
	staff.Put(copied, apitest.JSON{"title": "KAS 2027", "path": "/taken"}).Want(http.StatusOK)
	staff.Post(copied+"/publish", apitest.JSON{}).Problem(http.StatusConflict)
	staff.Put(copied, apitest.JSON{"title": "KAS 2027", "path": "/kas-2027"}).Want(http.StatusOK)
	if got := row(t, staff.Get("/api/admin/pages"), made.Text("id")); got["has_working_copy"] != true {
		t.Errorf("the list has %v", got)
	}
	for _, public := range []string{"/api/pages", "/api/pages/by-path?path=/kas", "/api/snapshot"} {
		if got := string(anyone.Get(public).Want(http.StatusOK).Body); strings.Contains(got, "2027") ||
			strings.Contains(got, "working") {
			t.Errorf("%s: %s", public, got)
		}
	}
	live := staff.Post(copied+"/publish", apitest.JSON{}, "If-Match", made.Header.Get("ETag")).Want(http.StatusOK)
	if live.Text("path") != "/kas-2027" || live.Field("has_working_copy") != false {
		t.Errorf("published %s", live.Body)
	}
	anyone.Get("/api/pages/by-path?path=/kas-2027").Want(http.StatusOK)
	if got := rows(t, staff.Get("/api/admin/redirects")); len(got) != 1 || got[0]["from"] != "/kas" {
		t.Errorf("redirects = %v", got)
	}
}

// A preview begins from what publishing the copy would change.
func TestWorkingCopy_IsAnUpdate(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, content := app.Staff(t), app.Server().Content
	id, article := published(t, staff, apitest.JSON{"title": "One"})
	page := staff.Post("/api/admin/pages", apitest.JSON{"path": "/kas", "title": "One"}).
		Want(http.StatusCreated).Text("id")
	if update, err := content.Articles.WorkingUpdate(t.Context(), id); err != nil || update.Title != nil {
		t.Errorf("without a copy: %+v, %v", update, err)
	}
	for _, copied := range []string{article, "/api/admin/pages/" + page} {
		staff.Put(copied+"/working-copy", apitest.JSON{"title": "Two", "publish_date": nil}).Want(http.StatusOK)
	}
	if update, err := content.Articles.WorkingUpdate(t.Context(), id); err != nil || *update.Title != "Two" ||
		!update.PublishDate.Set || update.UnpublishDate.Set || update.Excerpt != nil {
		t.Errorf("the article's: %+v, %v", update, err)
	}
	if update, err := content.Pages.WorkingUpdate(t.Context(), page); err != nil || *update.Title != "Two" ||
		!update.PublishDate.Set || update.UnpublishDate.Set || update.Path != nil {
		t.Errorf("the page's: %+v, %v", update, err)
	}
}

// What working copies say of a person, in the trash too, is handed out and erased; what
// somebody without an account any more had not stored goes with the account.
func TestWorkingCopy_OfAPerson(t *testing.T) {
	app := apitest.New(t).Ready(t)
	asha, ravi := app.Staff(t), colleague(t, app, "ravi@example.com", "Ravi")
	_, article := published(t, asha, apitest.JSON{"title": "One"})
	_, deleted := published(t, asha, apitest.JSON{"title": "Two"})
	named := apitest.JSON{"content": "<p>Thanks to Meera@example.org & all</p>"}
	for _, of := range []string{article, deleted, "/api/articles/new"} {
		ravi.Put(of+"/working-copy", named).Want(http.StatusOK)
	}
	asha.Put("/api/articles/new/working-copy", apitest.JSON{"title": "Nobody"}).Want(http.StatusOK)
	asha.Put(article, apitest.JSON{"excerpt": "The former version has nothing of it"}).Want(http.StatusOK)
	asha.Delete(deleted).Want(http.StatusNoContent)
	export := asha.Post("/api/people/export", apitest.JSON{"address": "meera@example.org"})
	if got := places(t, export); got != "working_copies 3" || !strings.Contains(string(export.Body), "Thanks to") {
		t.Errorf("exported %s: %s", got, export.Body)
	}
	if got := places(t, asha.Post("/api/people/erase", apitest.JSON{
		"address": "meera@example.org",
	})); got != "working_copies 3" {
		t.Errorf("erased %s", got)
	}
	if got := places(t, asha.Post("/api/people/export", apitest.JSON{"address": "meera@example.org"})); got != "" {
		t.Errorf("after it there is still %s", got)
	}
	asha.Get(article + "/working-copy").Problem(http.StatusNotFound)
	asha.Get("/api/articles/new/working-copy").Want(http.StatusOK)

	ravi.Put("/api/articles/new/working-copy", apitest.JSON{"title": "Ravi's own, ravi@example.com"}).Want(http.StatusOK)
	ravi.Put(article+"/working-copy", apitest.JSON{"title": "Ravi's"}).Want(http.StatusOK)
	const address = "/api/people/export"
	if got := string(asha.Post(address, apitest.JSON{"address": "ravi@example.com"}).Body); !strings.Contains(got, "own") {
		t.Errorf("his own text is not exported: %s", got)
	}
	var account string
	for _, each := range rows(t, asha.Get("/api/admin/users")) {
		if each["name"] == "Ravi" {
			account, _ = each["id"].(string)
		}
	}
	asha.Delete("/api/admin/users/" + account).Want(http.StatusNoContent)
	if by, _ := asha.Get(article + "/working-copy").Field("saved_by").(map[string]any); by["name"] != "a former member" {
		t.Errorf("saved by %v", by)
	}
	stays := map[string]string{}
	for _, each := range rows(t, asha.Get("/api/admin/users")) {
		stays[each["id"].(string)] = ""
	}
	db := app.Server().Stores.DB
	if err := working.Sweep(t.Context(), db, stays); err != nil {
		t.Fatal(err)
	}
	asha.Get("/api/articles/new/working-copy").Want(http.StatusOK)
	export = asha.Post(address, apitest.JSON{"address": "ravi@example.com"})
	if got := places(t, export); strings.Contains(got, "working_copies") {
		t.Errorf("of who left there is still %s", got)
	}
}

// What only a working copy names is no unused upload, and a backup has it.
func TestWorkingCopy_IsKeptWhole(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	staff := app.Staff(t)
	upload := func(width int) string {
		return staff.Upload("/api/upload/image", "image", "x.jpg", photograph(t, width, 30)).
			Want(http.StatusCreated).Text("url")
	}
	_, article := published(t, staff, apitest.JSON{"title": "One"})
	copied, unsaved := article+"/working-copy", "/api/articles/new/working-copy"
	banner, inText, begun := upload(40), upload(41), upload(42)
	staff.Put(copied, apitest.JSON{
		"banner_image": banner, "content": `<p><img src="` + inText + `" alt="x"></p>`,
	}).Want(http.StatusOK)
	staff.Put(unsaved, apitest.JSON{"banner_image": begun}).Want(http.StatusOK)
	sweep(t, app)
	for _, url := range []string{banner, inText, begun} {
		staff.Get(url).Want(http.StatusOK)
	}
	archive, _ := backedUp(t, app, false)
	before, beforeNew := staff.Get(copied).Want(http.StatusOK), staff.Get(unsaved).Want(http.StatusOK)
	staff.Delete(copied).Want(http.StatusNoContent)
	staff.Delete(unsaved).Want(http.StatusNoContent)
	sweep(t, app)
	staff.Get(banner).Problem(http.StatusNotFound)
	if _, err := restore(t, app, archive, true); err != nil {
		t.Fatal(err)
	}
	again := app.Staff(t)
	if got := again.Get(copied).Want(http.StatusOK); string(got.Body) != string(before.Body) {
		t.Errorf("restored %s, want %s", got.Body, before.Body)
	}
	if got := again.Get(unsaved).Want(http.StatusOK); string(got.Body) != string(beforeNew.Body) {
		t.Errorf("restored %s, want %s", got.Body, beforeNew.Body)
	}
}
