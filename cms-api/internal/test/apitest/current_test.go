package apitest_test

import (
	"fmt"
	"net/http"
	"reflect"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

// edited is a collection whose documents are made, changed and deleted one by one.
type edited struct {
	collection, calls string
	first, second     apitest.JSON
	list              string // where staff find a document; empty: at its own address
}

// edits returns every such collection.
func edits() []edited {
	titled := func(name string) edited {
		return edited{
			name, "/api/admin/" + name, apitest.JSON{"title": "One"}, apitest.JSON{"title": "Two"}, "/api/" + name,
		}
	}
	block := []apitest.JSON{{"id": "b1", "type": "hero", "values": apitest.JSON{"heading": "Up"}}}
	return []edited{
		{
			"articles", "/api/articles", apitest.JSON{"title": "One", "status": "published"},
			apitest.JSON{"excerpt": "Two"}, "",
		},
		{
			"pages", "/api/admin/pages", apitest.JSON{"path": "/a", "title": "One", "blocks": block},
			apitest.JSON{"title": "Two"}, "",
		},
		{
			"sections", "/api/admin/sections", apitest.JSON{"name": "One", "type": "a"}, apitest.JSON{"name": "Two"},
			"/api/sections",
		},
		titled("programs"), titled("features"), titled("differentiators"),
		{
			"social-links", "/api/admin/social-media", apitest.JSON{"platform": "Telegram", "url": "https://t.me/a"},
			apitest.JSON{"url": "https://t.me/b"}, "/api/admin/social-media",
		},
		{"videos", "/api/videos", nil, apitest.JSON{"title": "Two"}, "/api/videos"},
		{
			"page-content", "/api/admin/page-content", words("home", "hero", "heading", "One"),
			apitest.JSON{"content": "Two"}, "/api/page-content/home/hero",
		},
	}
}

// make stores a document, and returns its id.
func (e edited) make(t *testing.T, staff *apitest.Client) string {
	t.Helper()
	if e.first == nil {
		return staff.Parts(e.calls, lecture(t, "moov-at-the-end.mp4")...).Want(http.StatusCreated).Text("id")
	}
	return staff.Post(e.calls, e.first).Want(http.StatusCreated).Text("id")
}

// shown returns a document as staff read it, nil when there is none.
func (e edited) shown(t *testing.T, staff *apitest.Client, id string) any {
	t.Helper()
	if e.list == "" {
		return bodyOf(staff.Get(e.calls + "/" + id))
	}
	for _, each := range rows(t, staff.Get(e.list)) {
		if each["id"] == id {
			return each
		}
	}
	return nil
}

// bodyOf returns the JSON of an answer.
func bodyOf(r *apitest.Response) any {
	var value any
	r.Want(http.StatusOK).Into(&value)
	return value
}

// Whoever began from an old revision changes, restores, has back and deletes nothing, and is
// shown the document as it is read.
func TestStale_ShowsWhatStaffReadAndChangesNothing(t *testing.T) {
	staff := apitest.New(t).Ready(t).Staff(t)
	for _, each := range edits() {
		t.Run(each.collection, func(t *testing.T) {
			staff := staff.In(t)
			id := each.make(t, staff)
			path, history := each.calls+"/"+id, "/api/admin/history/"+each.collection+"/"+id
			staff.Put(path, each.second, "If-Match", `"1"`).Want(http.StatusOK)
			if each.list == "" {
				staff.Put(path+"/working-copy", apitest.JSON{"title": "Three"}).Want(http.StatusOK)
			}
			now := each.shown(t, staff, id)
			refused := func(answer *apitest.Response, current any) {
				t.Helper()
				answer.Problem(http.StatusPreconditionFailed)
				if got := answer.Field("current"); !reflect.DeepEqual(got, current) {
					t.Errorf("refused with %v, where staff read %v", got, current)
				}
			}
			refused(staff.Put(path, each.second, "If-Match", `"1"`), now)
			refused(staff.Delete(path, "If-Match", `"1"`), now)
			if got := each.shown(t, staff, id); !reflect.DeepEqual(got, now) {
				t.Errorf("refused calls made %v of %v", got, now)
			}
			if each.collection == "page-content" {
				texts := bodyOf(staff.Get("/api/admin/texts/home.hero"))
				restore := "/api/admin/history/page-content/home.hero/1/restore"
				refused(staff.Post(restore, apitest.JSON{}, "If-Match", `"1"`), texts)
				staff.Delete(path, "If-Match", `"2"`).Want(http.StatusNoContent)
				staff.Delete(path, "If-Match", `"2"`).Problem(http.StatusNotFound)
				return
			}
			refused(staff.Post(history+"/1/restore", apitest.JSON{}, "If-Match", `"1"`), now)
			deleted := staff.Delete(path, "If-Match", `"2"`).Want(http.StatusNoContent).Header.Get("ETag")
			staff.Delete(path, "If-Match", deleted).Problem(http.StatusNotFound)
			trash := "/api/admin/trash/" + each.collection + "/" + id + "/restore"
			back := bodyOf(staff.Post(trash, apitest.JSON{}, "If-Match", deleted))
			if now = each.shown(t, staff, id); !reflect.DeepEqual(back, now) {
				t.Errorf("had back %v, where staff read %v", back, now)
			}
			refused(staff.Post(trash, apitest.JSON{}, "If-Match", deleted), now)
			staff.Delete(path).Want(http.StatusNoContent)
		})
	}
	for path, calls := range map[string]struct {
		history       string
		first, second apitest.JSON
	}{
		"/api/settings": {
			"settings/settings", apitest.JSON{"site_title": "One"}, apitest.JSON{"contact_phone": "1", "site_title": "Two"},
		},
		"/api/admin/menus/main": {"menus/main", menuOf("One"), menuOf("Two")},
	} {
		staff.Put(path, calls.first).Want(http.StatusOK)
		staff.Put(path, calls.second).Want(http.StatusOK)
		now := bodyOf(staff.Get(path))
		for _, answer := range []*apitest.Response{
			staff.Put(path, calls.first, "If-Match", `"1"`),
			staff.Post("/api/admin/history/"+calls.history+"/1/restore", apitest.JSON{}, "If-Match", `"1"`),
		} {
			answer.Problem(http.StatusPreconditionFailed)
			if got := answer.Field("current"); !reflect.DeepEqual(got, now) {
				t.Errorf("%s: refused with %v, where staff read %v", path, got, now)
			}
		}
	}
}

func menuOf(label string) apitest.JSON {
	return apitest.JSON{"items": []apitest.JSON{{"label": label, "href": "/"}}}
}

// A version is what the collection's own call gave staff at that time.
func TestHistory_ShowsWhatStaffRead(t *testing.T) {
	staff := apitest.New(t).Ready(t).Staff(t)
	document := func(path string, revision int) any {
		t.Helper()
		return staff.Get(fmt.Sprintf("/api/admin/history/%s/%d", path, revision)).Want(http.StatusOK).Field("document")
	}
	for _, each := range edits() {
		if each.collection == "page-content" { // its documents are not what is read there
			continue
		}
		id := each.make(t, staff)
		then := each.shown(t, staff, id)
		staff.Put(each.calls+"/"+id, each.second).Want(http.StatusOK)
		if got := document(each.collection+"/"+id, 1); !reflect.DeepEqual(got, then) {
			t.Errorf("%s: at 1 it was %v, where staff read %v", each.collection, got, then)
		}
		if now := each.shown(t, staff, id); !reflect.DeepEqual(document(each.collection+"/"+id, 2), now) {
			t.Errorf("%s: it is not what staff read, %v", each.collection, now)
		}
	}
	for path, saves := range map[string][]apitest.JSON{
		"/api/settings":         {{"contact_phone": "1"}, {"adva_vibes_psi_hidden": true}},
		"/api/admin/menus/main": {menuOf("One"), menuOf("Two")},
	} {
		history := map[string]string{"/api/settings": "settings/settings", "/api/admin/menus/main": "menus/main"}[path]
		read := []any{bodyOf(staff.Get(path))}
		for _, save := range saves {
			staff.Put(path, save).Want(http.StatusOK)
			read = append(read, bodyOf(staff.Get(path)))
		}
		for revision, then := range read {
			if got := document(history, revision); !reflect.DeepEqual(got, then) {
				t.Errorf("%s: at %d it was %v, where staff read %v", path, revision, got, then)
			}
		}
	}
}
