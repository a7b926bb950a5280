package apitest_test

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"academy/cms-api/internal/test/apitest"
)

// signature returns the headers of a call that was signed at a time with a secret.
func signature(t *testing.T, secret string, at time.Time, body string) []string {
	t.Helper()
	webhook, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := webhook.Sign("get_1", at, []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return []string{"webhook-id", "get_1", "webhook-timestamp", fmt.Sprint(at.Unix()), "webhook-signature", signed}
}

func TestSnapshotArticles_AreForThePublisherAndStaff(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	made := write(t, staff, apitest.JSON{
		"title": "Withdrawn later", "content": "<p>" + strings.Repeat("secret ", 200) + "</p>", "status": "published",
	})
	before := staff.Get("/api/snapshot").Text("fingerprint")
	staff.Put("/api/articles/"+made.ID, apitest.JSON{"status": "draft"}).Want(http.StatusOK)
	path := fmt.Sprintf("/api/snapshot/articles?fingerprint=%s&ids=%s", before, strings.Repeat(made.ID+",", 99)+made.ID)

	secret, strange := app.Config.PublishSecrets[0], "whsec_"+strings.Repeat("eHg4", 12)
	now := time.Now()
	for name, headers := range map[string][]string{
		"nobody":                 nil,
		"somebody else's key":    signature(t, strange, now, ""),
		"too old":                signature(t, secret, now.Add(-6*time.Minute), ""),
		"of the future":          signature(t, secret, now.Add(6*time.Minute), ""),
		"of something else":      signature(t, secret, now, "{}"),
		"without an id":          signature(t, secret, now, "")[2:],
		"a session that is over": {"Cookie", "session=x.y.z"},
	} {
		t.Run(name, func(t *testing.T) { anyone.In(t).Get(path, headers...).Problem(http.StatusUnauthorized) })
	}
	for name, answer := range map[string]*apitest.Response{
		"the publisher": anyone.Get(path, signature(t, secret, now, "")...), "staff": staff.Get(path),
	} {
		var articles []struct{ ID, Content string }
		answer.Want(http.StatusOK).Into(&articles)
		if len(articles) != 1 || articles[0].ID != made.ID || !strings.Contains(articles[0].Content, "secret") {
			t.Errorf("%s gets %s", name, answer.Body)
		}
		if got := answer.Header.Get("Cache-Control"); got != "no-store" {
			t.Errorf("%s: Cache-Control %s", name, got)
		}
	}
	signed := func(query string) *apitest.Response {
		return anyone.Get("/api/snapshot/articles?"+query, signature(t, secret, now, "")...)
	}
	signed("fingerprint=unknown&ids=1").Problem(http.StatusGone)
	signed("fingerprint=" + before).Problem(http.StatusUnprocessableEntity)
	signed("fingerprint=" + before + "&ids=" + strings.Repeat("1,", 100)).Problem(http.StatusBadRequest)
}

func TestSnapshotArticles_AreCompressedForWhoTakesIt(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	made := write(t, staff, apitest.JSON{
		"title": "Long", "content": "<p>" + strings.Repeat("revise a little each day ", 400) + "</p>", "status": "published",
	})
	path := fmt.Sprintf("/api/snapshot/articles?fingerprint=%s&ids=%s", staff.Get("/api/snapshot").Text("fingerprint"),
		made.ID)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, app.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", "gzip")
	request.Header.Set("Cookie", "session="+staff.Cookie("session"))
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	compressed, err := gzip.NewReader(answer.Body)
	if err != nil {
		t.Fatalf("%d %v: %v", answer.StatusCode, answer.Header, err)
	}
	var articles []struct{ Content string }
	if err := json.NewDecoder(compressed).Decode(&articles); err != nil || len(articles) != 1 {
		t.Errorf("%+v, %v", articles, err)
	}
	if answer.Header.Get("Content-Encoding") != "gzip" || answer.Header.Get("Vary") != "Accept-Encoding" {
		t.Errorf("headers %v", answer.Header)
	}
	_, _ = io.Copy(io.Discard, answer.Body)
}

// What was withdrawn is in no answer that a stranger can get, whatever snapshot
// it is relative to.
func TestSnapshot_ShowsNobodyWhatWasWithdrawn(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	const secret = "nobody-may-read-this"
	article := apitest.JSON{
		"title": "Title " + secret, "excerpt": secret, "content": "<p>" + secret + "</p>", "tags": []string{secret},
		"status": "published",
	}
	empty := anyone.Get("/api/snapshot").Text("fingerprint")
	withdrawn, archived, gone := write(t, staff, article), write(t, staff, article), write(t, staff, article)
	full := anyone.Get("/api/snapshot").Text("fingerprint")
	tag := anyone.Get("/api/articles/" + withdrawn.Slug).Want(http.StatusOK).Header.Get("ETag")
	staff.Put("/api/articles/"+withdrawn.ID, apitest.JSON{"status": "draft"}).Want(http.StatusOK)
	staff.Put("/api/articles/"+archived.ID, apitest.JSON{"status": "archived"}).Want(http.StatusOK)
	staff.Delete("/api/articles/" + gone.ID).Want(http.StatusNoContent)
	for _, path := range []string{
		"/api/snapshot", "/api/snapshot?since=" + full, "/api/snapshot?since=" + empty, "/api/articles",
		"/api/articles?limit=1000&sort=title",
		"/api/articles?status=draft", "/api/articles?q=nobody", "/api/articles/" + withdrawn.Slug,
		"/api/articles/" + archived.Slug, "/api/articles/" + gone.Slug,
		"/api/articles/" + withdrawn.ID, "/api/snapshot/articles?fingerprint=" + full + "&ids=" + withdrawn.ID,
		"/api/admin/articles", "/api/publish/status",
	} {
		if answer := anyone.Get(path, "If-None-Match", tag); strings.Contains(string(answer.Body), secret) ||
			answer.Status == http.StatusNotModified {
			t.Errorf("%s: %d %.300s", path, answer.Status, answer.Body)
		}
	}
}
