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

const itemsPath = "/api/admin/page-content/"

// The texts of a section have one history: each item that is made, changed or deleted is a
// save of them. Items keep their ids, and their revisions rise.
func TestPageContent_HasAHistory(t *testing.T) {
	app := apitest.New(t).Ready(t)
	asha, ravi := app.Staff(t), colleague(t, app, "ravi@example.com", "Ravi")
	const history = "page-content/home.hero"
	if got := historyOf(t, asha, history); !slices.Equal(got, []string{"0 created [] nobody"}) {
		t.Errorf("before there is a text the history = %q", got)
	}
	heading := asha.Post(itemsPath[:len(itemsPath)-1], words("home", "hero", "heading", "One")).Want(http.StatusCreated)
	item := itemsPath + heading.Text("id")
	changed := ravi.Put(item, apitest.JSON{"content": "Two"}, "If-Match", heading.Header.Get("ETag")).Want(http.StatusOK)
	if tag := changed.Header.Get("ETag"); tag != `"2"` {
		t.Errorf("a change answered %s", tag)
	}
	same := ravi.Put(item, apitest.JSON{"content": "Two"}).Want(http.StatusOK)
	if tag := same.Header.Get("ETag"); tag != `"2"` {
		t.Errorf("a save that changes nothing answered %s", tag)
	}
	stale := asha.Put(item, apitest.JSON{"content": "Three"}, "If-Match", `"1"`)
	stale.Problem(http.StatusPreconditionFailed)
	if body := string(stale.Body); !strings.Contains(body, `"content":"Two"`) ||
		!strings.Contains(body, `"key":"heading"`) {
		t.Errorf("an old revision is refused with %s", body)
	}
	blank := words("home", "hero", "subheading", "")
	blank["empty"], blank["order_index"] = true, 2
	asha.Post(itemsPath[:len(itemsPath)-1], blank).Want(http.StatusCreated)
	asha.Delete(item).Want(http.StatusNoContent)
	if got := historyOf(t, asha, history); !slices.Equal(got, []string{
		"4 changed [heading] Asha Rao", "3 changed [subheading] Asha Rao", "2 changed [heading] Ravi",
		"1 changed [heading] Asha Rao", "0 created [] nobody",
	}) {
		t.Errorf("history = %q", got)
	}
	for revision, want := range map[int]string{
		1: `{"document":{"heading":"One"}}`, 3: `{"document":{"heading":"Two","subheading":""}}`,
		4: `{"document":{"subheading":""}}`,
	} {
		got := asha.Get(fmt.Sprintf("/api/admin/history/%s/%d", history, revision)).Want(http.StatusOK)
		if body := strings.TrimSpace(string(got.Body)); body != want {
			t.Errorf("at %d: %s, want %s", revision, body, want)
		}
	}

	restore := "/api/admin/history/" + history + "/%d/restore"
	back := ravi.Post(fmt.Sprintf(restore, 1), apitest.JSON{"fields": []string{"heading"}}, "If-Match", `"4"`).
		Want(http.StatusOK)
	if back.Header.Get("ETag") != `"5"` || back.Text("heading") != "One" {
		t.Errorf("one field restored: %s %s", back.Header.Get("ETag"), back.Body)
	}
	if got := itemsOf(t, asha, "home/hero"); got != `heading "One" 5 of `+heading.Text("id")+`, subheading "" 1` {
		t.Errorf("after it there is %s", got)
	}
	asha.Post(fmt.Sprintf(restore, 2), apitest.JSON{}).Want(http.StatusOK)
	if got := itemsOf(t, asha, "home/hero"); got != `heading "Two" 6 of `+heading.Text("id") {
		t.Errorf("restored whole, there is %s", got)
	}
	if got := historyOf(t, asha, history)[:2]; !slices.Equal(got, []string{
		"6 restored [heading subheading] Asha Rao", "5 restored [heading] Ravi",
	}) {
		t.Errorf("history = %q", got)
	}
}

// itemsOf returns the items of a section as `type "content" revision of id`; of those after
// the first without the id.
func itemsOf(t *testing.T, staff *apitest.Client, place string) string {
	t.Helper()
	var items []struct {
		ID, Type, Content string
		Revision          int
	}
	staff.Get("/api/page-content/" + place).Want(http.StatusOK).Into(&items)
	var all []string
	for i, each := range items {
		said := fmt.Sprintf("%s %q %d", each.Type, each.Content, each.Revision)
		if i == 0 {
			said += " of " + each.ID
		}
		all = append(all, said)
	}
	return strings.Join(all, ", ")
}

func TestPageContent_RestoreRefuses(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	made := staff.Post("/api/admin/page-content", words("every", "main", "story", articleIn(staff))).
		Want(http.StatusCreated)
	staff.Put(itemsPath+made.Text("id"), apitest.JSON{"content": ""}).Want(http.StatusOK)
	staff.Delete("/api/articles/" + made.Text("content")).Want(http.StatusNoContent)
	restore := "/api/admin/history/page-content/every.main/1/restore"
	anyone.Post(restore, apitest.JSON{}).Problem(http.StatusUnauthorized)
	if _, places := staff.Post(restore, apitest.JSON{}).Problem(http.StatusUnprocessableEntity); !slices.Equal(places,
		[]string{"body.story"}) {
		t.Errorf("an article that has gone is refused at %v", places)
	}
	if _, places := staff.Post(restore, apitest.JSON{"fields": []string{"story", "nothing"}}).
		Problem(http.StatusUnprocessableEntity); !slices.Equal(places, []string{"body.fields[1]"}) {
		t.Errorf("an unknown field: %v", places)
	}
	stale := staff.Post(restore, apitest.JSON{}, "If-Match", `"1"`)
	stale.Problem(http.StatusPreconditionFailed)
	for _, want := range []string{
		`"current":{"id":"every.main","revision":2,"items":[{`, `"last":{"revision":2,`, "Asha Rao has changed this since.",
	} {
		if !strings.Contains(string(stale.Body), want) {
			t.Errorf("a restore of what has moved on says %s, not %s", stale.Body, want)
		}
	}
	staff.Get("/api/admin/history/page-content/nowhere.main").Problem(http.StatusNotFound)
	staff.Get("/api/admin/history/page-content/every.main/3").Problem(http.StatusNotFound)
	staff.Post("/api/admin/trash/page-content/every.main/restore", nil).Problem(http.StatusNotFound)
}

func articleIn(staff *apitest.Client) string {
	return staff.Post("/api/articles", apitest.JSON{"title": "A story"}).Want(http.StatusCreated).Text("id")
}

// The audit log says of a call that changes an item what it always said.
func TestPageContent_InTheAuditLog(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	id := staff.Post("/api/admin/page-content", words("home", "hero", "heading", "One")).
		Want(http.StatusCreated).Text("id")
	staff.Put(itemsPath+id, apitest.JSON{"content": "Two"}).Want(http.StatusOK)
	staff.Post("/api/admin/history/page-content/home.hero/1/restore", apitest.JSON{}).Want(http.StatusOK)
	staff.Delete(itemsPath + id).Want(http.StatusNoContent)
	var said []string
	for _, entry := range rows(t, staff.Get("/api/admin/audit-log?limit=4")) {
		said = append(said, fmt.Sprint(entry["action"], " ", entry["title"], " ", entry["changes"], " ",
			entry["resource_id"] == id))
	}
	if want := []string{
		"deletePageContent home/hero [] true", "restoreVersion home/hero [content] false",
		"updatePageContent home/hero [content] true", "createPageContent home/hero [] true",
	}; !slices.Equal(said, want) {
		t.Errorf("the audit log says %q, want %q", said, want)
	}
}

// Writers at two processes who change other texts of the same section lose nothing.
func TestPageContent_WritersRace(t *testing.T) {
	const saves = 4
	kinds := []string{"size", "wide", "day", "rich", "words", "symbol", "shade", "href"}
	texts := map[string][2]string{
		"size": {"1", "2"}, "wide": {"true", "false"}, "day": {"2027-08-01", "2027-08-02"}, "rich": {"<p>a</p>", "<p>b</p>"},
		"words": {"a", "b"}, "symbol": {"book", ""}, "shade": {"#aabbcc", "#112233"}, "href": {"/a", "/b"},
	}
	one := apitest.New(t).Ready(t)
	two := apitest.Start(t, one.Database).Ready(t)
	staff := one.Staff(t)
	var wg sync.WaitGroup
	for i, kind := range kinds {
		client := staff
		if i%2 == 1 {
			client = staff.On(two)
		}
		wg.Go(func() {
			id := ""
			for n := range saves {
				content := texts[kind][n%2]
				if id == "" {
					id = client.Post("/api/admin/page-content", words("every", "main", kind, content)).
						Want(http.StatusCreated).Text("id")
				} else {
					client.Put(itemsPath+id, apitest.JSON{"content": content}).Want(http.StatusOK)
				}
			}
		})
	}
	wg.Wait()
	entries := historyOf(t, staff, "page-content/every.main")
	if len(entries) != len(kinds)*saves+1 || entries[len(entries)-1] != "0 created [] nobody" {
		t.Errorf("%d entries of %d saves: %q", len(entries), len(kinds)*saves, entries)
	}
	for revision := range entries {
		staff.Get(fmt.Sprintf("/api/admin/history/page-content/every.main/%d", revision)).Want(http.StatusOK)
	}
	var items []item
	staff.Get("/api/page-content/every/main").Want(http.StatusOK).Into(&items)
	if len(items) != len(kinds) {
		t.Errorf("%d items are left", len(items))
	}
	for _, each := range items {
		if want := texts[each.Type][(saves-1)%2]; each.Content != want {
			t.Errorf("%s is %q, want %q", each.Type, each.Content, want)
		}
	}
}

// The texts of a section are saved as one: all or none, over the revision that the writer has seen.
func TestPageContent_SavedAsOne(t *testing.T) {
	app := apitest.New(t).Ready(t)
	asha, ravi := app.Staff(t), colleague(t, app, "ravi@example.com", "Ravi")
	const hero, history = "/api/admin/texts/home.hero", "page-content/home.hero"
	text := func(content string) apitest.JSON { return apitest.JSON{"content": content} }
	app.Anonymous(t).Get(hero).Problem(http.StatusUnauthorized)
	none := asha.Get(hero).Want(http.StatusOK)
	if none.Header.Get("ETag") != `"0"` || !strings.Contains(string(none.Body), `"items":[]`) {
		t.Errorf("where there is no text: %s %s", none.Header.Get("ETag"), none.Body)
	}
	asha.Get("/api/admin/texts/nowhere.main").Problem(http.StatusNotFound)

	first := asha.Put(hero, apitest.JSON{
		"heading": text("One"), "subheading": apitest.JSON{"content": "", "empty": true, "order_index": 2},
	}, "If-Match", `"0"`).Want(http.StatusOK)
	if tag := first.Header.Get("ETag"); tag != `"1"` {
		t.Errorf("the first save answered %s", tag)
	}
	late := ravi.Put(hero, apitest.JSON{"heading": text("Mine")}, "If-Match", `"0"`)
	late.Problem(http.StatusPreconditionFailed)
	if body := string(late.Body); !strings.Contains(body, `"current":{"id":"home.hero","revision":1,`) ||
		!strings.Contains(body, `"content":"One"`) {
		t.Errorf("an old revision is refused with %s", body)
	}
	_, places := ravi.Put(hero, apitest.JSON{
		"heading": text("Mine"), "cta_link": text("javascript:alert(1)"), "nothing": text("x"),
	}, "If-Match", `"1"`).Problem(http.StatusUnprocessableEntity)
	if !slices.Equal(places, []string{"body.cta_link", "body.nothing"}) {
		t.Errorf("refused at %v", places)
	}
	if _, places := ravi.Put(hero, apitest.JSON{"heading": text(strings.Repeat("x", 20001))}).
		Problem(http.StatusUnprocessableEntity); !slices.Equal(places, []string{"body.heading.content"}) {
		t.Errorf("a long text is refused at %v", places)
	}
	ravi.Put(hero, apitest.JSON{}).Want(http.StatusOK)
	ravi.Put("/api/admin/texts/nowhere.main", apitest.JSON{"a": text("x")}).Problem(http.StatusNotFound)
	if got := itemsIn(t, asha, "home/hero"); got != `heading "One" 1, subheading "" 1` {
		t.Errorf("what is refused stored %s", got)
	}

	ravi.Put(hero, apitest.JSON{
		"heading": text("Two"), "description": text("Three"), "subheading": text("Four"),
	}, "If-Match", `"1"`).Want(http.StatusOK)
	if got := itemsIn(t, asha, "home/hero"); got != `description "Three" 1, heading "Two" 2, subheading "Four" 2` {
		t.Errorf("after it there is %s", got)
	}
	if got := historyOf(t, asha, history); !slices.Equal(got, []string{
		"2 changed [description heading subheading] Ravi", "1 changed [heading subheading] Asha Rao",
		"0 created [] nobody",
	}) {
		t.Errorf("history = %q", got)
	}
	var said []string
	for _, entry := range rows(t, asha.Get("/api/admin/audit-log?limit=50")) {
		if entry["action"] == "saveTexts" {
			said = append(said, fmt.Sprint(entry["title"]))
		}
	}
	if !slices.Equal(said, []string{"home/hero", "home/hero"}) {
		t.Errorf("the audit log says %q", said)
	}
}

// itemsIn returns the items of a section as `type "content" revision`.
func itemsIn(t *testing.T, staff *apitest.Client, place string) string {
	t.Helper()
	var items []struct {
		Type, Content string
		Revision      int
	}
	staff.Get("/api/page-content/" + place).Want(http.StatusOK).Into(&items)
	var all []string
	for _, each := range items {
		all = append(all, fmt.Sprintf("%s %q %d", each.Type, each.Content, each.Revision))
	}
	return strings.Join(all, ", ")
}
