package apitest_test

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"academy/cms-api/internal/test/apitest"
)

type targetRow struct {
	Target, State, Release, Fingerprint string
	Since                               *time.Time
	Error                               *string
}

// One process mirrors a release to a bucket and to a folder; another one knows how they
// stand.
func TestTargets(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "www")
	unique := "s3://apitest/" + filepath.Base(filepath.Dir(t.TempDir()))
	app := apitest.New(t, func(o *apitest.Options) {
		o.Config.MirrorTo = []string{folder, unique + "/public"}
	}).Ready(t)
	app.Anonymous(t).Get("/api/publish/targets").Problem(http.StatusUnauthorized)
	staff := app.Staff(t)
	targets := func(staff *apitest.Client) map[string]targetRow {
		var rows []targetRow
		staff.Get("/api/publish/targets").Want(http.StatusOK).Into(&rows)
		byAddress := map[string]targetRow{}
		for _, row := range rows {
			byAddress[row.Target] = row
		}
		return byAddress
	}
	if rows := targets(staff); len(rows) != 2 || rows[folder].State != "behind" || rows[folder].Release != "" {
		t.Errorf("before the first release: %+v", rows)
	}
	id := publishFiles(t, app.Config.ReleasesDir, map[string]string{
		"/index.html": "the home page", "/404.html": "nothing here",
	})
	follow(t, app, id)
	everywhere := func(staff *apitest.Client, id string) func() bool {
		return func() bool {
			rows := targets(staff)
			for _, row := range rows {
				if row.State != "current" || row.Release != id || row.Fingerprint == "" || row.Since == nil || row.Error != nil {
					return false
				}
			}
			return len(rows) == 2
		}
	}
	apitest.Eventually(t, everywhere(staff, id))
	if page, err := os.ReadFile(filepath.Join(folder, "index.html")); err != nil || string(page) != "the home page" {
		t.Errorf("%q %v", page, err)
	}

	other := apitest.Start(t, app.Database, func(o *apitest.Options) { o.Config.MirrorTo = app.Config.MirrorTo }).Ready(t)
	if rows := targets(other.Staff(t)); len(rows) != 2 || rows[folder].State != "current" || rows[folder].Release != id {
		t.Errorf("the other process says %+v", rows)
	}
	next := publishFiles(t, app.Config.ReleasesDir, map[string]string{
		"/index.html": "the next home page", "/404.html": "nothing here",
	})
	apitest.Eventually(t, everywhere(staff, next))
}
