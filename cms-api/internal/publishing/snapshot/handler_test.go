package snapshot

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"
	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/platform/problem"
)

// newApp serves store the way the server does; what the snapshot does not
// answer ends in 204, and problems in a header.
func newApp(store *Store) *fiber.App {
	app := fiber.New(fiber.Config{ErrorHandler: func(c fiber.Ctx, err error) error {
		var p *problem.Error
		if !errors.As(err, &p) {
			return c.SendStatus(500)
		}
		c.Set("Problem", string(p.Kind))
		return c.SendStatus(400)
	}})
	h := NewHandler(store, func(c fiber.Ctx) bool {
		return c.Cookies("session") != ""
	}, func(fiber.Ctx) error { return nil })
	router := app.Group("/api")
	h.Register(router, humafiber.New(app, huma.DefaultConfig("test", "1")))
	Get(router, "/articles", h.Articles)
	Get(router, "/articles/:slug", h.Article)
	Get(router, "/settings", h.Serve("settings"))
	Get(router, "/videos", h.List("videos", "/api/videos", Columns{
		Native: "created_at", Sort: []string{"created_at", "duration", "title"}, Search: []string{"title"},
	}))
	Get(router, "/page-content/:page", h.ServeFunc(func(c fiber.Ctx) string { return "page_content:" + c.Params("page") }))
	app.Use(func(c fiber.Ctx) error { return c.SendStatus(204) })
	return app
}

type answer struct {
	status int
	header map[string][]string
	body   []byte
}

func (a answer) get(name string) string { return strings.Join(a.header[name], ", ") }

func ask(t testing.TB, app *fiber.App, method, target string, headers ...string) answer {
	t.Helper()
	request := httptest.NewRequest(method, "/", nil)
	request.URL = &url.URL{Opaque: target}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := app.Test(request, fiber.TestConfig{Timeout: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{response.StatusCode, response.Header, body}
}

func TestServe(t *testing.T) {
	store := benchStore(150)
	app := newApp(store)
	article := benchArticle(149, "Title")
	path := "/api/articles/" + article.Slug

	plain := ask(t, app, "GET", path)
	if plain.status != 200 || !bytes.Equal(plain.body, article.Full) || plain.get("Content-Type") != "application/json" ||
		plain.get("Vary") != vary || plain.get("Cache-Control") != cacheControl ||
		plain.get("Cdn-Cache-Control") != cdnCacheControl ||
		plain.get("Access-Control-Allow-Origin") != "*" ||
		!strings.Contains(plain.get("Access-Control-Expose-Headers"), FingerprintHeader) {
		t.Fatalf("unexpected answer %d %v", plain.status, plain.header)
	}
	gz := ask(t, app, "GET", path, "Accept-Encoding", "gzip")
	reader, err := gzip.NewReader(bytes.NewReader(gz.body))
	if err != nil {
		t.Fatal(err)
	}
	if unpacked, _ := io.ReadAll(reader); !bytes.Equal(unpacked, article.Full) || gz.get("Content-Encoding") != "gzip" {
		t.Fatal("gzip differs")
	}
	br := ask(t, app, "GET", path, "Accept-Encoding", "gzip, br")
	if unpacked, _ := io.ReadAll(brotli.NewReader(bytes.NewReader(br.body))); !bytes.Equal(unpacked, article.Full) ||
		br.get("Content-Encoding") != "br" {
		t.Fatal("br differs")
	}
	if a, b, c := plain.get("Etag"), gz.get("Etag"), br.get("Etag"); a == b || b == c || a == c ||
		strings.HasPrefix(a, "W/") {
		t.Fatalf("entity tags are not strong and distinct: %s %s %s", a, b, c)
	}
	if again := ask(t, app, "GET", path, "Accept-Encoding", "br", "If-None-Match", br.get("Etag")); again.status != 304 ||
		len(again.body) != 0 || again.get("Etag") != br.get("Etag") {
		t.Fatalf("unchanged: %d", again.status)
	}
	if other := ask(t, app, "GET", path, "If-None-Match", br.get("Etag")); other.status != 200 {
		t.Fatalf("another coding's tag gave %d", other.status)
	}
	head := ask(t, app, "HEAD", path)
	if head.status != 200 || len(head.body) != 0 || head.get("Content-Length") != plain.get("Content-Length") ||
		head.get("Etag") != plain.get("Etag") {
		t.Fatalf("HEAD: %d %v", head.status, head.header)
	}
	if settings := ask(t, app, "GET", "/api/settings", "Accept-Encoding", "br"); settings.get("Content-Encoding") != "" ||
		string(settings.body) != `{"site_title":"Academy"}` {
		t.Fatalf("settings: %s %v", settings.body, settings.header)
	}
	if unknown := ask(t, app, "GET", "/api/page-content/nowhere"); unknown.status != 200 || string(unknown.body) != "[]" {
		t.Fatalf("an unknown body was answered with %d %s", unknown.status, unknown.body)
	}
}

// Who keeps an answer must learn with a 304 that it belongs to newer content too.
func TestAnswersNameTheirContent(t *testing.T) {
	store := benchStore(3)
	store.apply(change{parts: []Part{{Name: "videos", JSON: []byte("[]")}}})
	app := newApp(store)
	for _, path := range []string{
		"/api/settings", "/api/articles", "/api/articles?q=x", "/api/videos", "/api/page-content/nowhere",
		"/api/articles/" + benchArticle(1, "").Slug,
	} {
		before := ask(t, app, "GET", path)
		if got := before.get(FingerprintHeader); got != store.Current().Fingerprint() {
			t.Errorf("%s is of %q, not of %s", path, got, store.Current().Fingerprint())
		}
		store.apply(change{parts: []Part{{Name: "noise", JSON: []byte(strconv.Quote(path))}}})
		after := ask(t, app, "GET", path, "If-None-Match", before.get("Etag"))
		if got := after.get(FingerprintHeader); after.status != 304 || got != store.Current().Fingerprint() ||
			got == before.get(FingerprintHeader) {
			t.Errorf("%s again: %d, of %q", path, after.status, got)
		}
	}
}

func TestArticles(t *testing.T) {
	app := newApp(benchStore(150))
	var all []struct{ ID, Content, Hash string }
	for _, target := range []string{
		"/api/articles", "/api/articles?status=published", "/api/articles?status=published&offset=0",
	} {
		whole := ask(t, app, "GET", target)
		if err := json.Unmarshal(whole.body, &all); err != nil || len(all) != 150 || whole.get("X-Total-Count") != "150" ||
			whole.get("Link") != "" {
			t.Fatalf("%s: %d articles, total %s, Link %s, %v", target, len(all), whole.get("X-Total-Count"), whole.get("Link"),
				err)
		}
	}
	first := ask(t, app, "GET", "/api/articles?status=published&limit=20")
	if err := json.Unmarshal(first.body, &all); err != nil {
		t.Fatal(err)
	}
	if len(all) != 20 || all[0].ID != benchArticle(149, "").ID || all[0].Content != "" ||
		first.get("X-Total-Count") != "150" {
		t.Fatalf("%d articles, first %+v, total %s", len(all), all[0], first.get("X-Total-Count"))
	}
	if got, want := first.get("Link"), `</api/articles?limit=20&offset=20>; rel="next"`; got != want {
		t.Fatalf("Link is %s", got)
	}
	if err := json.Unmarshal(ask(t, app, "GET", "/api/articles?offset=10").body, &all); err != nil || len(all) != 100 {
		t.Fatalf("from the tenth on: %d articles, %v", len(all), err)
	}
	last := ask(t, app, "GET", "/api/articles?offset=100")
	if got, want := last.get("Link"), `</api/articles?limit=100&offset=0>; rel="prev"`; got != want {
		t.Fatalf("Link is %s", got)
	}
	if beyond := ask(t, app, "GET", "/api/articles?offset=1000"); string(beyond.body) != "[]" {
		t.Fatalf("beyond the end: %s", beyond.body)
	}
	for _, query := range []string{
		"limit=0", "limit=1001", "limit=x", "offset=-1", "offset=99999999999999999999", "status=secret", "sort=content",
		"q=%00", "q=%ff",
	} {
		if a := ask(t, app, "GET", "/api/articles?"+query); a.get("Problem") != string(problem.Invalid) {
			t.Errorf("?%s was answered with %d %s", query, a.status, a.body)
		}
	}
}

func TestTheSignedInAreSentOn(t *testing.T) {
	app := newApp(benchStore(3))
	for _, path := range []string{"/api/articles", "/api/articles/" + benchArticle(1, "").Slug} {
		if a := ask(t, app, "GET", path, "Cookie", "theme=dark; session=abc"); a.status != 204 {
			t.Errorf("%s with a session: %d", path, a.status)
		}
		if a := ask(t, app, "GET", path, "Cookie", "theme=dark"); a.status != 200 {
			t.Errorf("%s with another cookie: %d", path, a.status)
		}
	}
	for _, slug := range []string{"nowhere", "%zz", "%00"} {
		if a := ask(t, app, "GET", "/api/articles/"+slug); a.get("Problem") != string(problem.NotFound) {
			t.Errorf("unknown slug %q: %d", slug, a.status)
		}
	}
}

func TestFormerSlugsAreRedirected(t *testing.T) {
	store := NewStore(Options{})
	a := benchArticle(1, "Title")
	a.Slug, a.PreviousSlugs = "now", []string{"once", "ಅಧ್ವ"}
	store.apply(change{articles: []Article{a}})
	app := newApp(store)
	for _, former := range []string{"once", "%E0%B2%85%E0%B2%A7%E0%B3%8D%E0%B2%B5"} {
		if got := ask(t, app, "GET", "/api/articles/"+former); got.status != 308 ||
			got.get("Location") != "/api/articles/now" {
			t.Errorf("%s: %d to %s", former, got.status, got.get("Location"))
		}
	}
}

func TestSnapshotCalls(t *testing.T) {
	store := NewStore(Options{})
	app := newApp(store)
	for _, path := range []string{"/api/snapshot", "/api/settings", "/api/articles", "/api/articles/x"} {
		if a := ask(t, app, "GET", path); a.get("Problem") != string(problem.Unavailable) {
			t.Errorf("%s before the first load: %d %s", path, a.status, a.body)
		}
	}
	store.apply(change{
		revision: 7, parts: testParts("A"), articles: []Article{benchArticle(1, "One"), benchArticle(2, "Two")},
	})
	full := ask(t, app, "GET", "/api/snapshot")
	base := decode(t, full.body)
	if full.get("Etag") != `"`+base.Fingerprint+`"` || base.Base != nil || len(base.Articles) != 2 ||
		len(base.Fingerprint) != 64 {
		t.Fatalf("unexpected snapshot %s %s", full.get("Etag"), full.body)
	}
	store.apply(change{
		revision: 8, articles: []Article{benchArticle(2, "New")}, removed: []string{benchArticle(1, "").ID},
	})
	delta := decode(t, ask(t, app, "GET", "/api/snapshot?since="+base.Fingerprint).body)
	if delta.Base == nil || *delta.Base != base.Fingerprint || len(delta.Articles) != 1 || len(delta.Removed) != 1 {
		t.Fatalf("unexpected delta %+v", delta)
	}
	if unknown := decode(t, ask(t, app, "GET", "/api/snapshot?since=unknown").body); unknown.Base != nil ||
		len(unknown.Articles) != 1 {
		t.Fatalf("unexpected answer to an unknown base %+v", unknown)
	}

	whole := store.Find(base.Fingerprint)
	one, two := benchArticle(1, "").ID, benchArticle(2, "").ID
	articles := func(most int, ids ...string) (found []struct{ ID, Title, Content, Hash string }) {
		t.Helper()
		if err := json.Unmarshal(whole.Whole(ids, most), &found); err != nil {
			t.Fatal(err)
		}
		return found
	}
	found := articles(maxWhole, two, "nobody", one)
	if len(found) != 2 || found[0].Title != "Two" || found[1].Content == "" || len(found[0].Hash) != 64 {
		t.Errorf("not the articles of that snapshot: %+v", found)
	}
	if found := articles(maxWhole, one, one, two, one); len(found) != 2 || found[0].ID != one || found[1].ID != two {
		t.Errorf("ids that stand there twice: %+v", found)
	}
	if found := articles(1000, one, two); len(found) != 1 || found[0].ID != one {
		t.Errorf("beyond the bound: %+v", found)
	}
	if found := articles(maxWhole); len(found) != 0 {
		t.Errorf("nothing asked for: %+v", found)
	}
}
