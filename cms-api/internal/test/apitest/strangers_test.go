package apitest_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

// Strangers never reach the database, whatever they ask for: with it away, each
// public read is answered as before.
func TestStrangers_AreAnsweredFromMemory(t *testing.T) {
	var database *cable
	app := apitest.New(t, apitest.OnEmbedded(t), func(o *apitest.Options) {
		address, err := url.Parse(o.Config.MongoURI)
		if err != nil {
			t.Fatal(err)
		}
		database = plugIn(t, address.Host)
		o.Config.MongoURI = "mongodb://" + database.listener.Addr().String() + "/"
	}).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	write(t, staff, apitest.JSON{
		"title": "Polity in a week", "status": "published", "category": "GS", "tags": []string{"exam"},
	})
	write(t, staff, apitest.JSON{"title": "History of Mysuru", "status": "published", "category": "History"})
	write(t, staff, apitest.JSON{"title": "Secret polity", "status": "draft"})
	staff.Post("/api/admin/page-content", apitest.JSON{
		"page": "home", "section": "hero", "type": "heading", "content": "Unlock",
	}).Want(http.StatusCreated)
	database.Cut()
	for query, want := range map[string]string{
		"": "History of Mysuru, Polity in a week", "?q=POLITY": "Polity in a week", "?q=exam": "Polity in a week",
		"?q=secret":   "",
		"?sort=title": "History of Mysuru, Polity in a week", "?sort=-title": "Polity in a week, History of Mysuru",
		"?category=GS":  "Polity in a week",
		"?status=draft": "", "?status=archived&q=polity": "", "?status=published": "History of Mysuru, Polity in a week",
		"?status[$ne]=published": "History of Mysuru, Polity in a week", "?q[$gt]=": "History of Mysuru, Polity in a week",
		"?utm_source=x":     "History of Mysuru, Polity in a week",
		"?limit=1&offset=1": "Polity in a week",
	} {
		if got := strings.Join(titles(t, anyone.Get("/api/articles"+query)), ", "); got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
	for _, query := range []string{"?limit=many", "?sort=content", "?status=other"} {
		anyone.Get("/api/articles" + query).Problem(http.StatusUnprocessableEntity)
	}
	for _, path := range []string{
		"/api/settings", "/api/sections", "/api/sections/visible", "/api/social-media", "/api/programs", "/api/features",
		"/api/differentiators", "/api/videos",
		"/api/page-content/home", "/api/page-content/home/hero",
	} {
		plain := anyone.Get(path).Want(http.StatusOK)
		for _, query := range []string{"?x=1", "?q=", "?$where=1", "?status=draft"} {
			if got := anyone.Get(path + query).Want(http.StatusOK); path != "/api/videos" &&
				string(got.Body) != string(plain.Body) {
				t.Errorf("%s%s: %s instead of %s", path, query, got.Body, plain.Body)
			}
		}
	}
	for _, path := range []string{
		"/api/page-content/unknown", "/api/page-content/home/unknown", "/api/page-content/%24ne", "/api/page-content/[$ne]",
	} {
		if got := anyone.Get(path).Want(http.StatusOK); strings.TrimSpace(string(got.Body)) != "[]" {
			t.Errorf("%s: %s", path, got.Body)
		}
	}
	anyone.Get("/api/articles/unknown").Problem(http.StatusNotFound)
}

// Somebody whose session has ended brings a token that is signed all the same, so that they are not
// answered from memory: they read what everybody reads.
func TestStrangers_WhoseSessionHasEndedReadNoMore(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	write(t, staff, apitest.JSON{"title": "Polity", "status": "published"})
	hidden := []article{
		write(t, staff, apitest.JSON{"title": "Draft polity"}),
		write(t, staff, apitest.JSON{"title": "Archived polity", "status": "archived"}),
		write(t, staff, apitest.JSON{"title": "Later polity", "status": "published", "publish_date": "2999-01-01"}),
		write(t, staff, apitest.JSON{
			"title": "Ended polity", "status": "published", "publish_date": "2020-01-01", "unpublish_date": "2021-01-01",
		}),
	}
	for _, active := range []bool{true, false} {
		staff.Post("/api/admin/social-media", apitest.JSON{
			"platform": "Github", "url": "https://github.com/academy", "active": active,
		}).Want(http.StatusCreated)
	}
	staff.Post("/api/admin/sections", apitest.JSON{"name": "Stories", "type": "stories"}).Want(http.StatusCreated)
	staff.Post("/api/admin/sections", apitest.JSON{"name": "Hidden", "type": "x", "is_visible": false}).
		Want(http.StatusCreated)
	token := "session=" + staff.Cookie("session")
	staff.Post("/api/auth/logout", "").Want(http.StatusNoContent)
	for _, query := range []string{
		"", "?q=polity", "?status=draft", "?status=published", "?sort=-title", "?upcoming=publish_date",
	} {
		if got, want := titles(t, anyone.Get("/api/articles"+query, "Cookie", token)),
			titles(t, anyone.Get("/api/articles"+query)); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
	for _, one := range hidden {
		anyone.Get("/api/articles/"+one.Slug, "Cookie", token).Problem(http.StatusNotFound)
		anyone.Get("/api/articles/"+one.ID, "Cookie", token).Problem(http.StatusNotFound)
	}
	for _, path := range []string{"/api/sections", "/api/sections/visible", "/api/social-media"} {
		var got, want []struct{ ID string }
		anyone.Get(path, "Cookie", token).Want(http.StatusOK).Into(&got)
		anyone.Get(path).Want(http.StatusOK).Into(&want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}
