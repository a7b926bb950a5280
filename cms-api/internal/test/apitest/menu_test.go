package apitest_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

func TestMenus_ReadAndReplace(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	const main = "/api/admin/menus/main"
	first := staff.Get(main).Want(http.StatusOK)
	if first.Field("revision") != 0.0 || first.Field("updated_at") != nil || first.Header.Get("ETag") != `"0"` ||
		!strings.Contains(string(first.Body), "Learning Paths") {
		t.Errorf("a menu that nobody changed is %s", first.Body)
	}
	public := anyone.Get("/api/menus").Want(http.StatusOK)
	for _, place := range []string{"top", "main", "footer"} {
		if public.Field(place) == nil {
			t.Errorf("%s is missing: %s", place, public.Body)
		}
	}
	items := []apitest.JSON{
		{"label": " Home ", "href": " / "},
		{"label": "Paths", "children": []apitest.JSON{
			{"label": "PSI", "href": "/adhva-vibes-psi"}, {"label": "Secret", "href": "/x", "hidden": true},
		}},
		{"label": "Hidden", "href": "/x", "hidden": true},
	}
	staff.Put(main, apitest.JSON{"items": items}, "If-Match", `"3"`).Problem(http.StatusPreconditionFailed)
	made := staff.Put(main, apitest.JSON{"items": items}, "If-Match", `"0"`).Want(http.StatusOK)
	if made.Text("updated_at") == "" || made.Field("revision") != 1.0 || made.Header.Get("ETag") != `"1"` ||
		made.Text("place") != "main" {
		t.Errorf("made %s", made.Body)
	}
	if got := string(staff.Get(main).Body); !strings.Contains(got, "Secret") || !strings.Contains(got, "Hidden") {
		t.Errorf("staff see %s", got)
	}
	if got := string(anyone.Get("/api/menus").Body); !strings.Contains(got,
		`"main":[{"label":"Home","href":"/","hidden":false,"children":[]},`+
			`{"label":"Paths","href":"","hidden":false,"children":[{"label":"PSI","href":"/adhva-vibes-psi","hidden":false,"children":[]}]}]`) {
		t.Errorf("the public sees %s", got)
	}
	stale := staff.Put(main, apitest.JSON{"items": []apitest.JSON{}}, "If-Match", `"0"`)
	current, _ := stale.Want(http.StatusPreconditionFailed).Field("current").(map[string]any)
	if current["place"] != "main" || current["revision"] != 1.0 || current["updated_at"] != made.Field("updated_at") {
		t.Errorf("412 shows %s", stale.Body)
	}
	staff.Put(main, apitest.JSON{"items": []apitest.JSON{}}).Want(http.StatusOK)
}

func TestMenus_Refusals(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	many := make([]apitest.JSON, 150)
	for i := range many {
		many[i] = apitest.JSON{"label": "x", "href": "/x"}
	}
	nested := []apitest.JSON{
		{"label": "a", "href": "/a", "children": many}, {"label": "b", "href": "/b", "children": many},
	}
	for _, test := range []struct {
		place string
		items any
		want  string
	}{
		{"main", []apitest.JSON{{"label": " \u200b", "href": "/"}}, "body.items[0].label"},
		{"main", []apitest.JSON{{"label": "x", "href": "javascript:x"}}, "body.items[0].href"},
		{"main", []apitest.JSON{{"label": "x", "children": []apitest.JSON{{"label": "y", "href": "page:nobody"}}}},
			"body.items[0].children[0].href"},
		{"top", []apitest.JSON{{"label": "x", "children": []apitest.JSON{{"label": "y", "href": "/"}}}},
			"body.items[0].children"},
		{"main", nested, "body.items"},
	} {
		_, places := staff.Put("/api/admin/menus/"+test.place, apitest.JSON{"items": test.items}).
			Problem(http.StatusUnprocessableEntity)
		if !slices.Equal(places, []string{test.want}) {
			t.Errorf("refused at %v, want %s", places, test.want)
		}
	}
	staff.Get("/api/admin/menus/none").Problem(http.StatusNotFound)
	staff.Put("/api/admin/menus/none", apitest.JSON{"items": []apitest.JSON{}}).Problem(http.StatusNotFound)
	anyone.Get("/api/admin/menus/main").Problem(http.StatusUnauthorized)
	anyone.Put("/api/admin/menus/main", apitest.JSON{"items": []apitest.JSON{}}).Problem(http.StatusUnauthorized)

	page := staff.Post(pages, apitest.JSON{"path": "/gone", "title": "Gone"}).Want(http.StatusCreated).Text("id")
	linked := []apitest.JSON{{"label": "x", "href": "page:" + page}}
	staff.Put("/api/admin/menus/main", apitest.JSON{"items": linked}).Want(http.StatusOK)
	staff.Delete(pages + "/" + page).Want(http.StatusNoContent)
	linked[0]["label"] = "y"
	staff.Put("/api/admin/menus/main", apitest.JSON{"items": linked}).Want(http.StatusOK) // the link is no change
}
