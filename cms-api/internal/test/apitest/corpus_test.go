package apitest_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"testing"

	"academy/cms-api/internal/content/richtext/corpus"
	"academy/cms-api/internal/test/apitest"
)

// refused matches what is answered with a sentence: pictures that are none, and frames of other sites.
var refused = regexp.MustCompile(`(?i)<img src="(data|blob|file|cid|content|webkit-fake-url):|<iframe[^>]*src=["']?\s*(https?:)?//`)

// Whichever way an article comes in, what readers get of it is harmless.
func TestArticles_AttacksAreTakenOut(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	attacks, err := corpus.Attacks()
	if err != nil {
		t.Fatal(err)
	}
	attacks = slices.DeleteFunc(attacks, func(a corpus.Attack) bool {
		return refused.MatchString(a.HTML)
	})
	harmless := func(content string, batch []corpus.Attack) {
		t.Helper()
		if found := corpus.Check(content); len(found) > 0 {
			t.Errorf("%s: %.300q holds %v", batch[0].Class, content, found)
		}
	}
	made := write(t, staff, apitest.JSON{"title": "Attacked", "status": "published"})
	for batch := range slices.Chunk(attacks, 60) {
		content := "<p>before</p>"
		for _, attack := range batch {
			content += "<p>" + attack.HTML + "</p>"
		}
		var created, updated article
		staff.Post("/api/articles", apitest.JSON{"title": "Created", "content": content}).Want(http.StatusCreated).
			Into(&created)
		harmless(created.Content, batch)
		staff.Put("/api/articles/"+made.ID, apitest.JSON{"content": content}).Want(http.StatusOK).Into(&updated)
		harmless(updated.Content, batch)
		harmless(anyone.Get("/api/articles/attacked").Want(http.StatusOK).Text("content"), batch)
	}

	folder := t.TempDir()
	makeFolder(t, folder, "articles")
	writeFile(t, folder, "articles/seeded.json", `{"slug":"seeded","title":"Seeded","status":"published"}`)
	body := ""
	for _, attack := range attacks {
		if attack.Class != "unclosed" && attack.Class != "nesting" { // which swallow what follows
			body += "<p>" + attack.HTML + "</p>"
		}
	}
	writeFile(t, folder, "articles/seeded.html", body)
	if _, err := seeded(t, app, folder, true); err != nil {
		t.Fatal(err)
	}
	harmless(anyone.Get("/api/articles/seeded").Want(http.StatusOK).Text("content"), attacks)
}

// Page content is text. It is kept as it was written, and answers are JSON that
// no browser takes for anything else.
func TestPageContent_IsTextAndNothingElse(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	const text = `</script><script>ran(1)</script><img src=x onerror=ran(1)> & "quotes"`
	staff.Post("/api/admin/page-content", apitest.JSON{
		"page": "home", "section": "hero", "type": "heading", "content": text, "order_index": 1,
	}).Want(http.StatusCreated)
	answer := anyone.Get("/api/page-content/home/hero").Want(http.StatusOK)
	var items []struct{ Content string }
	if err := json.Unmarshal(answer.Body, &items); err != nil || len(items) != 1 || items[0].Content != text {
		t.Errorf("page content is %s, %v", answer.Body, err)
	}
	if answer.Header.Get("Content-Type") != "application/json" ||
		answer.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("headers: %v", answer.Header)
	}
}
