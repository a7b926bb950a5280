package apitest_test

import (
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"academy/cms-api/internal/operate/releases"
	"academy/cms-api/internal/test/apitest"
)

type verdict struct {
	Release    string
	Live       bool
	Files      int
	FaultCount int `json:"fault_count"`
	Faults     []struct{ Path, File, Problem string }
}

func TestVerifyRelease(t *testing.T) {
	app := apitest.New(t, webOf(t)).Ready(t)
	staff := app.Staff(t)
	dir := app.Config.ReleasesDir
	older := publishFiles(t, dir, map[string]string{"/index.html": "the old text", "/blog.html": "both"})
	newer := publishFiles(t, dir, map[string]string{"/index.html": "the new text", "/blog.html": "both"})
	follow(t, app, newer)
	check := func(c *apitest.Client, id string) *apitest.Response {
		return c.Post("/api/publish/releases/"+url.PathEscape(id)+"/verify", nil)
	}

	check(app.Anonymous(t), newer).Problem(http.StatusUnauthorized)
	for _, id := range []string{"20200101T000000000Z-00000000", "../CURRENT", "%", "x y"} {
		check(staff, id).Problem(http.StatusNotFound)
	}

	var v verdict
	check(staff, newer).Want(http.StatusOK).Into(&v)
	if v.Release != newer || !v.Live || v.Files != 2 || v.FaultCount != 0 || v.Faults == nil {
		t.Fatalf("a whole release: %+v", v)
	}
	var entries []apitest.JSON
	staff.Get("/api/admin/audit-log?limit=1").Want(http.StatusOK).Into(&entries)
	if entry := entries[0]; entry["action"] != "verifyRelease" || entry["resource_id"] != newer {
		t.Errorf("the audit log says %v", entry)
	}

	// What no encoding has any more is deleted, and the site goes on.
	lost := putBlob(t, dir, []byte("the new text"))
	writeFile(t, dir, "blobs/"+lost, "the bad text")
	check(staff, newer).Want(http.StatusOK).Into(&v)
	if v.FaultCount != 1 || v.Faults[0].Path != "/index.html" || v.Faults[0].File != lost ||
		v.Faults[0].Problem != "damaged" {
		t.Fatalf("a damaged release: %+v", v)
	}
	if _, err := os.Stat(filepath.Join(dir, "blobs", lost)); err == nil {
		t.Error("a damaged file stays in the place of one that could be stored")
	}
	if page := app.Anonymous(t).Get("/blog"); string(page.Body) != "both" {
		t.Errorf("the site shows %q", page.Body)
	}
	check(staff, older).Want(http.StatusOK).Into(&v)
	if v.Live || v.FaultCount != 0 {
		t.Errorf("the older release: %+v", v)
	}

	verdicts, err := releases.Verify(t.Context(), releases.Opener{
		Config: app.Config, Log: slog.New(slog.DiscardHandler),
	}, "", true)
	if err != nil || len(verdicts) != 2 || verdicts[0].FaultCount != 0 || verdicts[1].FaultCount != 1 {
		t.Errorf("from the command line: %+v, %v", verdicts, err)
	}
	if verdicts, err := releases.Verify(t.Context(), releases.Opener{
		Config: app.Config, Log: slog.New(slog.DiscardHandler),
	}, "", false); err != nil || len(verdicts) != 1 || verdicts[0].Release != newer {
		t.Errorf("from the command line: %+v, %v", verdicts, err)
	}
}

func TestReleasesAreKeptForAReason(t *testing.T) {
	app := apitest.New(t, webOf(t), func(o *apitest.Options) {
		o.Config.ReleaseKeep, o.Config.ReleaseKeepDays, o.Config.ReleaseSweepAfter = 2, 0, time.Nanosecond
	}).Ready(t)
	staff := app.Staff(t)
	var ids []string
	for _, text := range []string{"one", "two", "three", "four"} {
		id := publishFiles(t, app.Config.ReleasesDir, map[string]string{"/index.html": text})
		follow(t, app, id)
		ids = append(ids, id)
		apitest.Eventually(t, func() bool { return len(releasesOf(staff, "")) == len(ids) })
	}
	reasons := func() [][]string {
		var rows []struct {
			KeptFor []string `json:"kept_for"`
		}
		staff.Get("/api/publish/releases").Want(http.StatusOK).Into(&rows)
		all := make([][]string, len(rows))
		for i, row := range rows {
			all[i] = row.KeptFor
		}
		return all
	}
	want := [][]string{{"live", "recent"}, {"before", "recent"}, {}, {}}
	if got := reasons(); !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("kept for %v", got)
	}
	var status struct {
		Kept     struct{ Releases, Days int }
		Failures []struct{ Path string }
	}
	staff.Get("/api/publish/status").Want(http.StatusOK).Into(&status)
	if status.Failures == nil || len(status.Failures) != 0 {
		t.Errorf("failures are %#v where no page has failed", status.Failures)
	}
	if status.Kept.Releases != 2 || status.Kept.Days != 0 {
		t.Errorf("the rule is %+v", status.Kept)
	}

	// By hand as by itself, and never the one that is held.
	staff.Post("/api/publish/releases/"+ids[0]+"/activate", nil).Want(http.StatusOK)
	gone, err := app.Server().Publishing.Publisher.Forget(t.Context(), false)
	if err != nil || len(gone) != 0 {
		t.Fatalf("%v are gone, %v", gone, err) // the second is the one after the live one
	}
	staff.Post("/api/publish/releases/"+ids[3]+"/activate", nil).Want(http.StatusOK)
	if gone, err = app.Server().Publishing.Publisher.Forget(t.Context(), false); err != nil ||
		!slices.Equal(gone, ids[:2]) {
		t.Fatalf("%v are gone, %v", gone, err)
	}
	if rows := releasesOf(staff, ""); !rows[1].Available || rows[2].Available || rows[3].Available {
		t.Errorf("the history is %+v", rows)
	}
	staff.Post("/api/publish/releases/"+ids[0]+"/activate", nil).Problem(http.StatusNotFound)
}
