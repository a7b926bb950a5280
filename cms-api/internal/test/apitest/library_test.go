package apitest_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/test/apitest"
	"academy/cms-api/internal/test/manualclock"
)

// recorded adds a picture to the library.
func recorded(t *testing.T, app *apitest.App, staff *apitest.Client, width int) (id, url string) {
	t.Helper()
	made := staff.Upload("/api/admin/media", "file", fmt.Sprintf("picture %d.jpg", width), photograph(t, width, 30))
	return made.Text("id"), made.Text("url")
}

// adopt brings the library and the storage together, as a process does when it begins.
func adopt(t *testing.T, app *apitest.App) {
	t.Helper()
	content := app.Server().Content
	if err := content.Library.Adopt(t.Context(), content.Uploads.EachFile); err != nil {
		t.Fatal(err)
	}
}

// uses returns the uses of a file as "collection state title".
func uses(t *testing.T, staff *apitest.Client, id string) []string {
	t.Helper()
	found := []string{}
	for _, each := range rows(t, staff.Get("/api/admin/media/"+id+"/uses")) {
		found = append(found, fmt.Sprintf("%v %v %v", each["collection"], each["where"], each["title"]))
	}
	return found
}

func wantUses(t *testing.T, staff *apitest.Client, id string, want ...string) {
	t.Helper()
	if got := uses(t, staff, id); !slices.Equal(got, want) {
		t.Errorf("uses: got %q, want %q", got, want)
	}
}

func TestLibrary_ListsAndChanges(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	first, url := recorded(t, app, staff, 40)
	second, _ := recorded(t, app, staff, 41)
	list := func(query string) []string {
		t.Helper()
		ids := []string{}
		for _, each := range rows(t, staff.Get("/api/admin/media?"+query)) {
			ids = append(ids, each["id"].(string))
		}
		return ids
	}
	if got := list(""); !slices.Equal(got, []string{second, first}) {
		t.Errorf("newest first: %v", got)
	}
	if got := list("sort=-newest&limit=1"); !slices.Equal(got, []string{first}) {
		t.Errorf("the oldest: %v", got)
	}
	one := staff.Get("/api/admin/media/" + first).Want(http.StatusOK)
	if by, _ := one.Field("uploaded_by").(map[string]any); by["name"] == "" || by["name"] == nil {
		t.Errorf("uploaded by %v", by)
	}
	changed := staff.Put("/api/admin/media/"+first, apitest.JSON{
		"name": "Reading  room", "alt": "Students", "tags": []string{"Campus", "campus", " ", "Reading, Students"},
		"focus": apitest.JSON{"x": 0.25, "y": 0.75},
	}, "If-Match", one.Header.Get("ETag")).Want(http.StatusOK)
	if changed.Text("name") != "Reading room" || fmt.Sprint(changed.Field("tags")) != "[Campus Reading Students]" {
		t.Errorf("changed to %s", changed.Body)
	}
	staff.Put("/api/admin/media/"+first, apitest.JSON{"name": "Late"}, "If-Match", one.Header.Get("ETag")).
		Problem(http.StatusPreconditionFailed)
	staff.Put("/api/admin/media/"+first, apitest.JSON{"focus": apitest.JSON{"x": 2, "y": 0}}).
		Problem(http.StatusUnprocessableEntity)
	reset := staff.Put("/api/admin/media/"+first, apitest.JSON{"focus": nil}).Want(http.StatusOK)
	if reset.Field("focus") != nil {
		t.Errorf("the focus stays: %s", reset.Body)
	}
	staff.Post("/api/articles", apitest.JSON{"title": "Uses", "banner_image": url}).Want(http.StatusCreated)
	for query, want := range map[string][]string{
		"q=STUDENTS": {first}, "tag=CAMPUS": {first}, "without_alt=true": {second}, "unused=true": {second},
		"kind=video": {}, "kind=image&sort=name": {second, first}, "sort=size": {second, first},
	} {
		if got := list(query); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", query, got, want)
		}
	}
	if got := list("offset=9223372036854775807"); len(got) != 0 {
		t.Errorf("behind the last: %v", got)
	}
	staff.Get("/api/admin/media?sort=colour").Problem(http.StatusUnprocessableEntity)
	staff.Get("/api/admin/media/nothing").Problem(http.StatusNotFound)
	for _, path := range []string{"", "/" + first, "/" + first + "/uses"} {
		anyone.Get("/api/admin/media" + path).Problem(http.StatusUnauthorized)
	}
	anyone.Delete("/api/admin/media/" + first).Problem(http.StatusUnauthorized)
}

// The same bytes are one document, however often and at however many replicas they arrive.
func TestLibrary_RecordsOnce(t *testing.T) {
	app := apitest.New(t).Ready(t)
	media := app.Server().Content.Library
	file := library.File{URL: "/media/videos/one.mp4", Kind: library.Video, Sent: strings.Repeat("a", 64)}
	first, existed, err := media.Record(t.Context(), file)
	if err != nil || existed {
		t.Fatal(existed, err)
	}
	file.URL = "/media/videos/two.mp4"
	again, existed, err := media.Record(t.Context(), file)
	if err != nil || !existed || again.ID != first.ID || again.URL != first.URL {
		t.Errorf("recorded %+v, %v, %v", again, existed, err)
	}
	if found, is, err := media.Find(t.Context(), file.Sent); err != nil || !is || found.ID != first.ID {
		t.Errorf("found %+v, %v, %v", found, is, err)
	}
	if _, is, err := media.Find(t.Context(), ""); err != nil || is {
		t.Errorf("found something without bytes: %v, %v", is, err)
	}
}

// Each place that names a file is one of its uses at once, in each replica.
func TestLibrary_Uses(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	staff := app.Staff(t)
	sameBucket := func(o *apitest.Options) { o.Config.S3Bucket = app.Config.S3Bucket }
	there := staff.On(apitest.Start(t, app.Database, sameBucket).Ready(t))
	id, url := recorded(t, app, staff, 40)
	wantUses(t, staff, id)

	article := staff.Post("/api/articles", apitest.JSON{
		"title": "Monsoons", "status": "published", "content": `<p><img src="` + url + `" alt="x"></p>`,
	}).Want(http.StatusCreated).Text("id")
	wantUses(t, staff, id, "articles live Monsoons")
	apitest.Eventually(t, func() bool { return slices.Equal(uses(t, there, id), []string{"articles live Monsoons"}) })
	staff.Put("/api/articles/"+article, apitest.JSON{"status": "draft"}).Want(http.StatusOK)
	wantUses(t, staff, id, "articles draft Monsoons", "articles history Monsoons")
	staff.Put("/api/articles/"+article+"/working-copy", apitest.JSON{"banner_image": url}).Want(http.StatusOK)
	wantUses(t, staff, id, "articles draft Monsoons", "articles edit Monsoons", "articles history Monsoons")
	staff.Delete("/api/articles/" + article).Want(http.StatusNoContent)
	wantUses(t, staff, id, "articles trash Monsoons", "articles history Monsoons")

	staff.Put("/api/settings", apitest.JSON{"logo": url}).Want(http.StatusOK)
	staff.Put("/api/articles/new/working-copy", apitest.JSON{"banner_image": url}).Want(http.StatusOK)
	wantUses(t, staff, id, "settings live settings", "articles edit ", "articles trash Monsoons",
		"articles history Monsoons")
	if got := staff.Get("/api/admin/media/" + id).Field("uses"); got != float64(4) {
		t.Errorf("%v uses", got)
	}
	refused := staff.Delete("/api/admin/media/" + id)
	if refused.Problem(http.StatusConflict); len(refused.Field("uses").([]any)) != 4 {
		t.Errorf("refused: %s", refused.Body)
	}
}

// History alone does not hold a document, but its file.
func TestLibrary_Deletes(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	staff := app.Staff(t)
	former, formerURL := recorded(t, app, staff, 40)
	unused, unusedURL := recorded(t, app, staff, 41)
	staff.Put("/api/settings", apitest.JSON{"logo": formerURL}).Want(http.StatusOK)
	staff.Put("/api/settings", apitest.JSON{"logo": ""}).Want(http.StatusOK)
	wantUses(t, staff, former, "settings history settings")
	for _, id := range []string{former, unused} {
		staff.Delete("/api/admin/media/" + id).Want(http.StatusNoContent)
		staff.Get("/api/admin/media/" + id).Problem(http.StatusNotFound)
	}
	staff.Get(unusedURL).Want(http.StatusOK)
	sweep(t, app)
	staff.Get(unusedURL).Problem(http.StatusNotFound)
	staff.Get(formerURL).Want(http.StatusOK)
	staff.Delete("/api/admin/history/settings/settings").Want(http.StatusNoContent)
	sweep(t, app)
	staff.Get(formerURL).Problem(http.StatusNotFound)
}

// A file that a colleague deletes before its author has saved what shows it is there, and in the library again.
func TestLibrary_DeletesNothingThatIsSavedSoonAfter(t *testing.T) {
	clock := manualclock.New()
	app := apitest.New(t, ownBucket, func(o *apitest.Options) { o.Clock = clock }).Ready(t)
	staff, ravi := app.Staff(t), colleague(t, app, "ravi@example.com", "Ravi")
	adopt(t, app)
	id, url := recorded(t, app, staff, 40)
	ravi.Delete("/api/admin/media/" + id).Want(http.StatusNoContent)
	staff.Post("/api/articles", apitest.JSON{"title": "Slow", "banner_image": url}).Want(http.StatusCreated)
	clock.Advance(2 * time.Minute)
	adopt(t, app)
	wantUses(t, staff, mediaID(t, staff, url), "articles draft Slow")
	sweep(t, app)
	staff.Get(url).Want(http.StatusOK)
}

// A replaced file is named nowhere but in the history, and what was written beside it stays.
func TestLibrary_Replaces(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	staff, ravi := app.Staff(t), colleague(t, app, "ravi@example.com", "Ravi")
	id, old := recorded(t, app, staff, 40)
	other, _ := recorded(t, app, staff, 43)
	staff.Put("/api/admin/media/"+id, apitest.JSON{"alt": "The logo"}).Want(http.StatusOK)
	live := staff.Post("/api/articles", apitest.JSON{
		"title": "Live", "status": "published", "banner_image": old,
		"content": `<p>One <img src="` + old + `" alt="x"></p>`,
	}).Want(http.StatusCreated).Text("id")
	ravi.Put("/api/articles/"+live+"/working-copy", apitest.JSON{"banner_image": old, "title": "Later"}).
		Want(http.StatusOK)
	gone := staff.Post("/api/articles", apitest.JSON{"title": "Gone", "banner_image": old}).Want(http.StatusCreated).
		Text("id")
	staff.Delete("/api/articles/" + gone).Want(http.StatusNoContent)
	staff.Put("/api/settings", apitest.JSON{"logo": old}).Want(http.StatusOK)
	staff.Post("/api/admin/page-content", apitest.JSON{
		"page": "about", "section": "", "type": "image_url", "content": old, "order_index": 1,
	}).Want(http.StatusCreated)
	ravi.Put("/api/articles/new/working-copy", apitest.JSON{"banner_image": old}).Want(http.StatusOK)

	done := staff.Upload("/api/admin/media/"+id+"/replace", "file", "new.jpg", photograph(t, 42, 30)).Want(http.StatusOK)
	url := done.Text("url")
	if len(done.Field("changed").([]any)) != 5 || len(done.Field("failed").([]any)) != 0 || url == old {
		t.Errorf("replaced: %s", done.Body)
	}
	doc := staff.Get("/api/admin/media/" + id).Want(http.StatusOK)
	if doc.Text("url") != url || doc.Text("alt") != "The logo" || doc.Field("width") != float64(42) {
		t.Errorf("the document is %s", doc.Body)
	}
	wantUses(t, staff, id, "articles live Live", "page-content live about", "settings live settings",
		"articles edit ", "articles edit Live", "articles trash Gone")
	article := staff.Get("/api/articles/" + live)
	if strings.Contains(string(article.Body), old) || strings.Count(string(article.Body), url) != 2 {
		t.Errorf("the article is %s", article.Body)
	}
	copied := ravi.Get("/api/articles/" + live + "/working-copy").Want(http.StatusOK)
	if changed := copied.Field("changed_since"); len(changed.([]any)) != 0 || !strings.Contains(string(copied.Body), url) {
		t.Errorf("the working copy is %s", copied.Body)
	}
	versions := rows(t, staff.Get("/api/admin/history/articles/"+live))
	if by := versions[0]["by"].(map[string]any); len(versions) != 2 || by["id"] == "" {
		t.Errorf("the history is %v", versions)
	}
	staff.Get(old).Want(http.StatusOK) // as former versions name it
	if got := staff.Get("/api/settings").Text("logo"); got != url {
		t.Errorf("the logo is %s", got)
	}
	staff.Post("/api/admin/trash/articles/"+gone+"/restore", apitest.JSON{}).Want(http.StatusOK)
	if got := staff.Get("/api/articles/" + gone).Text("banner_image"); got != url {
		t.Errorf("the restored article has %s", got)
	}

	staff.Upload("/api/admin/media/"+id+"/replace", "file", "x.txt", []byte("text")).
		Problem(http.StatusUnsupportedMediaType)
	staff.Upload("/api/admin/media/"+id+"/replace", "file", "x.jpg", photograph(t, 43, 30)).Problem(http.StatusConflict)
	staff.Upload("/api/admin/media/nothing/replace", "file", "x.jpg", photograph(t, 44, 30)).Problem(http.StatusNotFound)
	app.Anonymous(t).Upload("/api/admin/media/"+other+"/replace", "file", "x.jpg", photograph(t, 44, 30)).
		Problem(http.StatusUnauthorized)
}

// Of two replacements at once one wins everywhere, and the other is told so. A file may come back.
func TestLibrary_ReplacesTwiceAtOnce(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	staff := app.Staff(t)
	id, first := recorded(t, app, staff, 40)
	const articles = 12
	for range articles {
		staff.Post("/api/articles", apitest.JSON{"title": "A", "banner_image": first}).Want(http.StatusCreated)
	}
	replace := func(width int) *apitest.Response {
		return staff.Upload("/api/admin/media/"+id+"/replace", "file", "x.jpg", photograph(t, width, 30))
	}
	everywhere := func(url string) {
		t.Helper()
		for _, each := range rows(t, staff.Get("/api/articles?limit=100")) {
			if each["banner_image"] != url {
				t.Errorf("an article names %v, want %s", each["banner_image"], url)
			}
		}
	}
	answers := make([]*apitest.Response, 2)
	var both sync.WaitGroup
	for i := range answers {
		both.Go(func() { answers[i] = replace(50 + i) })
	}
	both.Wait()
	url, won := staff.Get("/api/admin/media/"+id).Text("url"), 0
	for _, answer := range answers {
		switch {
		case answer.Status == http.StatusConflict: // it came between
		case answer.Want(http.StatusOK).Text("url") == url:
			won++
		}
	}
	if everywhere(url); won != 1 {
		t.Errorf("%d of %s and %s won with %s", won, answers[0].Body, answers[1].Body, url)
	}
	if back := replace(40).Want(http.StatusOK); back.Text("url") != first {
		t.Errorf("the first file came back as %s", back.Body)
	}
	everywhere(first)
}

// A video with its index at its end says so, and one that replaces it does not.
func TestLibrary_VideosThatStartSlowly(t *testing.T) {
	staff := apitest.New(t, ownBucket).Ready(t).Staff(t)
	made := staff.Upload("/api/admin/media", "file", "slow.mp4", clip(t, "moov-at-the-end.mp4")).Want(http.StatusCreated)
	address := "/api/admin/media/" + made.Text("id")
	if made.Field("slow_start") != true || staff.Get(address).Field("slow_start") != true {
		t.Errorf("a slow one: %s", made.Body)
	}
	staff.Upload(address+"/replace", "file", "fast.mp4", clip(t, "moov-first.mp4")).Want(http.StatusOK)
	if stored := staff.Get(address); stored.Field("slow_start") != false {
		t.Errorf("replaced: %s", stored.Body)
	}
}

// Files of an earlier version get documents once; later only those that something uses.
func TestLibrary_FindsFilesOfAnEarlierVersion(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	staff := app.Staff(t)
	store := storage(t, app)
	put := func(key string) {
		t.Helper()
		if _, err := store.Put(context.Background(), key, "image/jpeg", strings.NewReader("x"), 1); err != nil {
			t.Fatal(err)
		}
	}
	put("seed/banner_1600x900_480.jpg")
	put("seed/banner_1600x900_480.480.webp")
	staff.Put("/api/settings", apitest.JSON{"logo": "/media/seed/banner_1600x900_480.jpg"}).Want(http.StatusOK)
	for range 2 {
		adopt(t, app)
	}
	all := rows(t, staff.Get("/api/admin/media"))
	if len(all) != 1 || all[0]["width"] != float64(1600) || all[0]["uses"] != float64(1) || all[0]["uploaded_by"] != nil {
		t.Fatalf("found %v", all)
	}
	put("seed/other_10x10.jpg")
	put("seed/used_10x10.jpg")
	staff.Put("/api/settings", apitest.JSON{"logo": "/media/seed/used_10x10.jpg"}).Want(http.StatusOK)
	adopt(t, app)
	if all = rows(t, staff.Get("/api/admin/media?q=settings")); len(all) != 2 {
		t.Errorf("then there are %v", all)
	}
}

// The sweep of the library removes documents and files that nothing uses, and no others.
func TestLibrary_Sweeps(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	staff := app.Staff(t)
	_, unused := recorded(t, app, staff, 40)
	_, used := recorded(t, app, staff, 41)
	staff.Put("/api/settings", apitest.JSON{"logo": used}).Want(http.StatusOK)
	sweep := func(after time.Duration, dry bool) []string {
		t.Helper()
		removed, err := app.Server().RemoveUnusedMedia(t.Context(), after, dry)
		if err != nil {
			t.Fatal(err)
		}
		return removed
	}
	if swept, err := app.Server().Content.Sweeper.Once(t.Context(), 0, false); err != nil || len(swept.Keys) != 0 {
		t.Errorf("files of the library went by themselves: %v, %v", swept.Keys, err)
	}
	if got := sweep(time.Hour, false); len(got) != 0 {
		t.Errorf("young ones went: %v", got)
	}
	for _, dry := range []bool{true, false} {
		if got := sweep(0, dry); !slices.Equal(got, []string{unused}) {
			t.Errorf("dry %v: removed %v", dry, got)
		}
	}
	staff.Get(unused).Problem(http.StatusNotFound)
	staff.Get(used).Want(http.StatusOK)
	if got := rows(t, staff.Get("/api/admin/media")); len(got) != 1 {
		t.Errorf("left %v", got)
	}
}

// Tags that differ only in case are one, as in the list's filter.
func TestLibrary_Tags(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	staff := app.Staff(t)
	if got := staff.Get("/api/admin/media/tags").Want(http.StatusOK); string(bytes.TrimSpace(got.Body)) != "[]" {
		t.Errorf("without files: %s", got.Body)
	}
	for i, tags := range [][]string{{"campus", "Zoo"}, {"Campus", "Students"}, {"campus"}} {
		id, _ := recorded(t, app, staff, 40+i)
		staff.Put("/api/admin/media/"+id, apitest.JSON{"tags": tags}).Want(http.StatusOK)
	}
	got := fmt.Sprint(rows(t, staff.Get("/api/admin/media/tags")))
	if got != "[map[count:3 tag:campus] map[count:1 tag:Students] map[count:1 tag:Zoo]]" {
		t.Error(got)
	}
	app.Anonymous(t).Get("/api/admin/media/tags").Problem(http.StatusUnauthorized)
}

// One call deletes all unused files that the list has with the same filters, and no others.
func TestLibrary_DeletesUnused(t *testing.T) {
	clock := manualclock.New()
	app := apitest.New(t, ownBucket, func(o *apitest.Options) { o.Clock = clock }).Ready(t)
	staff := app.Staff(t)
	_, used := recorded(t, app, staff, 40)
	staff.Put("/api/settings", apitest.JSON{"logo": used}).Want(http.StatusOK)
	tagged, _ := recorded(t, app, staff, 41)
	staff.Put("/api/admin/media/"+tagged, apitest.JSON{"tags": []string{"campus"}}).Want(http.StatusOK)
	former, formerURL := recorded(t, app, staff, 42)
	staff.Put("/api/settings", apitest.JSON{"logo": formerURL}).Want(http.StatusOK)
	staff.Put("/api/settings", apitest.JSON{"logo": used}).Want(http.StatusOK)
	until := staff.Get("/api/admin/media/" + former).Text("uploaded_at")
	clock.Advance(time.Second)
	later, _ := recorded(t, app, staff, 43)
	remove := func(query, want string) {
		t.Helper()
		done := staff.Post("/api/admin/media/delete-unused"+query, apitest.JSON{}).Want(http.StatusOK)
		if got := strings.TrimSpace(string(done.Body)); got != want {
			t.Errorf("%s: %s", query, got)
		}
	}
	remove("?kind=video", `{"deleted":0,"failed":[],"left":0}`)
	if entries := auditLog(t, staff, "&action=deleteUnusedMedia"); len(entries) != 0 {
		t.Errorf("the audit log has %+v", entries)
	}
	remove("?tag=CAMPUS", `{"deleted":1,"failed":[],"left":0}`)
	staff.Get("/api/admin/media/" + tagged).Problem(http.StatusNotFound)
	remove("?without_alt=true&q=picture&until="+until, `{"deleted":1,"failed":[],"left":0}`)
	staff.Get("/api/admin/media/" + former).Problem(http.StatusNotFound)
	staff.Get("/api/admin/media/" + later).Want(http.StatusOK)
	remove("", `{"deleted":1,"failed":[],"left":0}`)
	if left := rows(t, staff.Get("/api/admin/media")); len(left) != 1 || left[0]["url"] != used {
		t.Errorf("left: %v", left)
	}
	if entries := auditLog(t, staff, "&action=deleteUnusedMedia"); len(entries) != 3 {
		t.Errorf("the audit log has %+v", entries)
	}
	for _, query := range []string{
		"until=yesterday", "until=0001-01-01T00:00:00Z", "tags=campus", "before=2026-08-01T06:00:00Z",
	} {
		staff.Post("/api/admin/media/delete-unused?"+query, apitest.JSON{}).Problem(http.StatusUnprocessableEntity)
	}
	app.Anonymous(t).Post("/api/admin/media/delete-unused", apitest.JSON{}).Problem(http.StatusUnauthorized)
}

// The snapshot has the focus of public pictures, and of no others.
func TestLibrary_ShowsTheFocus(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	id, url := recorded(t, app, staff, 40)
	shown := func() string {
		t.Helper()
		return fmt.Sprint(anyone.Get("/api/snapshot").Want(http.StatusOK).Field("media_focus"))
	}
	staff.Put("/api/admin/media/"+id, apitest.JSON{"focus": apitest.JSON{"x": 0.25, "y": 0.755}}).Want(http.StatusOK)
	article := staff.Post("/api/articles", apitest.JSON{"title": "A", "banner_image": url}).Want(http.StatusCreated).
		Text("id")
	if got := shown(); got != "map[]" {
		t.Errorf("of a draft: %s", got)
	}
	staff.Put("/api/articles/"+article, apitest.JSON{"status": "published"}).Want(http.StatusOK)
	if got := shown(); got != "map["+url+":map[x:25 y:75.5]]" {
		t.Errorf("of a published article: %s", got)
	}
	staff.Put("/api/admin/media/"+id, apitest.JSON{"focus": nil}).Want(http.StatusOK)
	if got := shown(); got != "map[]" {
		t.Errorf("without a focus: %s", got)
	}
}

// A document that visitors do not see yet, no more, or not at all shows no focus.
func TestLibrary_ShowsNoFocusOfWhatIsHidden(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	id, url := recorded(t, app, staff, 41)
	staff.Put("/api/admin/media/"+id, apitest.JSON{"focus": apitest.JSON{"x": 0.25, "y": 0.5}}).Want(http.StatusOK)
	shown := func() string {
		t.Helper()
		return fmt.Sprint(anyone.Get("/api/snapshot").Want(http.StatusOK).Field("media_focus"))
	}
	for _, dates := range []apitest.JSON{
		{"publish_date": "2999-01-01T00:00:00Z"},
		{"publish_date": "2020-01-01T00:00:00Z", "unpublish_date": "2021-01-01T00:00:00Z"},
	} {
		dates["title"], dates["status"], dates["banner_image"] = "A", "published", url
		staff.Post("/api/articles", dates).Want(http.StatusCreated)
		if got := shown(); got != "map[]" {
			t.Errorf("of an article with %v: %s", dates, got)
		}
	}
	page := apitest.JSON{"path": "/a", "title": "A", "status": "published", "blocks": []apitest.JSON{{
		"id": "a", "type": "every", "hidden": true,
		"values": apitest.JSON{"title": "T", "rich": `<p><img src="` + url + `" alt="A"></p>`, "size": 3},
	}}}
	made := staff.Post("/api/admin/pages", page).Want(http.StatusCreated).Text("id")
	if got := shown(); got != "map[]" {
		t.Errorf("of a hidden block: %s", got)
	}
	page["blocks"].([]apitest.JSON)[0]["hidden"] = false
	staff.Put("/api/admin/pages/"+made, page).Want(http.StatusOK)
	if got := shown(); got != "map["+url+":map[x:25 y:50]]" {
		t.Errorf("of a block that is shown: %s", got)
	}
}
