package apitest_test

import (
	"net/http"
	"slices"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

// words makes an item of page content.
func words(page, section, key, content string) apitest.JSON {
	return apitest.JSON{"page": page, "section": section, "type": key, "content": content}
}

func TestPageContent_IsCheckedAgainstTheModel(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	const path = "/api/admin/page-content"
	for _, unknown := range []apitest.JSON{
		words("about", "", "nothing", "x"), words("nowhere", "", "heading", "x"), words("home", "nowhere", "heading", "x"),
		words("home", "hero", "nothing", "x"), words("home", "constructor", "prototype", "x"),
	} {
		if _, places := staff.Post(path, unknown).Problem(http.StatusUnprocessableEntity); !slices.Equal(places,
			[]string{"body.type"}) {
			t.Errorf("%v is refused at %v", unknown, places)
		}
	}
	for _, wrong := range []apitest.JSON{
		words("every", "main", "size", "twelve"), words("every", "main", "size", "101"), words("every", "main", "wide",
			"yes"),
		words("every", "main", "day", "2027-13-01"), words("every", "main", "cards", "[]]"), words("every", "main", "story",
			"nobody"),
		words("every", "main", "href", "page:nobody"), words("every", "main", "cards", `[{"title":"a","other":1}]`),
	} {
		if _, places := staff.Post(path, wrong).Problem(http.StatusUnprocessableEntity); !slices.Equal(places,
			[]string{"body.content"}) {
			t.Errorf("%v is refused at %v", wrong, places)
		}
	}
	if list := anyone.Get("/api/page-content/every").Want(http.StatusOK); string(list.Body) != "[]" {
		t.Errorf("a refused call stored %s", list.Body)
	}
	article := staff.Post("/api/articles", apitest.JSON{"title": "One"}).Want(http.StatusCreated).Text("id")
	for _, test := range []struct{ key, sent, stored string }{
		{"size", "12.50", "12.5"}, {"wide", "false", "false"}, {"day", "2027-08-01", "2027-08-01"},
		{"rich", "<p>a<script>x</script></p>", "<p>a</p>"}, {"words", "<p>a <b>b</b></p><ul><li>c</li></ul>", "a <b>b</b> c"},
		{"picture", `{"alt":"A","url":"/media/a.jpg"}`, `{"url":"/media/a.jpg","alt":"A"}`},
		{"cards", `[{"text":"a","title":"b"}]`, `[{"title":"b","text":"a"}]`}, {"story", article, article},
		{"href", "article:" + article, "article:" + article}, {"symbol", "book", "book"}, {"shade", "#aabbcc", "#aabbcc"},
	} {
		made := staff.Post(path, words("every", "main", test.key, test.sent)).Want(http.StatusCreated)
		if got := made.Text("content"); got != test.stored {
			t.Errorf("%s: %q is stored as %q, want %q", test.key, test.sent, got, test.stored)
		}
	}
}

// A section whose type is no block has a heading and a description, as the spec's form shows.
func TestPageContent_OfAnySectionThatExists(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	const path = "/api/admin/page-content"
	staff.Post(path, words("home", "success-stories", "heading", "x")).Problem(http.StatusUnprocessableEntity)
	staff.Post("/api/admin/sections", apitest.JSON{"name": "Stories", "type": "success-stories"}).Want(http.StatusCreated)
	staff.Post(path, words("home", "success-stories", "heading", "x")).Want(http.StatusCreated)
	staff.Post(path, words("home", "success-stories", "description", "x")).Want(http.StatusCreated)
	staff.Post(path, words("home", "success-stories", "cta_text", "x")).Problem(http.StatusUnprocessableEntity)

	staff.Post("/api/admin/sections", apitest.JSON{"name": "Second hero", "type": "hero-two", "block": "hero"}).
		Want(http.StatusCreated)
	staff.Post(path, words("home", "hero-two", "cta_text", "x")).Want(http.StatusCreated)
	staff.Post(path, words("home", "hero", "cta_text", "x")).Want(http.StatusCreated) // a block needs no section
}

func TestPageContent_EmptyShowsNothing(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	blank := words("home", "hero", "subheading", "")
	blank["empty"] = true
	made := staff.Post("/api/admin/page-content", blank).Want(http.StatusCreated)
	item := "/api/admin/page-content/" + made.Text("id")
	shown := func(want bool) {
		t.Helper()
		var items []struct{ Empty *bool }
		if anyone.Get("/api/page-content/home/hero").Want(http.StatusOK).Into(&items); len(items) != 1 ||
			items[0].Empty == nil || *items[0].Empty != want {
			t.Errorf("the public sees %+v, want %v", items, want)
		}
	}
	shown(true)
	staff.Put(item, apitest.JSON{"content": ""}).Want(http.StatusOK)
	shown(true)
	staff.Put(item, apitest.JSON{"content": "x", "empty": true}).Problem(http.StatusUnprocessableEntity)
	staff.Put(item, apitest.JSON{"content": "x"}).Want(http.StatusOK)
	shown(false)
	staff.Put(item, apitest.JSON{"empty": true}).Problem(http.StatusUnprocessableEntity)
	staff.Put(item, apitest.JSON{"content": "", "empty": true}).Want(http.StatusOK)
	shown(true)
	staff.Put(item, apitest.JSON{"empty": false}).Want(http.StatusOK)
	shown(false)
}

// What the model no longer knows stays editable; a key that a field had becomes the one that it has.
func TestPageContent_StoredBeforeTheModelChanged(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	folder := t.TempDir()
	writeFile(t, folder, "page-content.json", `[
		{"page":"gone","section":"","type":"words","content":"a","order_index":1},
		{"page":"chrome","section":"","type":"skip_link","content":"Skip","order_index":1},
		{"page":"every","section":"main","type":"size","content":"500","order_index":1}]`)
	if _, err := seeded(t, app, folder, true); err != nil {
		t.Fatal(err)
	}
	id := func(path string) string {
		var items []struct{ ID string }
		staff.Get(path).Want(http.StatusOK).Into(&items)
		return "/api/admin/page-content/" + items[0].ID
	}
	gone, renamed, tight := id("/api/page-content/gone"), id("/api/page-content/chrome"),
		id("/api/page-content/every/main")
	staff.Put(gone, apitest.JSON{"content": "b"}).Want(http.StatusOK)
	if key := staff.Put(renamed, apitest.JSON{"content": "Skip it"}).Want(http.StatusOK).Text("key"); key != "skip" {
		t.Errorf("the former key became %q", key)
	}
	staff.Put(tight, apitest.JSON{"content": "500", "order_index": 2}).Want(http.StatusOK)
	staff.Put(tight, apitest.JSON{"content": "501"}).Problem(http.StatusUnprocessableEntity)
}

func TestSections_SayWhichBlockTheyAre(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	made := staff.Post("/api/admin/sections", apitest.JSON{"name": "Two", "type": "two", "block": "hero"}).
		Want(http.StatusCreated)
	path := "/api/admin/sections/" + made.Text("id")
	_, places := staff.Post("/api/admin/sections", apitest.JSON{"name": "X", "type": "x", "block": "none"}).
		Problem(http.StatusUnprocessableEntity)
	if !slices.Equal(places, []string{"body.block"}) {
		t.Errorf("refused at %v", places)
	}
	staff.Put(path, apitest.JSON{"block": "none"}).Problem(http.StatusUnprocessableEntity)
	if got := staff.Put(path, apitest.JSON{"block": "every"}).Want(http.StatusOK).Text("block"); got != "every" {
		t.Errorf("block = %q", got)
	}
	var list []struct{ Type, Block string }
	if anyone.Get("/api/sections").Want(http.StatusOK).Into(&list); len(list) != 1 || list[0].Block != "every" {
		t.Errorf("the public sees %+v", list)
	}
	staff.Put(path, apitest.JSON{"block": ""}).Want(http.StatusOK)
}
