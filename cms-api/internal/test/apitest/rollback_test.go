package apitest_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	cms "academy/cms-api/internal/app"
	"academy/cms-api/internal/test/apitest"
)

// webOf serves the site beside the API, with a publisher that takes everything
// and builds nothing.
func webOf(t *testing.T) func(*apitest.Options) {
	publisher := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusAccepted)
	}))
	t.Cleanup(publisher.Close)
	return func(o *apitest.Options) {
		o.Web = true
		o.Config.PublisherURL = publisher.URL
	}
}

type releaseRow struct {
	Release            string
	Current, Available bool
}

func releasesOf(staff *apitest.Client, query string) []releaseRow {
	var rows []releaseRow
	staff.Get("/api/publish/releases" + query).Want(http.StatusOK).Into(&rows)
	return rows
}

func TestRollback(t *testing.T) {
	app := apitest.New(t, webOf(t)).Ready(t)
	staff := app.Staff(t)
	page := func() string { return string(app.Anonymous(t).Get("/").Body) }
	remembered := func(n int) func() bool {
		return func() bool { return len(releasesOf(staff, "")) == n }
	}
	older := publishFiles(t, app.Config.ReleasesDir, map[string]string{"/index.html": "the old text"})
	follow(t, app, older)
	apitest.Eventually(t, remembered(1))
	newer := publishFiles(t, app.Config.ReleasesDir, map[string]string{"/index.html": "the new text"})
	follow(t, app, newer)
	apitest.Eventually(t, remembered(2))
	if rows := releasesOf(staff, ""); rows[0] != (releaseRow{newer, true, true}) ||
		rows[1] != (releaseRow{older, false, true}) {
		t.Fatalf("the history is %+v", rows)
	}
	activate := func(c *apitest.Client, id string) *apitest.Response {
		return c.Post("/api/publish/releases/"+url.PathEscape(id)+"/activate", nil)
	}

	activate(app.Anonymous(t), older).Problem(http.StatusUnauthorized)
	for _, id := range []string{"20200101T000000000Z-00000000", "../CURRENT", "%", "x y"} {
		activate(staff, id).Problem(http.StatusNotFound)
	}
	if page() != "the new text" {
		t.Fatal("what was refused changed the site")
	}

	var status struct {
		State, Release string
		Held           *struct{ Release, By string }
	}
	activate(staff, older).Want(http.StatusOK).Into(&status)
	if page() != "the old text" || status.Release != older || status.State != "pending" || status.Held == nil ||
		status.Held.Release != older || status.Held.By == "" {
		t.Fatalf("the site shows %q, the status is %+v", page(), status)
	}
	if rows := releasesOf(staff, "?limit=1&offset=1"); len(rows) != 1 || !rows[0].Current {
		t.Fatalf("the history is %+v", rows)
	}
	if rows := releasesOf(staff, "?q="+older); len(rows) != 1 {
		t.Fatalf("a search finds %+v", rows)
	}
	var entries []apitest.JSON
	staff.Get("/api/admin/audit-log?limit=1").Want(http.StatusOK).Into(&entries)
	if entry := entries[0]; entry["action"] != "activateRelease" || entry["resource_id"] != older {
		t.Errorf("the audit log says %v", entry)
	}

	// A change of what nobody sees leaves it, one that everybody sees ends it.
	held := func() bool {
		status.Held = nil
		staff.Get("/api/publish/status").Want(http.StatusOK).Into(&status)
		return status.Held != nil
	}
	write(t, staff, apitest.JSON{"title": "Nobody sees it", "status": "draft"})
	if !held() {
		t.Error("a draft ended the hold")
	}
	write(t, staff, apitest.JSON{"title": "Everybody sees it", "status": "published"})
	if held() {
		t.Error("a change did not end the hold")
	}

	activate(staff, newer).Want(http.StatusOK)
	if page() != "the new text" || !held() {
		t.Errorf("after going forward the site shows %q", page())
	}
	staff.Post("/api/publish", nil).Want(http.StatusAccepted)
	if held() {
		t.Error("to ask for publishing did not end the hold")
	}
}

func TestRollback_ToWhatIsNotWhole(t *testing.T) {
	app := apitest.New(t, webOf(t)).Ready(t)
	staff := app.Staff(t)
	older := publishFiles(t, app.Config.ReleasesDir, map[string]string{"/index.html": "the old text"})
	newer := publishFiles(t, app.Config.ReleasesDir, map[string]string{"/index.html": "the new text"})
	follow(t, app, newer)
	lost := putBlob(t, app.Config.ReleasesDir, []byte("the old text"))
	if err := os.Remove(filepath.Join(app.Config.ReleasesDir, "blobs", lost)); err != nil {
		t.Fatal(err)
	}
	staff.Post("/api/publish/releases/"+older+"/activate", nil).Problem(http.StatusConflict)
	if page := app.Anonymous(t).Get("/"); string(page.Body) != "the new text" {
		t.Errorf("the site shows %q", page.Body)
	}
	var status struct{ Held any }
	staff.Get("/api/publish/status").Want(http.StatusOK).Into(&status)
	if status.Held != nil {
		t.Errorf("held is %v", status.Held)
	}
}

// What the command line does, a server that runs on the same stores follows.
func TestRollback_FromTheCommandLine(t *testing.T) {
	app := apitest.New(t, webOf(t)).Ready(t)
	staff := app.Staff(t)
	publishFiles(t, app.Config.ReleasesDir, map[string]string{"/index.html": "the old text"})
	newer := publishFiles(t, app.Config.ReleasesDir, map[string]string{"/index.html": "the new text"})
	follow(t, app, newer)
	older := ""
	apitest.Eventually(t, func() bool {
		rows := releasesOf(staff, "")
		return len(rows) > 0 && rows[0].Release == newer
	})
	command, err := cms.New(apitest.Options{Config: app.Config, Version: "test", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	err = command.Stores.Prepared(t.Context(), func(ctx context.Context) error {
		older, err = command.Switch(command.Publishing).Back(ctx, "")
		return err
	})
	if err != nil || older == newer {
		t.Fatalf("rolled back to %q, error %v", older, err)
	}
	apitest.Eventually(t, func() bool {
		var status struct{ Held struct{ Release, By string } }
		staff.Get("/api/publish/status").Want(http.StatusOK).Into(&status)
		return status.Held.Release == older && status.Held.By == "command line" &&
			string(app.Anonymous(t).Get("/").Body) == "the old text"
	})
}
