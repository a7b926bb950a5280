package apitest_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	cms "academy/cms-api/internal/app"
	"academy/cms-api/internal/platform/config"
	"academy/cms-api/internal/platform/ratelimit"
	"academy/cms-api/internal/test/apitest"
)

var metricsAddress = regexp.MustCompile(`msg=metrics address=(\S+)`)

// scrape returns what stands at the address of the metrics that the log names.
func scrape(t *testing.T, log *apitest.Log) string {
	t.Helper()
	var found []string
	apitest.Eventually(t, func() bool {
		found = metricsAddress.FindStringSubmatch(log.String())
		return found != nil
	})
	answer, err := http.Get(found[1])
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d, %v", found[1], answer.StatusCode, err)
	}
	return string(body)
}

func wantMetrics(t *testing.T, text string, wanted ...string) {
	t.Helper()
	for _, each := range wanted {
		if !regexp.MustCompile(`(?m)^` + each + `$`).MatchString(text) {
			t.Errorf("%s is missing in:\n%s", each, text)
		}
	}
}

func TestMetrics_CountWhatHappened(t *testing.T) {
	app := apitest.New(t, func(o *apitest.Options) {
		o.Config.MetricsAddr, o.Config.LimitForms = "127.0.0.1:0", ratelimit.Limit{Count: 2, Window: time.Minute}
	}).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	made := staff.Post("/api/articles", apitest.JSON{
		"title": "How monsoons form", "content": "<p>x</p>", "status": "published",
	}).Want(http.StatusCreated)
	anyone.Get("/api/articles/" + made.Text("slug")).Want(http.StatusOK)
	anyone.Get("/api/settings").Want(http.StatusOK)
	anyone.Get("/api/articles/there-is-none").Want(http.StatusNotFound)
	anyone.Get("/api/nowhere/asha@example.com")
	anyone.Post("/api/auth/login", apitest.JSON{"email": "nobody@example.com", "password": "wrong wrong wrong"}).
		Want(http.StatusUnauthorized)
	for i, want := range []int{http.StatusCreated, http.StatusCreated, http.StatusTooManyRequests} {
		anyone.Post("/api/contact", apitest.JSON{"name": "A", "email": "a@example.com", "message": fmt.Sprint("Hello ", i)}).
			Want(want)
	}
	staff.Upload("/api/upload/image", "image", "a.png", []byte("no picture")).Want(http.StatusUnsupportedMediaType)

	var text string
	apitest.Eventually(t, func() bool {
		text = scrape(t, app.Log)
		return strings.Contains(text, "\nacademy_sessions 1\n")
	})
	wantMetrics(t, text,
		`academy_http_requests_total\{method="GET",route="/api/articles/:slug",status="200"\} 1`,
		`academy_http_requests_total\{method="GET",route="/api/articles/:slug",status="404"\} 1`,
		`academy_http_request_duration_seconds_count\{method="GET",route="/api/settings"\} 1`,
		`academy_snapshot_reads_total 2`, `academy_snapshot_articles 1`, `academy_snapshot_revision [1-9]\.\d+e\+12`,
		`academy_published 0`,
		`academy_unpublished_seconds \S*[1-9]\S*`,
		`academy_leads_total\{kind="contact"\} 2`, `academy_rate_limit_refusals_total\{limit="forms by address"\} 1`,
		`academy_sign_ins_total\{outcome="refused",way="password"\} [12]`,
		`academy_uploads_total\{kind="image",outcome="failed"\} 1`,
		`academy_store_call_duration_seconds_count\{call="insert",store="database"\} [1-9]\d*`,
		`academy_store_call_duration_seconds_count\{call="HEAD",store="storage"\} [1-9]\d*`,
		`academy_database_ready 1`, `academy_build_info\{.*program="cms-api",version="test"\} 1`, `go_goroutines \d+`,
		`process_resident_memory_bytes \S+`,
	)
	for _, private := range []string{"monsoons", "there-is-none", "example.com"} {
		if strings.Contains(text, private) {
			t.Errorf("the metrics name %q, which is nobody's business and has no end of values:\n%s", private, text)
		}
	}
	if answer := anyone.Get("/metrics"); answer.Status == http.StatusOK {
		t.Error("the metrics stand on the public port")
	}
}

func TestMetrics_AnEdgeHasItsOwn(t *testing.T) {
	cfg := apitest.New(t).Config
	cfg.MetricsAddr = "127.0.0.1:0"
	log := &apitest.Log{}
	edge, err := cms.NewEdge(apitest.Options{Config: cfg, Version: "test", Log: slog.New(slog.NewTextHandler(log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- edge.Run(ctx, listener) }()
	answer, err := http.Get("http://" + listener.Addr().String() + "/any/page")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	wantMetrics(t, scrape(t, log), `academy_http_requests_total\{method="GET",route="site",status="503"\} 1`,
		`academy_release_live_timestamp_seconds 0`, `academy_release_cache_hits_total 0`,
		`academy_build_info\{.*program="edge",version="test"\} 1`)
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// A port that cannot be had is a fault of the configuration: nothing is served.
func TestMetrics_ATakenAddressIsRefused(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	cfg, err := config.Load([]string{
		"METRICS_ADDR=" + taken.Addr().String(), "RELEASES_DIR=" + t.TempDir(), "PUBLISHER_URL=", "LOG_LEVEL=error",
	})
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	app, err := cms.New(apitest.Options{Config: cfg, Version: "test", Log: log})
	if err != nil {
		t.Fatal(err)
	}
	edge, err := cms.NewEdge(apitest.Options{Config: cfg, Version: "test", Log: log})
	if err != nil {
		t.Fatal(err)
	}
	want := "METRICS_ADDR is " + taken.Addr().String() + ", which another program has taken; choose a free one"
	for name, run := range map[string]func(context.Context, net.Listener) error{"cms-api": app.Run, "edge": edge.Run} {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer listener.Close()
		if err := run(t.Context(), listener); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}
