package apitest_test

import (
	"maps"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"academy/cms-api/internal/test/apitest"
)

// alarmClock is a time that tests move; functions that wait for it are called then.
type alarmClock struct {
	movedClock
	alarms sync.Map
}

func (c *alarmClock) AfterFunc(_ time.Duration, f func()) (stop func()) {
	id := new(int)
	c.alarms.Store(id, f)
	return func() { c.alarms.Delete(id) }
}

func (c *alarmClock) advance(by time.Duration) {
	c.movedClock.advance(by)
	c.alarms.Range(func(id, wake any) bool {
		c.alarms.Delete(id)
		wake.(func())()
		return true
	})
}

func (c *alarmClock) in(d time.Duration) string { return c.Now().Add(d).UTC().Format(time.RFC3339Nano) }

// whole is what the public sees of everything.
type whole struct {
	Fingerprint string
	Articles    []struct{ Slug string }
}

func TestArticle_WhatIsScheduledIsListedNextFirst(t *testing.T) {
	clock := &alarmClock{}
	app := apitest.New(t, func(o *apitest.Options) { o.Clock = clock }).Ready(t)
	staff := app.Staff(t)
	for title, more := range map[string]apitest.JSON{
		"Next":      {"publish_date": clock.in(time.Hour)},
		"Later":     {"publish_date": clock.in(3 * time.Hour)},
		"Leaves":    {"unpublish_date": clock.in(2 * time.Hour)},
		"For a day": {"publish_date": clock.in(2 * time.Hour), "unpublish_date": clock.in(26 * time.Hour)},
		"Draft":     {"publish_date": clock.in(time.Hour), "status": "draft"},
		"Public":    {"publish_date": clock.in(-time.Hour)},
		"Ended":     {"unpublish_date": clock.in(-time.Hour)},
	} {
		body := apitest.JSON{"title": title, "status": "published"}
		maps.Copy(body, more)
		write(t, staff, body)
	}
	const coming, leaving = "?upcoming=publish_date&sort=publish_date", "?upcoming=unpublish_date&sort=unpublish_date"
	if got := titles(t, staff.Get("/api/articles"+coming)); !slices.Equal(got, []string{"Next", "For a day", "Later"}) {
		t.Errorf("coming: %q", got)
	}
	if got := titles(t, staff.Get("/api/articles"+leaving+"&limit=1")); !slices.Equal(got, []string{"Leaves"}) {
		t.Errorf("leaving: %q", got)
	}
	clock.advance(150 * time.Minute)
	if got := titles(t, staff.Get("/api/articles"+coming)); !slices.Equal(got, []string{"Later"}) {
		t.Errorf("coming: %q", got)
	}
	if got := titles(t, staff.Get("/api/articles"+leaving)); !slices.Equal(got, []string{"For a day"}) {
		t.Errorf("leaving: %q", got)
	}
	staff.Get("/api/articles?upcoming=created_at").Problem(http.StatusUnprocessableEntity)
	stranger := app.Anonymous(t)
	public := titles(t, stranger.Get("/api/articles"))
	for _, staffs := range []string{"?upcoming=publish_date", "?upcoming=unpublish_date"} {
		if got := titles(t, stranger.Get("/api/articles"+staffs)); slices.Contains(got, "Later") ||
			!slices.Equal(got, public) {
			t.Errorf("%s tells a stranger of %q, want %q", staffs, got, public)
		}
	}
}

func TestArticle_LeavesByItself(t *testing.T) {
	clock := &alarmClock{}
	onClock := func(o *apitest.Options) { o.Clock = clock }
	app := apitest.New(t, onClock).Ready(t)
	other := apitest.Start(t, app.Database, onClock).Ready(t)
	late := apitest.Start(t, app.Database, onClock).Ready(t)
	staff := app.Staff(t)
	made := write(t, staff, apitest.JSON{
		"title": "Offer", "status": "published", "publish_date": clock.in(time.Hour),
		"unpublish_date": clock.in(3 * time.Hour),
	})
	path := "/api/articles/" + made.Slug
	staff.Put("/api/articles/"+made.ID, apitest.JSON{"slug": "last-offer"}).Want(http.StatusOK)
	former, path := path, "/api/articles/last-offer"
	write(t, staff, apitest.JSON{"title": "Stays", "status": "published"})

	// seen checks every way to the article on each process, and returns the
	// fingerprint, which must be the same everywhere.
	seen := func(public bool, processes ...*apitest.App) (fingerprint string) {
		t.Helper()
		status, formerly, wanted := http.StatusNotFound, http.StatusNotFound, []string{"Stays"}
		if public {
			status, formerly, wanted = http.StatusOK, http.StatusPermanentRedirect, []string{"Offer", "Stays"}
		}
		for _, process := range processes {
			anyone := process.Anonymous(t)
			var now whole
			apitest.Eventually(t, func() bool {
				anyone.Get("/api/snapshot").Into(&now)
				return len(now.Articles) == len(wanted) && (fingerprint == "" || now.Fingerprint == fingerprint)
			})
			fingerprint = now.Fingerprint
			if got := anyone.Get(path); got.Status != status ||
				public && (got.Field("unpublish_date") != nil || got.Text("title") != "Offer") {
				t.Errorf("anonymous: %d %s", got.Status, got.Body)
			}
			if got := anyone.Get(former).Status; got != formerly {
				t.Errorf("the former address answers %d", got)
			}
			for _, list := range []string{
				"/api/articles?sort=title", "/api/articles?q=s&sort=title", "/api/articles?status=published&sort=title",
			} {
				if got := titles(t, anyone.Get(list)); len(got) > len(wanted) || slices.Contains(got, "Offer") && !public {
					t.Errorf("%s: %v", list, got)
				}
			}
		}
		got := staff.Get(path).Want(http.StatusOK)
		if got.Text("status") != "published" ||
			!slices.Contains(titles(t, staff.Get("/api/articles?status=published")), "Offer") {
			t.Errorf("staff: %s", got.Body)
		}
		return fingerprint
	}

	revision := staff.Get(path).Field("revision")
	before := seen(false, app, other)
	clock.advance(time.Hour)
	between := seen(true, app, other)
	late.Stop(t)
	clock.advance(2 * time.Hour)
	after := seen(false, app, other, apitest.Start(t, app.Database, onClock).Ready(t))
	if after != before || after == between {
		t.Errorf("fingerprints: before %s, between %s, after %s", before, between, after)
	}
	clock.advance(-time.Minute)
	if got := seen(true, app, other); got != between {
		t.Errorf("when the clock goes back: %s, want %s", got, between)
	}
	clock.advance(time.Minute)
	seen(false, app, other)
	if now := staff.Get(path); now.Field("revision") != revision || now.Text("unpublish_date") == "" {
		t.Errorf("revision = %v, want %v: %s", now.Field("revision"), revision, now.Body)
	}

	change := func(date any) {
		t.Helper()
		seenEntries := len(auditLog(t, staff, ""))
		staff.Put("/api/articles/"+made.ID, apitest.JSON{"unpublish_date": date}).Want(http.StatusOK)
		if added := auditLog(t, staff, "")[seenEntries:]; len(added) != 1 ||
			!slices.Equal(added[0].Changes, []string{"unpublish_date"}) {
			t.Errorf("the audit log has %+v", added)
		}
	}
	change(clock.in(time.Hour))
	seen(true, app, other)
	clock.advance(time.Hour)
	seen(false, app, other)
	change(nil)
	seen(true, app, other)
	change(clock.in(-time.Minute))
	seen(false, app, other)
	change("")
	clock.advance(48 * time.Hour)
	seen(true, app, other)
}

func TestArticle_EndsAfterItBegins(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	made := write(t, staff, apitest.JSON{
		"title": "In order", "publish_date": "2026-05-01", "unpublish_date": "2026-05-02",
	})
	for name, refused := range map[string]*apitest.Response{
		"new": staff.Post("/api/articles", apitest.JSON{
			"title": "Backwards", "publish_date": "2026-05-02", "unpublish_date": "2026-05-01",
		}),
		"the same": staff.Post("/api/articles", apitest.JSON{
			"title": "At once", "publish_date": "2026-05-02", "unpublish_date": "2026-05-02",
		}),
		"end moved":      staff.Put("/api/articles/"+made.ID, apitest.JSON{"unpublish_date": "2026-04-30"}),
		"beginning move": staff.Put("/api/articles/"+made.ID, apitest.JSON{"publish_date": "2026-05-03"}),
		"no date":        staff.Put("/api/articles/"+made.ID, apitest.JSON{"unpublish_date": "someday"}),
	} {
		if _, locations := refused.Problem(http.StatusUnprocessableEntity); !slices.Equal(locations, []string{
			"body.unpublish_date",
		}) {
			t.Errorf("%s: %s", name, refused.Body)
		}
	}
	if now := staff.Get("/api/articles/" + made.ID); now.Field("revision") != float64(1) ||
		now.Text("unpublish_date") != "2026-05-01T18:30:00Z" {
		t.Errorf("a refused change left something behind: %s", now.Body)
	}
	if got := titles(t, staff.Get("/api/articles")); !slices.Equal(got, []string{"In order"}) {
		t.Errorf("list = %v", got)
	}
}
