package apitest_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

// Bounds count what people call characters, and say how many there are.
func TestLength_CountsCharacters(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	letters := func(n int) string { return strings.Repeat("क्ष", n) } // three code points each
	type write func(text string) *apitest.Response
	id := staff.Post("/api/articles", apitest.JSON{"title": "One"}).Want(http.StatusCreated).Text("id")
	for name, call := range map[string]struct {
		most int
		send write
	}{
		"article": {300, func(text string) *apitest.Response {
			return staff.Post("/api/articles", apitest.JSON{"title": text})
		}},
		"excerpt": {1000, func(text string) *apitest.Response {
			return staff.Put("/api/articles/"+id, apitest.JSON{"excerpt": text})
		}},
		"working copy": {300, func(text string) *apitest.Response {
			return staff.Put("/api/articles/"+id+"/working-copy", apitest.JSON{"title": text})
		}},
		"tag": {60, func(text string) *apitest.Response {
			return staff.Put("/api/articles/"+id, apitest.JSON{"tags": []string{text}})
		}},
		"feature": {200, func(text string) *apitest.Response {
			return staff.Post("/api/admin/features", apitest.JSON{"title": text})
		}},
		"search": {200, func(text string) *apitest.Response {
			return staff.Get("/api/articles?q=" + url.QueryEscape(text))
		}},
		"search of the public": {200, func(text string) *apitest.Response {
			return anyone.Get("/api/articles?q=" + url.QueryEscape(text))
		}},
		"description of a picture": {500, func(text string) *apitest.Response {
			return staff.Put("/api/articles/"+id, apitest.JSON{"content": `<p><img src="/a.png" alt="` + text + `"></p>`})
		}},
		"contact": {120, func(text string) *apitest.Response {
			return anyone.Post("/api/contact", apitest.JSON{"name": text, "email": "asha@example.com", "message": "Hello"})
		}},
	} {
		if got := call.send(letters(call.most)); got.Status >= 400 {
			t.Errorf("%s of %d characters: %d %s", name, call.most, got.Status, got.Body)
		}
		detail, _ := call.send(letters(call.most + 1)).Problem(http.StatusUnprocessableEntity)
		if !strings.Contains(detail, "at most") {
			t.Errorf("%s that is too long: %q", name, detail)
		}
	}
	detail, at := staff.Post("/api/articles", apitest.JSON{"title": letters(312)}).Problem(http.StatusUnprocessableEntity)
	if want := "Give at most 300 characters; these are 312."; detail != want || len(at) != 1 || at[0] != "body.title" {
		t.Errorf("refused with %q at %v, want %q", detail, at, want)
	}
	staff.Post("/api/articles", apitest.JSON{"title": "One", "status": "draft\u0301"}).
		Problem(http.StatusUnprocessableEntity)
	staff.Post("/api/articles", apitest.JSON{"title": "a" + strings.Repeat("\u0301", 10_000)}).
		Problem(http.StatusUnprocessableEntity)
}
