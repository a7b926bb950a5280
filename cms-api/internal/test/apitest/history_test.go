package apitest_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/versions"
	"academy/cms-api/internal/test/apitest"
	"academy/cms-api/internal/test/teststore"
)

// historyOf returns a document's history, newest first, as "revision what [fields] by".
func historyOf(t *testing.T, staff *apitest.Client, document string) []string {
	t.Helper()
	var entries []struct {
		Revision int
		What     string
		Fields   []string
		By       *struct{ ID, Name string }
	}
	staff.Get("/api/admin/history/" + document).Want(http.StatusOK).Into(&entries)
	var all []string
	for _, each := range entries {
		by := "nobody"
		if each.By != nil {
			by = each.By.Name
		}
		all = append(all, fmt.Sprintf("%d %s %v %s", each.Revision, each.What, each.Fields, by))
	}
	return all
}

func TestHistory_EachSaveKeepsWhatWas(t *testing.T) {
	app := apitest.New(t).Ready(t)
	asha, ravi := app.Staff(t), colleague(t, app, "ravi@example.com", "Ravi")
	made := asha.Post("/api/articles", apitest.JSON{
		"title": "One", "content": "<p>x</p>", "tags": []string{"a"},
	}).Want(http.StatusCreated)
	article, history := "/api/articles/"+made.Text("id"), "articles/"+made.Text("id")
	ravi.Put(article, apitest.JSON{"title": "Two", "content": "<p>y</p>"}).Want(http.StatusOK)
	same := ravi.Put(article, apitest.JSON{"title": "Two", "content": "<p>y</p>", "tags": []string{"a"}}).
		Want(http.StatusOK)
	if tag := same.Header.Get("ETag"); tag != `"2"` {
		t.Errorf("a save that changes nothing answered %s", tag)
	}
	asha.Put(article, apitest.JSON{"status": "published"}).Want(http.StatusOK)
	if got := historyOf(t, asha, history); !slices.Equal(got, []string{
		"3 changed [status] Asha Rao", "2 changed [content slug title] Ravi", "1 created [] Asha Rao",
	}) {
		t.Errorf("history = %q", got)
	}
	var first struct{ Document map[string]any }
	asha.Get("/api/admin/history/" + history + "/1").Want(http.StatusOK).Into(&first)
	var was map[string]any
	made.Into(&was)
	for key, value := range was {
		if fmt.Sprint(first.Document[key]) != fmt.Sprint(value) {
			t.Errorf("%s was %v, and is %v in the history", key, value, first.Document[key])
		}
	}

	back := asha.Post("/api/admin/history/"+history+"/1/restore", apitest.JSON{"fields": []string{"title"}},
		"If-Match", `"3"`).Want(http.StatusOK)
	if back.Text("title") != "One" || back.Text("content") != "<p>y</p>" || back.Header.Get("ETag") != `"4"` {
		t.Errorf("one field restored: %s", back.Body)
	}
	asha.Post("/api/admin/history/"+history+"/1/restore", apitest.JSON{}, "If-Match", `"3"`).
		Problem(http.StatusPreconditionFailed)
	whole := asha.Post("/api/admin/history/"+history+"/1/restore", apitest.JSON{}).Want(http.StatusOK)
	if whole.Text("content") != "<p>x</p>" || whole.Text("status") != "published" || whole.Text("slug") != "two" {
		t.Errorf("restored whole: %s", whole.Body)
	}
	if got := historyOf(t, asha, history)[0]; got != "5 restored [content] Asha Rao" {
		t.Errorf("the newest = %s", got)
	}
}

func TestHistory_RestoreLeavesTheSlugOfADraft(t *testing.T) {
	staff := apitest.New(t).Ready(t).Staff(t)
	id := staff.Post("/api/articles", apitest.JSON{"title": "One"}).Want(http.StatusCreated).Text("id")
	staff.Put("/api/articles/"+id, apitest.JSON{"title": "Two", "slug": "chosen"}).Want(http.StatusOK)
	restore := func(what apitest.JSON, slug string) {
		t.Helper()
		restored := staff.Post("/api/admin/history/articles/"+id+"/1/restore", what).Want(http.StatusOK)
		if restored.Text("title") != "One" || restored.Text("slug") != slug {
			t.Errorf("%v restored: %s", what, restored.Body)
		}
	}
	restore(apitest.JSON{}, "chosen")
	restore(apitest.JSON{"fields": []string{"slug"}}, "one")
}

func TestHistory_WhoMayAndWhatIsRefused(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, author, anyone := app.Staff(t), colleague(t, app, "ravi@example.com", "Ravi"), app.Anonymous(t)
	id := staff.Post("/api/articles", apitest.JSON{"title": "One"}).Want(http.StatusCreated).Text("id")
	staff.Put("/api/articles/"+id, apitest.JSON{"title": "Two"}).Want(http.StatusOK)
	history := "/api/admin/history/articles/" + id
	anyone.Get(history).Problem(http.StatusUnauthorized)
	anyone.Get(history + "/1").Problem(http.StatusUnauthorized)
	anyone.Post(history+"/1/restore", apitest.JSON{}).Problem(http.StatusUnauthorized)
	anyone.Get("/api/admin/trash").Problem(http.StatusUnauthorized)
	anyone.Post("/api/admin/trash/articles/"+id+"/restore", apitest.JSON{}).Problem(http.StatusUnauthorized)
	author.Delete(history).Problem(http.StatusForbidden)
	author.Delete("/api/admin/trash/articles/" + id).Problem(http.StatusForbidden)

	for _, missing := range []string{"/7", "/3"} {
		staff.Get(history + missing).Problem(http.StatusNotFound)
	}
	staff.Get("/api/admin/history/articles/nothing").Problem(http.StatusNotFound)
	staff.Get("/api/admin/history/users/" + id).Problem(http.StatusNotFound)
	staff.Delete("/api/admin/trash/articles/" + id).Problem(http.StatusNotFound)
	staff.Post("/api/admin/trash/menus/main/restore", apitest.JSON{}).Problem(http.StatusNotFound)
	_, places := staff.Post(history+"/1/restore", apitest.JSON{"fields": []string{"title", "revision"}}).
		Problem(http.StatusUnprocessableEntity)
	if !slices.Equal(places, []string{"body.fields[1]"}) {
		t.Errorf("an unknown field: %v", places)
	}
	staff.Delete(history).Want(http.StatusNoContent)
	if got := historyOf(t, staff, "articles/"+id); len(got) != 1 {
		t.Errorf("after forgetting: %q", got)
	}
	staff.Get(history + "/1").Problem(http.StatusNotFound)
}

// Whether something is shown, and where, is decided apart from what it says: a restore of the
// whole leaves it, and one that names it brings it back.
func TestHistory_RestoreLeavesOrderAndVisibility(t *testing.T) {
	staff := apitest.New(t).Ready(t).Staff(t)
	for _, each := range []struct {
		collection, calls    string
		first, second, apart apitest.JSON
		field                string
	}{
		{
			"sections", "/api/admin/sections", apitest.JSON{"name": "One", "type": "a"},
			apitest.JSON{"name": "Two", "is_visible": false}, apitest.JSON{"is_visible": true}, "name",
		},
		{
			"programs", "/api/admin/programs", apitest.JSON{"title": "One", "order_index": 7},
			apitest.JSON{"title": "Two", "order_index": 8}, apitest.JSON{"order_index": 7}, "title",
		},
		{
			"features", "/api/admin/features", apitest.JSON{"title": "One", "order_index": 7},
			apitest.JSON{"title": "Two", "order_index": 8}, apitest.JSON{"order_index": 7}, "title",
		},
		{
			"social-links", "/api/admin/social-media",
			apitest.JSON{"platform": "Telegram", "url": "https://t.me/a", "order_index": 7, "active": true},
			apitest.JSON{"url": "https://t.me/b", "order_index": 8, "active": false},
			apitest.JSON{"order_index": 7, "active": true}, "url",
		},
	} {
		made := staff.Post(each.calls, each.first).Want(http.StatusCreated)
		path := "/api/admin/history/" + each.collection + "/" + made.Text("id") + "/1/restore"
		changed := staff.Put(each.calls+"/"+made.Text("id"), each.second).Want(http.StatusOK)
		back := staff.Post(path, apitest.JSON{}).Want(http.StatusOK)
		if back.Text(each.field) != made.Text(each.field) {
			t.Errorf("%s: restored %s", each.collection, back.Body)
		}
		for field, was := range each.apart {
			if got := back.Field(field); got != changed.Field(field) {
				t.Errorf("%s: the restore of the whole made %s %v", each.collection, field, got)
			}
			named := staff.Post(path, apitest.JSON{"fields": []string{field}}).Want(http.StatusOK)
			if got := named.Field(field); fmt.Sprint(got) != fmt.Sprint(was) {
				t.Errorf("%s: %s restored by name is %v", each.collection, field, got)
			}
		}
	}
}

func TestHistory_OfEveryCollection(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	for _, each := range []struct {
		collection, calls string
		first, second     apitest.JSON
		field             string
	}{
		{"pages", "/api/admin/pages", apitest.JSON{"path": "/a", "title": "One"}, apitest.JSON{"title": "Two"}, "title"},
		{"sections", "/api/admin/sections", apitest.JSON{"name": "One", "type": "a"}, apitest.JSON{"name": "Two"}, "name"},
		{"programs", "/api/admin/programs", apitest.JSON{"title": "One"}, apitest.JSON{"title": "Two"}, "title"},
		{"features", "/api/admin/features", apitest.JSON{"title": "One"}, apitest.JSON{"title": "Two"}, "title"},
		{
			"differentiators", "/api/admin/differentiators",
			apitest.JSON{"title": "One"}, apitest.JSON{"title": "Two"}, "title",
		},
		{
			"social-links", "/api/admin/social-media", apitest.JSON{"platform": "Telegram", "url": "https://t.me/a"},
			apitest.JSON{"url": "https://t.me/b"}, "url",
		},
	} {
		made := staff.Post(each.calls, each.first).Want(http.StatusCreated)
		id := made.Text("id")
		staff.Put(each.calls+"/"+id, each.second).Want(http.StatusOK)
		if got := historyOf(t, staff, each.collection+"/"+id); len(got) != 2 ||
			got[0] != "2 changed ["+each.field+"] Asha Rao" {
			t.Errorf("%s: history = %q", each.collection, got)
		}
		back := staff.Post("/api/admin/history/"+each.collection+"/"+id+"/1/restore", apitest.JSON{}).Want(http.StatusOK)
		if back.Text(each.field) != made.Text(each.field) {
			t.Errorf("%s: restored %s", each.collection, back.Body)
		}
		staff.Delete(each.calls + "/" + id).Want(http.StatusNoContent)
		restored := staff.Post("/api/admin/trash/"+each.collection+"/"+id+"/restore", apitest.JSON{}).Want(http.StatusOK)
		if restored.Text(each.field) != made.Text(each.field) {
			t.Errorf("%s: had back %s", each.collection, restored.Body)
		}
		if got := historyOf(t, staff, each.collection+"/"+id); len(got) != 5 || !strings.HasPrefix(got[1], "4 deleted ") ||
			!strings.HasPrefix(got[0], "5 restored ") {
			t.Errorf("%s: history = %q", each.collection, got)
		}
	}
	for _, unwritten := range []string{"settings/settings", "menus/main"} {
		if got := historyOf(t, staff, unwritten); len(got) != 1 {
			t.Errorf("%s: history = %q", unwritten, got)
		}
	}
	staff.Get("/api/admin/history/menus/nowhere").Problem(http.StatusNotFound)
	staff.Put("/api/settings", apitest.JSON{"site_title": "One"}).Want(http.StatusOK)
	staff.Put("/api/settings", apitest.JSON{"site_title": "Two"}).Want(http.StatusOK)
	back := staff.Post("/api/admin/history/settings/settings/1/restore", apitest.JSON{}).Want(http.StatusOK)
	if back.Text("site_title") != "One" {
		t.Errorf("settings: %s", back.Body)
	}
	menu := apitest.JSON{"items": []apitest.JSON{{"label": "Home", "href": "/"}}}
	staff.Put("/api/admin/menus/main", menu).Want(http.StatusOK)
	staff.Put("/api/admin/menus/main", apitest.JSON{"items": []apitest.JSON{}}).Want(http.StatusOK)
	staff.Post("/api/admin/history/menus/main/1/restore", apitest.JSON{}).Want(http.StatusOK)
	if got := historyOf(t, staff, "menus/main"); len(got) != 4 || got[0] != "3 restored [items] Asha Rao" {
		t.Errorf("menu: history = %q", got)
	}
}

// The trash is listed whole, or what one collection has in it.
func TestTrash_OfACollection(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	for _, each := range []string{"/api/articles", "/api/admin/features"} {
		id := staff.Post(each, apitest.JSON{"title": "Gone"}).Want(http.StatusCreated).Text("id")
		staff.Delete(each + "/" + id).Want(http.StatusNoContent)
	}
	for query, want := range map[string]int{"": 2, "?collection=articles": 1, "?collection=pages": 0} {
		if got := rows(t, staff.Get("/api/admin/trash"+query)); len(got) != want {
			t.Errorf("%q lists %v", query, got)
		}
	}
	staff.Get("/api/admin/trash?collection=users").Problem(http.StatusUnprocessableEntity)
	app.Anonymous(t).Get("/api/admin/trash?collection=articles").Problem(http.StatusUnauthorized)
}

// However eight writers at two processes race, each save is in the history once, under the
// name of who made it, and each version is what that save made.
func TestHistory_WritersRace(t *testing.T) {
	const writers, saves = 8, 6
	one := apitest.New(t).Ready(t)
	two := apitest.Start(t, one.Database).Ready(t)
	staff := one.Staff(t)
	id := staff.Post("/api/articles", apitest.JSON{"title": "Start"}).Want(http.StatusCreated).Text("id")
	clients := make([]*apitest.Client, writers)
	for i := range clients {
		clients[i] = colleague(t, one, fmt.Sprintf("w%d@example.com", i), fmt.Sprintf("Writer %d", i))
		if i%2 == 1 {
			clients[i] = clients[i].On(two)
		}
	}
	var mu sync.Mutex
	made := map[int]string{} // by revision: title, writer
	var wg sync.WaitGroup
	for i, client := range clients {
		wg.Go(func() {
			for n := range saves {
				title := fmt.Sprintf("Title %d of %d", n, i)
				answer := client.Put("/api/articles/"+id, apitest.JSON{"title": title})
				if answer.Status == http.StatusConflict {
					continue
				}
				var saved struct{ Revision int }
				answer.Want(http.StatusOK).Into(&saved)
				mu.Lock()
				made[saved.Revision] = fmt.Sprintf("%s by Writer %d", title, i)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	var entries []struct {
		Revision int
		By       struct{ Name string }
	}
	staff.Get("/api/admin/history/articles/" + id).Want(http.StatusOK).Into(&entries)
	if len(entries) != len(made)+1 {
		t.Fatalf("%d entries of %d saves", len(entries), len(made))
	}
	for i, each := range entries[:len(made)] {
		var version struct{ Document struct{ Title string } }
		staff.Get(fmt.Sprintf("/api/admin/history/articles/%s/%d", id, each.Revision)).Want(http.StatusOK).Into(&version)
		got := version.Document.Title + " by " + each.By.Name
		if each.Revision != len(entries)-i || got != made[each.Revision] {
			t.Errorf("entry %d is revision %d: %s, want %s", i, each.Revision, got, made[each.Revision])
		}
	}
}

// colleague returns an author of that name, who is invited.
func colleague(t *testing.T, app *apitest.App, email, name string) *apitest.Client {
	t.Helper()
	invited := app.Staff(t).Post("/api/admin/invitations", apitest.JSON{"email": email, "role": "author"}).
		Want(http.StatusCreated)
	_, token, _ := strings.Cut(invited.Text("link"), "invitation=")
	c := app.Anonymous(t)
	c.Post("/api/auth/register", apitest.JSON{
		"email": email, "password": apitest.Password, "name": name, "invitation": token,
	}).Want(http.StatusCreated)
	return c
}

// A process that ends between the copy and the save leaves no version without its save, and
// the next save, by another process, finds nothing in its way.
func TestHistory_EndsInTheMiddle(t *testing.T) {
	direct := teststore.Embedded(t)
	relay, through := direct.Relay(t)
	one := apitest.New(t, apitest.On(through)).Ready(t)
	two := apitest.Start(t, one.Database, apitest.On(direct)).Ready(t)
	staff := one.Staff(t)
	made := staff.Post("/api/articles", apitest.JSON{"title": "One"}).Want(http.StatusCreated)
	article, history := "/api/articles/"+made.Text("id"), "articles/"+made.Text("id")

	const notWritable = 10107
	relay.Fail("update", notWritable)
	if answer := staff.Put(article, apitest.JSON{"title": "Lost"}); answer.Status < http.StatusInternalServerError {
		t.Fatalf("the save was not cut short: %d", answer.Status)
	}
	relay.Fail("update", 0)
	other := staff.On(two)
	if got := historyOf(t, other, history); !slices.Equal(got, []string{"1 created [] Asha Rao"}) {
		t.Errorf("after it the history = %q", got)
	}
	other.Put(article, apitest.JSON{"title": "Two"}).Want(http.StatusOK)
	if got := historyOf(t, other, history); len(got) != 2 || got[0] != "2 changed [slug title] Asha Rao" {
		t.Errorf("after the next save the history = %q", got)
	}
	back := other.Post("/api/admin/history/"+history+"/1/restore", apitest.JSON{}).Want(http.StatusOK)
	if back.Text("title") != "One" {
		t.Errorf("restored %s", back.Body)
	}
}

// The rule removes what is too old, but for the newest of each document; and the trash is
// emptied after its time.
func TestHistory_KeptByRule(t *testing.T) {
	app := apitest.New(t, func(o *apitest.Options) { o.Config.HistoryKeepLeast = 2 }).Ready(t)
	staff := app.Staff(t)
	id := staff.Post("/api/articles", apitest.JSON{"title": "0"}).Want(http.StatusCreated).Text("id")
	gone := staff.Post("/api/articles", apitest.JSON{"title": "Gone"}).Want(http.StatusCreated).Text("id")
	for n := range 5 {
		staff.Put("/api/articles/"+id, apitest.JSON{"title": fmt.Sprint("Title ", n)}).Want(http.StatusOK)
	}
	staff.Delete("/api/articles/" + gone).Want(http.StatusNoContent)
	sweep := func(after time.Duration, dry bool) string {
		t.Helper()
		swept, err := app.Server().History.Sweep(t.Context(), time.Now().Add(after), dry)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(swept.Versions, swept.Trash)
	}
	const day = 24 * time.Hour
	if got := sweep(29*day, false); got != "[] []" {
		t.Errorf("after 29 days: %s", got)
	}
	ofArticle := func(revisions ...int) (all []string) {
		for _, each := range revisions {
			all = append(all, fmt.Sprintf("articles/%s/%d", id, each))
		}
		return all
	}
	want := fmt.Sprint(ofArticle(1, 2, 3), []string{"articles/" + gone})
	if got := sweep(366*day, true); got != want {
		t.Errorf("after a year it would remove %s, want %s", got, want)
	}
	if got := len(historyOf(t, staff, "articles/"+id)); got != 6 {
		t.Errorf("a dry sweep left %d", got)
	}
	if got := sweep(366*day, false); got != want {
		t.Errorf("after a year: %s, want %s", got, want)
	}
	if got := historyOf(t, staff, "articles/"+id); len(got) != 3 || !strings.HasPrefix(got[2], "4 ") {
		t.Errorf("left %q", got)
	}
	staff.Get("/api/admin/history/articles/" + id + "/4").Want(http.StatusOK)
	staff.Get("/api/admin/history/articles/" + id + "/3").Problem(http.StatusNotFound)
	if got := rows(t, staff.Get("/api/admin/trash")); len(got) != 0 {
		t.Errorf("the trash has %v", got)
	}
}

// Copies that are in no history, as a purge leaves them that overtakes a save, are found by
// the sweep, and at once when a person is erased.
func TestHistory_SweepFindsStrays(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	id := staff.Post("/api/articles", apitest.JSON{"title": "One", "content": "<p>Ask meera@example.org</p>"}).
		Want(http.StatusCreated).Text("id")
	for n := range 20 { // which fills a pack
		staff.Put("/api/articles/"+id, apitest.JSON{"title": fmt.Sprint("Title ", n)}).Want(http.StatusOK)
	}
	versions := opened(t, app).Collection(versions.Collection)
	stray := func() {
		t.Helper()
		var copies bson.M
		full := bson.D{{Key: "_id", Value: "articles/" + id + "/0"}}
		if err := versions.FindOne(t.Context(), full).Decode(&copies); err != nil {
			t.Fatal(err)
		}
		copies["_id"] = "articles/gone/0"
		if _, err := versions.InsertOne(t.Context(), copies); err != nil {
			t.Fatal(err)
		}
	}
	sweep := func(dry bool) string {
		t.Helper()
		swept, err := app.Server().History.Sweep(t.Context(), time.Now(), dry)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(swept.Versions)
	}
	stray()
	var strays []string
	for revision := 1; revision <= 16; revision++ {
		strays = append(strays, fmt.Sprint("articles/gone/", revision))
	}
	gone := fmt.Sprint(strays)
	for _, want := range []struct {
		dry   bool
		swept string
	}{{true, gone}, {false, gone}, {false, "[]"}} {
		if got := sweep(want.dry); got != want.swept {
			t.Errorf("dry %v: swept %s, want %s", want.dry, got, want.swept)
		}
	}
	staff.Get("/api/admin/history/articles/" + id + "/1").Want(http.StatusOK)
	stray()
	staff.Post("/api/people/erase", apitest.JSON{"address": "meera@example.org"}).Want(http.StatusOK)
	if count, err := versions.CountDocuments(t.Context(), bson.D{}); err != nil || count != 0 {
		t.Errorf("after the erasure there are %d packs of versions, %v", count, err)
	}
	if got := historyOf(t, staff, "articles/"+id); len(got) != 1 {
		t.Errorf("after the erasure the history = %q", got)
	}
}

// What former versions and the trash say of a person is handed out and erased; the others
// stay.
func TestHistory_OfAPerson(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	id := staff.Post("/api/articles", apitest.JSON{"title": "One", "content": "<p>Plain</p>"}).
		Want(http.StatusCreated).Text("id")
	article := "/api/articles/" + id
	staff.Put(article, apitest.JSON{"content": "<p>Thanks to Meera@example.org, +91 98765-43211</p>"}).Want(http.StatusOK)
	staff.Put(article, apitest.JSON{"content": "<p>Thanks to all</p>"}).Want(http.StatusOK)
	deleted := staff.Post("/api/admin/features", apitest.JSON{"title": "Ask meera@example.org"}).
		Want(http.StatusCreated).Text("id")
	staff.Delete("/api/admin/features/" + deleted).Want(http.StatusNoContent)

	for _, address := range []string{"meera@example.org", "098765 43211"} {
		export := staff.Post("/api/people/export", apitest.JSON{"address": address})
		got, text := places(t, export), string(export.Body)
		if !strings.HasPrefix(got, "history ") || !strings.Contains(text, "Thanks to") {
			t.Errorf("%s: exported %s: %s", address, got, export.Body)
		}
	}
	if got := places(t, staff.Post("/api/people/erase", apitest.JSON{
		"address": "meera@example.org",
	})); got != "history 2, trash 1" {
		t.Errorf("erased %s", got)
	}
	if got := places(t, staff.Post("/api/people/export", apitest.JSON{"address": "meera@example.org"})); got != "" {
		t.Errorf("after it there is still %s", got)
	}
	if got := historyOf(t, staff, "articles/"+id); len(got) != 2 || !strings.HasPrefix(got[1], "1 created") {
		t.Errorf("left %q", got)
	}
	staff.Get("/api/admin/history/articles/" + id + "/2").Problem(http.StatusNotFound)
	if got := rows(t, staff.Get("/api/admin/trash")); len(got) != 0 {
		t.Errorf("the trash has %v", got)
	}
}

// What only a former version or the trash names is no unused upload.
func TestHistory_NamesUploads(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	staff := app.Staff(t)
	upload := func(width int) string {
		return staff.Upload("/api/upload/image", "image", "x.jpg", photograph(t, width, 30)).
			Want(http.StatusCreated).Text("url")
	}
	former, discarded := upload(40), upload(41)
	article := staff.Post("/api/articles", apitest.JSON{"title": "One", "banner_image": former}).
		Want(http.StatusCreated).Text("id")
	staff.Put("/api/articles/"+article, apitest.JSON{"banner_image": ""}).Want(http.StatusOK)
	other := staff.Post("/api/articles", apitest.JSON{"title": "Two", "banner_image": discarded}).
		Want(http.StatusCreated).Text("id")
	staff.Delete("/api/articles/" + other).Want(http.StatusNoContent)
	sweep(t, app)
	staff.Get(former).Want(http.StatusOK)
	staff.Get(discarded).Want(http.StatusOK)
	staff.Delete("/api/admin/history/articles/" + article).Want(http.StatusNoContent)
	staff.Delete("/api/admin/trash/articles/" + other).Want(http.StatusNoContent)
	sweep(t, app)
	staff.Get(former).Problem(http.StatusNotFound)
	staff.Get(discarded).Problem(http.StatusNotFound)
}

// The list of a document with many revisions asks the database for no more than that of one
// with few, and for none of the former versions, which are packed outside of the document.
func TestHistory_OfManyRevisions(t *testing.T) {
	relay, stores := teststore.Embedded(t).Relay(t)
	staff := apitest.New(t, apitest.On(stores)).Ready(t).Staff(t)
	saved := func(revisions int) string {
		id := staff.Post("/api/articles", apitest.JSON{"title": "0", "content": strings.Repeat("<p>Rain and wind</p>", 300)}).
			Want(http.StatusCreated).Text("id")
		for n := range revisions - 1 {
			staff.Put("/api/articles/"+id, apitest.JSON{"excerpt": fmt.Sprint(n)}).Want(http.StatusOK)
		}
		return "/api/admin/history/articles/" + id
	}
	// Sixteen versions are a pack; the newest are in the document.
	few, many := saved(5), saved(40)
	asked := func(path string, listed int) map[string]int {
		before := len(relay.Queries())
		if got := len(rows(t, staff.Get(path).Want(http.StatusOK))); got != listed {
			t.Errorf("%s lists %d revisions, want %d", path, got, listed)
		}
		count := map[string]int{}
		for _, each := range relay.Queries()[before:] {
			if each.Collection == "articles" || each.Collection == "versions" {
				count[each.Collection]++
			}
		}
		return count
	}
	ofFew, ofMany := asked(few, 5), asked(many, 40)
	if !maps.Equal(ofFew, ofMany) || ofMany["articles"] == 0 || ofMany["versions"] > 0 {
		t.Errorf("the list of 5 asks for %v, that of 40 for %v", ofFew, ofMany)
	}
}
