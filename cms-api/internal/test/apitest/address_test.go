package apitest_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

// Every field that holds an address takes what browsers take, and nothing else.
func TestAddresses_AreThoseThatBrowsersTake(t *testing.T) {
	app := apitest.New(t, unlimited, func(o *apitest.Options) { o.Config.WebhookPrivateTargets = true }).Ready(t)
	staff := app.Staff(t)
	create := func(path string, body apitest.JSON) string {
		return path + "/" + staff.Post(path, body).Want(http.StatusCreated).Text("id")
	}
	article := create("/api/articles", apitest.JSON{"title": "One"})
	link := create("/api/admin/social-media", apitest.JSON{"platform": "Telegram", "url": "https://t.me/a"})
	program := create("/api/admin/programs", apitest.JSON{"title": "One"})
	feature := create("/api/admin/features", apitest.JSON{"title": "One"})
	picture := create("/api/admin/page-content", apitest.JSON{"page": "about-us", "type": "image_url", "content": ""})
	button := create("/api/admin/page-content", apitest.JSON{
		"page": "home", "section": "hero", "type": "cta_link", "content": "",
	})
	webhook := create("/api/admin/webhooks", apitest.JSON{
		"name": "One", "url": "https://build.example.com/", "active": false,
	})

	fields := []struct{ path, key string }{
		{article, "banner_image"}, {link, "url"}, {program, "link"}, {feature, "link"}, {picture, "content"},
		{button, "content"}, {webhook, "url"},
	}
	for _, key := range []string{
		"enrollment_form_url", "community_url", "sample_test_url", "current_affairs_url", "hero_video_url",
		"hero_video_poster", "contact_whatsapp",
	} {
		fields = append(fields, struct{ path, key string }{"/api/settings", key})
	}
	// Package weburl's tests have all kinds of addresses: these show that each field is read by it.
	for _, field := range fields {
		for _, address := range []string{"https://x:99999/", "https://a<b/", `https:\\evil.example`} {
			_, places := staff.Put(field.path, apitest.JSON{field.key: address}).Problem(http.StatusUnprocessableEntity)
			if !slices.Equal(places, []string{"body." + field.key}) {
				t.Errorf("%s %s: %q: %v", field.path, field.key, address, places)
			}
		}
		const address, want = "https://exa%6dple.com/two words.png", "https://example.com/two%20words.png"
		if got := staff.Put(field.path, apitest.JSON{field.key: address}).Want(http.StatusOK).Text(field.key); got != want {
			t.Errorf("%s %s: %q is stored as %q", field.path, field.key, address, got)
		}
	}
	staff.Post("/api/articles", apitest.JSON{"title": "Two", "banner_image": "https://x:99999/a.png"}).
		Problem(http.StatusUnprocessableEntity)
	content := staff.Put(article, apitest.JSON{"content": `<p><a href="https://x:99999/">x</a></p>`}).
		Want(http.StatusOK).Text("content")
	if strings.Contains(content, "https:") {
		t.Errorf("content = %s", content)
	}
	staff.Put(article, apitest.JSON{"content": `<p><img src="https://256.256.256.256/a.png" alt="y"></p>`}).
		Problem(http.StatusUnprocessableEntity)
}

// The redirect of current affairs leads to another site, or is refused where it
// has to be mended.
func TestSettings_TheRedirectNeedsAnAddress(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	refused := func(body apitest.JSON) {
		t.Helper()
		if _, places := staff.Put("/api/settings", body).Problem(http.StatusUnprocessableEntity); !slices.Equal(places,
			[]string{"body.current_affairs_url"}) {
			t.Errorf("%v: %v", body, places)
		}
	}
	refused(apitest.JSON{"current_affairs_redirect": true})
	staff.Put("/api/settings", apitest.JSON{"site_title": "One"}).Want(http.StatusOK)
	for _, address := range []string{"", "/resources/current-affairs", "mailto:a@example.com"} {
		refused(apitest.JSON{"current_affairs_redirect": true, "current_affairs_url": address})
	}
	if staff.Get("/api/settings").Field("current_affairs_redirect") != false {
		t.Error("a refused redirect is on")
	}
	staff.Put("/api/settings", apitest.JSON{"current_affairs_url": "/resources"}).Want(http.StatusOK)
	refused(apitest.JSON{"current_affairs_redirect": true})
	staff.Put("/api/settings", apitest.JSON{
		"current_affairs_redirect": true, "current_affairs_url": "https://example.com/",
	}).Want(http.StatusOK)
	refused(apitest.JSON{"current_affairs_url": ""})
	staff.Put("/api/settings", apitest.JSON{"current_affairs_redirect": false, "current_affairs_url": ""}).
		Want(http.StatusOK)
}

// What is no address has no format.
func TestSettings_TextsAreFree(t *testing.T) {
	staff := apitest.New(t).Ready(t).Staff(t)
	texts := apitest.JSON{
		"contact_phone": "+91 98765 43210, +91 98765 43211", "contact_email": "hello@example.com or admissions@example.com",
		"contact_whatsapp": "ask at the desk",
	}
	answer := staff.Put("/api/settings", texts).Want(http.StatusOK)
	for key, want := range texts {
		if got := answer.Text(key); got != want {
			t.Errorf("%s = %q", key, got)
		}
	}
}
