package apitest_test

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/test/apitest"
)

// What nobody has saved yet began as it is read; after the first save that can be compared
// and restored like any other version.
func TestHistory_BeginsBeforeTheFirstSave(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	for _, each := range []struct {
		history, path, field string
		save                 apitest.JSON
		document             func(read any) any
	}{
		{"menus/main", "/api/admin/menus/main", "items", menuOf("One"), nil},
		{"settings/settings", "/api/settings", "site_title", apitest.JSON{"site_title": "One"}, nil},
		{
			"page-content/home.hero", "/api/admin/texts/home.hero", "heading",
			apitest.JSON{"heading": apitest.JSON{"content": "One"}}, func(any) any { return map[string]any{} },
		},
	} {
		history := "/api/admin/history/" + each.history
		if got := historyOf(t, staff, each.history); !slices.Equal(got, []string{"0 created [] nobody"}) {
			t.Errorf("%s: before the first save the history = %q", each.history, got)
		}
		if entry := rows(t, staff.Get(history))[0]; entry["at"] != nil || entry["by"] != nil {
			t.Errorf("%s: it began %v", each.history, entry)
		}
		first := bodyOf(staff.Get(each.path))
		want := first
		if each.document != nil {
			want = each.document(first)
		}
		began := func() {
			t.Helper()
			if got := staff.Get(history + "/0").Want(http.StatusOK).Field("document"); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: it began as %v, want %v", each.history, got, want)
			}
		}
		began()
		if tag := staff.Post(history+"/0/restore", apitest.JSON{}).Want(http.StatusOK).Header.Get("ETag"); tag != `"0"` {
			t.Errorf("%s: restored as it is, it is at %s", each.history, tag)
		}
		staff.Put(each.path, each.save, "If-Match", `"0"`).Want(http.StatusOK)
		if got := historyOf(t, staff, each.history); !slices.Equal(got, []string{
			"1 changed [" + each.field + "] Asha Rao", "0 created [] nobody",
		}) {
			t.Errorf("%s: after the first save the history = %q", each.history, got)
		}
		began()
		staff.Post(history+"/0/restore", apitest.JSON{}, "If-Match", `"1"`).Want(http.StatusOK)
		if got := historyOf(t, staff, each.history)[0]; got != "2 restored ["+each.field+"] Asha Rao" {
			t.Errorf("%s: the restore is %q", each.history, got)
		}
		now := bodyOf(staff.Get(each.path)).(map[string]any)
		for key, was := range first.(map[string]any) {
			if key != "revision" && key != "updated_at" && !reflect.DeepEqual(now[key], was) {
				t.Errorf("%s: restored, %s is %v, not %v", each.history, key, now[key], was)
			}
		}
		for n := range 20 { // which fills a pack
			staff.Put(each.path, each.save).Want(http.StatusOK)
			staff.Post(fmt.Sprint(history, "/", n%2*2, "/restore"), apitest.JSON{}).Want(http.StatusOK)
		}
		began()
	}
	for _, nothing := range []string{
		"menus/nowhere", "settings/other", "page-content/home.nonsense", "page-content/nowhere.main", "page-content/home",
	} {
		staff.Get("/api/admin/history/" + nothing).Problem(http.StatusNotFound)
		staff.Get("/api/admin/history/" + nothing + "/0").Problem(http.StatusNotFound)
		staff.Put("/api/admin/presence/"+nothing, nil).Problem(http.StatusNotFound)
	}
	staff.Get("/api/admin/history/menus/main/x").Problem(http.StatusNotFound)
	staff.Post("/api/admin/sections", apitest.JSON{"name": "Nonsense", "type": "nonsense"}).Want(http.StatusCreated)
	if got := historyOf(t, staff, "page-content/home.nonsense"); len(got) != 1 {
		t.Errorf("a section without texts: history = %q", got)
	}
}

// A form sends all that it shows: what is the same as before is no change, and what was never
// chosen stays so.
func TestSettings_OnlyWhatIsShownOtherwiseChanges(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	const path, history = "/api/settings", "/api/admin/history/settings/settings"
	form := func(changed apitest.JSON) apitest.JSON {
		all := apitest.JSON{}
		staff.Get(path).Want(http.StatusOK).Into(&all)
		for key, value := range changed {
			all[key] = value
		}
		return all
	}
	saved := func(answer *apitest.Response, tag, newest string) {
		t.Helper()
		if got := answer.Want(http.StatusOK).Header.Get("ETag"); got != tag {
			t.Errorf("saved at %s, want %s", got, tag)
		}
		if got := historyOf(t, staff, "settings/settings"); got[0] != newest || len(got) != int(tag[1]-'0')+1 {
			t.Errorf("the history = %q, want the newest %q", got, newest)
		}
	}
	const one, two = "1 changed [contact_phone site_title] Asha Rao", "2 changed [hero_video_loop site_title] Asha Rao"
	saved(staff.Put(path, form(nil)), `"0"`, "0 created [] nobody")
	saved(staff.Put(path, form(apitest.JSON{"site_title": "One", "contact_phone": "1"})), `"1"`, one)
	saved(staff.Put(path, form(nil), "If-Match", `"1"`), `"1"`, one)
	saved(staff.Put(path, form(apitest.JSON{"site_title": "Two", "hero_video_loop": false})), `"2"`, two)
	saved(staff.Put(path, form(nil)), `"2"`, two)
	restore := func(at int, fields ...string) *apitest.Response {
		body := apitest.JSON{}
		if len(fields) > 0 {
			body["fields"] = fields
		}
		return staff.Post(fmt.Sprint(history, "/", at, "/restore"), body)
	}
	saved(restore(1, "contact_phone", "hero_background_type"), `"2"`, two)
	saved(restore(1, "site_title"), `"3"`, "3 restored [site_title] Asha Rao")
	saved(restore(1), `"4"`, "4 restored [hero_video_loop] Asha Rao")
	saved(restore(1), `"4"`, "4 restored [hero_video_loop] Asha Rao")
	saved(staff.Put(path, apitest.JSON{"adva_vibes_psi_hidden": true}), `"5"`,
		"5 changed [adhva_vibes_psi_hidden] Asha Rao")
	saved(restore(4, "adva_vibes_psi_hidden"), `"6"`, "6 restored [adhva_vibes_psi_hidden] Asha Rao")
	if _, places := restore(1, "site_title", "revision").Problem(http.StatusUnprocessableEntity); !slices.Equal(places,
		[]string{"body.fields[1]"}) {
		t.Errorf("an unknown field: %v", places)
	}
	var stored bson.M
	if err := opened(t, app).Collection("settings").FindOne(t.Context(), bson.D{}).Decode(&stored); err != nil {
		t.Fatal(err)
	}
	var chosen []string
	for key := range stored {
		if !slices.Contains([]string{"_id", "revision", "saved", "past", "recent"}, key) {
			chosen = append(chosen, key)
		}
	}
	slices.Sort(chosen)
	if got := strings.Join(chosen, " "); got != "contact_phone site_title" {
		t.Errorf("chosen are %s", got)
	}
}
