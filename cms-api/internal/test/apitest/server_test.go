package apitest_test

import (
	"encoding/json"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/operate/seed"
	"academy/cms-api/internal/test/apitest"
)

func TestHealth_SaysWhatIsMissing(t *testing.T) {
	app := apitest.New(t).Ready(t)
	anyone := app.Anonymous(t)
	anyone.Get("/api/health/live").Want(http.StatusOK)
	anyone.Get("/api/health/traffic").Want(http.StatusOK)
	if got := anyone.Get("/api/health/ready").Want(http.StatusOK).Text("status"); got != "ok" {
		t.Errorf("status = %s", got)
	}
}

func TestStoresDown_ServesWhatItCanAndSaysSo(t *testing.T) {
	admin := t.TempDir()
	page := "<!doctype html><script>theme()</script>admin" + strings.Repeat(" ", 512) // shorter ones are not compressed
	if err := os.WriteFile(filepath.Join(admin, "index.html"), []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	app := apitest.New(t, func(o *apitest.Options) {
		// A request that waited for the database would not be answered before its client gives up.
		o.Config.MongoURI = "mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=3600000&timeoutMS=3600000"
		o.Config.S3Endpoint = "http://127.0.0.1:1"
		o.Config.AdminDir = admin
		o.Web = true
	})
	anyone := app.Anonymous(t)
	anyone.Get("/api/health/live").Want(http.StatusOK)
	if got := anyone.Get("/api/health/traffic").Want(http.StatusServiceUnavailable).Text("status"); got != "unavailable" {
		t.Errorf("traffic before there is content: %s", got)
	}
	ready := anyone.Get("/api/health/ready").Want(http.StatusServiceUnavailable)
	if missing, _ := ready.Field("missing").([]any); !slices.Contains(missing, any("database")) ||
		!slices.Contains(missing, any("media storage")) {
		t.Errorf("missing = %s", ready.Body)
	}
	for _, answer := range []*apitest.Response{
		anyone.Get("/api/settings"),
		anyone.Post("/api/contact", apitest.JSON{"name": "A", "email": "a@example.com", "message": "x"}),
		anyone.Post("/api/auth/login", apitest.JSON{"email": "a@example.com", "password": "x"}),
		anyone.Get("/api/articles?q=x"),
	} {
		answer.Problem(http.StatusServiceUnavailable)
		if answer.Header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
	}
	plain := anyone.Get("/auth").Want(http.StatusOK)
	if csp := plain.Header.Get("Content-Security-Policy"); !strings.Contains(csp, "'sha256-") ||
		string(plain.Body) != page {
		t.Errorf("policy %q, body %s", csp, plain.Body)
	}
	anyone.Get("/admin/dashboard?tab=home").Want(http.StatusOK)
	packed := anyone.Get("/auth", "Accept-Encoding", "br").Want(http.StatusOK)
	if packed.Header.Get("Content-Encoding") != "br" || packed.Header.Get("ETag") == plain.Header.Get("ETag") {
		t.Errorf("packed = %v", packed.Header)
	}
	anyone.Get("/auth", "Accept-Encoding", "br", "If-None-Match", packed.Header.Get("ETag")).Want(http.StatusNotModified)
	anyone.Get("/admin/assets/none.js").Want(http.StatusNotFound)
}

func TestCrossSite_AnyPageMayReadWhatIsPublic(t *testing.T) {
	anyone := apitest.New(t).Ready(t).Anonymous(t)
	got := anyone.Get("/api/settings", "Origin", "https://anywhere.example").Want(http.StatusOK).Header
	if got.Get("Access-Control-Allow-Origin") != "*" || got.Get("Access-Control-Allow-Credentials") != "" {
		t.Errorf("headers = %v", got)
	}
}

func TestErrors_AreProblems(t *testing.T) {
	app := apitest.New(t).Ready(t)
	anyone := app.Anonymous(t)
	anyone.Get("/api/nothing").Problem(http.StatusNotFound)
	anyone.Do(http.MethodPatch, "/api/articles", nil).Problem(http.StatusMethodNotAllowed)
	answer := anyone.Get("/api/nothing", "X-Request-Id", "my-own-request-1")
	if answer.Text("request_id") != "my-own-request-1" || answer.Header.Get("X-Request-Id") != "my-own-request-1" {
		t.Errorf("request id = %s", answer.Body)
	}
	anyone.Post("/api/contact", `{"name":"`+strings.Repeat("x", 2<<20)+`"}`).Problem(http.StatusRequestEntityTooLarge)
	anyone.Get("/api/settings").Want(http.StatusOK)
}

func TestOpenAPI_IsServedAndCommitted(t *testing.T) {
	app := apitest.New(t).Ready(t)
	anyone := app.Anonymous(t)
	served := anyone.Get("/api/openapi.json").Want(http.StatusOK)
	committed, err := os.ReadFile(filepath.Join("..", "..", "..", "openapi.json"))
	if err != nil {
		t.Fatal(err)
	}
	if withoutVersion(t, served.Body) != withoutVersion(t, committed) {
		t.Error("openapi.json is stale: run `go run ./cmd/cms-api openapi > openapi.json` in cms-api")
	}
	if page := anyone.Get("/api/docs").Want(http.StatusOK); !strings.Contains(string(page.Body), "openapi.json") {
		t.Errorf("docs = %.200s", page.Body)
	}
}

func withoutVersion(t *testing.T, document []byte) string {
	t.Helper()
	var whole struct {
		OpenAPI    string         `json:"openapi"`
		Info       map[string]any `json:"info"`
		Paths      map[string]any `json:"paths"`
		Components map[string]any `json:"components"`
	}
	if err := json.Unmarshal(document, &whole); err != nil {
		t.Fatal(err)
	}
	delete(whole.Info, "version")
	if !strings.HasPrefix(whole.OpenAPI, "3.1") {
		t.Errorf("openapi = %s", whole.OpenAPI)
	}
	out, err := json.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestSeed_FillsAnEmptyDatabaseOnce(t *testing.T) {
	app := apitest.New(t).Ready(t)
	folder := filepath.Join("..", "..", "..", "..", "content-seed")
	report, err := seeded(t, app, folder, false)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(report)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	list, types := sections(t, anyone.Get("/api/sections"))
	want := []string{
		"hero", "why-choose", "psi-promo", "ncert-showcase", "ncert-poster", "guiding-principles", "learning-paths",
		"mentorship-process", "differentiators", "mission-vision", "quick-access",
	}
	if !slices.Equal(types, want) {
		t.Errorf("sections = %v", types)
	}
	articles := titles(t, anyone.Get("/api/articles"))
	if len(articles) < 6 {
		t.Errorf("articles = %v", articles)
	}
	var first []article
	anyone.Get("/api/articles").Into(&first)
	if banner := first[0].BannerImage; banner != "" {
		anyone.Get(banner).Want(http.StatusOK)
	}
	for _, path := range []string{
		"/api/programs", "/api/features", "/api/differentiators", "/api/social-media", "/api/page-content/home",
	} {
		if len(rows(t, anyone.Get(path))) == 0 {
			t.Errorf("%s is empty", path)
		}
	}
	staff.Delete("/api/admin/sections/" + list[0].ID).Want(http.StatusNoContent)
	if report, err = seeded(t, app, folder, false); err != nil || !strings.Contains(report, "nothing was seeded") {
		t.Errorf("again: %s, %v", report, err)
	}
	if _, types := sections(t, anyone.Get("/api/sections")); len(types) != len(want)-1 {
		t.Errorf("seeding again brought something back: %v", types)
	}
}

func TestSeed_CompletesWhatBrokeOff(t *testing.T) {
	app := apitest.New(t).Ready(t)
	folder := t.TempDir()
	writeFile(t, folder, "sections.json", `[{"name":"Hero","type":"hero","is_visible":true,"display_order":1}]`)
	writeFile(t, folder, "programs.json", `[{"title":""}]`)
	if _, err := seeded(t, app, folder, false); err == nil {
		t.Fatal("a programme without a title was seeded")
	}
	writeFile(t, folder, "programs.json", `[{"title":"NCERT"}]`)
	writeFile(t, folder, "settings.json", `{"site_title":"Seeded"}`)
	if _, err := seeded(t, app, folder, false); err != nil {
		t.Fatal(err)
	}
	anyone := app.Anonymous(t)
	if _, types := sections(t, anyone.Get("/api/sections")); !slices.Equal(types, []string{"hero"}) {
		t.Errorf("sections = %v", types)
	}
	if got := anyone.Get("/api/settings").Text("site_title"); got != "Seeded" ||
		len(rows(t, anyone.Get("/api/programs"))) != 1 {
		t.Errorf("site_title = %s", got)
	}
}

func writeFile(t *testing.T, folder, name, content string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestEnding_SaysSoBeforeItLetsNobodyIn(t *testing.T) {
	app := apitest.New(t, func(o *apitest.Options) { o.Config.ShutdownDelay = 6 * time.Second }).Ready(t)
	anyone := app.Anonymous(t)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		app.Stop(t)
	}()
	apitest.Eventually(t, func() bool {
		return anyone.Get("/api/health/ready").Status == http.StatusServiceUnavailable
	})
	anyone.Get("/api/health/live").Want(http.StatusOK)
	anyone.Get("/api/health/traffic").Want(http.StatusServiceUnavailable)
	anyone.Get("/api/settings").Want(http.StatusOK)
	<-ended
	if connection, err := net.Dial("tcp", strings.TrimPrefix(app.URL, "http://")); err == nil {
		connection.Close()
		t.Error("somebody still listens")
	}
}

func seeded(t *testing.T, app *apitest.App, folder string, force bool) (string, error) {
	t.Helper()
	return seed.Run(t.Context(), app.Server().Seeding(), folder, force)
}
