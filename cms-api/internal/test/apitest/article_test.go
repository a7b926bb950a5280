package apitest_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/test/apitest"
)

type article struct {
	ID, Slug, Title, Excerpt, Content, Author, Category, Status string
	AuthorID                                                    string  `json:"author_id"`
	BannerImage                                                 string  `json:"banner_image"`
	PublishDate                                                 *string `json:"publish_date"`
	Tags                                                        []string
	Revision                                                    int
}

func write(t *testing.T, c *apitest.Client, body apitest.JSON) article {
	t.Helper()
	var made article
	c.Post("/api/articles", body).Want(http.StatusCreated).Into(&made)
	return made
}

func titles(t *testing.T, r *apitest.Response) []string {
	t.Helper()
	var list []article
	r.Want(http.StatusOK).Into(&list)
	out := []string{}
	for _, each := range list {
		out = append(out, each.Title)
	}
	return out
}

func TestArticle_WriteReadChangeDelete(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	made := write(t, staff, apitest.JSON{
		"title": "How to Read a Newspaper", "content": "<p>Start with the <strong>editorial</strong>.</p>",
		"excerpt":  " Short. ",
		"category": "Strategy", "tags": []string{" reading ", "", "reading", "habits"}, "status": "published", "unknown": 1,
	})
	if made.Slug != "how-to-read-a-newspaper" || made.Author != "Asha Rao" || made.AuthorID == "" || made.Revision != 1 ||
		made.Excerpt != "Short." {
		t.Errorf("made %+v", made)
	}
	if !slices.Equal(made.Tags, []string{"reading", "habits"}) {
		t.Errorf("tags = %q", made.Tags)
	}
	public := anyone.Get("/api/articles/" + made.Slug).Want(http.StatusOK)
	if public.Field("revision") != nil || public.Text("content") != made.Content {
		t.Errorf("public = %s", public.Body)
	}
	list := anyone.Get("/api/articles?status=published").Want(http.StatusOK)
	if got := titles(t, list); !slices.Equal(got, []string{made.Title}) ||
		strings.Contains(string(list.Body), "editorial") {
		t.Errorf("list = %s", list.Body)
	}

	var changed article
	answer := staff.Put("/api/articles/"+made.ID, apitest.JSON{"title": "How to Read a Paper", "content": "<p>New</p>"}).
		Want(http.StatusOK).Into(&changed)
	if changed.Slug != made.Slug || changed.Title != "How to Read a Paper" || changed.Category != "Strategy" ||
		changed.Revision != 2 {
		t.Errorf("changed = %+v", changed)
	}
	if answer.Header.Get("ETag") != `"2"` {
		t.Errorf("ETag = %s", answer.Header.Get("ETag"))
	}
	if got := anyone.Get("/api/articles/" + made.Slug).Want(http.StatusOK).Text("content"); got != "<p>New</p>" {
		t.Errorf("the public reads %q right after the write", got)
	}
	staff.Delete("/api/articles/" + made.ID).Want(http.StatusNoContent)
	anyone.Get("/api/articles/" + made.Slug).Problem(http.StatusNotFound)
	staff.Delete("/api/articles/" + made.ID).Problem(http.StatusNotFound)
	if got := titles(t, anyone.Get("/api/articles")); len(got) != 0 {
		t.Errorf("list = %v", got)
	}
}

func TestArticle_OnlyThePublicIsPublic(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	draft := write(t, staff, apitest.JSON{"title": "Draft"})
	archived := write(t, staff, apitest.JSON{"title": "Archived", "status": "archived"})
	later := write(t, staff, apitest.JSON{"title": "Later", "status": "published", "publish_date": "2999-01-01"})
	past := write(t, staff, apitest.JSON{"title": "Past", "status": "published", "publish_date": "2020-01-01T00:00:00Z"})
	now := write(t, staff, apitest.JSON{"title": "Now", "status": "published"})
	if draft.Status != "draft" || later.PublishDate == nil || *later.PublishDate != "2998-12-31T18:30:00Z" {
		t.Errorf("draft %+v, later %+v", draft, later)
	}
	for _, hidden := range []article{draft, archived, later} {
		anyone.Get("/api/articles/" + hidden.Slug).Problem(http.StatusNotFound)
		anyone.Get("/api/articles/" + hidden.ID).Problem(http.StatusNotFound)
		staff.Get("/api/articles/" + hidden.Slug).Want(http.StatusOK)
		staff.Get("/api/articles/" + hidden.ID).Want(http.StatusOK)
	}
	for _, path := range []string{
		"/api/articles", "/api/articles?status=published", "/api/articles?q=a", "/api/articles?sort=-publish_date",
	} {
		got := titles(t, anyone.Get(path))
		if slices.Contains(got, "Draft") || slices.Contains(got, "Later") || slices.Contains(got, "Archived") {
			t.Errorf("%s: %v", path, got)
		}
	}
	if got := titles(t, anyone.Get("/api/articles")); !slices.Equal(got, []string{now.Title, past.Title}) {
		t.Errorf("public list = %v", got)
	}
	if got := titles(t, anyone.Get("/api/articles?status=draft")); len(got) != 0 {
		t.Errorf("drafts for anyone = %v", got)
	}
	if got := titles(t, staff.Get("/api/articles")); len(got) != 5 {
		t.Errorf("staff list = %v", got)
	}
	if got := titles(t, staff.Get("/api/articles?status=draft")); !slices.Equal(got, []string{"Draft"}) {
		t.Errorf("drafts = %v", got)
	}
	staff.Put("/api/articles/"+now.ID, apitest.JSON{"status": "draft"}).Want(http.StatusOK)
	anyone.Get("/api/articles/" + now.Slug).Problem(http.StatusNotFound)
	var cleared article
	staff.Put("/api/articles/"+later.ID, apitest.JSON{"publish_date": nil}).Want(http.StatusOK).Into(&cleared)
	if cleared.PublishDate == nil || strings.HasPrefix(*cleared.PublishDate, "2998") {
		t.Errorf("published at once, it is dated %v", cleared.PublishDate)
	}
	anyone.Get("/api/articles/" + later.Slug).Want(http.StatusOK)
}

func TestArticle_SlugsAreUniqueAndStable(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	var slugs []string
	var last article
	for range 3 {
		last = write(t, staff, apitest.JSON{"title": "Same Title"})
		slugs = append(slugs, last.Slug)
	}
	if !slices.Equal(slugs, []string{"same-title", "same-title-2", "same-title-3"}) {
		t.Errorf("slugs = %v", slugs)
	}
	var changed article
	staff.Put("/api/articles/"+last.ID, apitest.JSON{"title": "Same Title"}).Want(http.StatusOK).Into(&changed)
	if changed.Slug != last.Slug {
		t.Errorf("saving again changed the slug to %s", changed.Slug)
	}
	staff.Put("/api/articles/"+last.ID, apitest.JSON{"title": "Another"}).Want(http.StatusOK).Into(&changed)
	if changed.Slug != "another" {
		t.Errorf("a draft's slug = %s, want another", changed.Slug)
	}
	staff.Put("/api/articles/"+last.ID, apitest.JSON{"status": "published"}).Want(http.StatusOK)
	staff.Put("/api/articles/"+last.ID, apitest.JSON{"title": "Third"}).Want(http.StatusOK).Into(&changed)
	if changed.Slug != "another" {
		t.Errorf("a published slug became %s", changed.Slug)
	}
	staff.Put("/api/articles/"+last.ID, apitest.JSON{"slug": "Same Title"}).Want(http.StatusOK).Into(&changed)
	if changed.Slug != "same-title-3" && changed.Slug != "same-title-4" {
		t.Errorf("a wished slug that is taken became %s", changed.Slug)
	}
	if shown := string(anyone.Get("/api/snapshot").Body); !strings.Contains(shown,
		`"moved_articles":[{"from":"another","to":"`+changed.Slug+`"}]`) {
		t.Errorf("the snapshot does not say where the article has moved: %s", shown)
	}
	old := anyone.Get("/api/articles/another")
	if old.Status != http.StatusPermanentRedirect && old.Status != http.StatusOK {
		t.Errorf("the former slug answers %d", old.Status)
	}
	for title, want := range map[string]string{
		"ಕನ್ನಡ": "kannada", "!!!": "article",
		strings.Repeat("word ", 60): strings.TrimSuffix(strings.Repeat("word-", 16), "-"),
	} {
		if made := write(t, staff, apitest.JSON{"title": title}); made.Slug != want {
			t.Errorf("slug of %q = %q, want %q", title, made.Slug, want)
		}
	}
}

// A draft's address follows its title until another is chosen, as those that an earlier version
// spelt otherwise are.
func TestArticle_AChosenAddressStays(t *testing.T) {
	staff := apitest.New(t).Ready(t).Staff(t)
	draft := write(t, staff, apitest.JSON{"title": "ಪರೀಕ್ಷೆ", "slug": "Priiksse"})
	for _, step := range []struct {
		change apitest.JSON
		want   string
	}{
		{apitest.JSON{"title": "ಪರೀಕ್ಷೆ"}, "priiksse"},
		{apitest.JSON{"title": "ಪರೀಕ್ಷೆ 2"}, "priiksse"},
		{apitest.JSON{"slug": " "}, "pareekshe-2"},
		{apitest.JSON{"title": "தமிழ்"}, "tamil"},
		{apitest.JSON{"slug": "தமிழ் பாடம்", "title": "Lesson"}, "tamil-padam"},
		{apitest.JSON{"status": "published", "slug": ""}, "lesson"},
		{apitest.JSON{"slug": ""}, "lesson"},
	} {
		staff.Put("/api/articles/"+draft.ID, step.change).Want(http.StatusOK).Into(&draft)
		if draft.Slug != step.want {
			t.Errorf("after %v the address is %q, want %q", step.change, draft.Slug, step.want)
		}
	}
}

func TestArticle_TitlesThatSuggestOneSlugAllGetOne(t *testing.T) {
	const taken = 300
	database := "slugs_" + mongodb.NewID()
	fill(t, database, "articles", taken, func(i int) bson.M {
		slug := "article"
		if i > 0 {
			slug = fmt.Sprintf("article-%d", i+1)
		}
		now := time.Now()
		return bson.M{
			"slug": slug, "title": "🎉", "status": "draft", "tags": bson.A{}, "previous_slugs": bson.A{}, "created_at": now,
			"updated_at": now, "sort_at": now,
		}
	})
	staff := apitest.Start(t, database).Ready(t).Staff(t)
	var slugs sync.Map
	var writing sync.WaitGroup
	for range 8 {
		writing.Go(func() {
			var made article
			answer := staff.Post("/api/articles", apitest.JSON{"title": "👩‍👩‍👧‍👦"})
			if answer.Status != http.StatusCreated {
				t.Errorf("POST answered %d: %s", answer.Status, answer.Body)
				return
			}
			answer.Into(&made)
			number, err := strconv.Atoi(strings.TrimPrefix(made.Slug, "article-"))
			if _, twice := slugs.LoadOrStore(made.Slug, true); twice || err != nil || number <= taken {
				t.Errorf("slug = %q", made.Slug)
			}
		})
	}
	writing.Wait()
}

func TestArticle_StaleEditIsRefusedWithTheCurrentOne(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	made := write(t, staff, apitest.JSON{"title": "One"})
	staff.Put("/api/articles/"+made.ID, apitest.JSON{"title": "Two"}, "If-Match", `"1"`).Want(http.StatusOK)
	refused := staff.Put("/api/articles/"+made.ID, apitest.JSON{"title": "Three"}, "If-Match", `"1"`)
	refused.Problem(http.StatusPreconditionFailed)
	current, _ := refused.Field("current").(map[string]any)
	if current["title"] != "Two" || current["revision"] != float64(2) {
		t.Errorf("current = %v", current)
	}
	if got := staff.Get("/api/articles/" + made.ID).Text("title"); got != "Two" {
		t.Errorf("title = %s", got)
	}
	staff.Put("/api/articles/"+made.ID, apitest.JSON{"title": "Four"}).Want(http.StatusOK)
	staff.Put("/api/articles/"+made.ID, apitest.JSON{"title": "Five"}, "If-Match", `W/"3"`).Want(http.StatusOK)
	staff.Put("/api/articles/"+made.ID, apitest.JSON{"title": "Six"}, "If-Match", `"nonsense"`).
		Problem(http.StatusPreconditionFailed)
	staff.Put("/api/articles/"+made.ID, apitest.JSON{"title": "Six"}, "If-Match", "nonsense").
		Problem(http.StatusBadRequest)
	staff.Put("/api/articles/"+made.ID, apitest.JSON{"title": "Six"}, "If-Match", "*").Want(http.StatusOK)
}

func TestArticle_ParallelWritesLoseNothing(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	made := write(t, staff, apitest.JSON{"title": "One", "status": "published"})
	bodies := []apitest.JSON{
		{"title": "T"}, {"excerpt": "E"}, {"category": "C"}, {"tags": []string{"t"}}, {"content": "<p>c</p>"},
	}
	done := make(chan int, len(bodies))
	for _, body := range bodies {
		go func() { done <- staff.Put("/api/articles/"+made.ID, body).Status }()
	}
	for range bodies {
		if status := <-done; status != http.StatusOK {
			t.Errorf("answered %d", status)
		}
	}
	var now article
	app.Anonymous(t).Get("/api/articles/" + made.Slug).Want(http.StatusOK).Into(&now)
	if now.Title != "T" || now.Excerpt != "E" || now.Category != "C" || len(now.Tags) != 1 || now.Content != "<p>c</p>" {
		t.Errorf("now = %+v", now)
	}
}

// A description of a picture comes back as it was written; a colour keeps its name.
func TestArticle_ContentKeepsWhatWasTyped(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	want := `<p><span class="ql-color-red ql-bg-teal">2019</span>` +
		`<img src="/a.png" alt="2019 &lt; 2021"/><img src="/b.png" alt="` + strings.Repeat("words", 100) + `"/></p>`
	made := write(t, staff, apitest.JSON{"title": "Charts", "status": "published", "content": want})
	if got := anyone.Get("/api/articles/" + made.Slug).Want(http.StatusOK).Text("content"); got != want {
		t.Errorf("got %s", got)
	}
}

func TestArticle_ContentIsSanitisedOnEveryWrite(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	evil := `<p onclick="x()">Hi<script>alert(1)</script><img src=/x.png onerror=alert(1)><a href="javascript:alert(1)">a</a></p>`
	made := write(t, staff, apitest.JSON{"title": "Evil", "content": evil, "status": "published"})
	staff.Put("/api/articles/"+made.ID, apitest.JSON{"content": evil}).Want(http.StatusOK)
	for _, who := range []*apitest.Client{staff, app.Anonymous(t)} {
		content := who.Get("/api/articles/" + made.Slug).Want(http.StatusOK).Text("content")
		for _, bad := range []string{"script", "onclick", "onerror", "javascript"} {
			if strings.Contains(content, bad) {
				t.Errorf("content %q holds %s", content, bad)
			}
		}
	}
}

func TestArticle_PastedPicturesMoveToMedia(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	pixel := "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
	made := write(t, staff, apitest.JSON{
		"title": "Picture", "content": `<p><img src="` + pixel + `"> and <img src="` + pixel + `" alt="again"></p>`,
	})
	if strings.Contains(made.Content, "data:") || strings.Count(made.Content, `src="/media/images/`) != 2 {
		t.Fatalf("content = %s", made.Content)
	}
	_, rest, _ := strings.Cut(made.Content, `src="`)
	address, _, _ := strings.Cut(rest, `"`)
	picture := app.Anonymous(t).Get(address).Want(http.StatusOK)
	if picture.Header.Get("Content-Type") != "image/png" {
		t.Errorf("type = %s", picture.Header.Get("Content-Type"))
	}
	_, locations := staff.Post("/api/articles", apitest.JSON{
		"title": "Broken", "content": `<img src="data:image/png;base64,AAAA">`,
	}).Problem(http.StatusUnprocessableEntity)
	if !slices.Equal(locations, []string{"body.content"}) {
		t.Errorf("locations = %v", locations)
	}
	svg := "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(
		[]byte(`<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>`))
	detail, _ := staff.Post("/api/articles", apitest.JSON{
		"title": "Placeholder", "content": `<p><img src="/a.png"> text <img src="` + svg + `"> more</p>`,
	}).Problem(http.StatusUnprocessableEntity)
	for _, want := range []string{"Picture 2, ", `"` + svg[:60] + `"`, "The format is SVG."} {
		if !strings.Contains(detail, want) {
			t.Errorf("the refusal %q does not say %s", detail, want)
		}
	}
}

func TestArticle_AnonymousMayNotWrite(t *testing.T) {
	app := apitest.New(t).Ready(t)
	made := write(t, app.Staff(t), apitest.JSON{"title": "Mine", "status": "published"})
	anyone := app.Anonymous(t)
	anyone.Post("/api/articles", apitest.JSON{"title": "X"}).Problem(http.StatusUnauthorized)
	anyone.Put("/api/articles/"+made.ID, apitest.JSON{"title": "X"}).Problem(http.StatusUnauthorized)
	anyone.Delete("/api/articles/" + made.ID).Problem(http.StatusUnauthorized)
	if got := titles(t, anyone.Get("/api/articles")); !slices.Equal(got, []string{"Mine"}) {
		t.Errorf("list = %v", got)
	}
}

func TestArticle_BadInput(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	made := write(t, staff, apitest.JSON{"title": "Good"})
	for name, body := range map[string]any{
		"no title":    apitest.JSON{"content": "x"},
		"blank title": apitest.JSON{"title": "   "},
		"long title":  apitest.JSON{"title": strings.Repeat("x", 301)},
		"status":      apitest.JSON{"title": "x", "status": "gone"},
		"tags":        apitest.JSON{"title": "x", "tags": "a,b"},
		"banner":      apitest.JSON{"title": "x", "banner_image": "javascript:alert(1)"},
		"date":        apitest.JSON{"title": "x", "publish_date": "tomorrow"},
		"null title":  apitest.JSON{"title": nil},
		"operator":    `{"title":{"$gt":""}}`,
	} {
		t.Run(name, func(t *testing.T) { staff.Post("/api/articles", body).Problem(http.StatusUnprocessableEntity) })
	}
	staff.Post("/api/articles", `{"title":`).Problem(http.StatusBadRequest)
	staff.Post("/api/articles", "").Problem(http.StatusBadRequest)
	staff.Do(http.MethodPost, "/api/articles", strings.NewReader("title=x"), "Content-Type",
		"application/x-www-form-urlencoded").Problem(http.StatusUnsupportedMediaType)
	staff.Post("/api/articles", `{"title":"x","content":"`+strings.Repeat("x", 17<<20)+`"}`).
		Problem(http.StatusRequestEntityTooLarge)
	staff.Put("/api/articles/"+made.ID, apitest.JSON{"title": ""}).Problem(http.StatusUnprocessableEntity)
	staff.Put("/api/articles/ffffffffffffffffffffffff", apitest.JSON{"title": "x"}).Problem(http.StatusNotFound)
	staff.Put("/api/articles/nonsense", apitest.JSON{"title": "x"}).Problem(http.StatusNotFound)
	staff.Get("/api/articles?limit=0").Problem(http.StatusUnprocessableEntity)
	staff.Get("/api/articles?sort=content").Problem(http.StatusUnprocessableEntity)
	staff.Get("/api/articles?status=gone").Problem(http.StatusUnprocessableEntity)
	if got := titles(t, staff.Get("/api/articles")); !slices.Equal(got, []string{"Good"}) {
		t.Errorf("bad input left something behind: %v", got)
	}
}

func TestArticle_ListsArePaged(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	for _, title := range []string{"A", "B", "C", "D", "E"} {
		write(t, staff, apitest.JSON{"title": title, "status": "published"})
	}
	for _, c := range []*apitest.Client{staff, app.Anonymous(t)} {
		page := c.Get("/api/articles?limit=2&offset=2&sort=title")
		if got := titles(t, page); !slices.Equal(got, []string{"C", "D"}) {
			t.Errorf("page = %v", got)
		}
		if page.Header.Get("X-Total-Count") != "5" || !strings.Contains(page.Header.Get("Link"), `offset=4`) ||
			!strings.Contains(page.Header.Get("Link"), `rel="prev"`) {
			t.Errorf("total = %s, link = %s", page.Header.Get("X-Total-Count"), page.Header.Get("Link"))
		}
		if got := titles(t, c.Get("/api/articles?q=d")); !slices.Equal(got, []string{"D"}) {
			t.Errorf("search = %v", got)
		}
		if got := titles(t, c.Get("/api/articles?q=.*")); len(got) != 0 {
			t.Errorf("a pattern was not taken literally: %v", got)
		}
	}
}

// Readers get the focus of an article's banner where it is not the middle, with the article and in every list.
func TestArticle_HasTheFocusOfItsBanner(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	id, url := recorded(t, app, staff, 42)
	covered := write(t, staff, apitest.JSON{"title": "Covered", "status": "published", "banner_image": url})
	write(t, staff, apitest.JSON{"title": "Plain", "status": "published"})
	wants := func(client *apitest.Client, want any) {
		t.Helper()
		one := client.Get("/api/articles/" + covered.Slug).Want(http.StatusOK)
		if got := one.Field("focus"); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("the article has %v, want %v", got, want)
		}
		for _, list := range []string{"", "?status=published&limit=24&offset=0", "?q=covered"} {
			for _, each := range rows(t, client.Get("/api/articles"+list)) {
				of := want
				if each["slug"] != covered.Slug {
					of = nil
				}
				if got := each["focus"]; fmt.Sprint(got) != fmt.Sprint(of) {
					t.Errorf("%v in the list %q has %v, want %v", each["title"], list, got, of)
				}
			}
		}
	}
	wants(anyone, nil)
	built := func() string { return fmt.Sprint(anyone.Get("/api/snapshot").Want(http.StatusOK).Field("articles")) }
	before := built()
	staff.Put("/api/admin/media/"+id, apitest.JSON{"focus": apitest.JSON{"x": 0.25, "y": 0.755}}).Want(http.StatusOK)
	wants(anyone, map[string]any{"x": 25, "y": 75.5})
	wants(staff, nil)
	if after := built(); after != before {
		t.Errorf("the site is built from other articles: %s, not %s", after, before)
	}
	staff.Put("/api/admin/media/"+id, apitest.JSON{"focus": nil}).Want(http.StatusOK)
	wants(anyone, nil)
}
