package apitest_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

func TestPatching(t *testing.T) {
	app := apitest.New(t, webOf(t)).Ready(t)
	h := handsOf(t, app)
	page := func(text, phone string) string {
		return "<main>" + strings.Repeat(text, 200) + "</main><footer>Ring " + phone + "</footer>"
	}
	var made struct {
		Release   string
		Unpatched []string
	}
	h.release(h.change(map[string]string{
		"/index.html": page("home", "1"), "/404.html": page("no page", "1"),
		"/blog/odd.html": page("Ring 1</footer>", "1"), "/blog/even.html": page("even", "1"),
	})).Want(http.StatusCreated).Into(&made)
	parent := made.Release
	if made.Unpatched == nil {
		t.Error("without patches, unpatched is not an empty list")
	}

	files := "/api/publish/files?release=" + parent + "&path="
	got := string(h.call(http.MethodGet, files+"/blog/even.html", nil).Want(http.StatusOK).Body)
	if got != page("even", "1") {
		t.Errorf("the page is handed out as %.80q", got)
	}
	h.call(http.MethodGet, files+"/blog/gone.html", nil).Problem(http.StatusNotFound)
	h.call(http.MethodGet, "/api/publish/files?release=20260101T000000000Z-00000000&path=/index.html", nil).
		Problem(http.StatusNotFound)
	app.Anonymous(t).Get(files + "/index.html").Problem(http.StatusUnauthorized)
	app.Staff(t).Get(files + "/index.html").Problem(http.StatusUnauthorized)

	change := h.change(nil)
	delete(change, "assets")
	routes := apitest.JSON{"/": "h", "/blog/even": "e", "/blog/odd": "o", "/blog/gone": "g"}
	hunk := apitest.JSON{"before": "Ring ", "old": "1", "new": "22", "after": "</footer>"}
	change["patches"] = []apitest.JSON{{"hunks": []apitest.JSON{hunk}, "routes": routes}}
	change["partial"] = true
	h.release(change).Want(http.StatusCreated).Into(&made)
	if want := []string{"/blog/gone", "/blog/odd"}; !slices.Equal(made.Unpatched, want) {
		t.Errorf("unpatched are %v, not %v", made.Unpatched, want)
	}
	live := h.live("?since=" + parent)
	if len(live.Routes) != 2 || live.Routes["/"] != "h" || live.Routes["/blog/even"] != "e" {
		t.Errorf("what differs is %v", live.Routes)
	}
	for path, want := range map[string]string{
		"/blog/even": page("even", "22"), "/blog/odd": page("Ring 1</footer>", "1"),
	} {
		if got := string(app.Anonymous(t).Get(path).Want(http.StatusOK).Body); got != want {
			t.Errorf("%s is served as %.80q", path, got)
		}
	}

	many := apitest.JSON{}
	for i := range 501 {
		many[fmt.Sprint("/blog/", i)] = "x"
	}
	change = h.change(nil)
	change["patches"] = []apitest.JSON{{"hunks": []apitest.JSON{hunk}, "routes": many}}
	h.release(change).Problem(http.StatusUnprocessableEntity)
	if now := h.live("").Release; now != made.Release {
		t.Errorf("what was refused made %s live", now)
	}
}
