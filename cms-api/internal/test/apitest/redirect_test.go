package apitest_test

import (
	"net/http"
	"strings"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

func TestRedirects(t *testing.T) {
	const path = "/api/admin/redirects"
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	section := func() string {
		_, rest, _ := strings.Cut(string(anyone.Get("/api/snapshot").Want(http.StatusOK).Body), `"redirects":`)
		part, _, _ := strings.Cut(rest, "]")
		return part + "]"
	}
	made := staff.Post(path, apitest.JSON{"from": "/Old/", "to": "/kas"}).Want(http.StatusCreated)
	id := made.Text("id")
	if made.Text("from") != "/old" || made.Text("source") != "editor" {
		t.Errorf("made %s", made.Body)
	}
	staff.Post(path, apitest.JSON{"from": "/gone", "status": 410}).Want(http.StatusCreated)
	if got := section(); got != `[{"from":"/gone","to":"","status":410},{"from":"/old","to":"/kas"}]` {
		t.Errorf("the snapshot shows %s", got)
	}

	staff.Post(path, apitest.JSON{"from": "/OLD", "to": "/other"}).Problem(http.StatusConflict)
	staff.Post(path, apitest.JSON{"from": "/contact-us", "to": "/x"}).Problem(http.StatusUnprocessableEntity)
	staff.Post(path, apitest.JSON{"from": "/x", "to": "/x", "source": "moved"}).Problem(http.StatusUnprocessableEntity)
	chain := staff.Post(path, apitest.JSON{"from": "/older", "to": "/old"})
	chain.Problem(http.StatusUnprocessableEntity)
	if !strings.Contains(string(chain.Body), "/older → /old → /kas: let /older lead to /kas.") {
		t.Errorf("a chain: %s", chain.Body)
	}
	anyone.Get(path).Problem(http.StatusUnauthorized)
	anyone.Post(path, apitest.JSON{"from": "/a", "to": "/b"}).Problem(http.StatusUnauthorized)
	anyone.Delete(path + "/" + id).Problem(http.StatusUnauthorized)
	anyone.Get(path + "/export").Problem(http.StatusUnauthorized)

	// An exported file is imported again as it was.
	exported := staff.Get(path + "/export").Want(http.StatusOK).Body
	again := staff.Upload(path+"/import", "file", "redirects.csv", exported).Want(http.StatusOK)
	if got := strings.TrimSpace(string(again.Body)); got != `{"created":0,"skipped":2,"errors":[]}` {
		t.Errorf("again: %s", got)
	}
	rows2 := "from,to,status\n/a,/b,302\n/b,/c\n/old,/elsewhere\n/p/*,/q/*,\n"
	imported := string(staff.Upload(path+"/import", "file", "x.csv", []byte(rows2)).Want(http.StatusOK).Body)
	if !strings.Contains(imported, `"created":2,"skipped":0`) || !strings.Contains(imported, `"line":3`) ||
		!strings.Contains(imported, `"line":4`) {
		t.Errorf("imported: %s", imported)
	}

	// A moved page is listed, too, and loses against an editor's redirect at the same path.
	page := staff.Post("/api/admin/pages", apitest.JSON{"title": "T", "path": "/was", "status": "published"}).
		Want(http.StatusCreated).Text("id")
	staff.Put("/api/admin/pages/"+page, apitest.JSON{"path": "/is"}).Want(http.StatusOK)
	if got := string(staff.Get(path).Want(http.StatusOK).Body); !strings.Contains(
		got, `{"id":"","from":"/was","to":"/is","status":301,"source":"moved"}`) {
		t.Errorf("moved: %s", got)
	}
	staff.Post(path, apitest.JSON{"from": "/was", "to": "/kas-2027", "status": 302}).Want(http.StatusCreated)
	if got := section(); !strings.Contains(got, `{"from":"/was","to":"/kas-2027","status":302}`) ||
		strings.Contains(got, `"/is"`) {
		t.Errorf("the snapshot shows %s", got)
	}

	staff.Put(path+"/"+id, apitest.JSON{"to": "/kas-2028"}).Want(http.StatusOK)
	staff.Post("/api/admin/history/redirects/"+id+"/1/restore", apitest.JSON{}).Want(http.StatusOK)
	staff.Delete(path + "/" + id).Want(http.StatusNoContent)
	if strings.Contains(section(), `"/old"`) {
		t.Error("a redirect of the trash is shown")
	}
	other := staff.Post(path, apitest.JSON{"from": "/kas", "to": "/z"}).Want(http.StatusCreated).Text("id")
	staff.Post("/api/admin/trash/redirects/"+id+"/restore", apitest.JSON{}).Problem(http.StatusUnprocessableEntity)
	staff.Delete(path + "/" + other).Want(http.StatusNoContent)
	staff.Post("/api/admin/trash/redirects/"+id+"/restore", apitest.JSON{}).Want(http.StatusOK)
	if !strings.Contains(section(), `{"from":"/old","to":"/kas"}`) {
		t.Errorf("restored, the snapshot shows %s", section())
	}
}
