package apitest_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/test/apitest"
)

const pages = "/api/admin/pages"

// block makes a block of every type of field.
func block(id, values string) string {
	return fmt.Sprintf(`{"id":%q,"type":"every","values":%s}`, id, values)
}

// publicPaths returns the paths that readers see.
func publicPaths(t *testing.T, c *apitest.Client) string {
	t.Helper()
	var list []struct{ Path string }
	c.Get("/api/pages").Want(http.StatusOK).Into(&list)
	var paths []string
	for _, each := range list {
		paths = append(paths, each.Path)
	}
	return strings.Join(paths, " ")
}

func TestPages_MakePublishChangeDelete(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	made := staff.Post(pages, `{"path":"kas-2027","title":" KAS  2027 ","blocks":[`+
		`{"type":"every","values":{"cards":[{"text":"<p>b</p>","title":"a"}],"title":"One"}},`+
		`{"id":"b2","type":"hero","hidden":true,"anchor":"fees","values":{}}]}`).Want(http.StatusCreated)
	if made.Text("path") != "/kas-2027" || made.Text("title") != "KAS 2027" || made.Text("status") != "draft" ||
		made.Header.Get("ETag") != `"1"` {
		t.Errorf("made %s", made.Body)
	}
	var blocks []struct {
		ID, Type, Anchor string
		Hidden           bool
		Values           map[string]any
	}
	readBlocks := func(r *apitest.Response) {
		t.Helper()
		blocks = nil
		into := struct{ Blocks any }{&blocks}
		r.Want(http.StatusOK).Into(&into)
	}
	path := pages + "/" + made.Text("id")
	readBlocks(staff.Get(path))
	if len(blocks) != 2 || blocks[0].ID == "" || !blocks[1].Hidden || blocks[1].Anchor != "fees" ||
		fmt.Sprint(blocks[0].Values) != "map[cards:[map[text:b title:a]] title:One]" {
		t.Errorf("blocks = %+v", blocks)
	}
	anyone.Get("/api/pages/by-path?path=/kas-2027").Problem(http.StatusNotFound)
	if got := publicPaths(t, anyone); got != "" {
		t.Errorf("the public sees the draft: %s", got)
	}

	staff.Put(path, apitest.JSON{"status": "published"}).Want(http.StatusOK)
	public := anyone.Get("/api/pages/by-path?path=/kas-2027")
	readBlocks(public)
	if len(blocks) != 1 || strings.Contains(string(public.Body), "revision") || public.Header.Get("ETag") == "" {
		t.Errorf("the public sees %s", public.Body)
	}
	if got := publicPaths(t, anyone); got != "/kas-2027" {
		t.Errorf("public are %q", got)
	}
	if got := anyone.Get("/api/snapshot").Want(http.StatusOK); !strings.Contains(string(got.Body),
		`"pages":[`+string(public.Body)+`]`) {
		t.Errorf("the snapshot does not have the page as it is answered: %s", got.Body)
	}
	var listed []map[string]any
	if staff.Get(pages + "?q=kas&status=published").Want(http.StatusOK).Into(&listed); len(listed) != 1 ||
		listed[0]["blocks"] != nil {
		t.Errorf("listed are %v", listed)
	}

	current, places := "", []string(nil)
	stale := staff.Put(path, apitest.JSON{"title": "x"}, "If-Match", `"1"`)
	if current, _ = stale.Field("current").(map[string]any)["title"].(string); current != "KAS 2027" {
		t.Errorf("412 shows %s", stale.Want(http.StatusPreconditionFailed).Body)
	}
	staff.Put(path, apitest.JSON{"title": "KAS"}, "If-Match", `"2"`).Want(http.StatusOK)
	_, places = staff.Put(path, apitest.JSON{"title": " "}).Problem(http.StatusUnprocessableEntity)
	if !slices.Equal(places, []string{"body.title"}) {
		t.Errorf("refused at %v", places)
	}
	staff.Delete(path).Want(http.StatusNoContent)
	staff.Delete(path).Problem(http.StatusNotFound)
	staff.Get(path).Problem(http.StatusNotFound)
	anyone.Get("/api/pages/by-path?path=/kas-2027").Problem(http.StatusNotFound)
}

func TestPages_Refusals(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	made := staff.Post(pages, apitest.JSON{"path": "/taken", "title": "Taken"}).Want(http.StatusCreated).Text("id")
	staff.Post(pages, apitest.JSON{"path": "/taken/", "title": "Again"}).Problem(http.StatusConflict)
	other := staff.Post(pages, apitest.JSON{"path": "/other", "title": "Other"}).Want(http.StatusCreated).Text("id")
	staff.Put(pages+"/"+other, apitest.JSON{"path": "/taken"}).Problem(http.StatusConflict)
	for _, path := range []string{
		"/", "/about-us", "/blog", "/blog/anything", "/blog/page/7", "/404", "/api", "/api/x", "/admin/x", "/auth",
		"/media/x",
		"/preview", "/a/b/c/d", "/Upper", "/under_score", "/a//b", "/a.html", "/क", "/a b",
	} {
		_, places := staff.Post(pages, apitest.JSON{"path": path, "title": "x"}).Problem(http.StatusUnprocessableEntity)
		if !slices.Equal(places, []string{"body.path"}) {
			t.Errorf("%s is refused at %v", path, places)
		}
	}
	if said := string(staff.Post(pages, apitest.JSON{"path": "/Café", "title": "x"}).Body); !strings.Contains(said,
		"no capitals, accents or spaces") {
		t.Errorf("an accent is refused with %s", said)
	}
	for _, path := range []string{"/blogs", "/about-us/team", "/a/b/c", "/resources-2027"} {
		staff.Post(pages, apitest.JSON{"path": path, "title": "x"}).Want(http.StatusCreated)
	}
	for blocks, want := range map[string]string{
		`{"type":"none"}`:                                             "body.blocks[0].type",
		block("a", `{}`) + `,` + block("a", `{}`):                     "body.blocks[1].id",
		`{"type":"every","anchor":"a"},{"type":"every","anchor":"a"}`: "body.blocks[1].anchor",
		block("a", `{"none":1}`):                                      "body.blocks[0].values.none",
		block("a", `{}`) + `,` + block("b",
			`{"cards":[{"points":[{"point":5}]}]}`): "body.blocks[1].values.cards[0].points[0].point",
		block("a", `{"href":"page:`+strings.Repeat("0", 24)+`"}`): "body.blocks[0].values.href",
		block("a", `{"story":"nobody"}`):                          "body.blocks[0].values.story",
	} {
		_, places := staff.Put(pages+"/"+made, `{"blocks":[`+blocks+`]}`).Problem(http.StatusUnprocessableEntity)
		if !slices.Equal(places, []string{want}) {
			t.Errorf("%s is refused at %v, want %s", blocks, places, want)
		}
	}
	staff.Put(pages+"/"+made, apitest.JSON{"publish_date": "2027-02-01", "unpublish_date": "2027-01-01"}).
		Problem(http.StatusUnprocessableEntity)
	staff.Put(pages+"/"+made, apitest.JSON{"image": "javascript:x"}).Problem(http.StatusUnprocessableEntity)
	if _, places := staff.Put(pages+"/"+made, `{"status":"published","blocks":[`+block("a", `{}`)+`]}`).
		Problem(http.StatusUnprocessableEntity); !slices.Equal(places, []string{"body.blocks[0].values.title"}) {
		t.Errorf("publishing without what is required is refused at %v", places)
	}
	staff.Put(pages+"/"+made, `{"blocks":[`+block("a", `{"href":"page:`+made+`"}`)+`]}`).Want(http.StatusOK)
	for _, call := range []*apitest.Response{
		anyone.Get(pages), anyone.Get(pages + "/" + made), anyone.Post(pages, apitest.JSON{"path": "/x", "title": "x"}),
		anyone.Put(pages+"/"+made, apitest.JSON{"title": "x"}), anyone.Delete(pages + "/" +
			made), anyone.Get("/api/admin/redirects"),
	} {
		call.Problem(http.StatusUnauthorized)
	}
}

// A moved page leaves a redirect, which never leads to another, and gives way to a page.
// The path of a page that was never published is made from its title where none is given; that of another
// stays.
func TestPage_PathFromTheTitle(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	create := func(body apitest.JSON) *apitest.Response { return staff.Post(pages, body).Want(http.StatusCreated) }
	var ids []string
	for i, body := range []apitest.JSON{{}, {"path": ""}, {"path": " "}} {
		body["title"] = "ಕನ್ನಡ"
		want := []string{"/kannada", "/kannada-2", "/kannada-3"}[i]
		made := create(body)
		if got := made.Text("path"); got != want {
			t.Errorf("%v is at %s, want %s", body, got, want)
		}
		ids = append(ids, made.Text("id"))
	}
	if got := create(apitest.JSON{"title": "About us"}).Text("path"); got != "/page-about-us" {
		t.Errorf("a title like an address of the site: %s", got)
	}
	one := pages + "/" + ids[0]
	put := func(body apitest.JSON) string { return staff.Put(one, body).Want(http.StatusOK).Text("path") }
	if got := put(apitest.JSON{"title": "Grammar"}); got != "/kannada" {
		t.Errorf("with another title it is at %s", got)
	}
	create(apitest.JSON{"title": "Grammar"})
	if got := put(apitest.JSON{"path": ""}); got != "/grammar-2" {
		t.Errorf("made anew it is at %s", got)
	}
	put(apitest.JSON{"title": "Fees", "status": "published"})
	staff.Put(one+"/working-copy", apitest.JSON{"path": "", "title": "Fees"}).Want(http.StatusOK)
	published := staff.Post(one+"/working-copy/publish", apitest.JSON{}).Want(http.StatusOK)
	if got := published.Text("path"); got != "/grammar-2" {
		t.Errorf("published, it is at %s", got)
	}
	var many []<-chan string
	for range 3 {
		at := make(chan string, 1)
		go func() { at <- staff.Post(pages, apitest.JSON{"title": "At once"}).Text("path") }()
		many = append(many, at)
	}
	paths := map[string]bool{}
	for _, at := range many {
		paths[<-at] = true
	}
	if !paths["/at-once"] || len(paths) != 3 {
		t.Errorf("three at once are at %v", paths)
	}
}

func TestPages_MovedLeadTheWay(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	create := func(path string) string {
		return pages + "/" + staff.Post(pages, apitest.JSON{"path": path, "title": path, "status": "published"}).
			Want(http.StatusCreated).Text("id")
	}
	lead := func(want string) {
		t.Helper()
		if c := string(anyone.Get("/api/snapshot").Body); !strings.Contains(c, "["+want+"]") {
			t.Errorf("redirects are %s, want %s", c, want)
		}
		listed := []string{}
		for _, each := range rows(t, staff.Get("/api/admin/redirects")) {
			listed = append(listed, fmt.Sprintf(`{"from":"%v","to":"%v"}`, each["from"], each["to"]))
		}
		if got := strings.Join(listed, ","); got != want {
			t.Errorf("listed are %s, want %s", got, want)
		}
	}
	one := create("/a")
	staff.Put(one, apitest.JSON{"path": "/b"}).Want(http.StatusOK)
	staff.Put(one, apitest.JSON{"path": "/c"}).Want(http.StatusOK)
	lead(`{"from":"/a","to":"/c"},{"from":"/b","to":"/c"}`)
	staff.Put(one, apitest.JSON{"path": "/a"}).Want(http.StatusOK)
	lead(`{"from":"/b","to":"/a"},{"from":"/c","to":"/a"}`)
	two := create("/b")
	lead(`{"from":"/c","to":"/a"}`)
	staff.Put(two, apitest.JSON{"path": "/d"}).Want(http.StatusOK) // the last that was there
	lead(`{"from":"/b","to":"/d"},{"from":"/c","to":"/a"}`)
	staff.Put(one, apitest.JSON{"status": "draft"}).Want(http.StatusOK)
	lead(`{"from":"/b","to":"/d"}`)
	staff.Delete(two).Want(http.StatusNoContent)
	lead(``)
	draft := pages + "/" + staff.Post(pages, apitest.JSON{"path": "/e", "title": "e"}).Want(http.StatusCreated).Text("id")
	staff.Put(draft, apitest.JSON{"path": "/f", "status": "published"}).Want(http.StatusOK)
	lead(``) // nobody could link to a draft
}

// What a model has made invalid, or forgotten, keeps nobody from an unrelated save.
func TestPages_StoredBeforeTheModelChanged(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	made := staff.Post(pages, `{"path":"/old","title":"Old","status":"published","blocks":[`+block("b1",
		`{"title":"x"}`)+`]}`).
		Want(http.StatusCreated).Text("id")
	stored := opened(t, app).Collection("pages")
	older := bson.A{
		bson.M{"id": "b1", "type": "every", "hidden": false, "anchor": "",
			"values": `{"headline":"Former","size":500,"lost":[1]}`},
		bson.M{"id": "b2", "type": "forgotten", "hidden": false, "anchor": "", "values": `{"a":{"b":1}}`},
	}
	if _, err := stored.UpdateByID(t.Context(), made, bson.M{"$set": bson.M{"blocks": older}}); err != nil {
		t.Fatal(err)
	}
	path := pages + "/" + made
	staff.Put(path, apitest.JSON{"title": "New title"}).Want(http.StatusOK)
	const same = `{"id":"b1","type":"every","values":{"lost":[1],"title":"Former","size":500,"wide":false}},` +
		`{"id":"b2","type":"forgotten","hidden":true,"values":{"a":{"b":1}}}`
	staff.Put(path, `{"blocks":[`+same+`]}`).Want(http.StatusOK)
	if got := string(anyone.Get("/api/pages/by-path?path=/old").Body); !strings.Contains(got,
		`"values":{"title":"Former","size":500,"wide":false,"lost":[1]}`) || strings.Contains(got, "forgotten") {
		t.Errorf("the public sees %s", got)
	}
	for _, changed := range []string{
		strings.Replace(same, "500", "501", 1), strings.Replace(same, `[1]`, `[2]`, 1), strings.Replace(same, `"b":1`,
			`"b":2`, 1),
		strings.Replace(same, `"b2"`, `"b3"`, 1),
	} {
		staff.Put(path, `{"blocks":[`+changed+`]}`).Problem(http.StatusUnprocessableEntity)
	}
}

func TestPages_EnterAndLeaveWhenTheirTimeComes(t *testing.T) {
	clock := &alarmClock{}
	app := apitest.New(t, func(o *apitest.Options) { o.Clock = clock }).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	id := staff.Post(pages, apitest.JSON{
		"path": "/soon", "title": "Soon", "status": "published",
		"publish_date": clock.in(time.Hour), "unpublish_date": clock.in(2 * time.Hour),
	}).Want(http.StatusCreated).Text("id")
	menu := []apitest.JSON{{"label": "Soon", "href": "page:" + id}, {"label": "By path", "href": "/soon#fees"},
		{"label": "Home", "href": "/"}}
	staff.Put("/api/admin/menus/main", apitest.JSON{"items": menu}).Want(http.StatusOK)
	labels := func() string {
		var all map[string][]struct{ Label string }
		anyone.Get("/api/menus").Want(http.StatusOK).Into(&all)
		var found []string
		for _, each := range all["main"] {
			found = append(found, each.Label)
		}
		return strings.Join(found, ", ")
	}
	before := anyone.Get("/api/snapshot").Text("fingerprint")
	for _, step := range []struct {
		after        time.Duration
		paths, menus string
	}{
		{0, "", "Home"}, {time.Hour, "/soon", "Soon, By path, Home"}, {time.Hour, "", "Home"},
	} {
		clock.advance(step.after)
		apitest.Eventually(t, func() bool {
			return publicPaths(t, anyone) == step.paths &&
				labels() == step.menus
		})
	}
	if after := anyone.Get("/api/snapshot").Text("fingerprint"); after != before {
		t.Errorf("the content is the same as before, and its fingerprint is not: %s, %s", before, after)
	}
}

// A difference does not repeat the pages when something else has changed.
func TestPages_AreNotSentWithEveryDifference(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	path := pages + "/" + staff.Post(pages, apitest.JSON{"path": "/one", "title": "One", "status": "published"}).
		Want(http.StatusCreated).Text("id")
	since := func(fingerprint string) *apitest.Response { return anyone.Get("/api/snapshot?since=" + fingerprint) }
	before := anyone.Get("/api/snapshot").Text("fingerprint")
	write(t, staff, apitest.JSON{"title": "An article", "status": "published"})
	if got := since(before); got.Field("pages") != nil || got.Field("menus") == nil || got.Field("base") != before {
		t.Errorf("an edit of an article sends %s", got.Body)
	}
	staff.Put(path, apitest.JSON{"title": "Two"}).Want(http.StatusOK)
	if got := since(before); !strings.Contains(string(got.Body), `"title":"Two"`) {
		t.Errorf("an edit of a page sends %s", got.Body)
	}
}
