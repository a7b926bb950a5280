package apitest_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"academy/cms-api/internal/content/richtext"
	"academy/cms-api/internal/content/richtext/corpus"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/test/apitest"
)

// Whichever way an article comes in, what readers get of it is harmless.
func TestArticles_AttacksAreTakenOut(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	attacks, err := corpus.Attacks()
	if err != nil {
		t.Fatal(err)
	}
	// Pictures that nobody could see, and frames of other sites, are refused with a sentence.
	none := problem.Missing("file")
	cleaner := richtext.NewCleaner(richtext.Stores{
		Image: func(context.Context, []byte) (string, error) { return "", none },
		File:  func(context.Context, string) (richtext.File, error) { return richtext.File{}, none },
	})
	for i := range attacks { // as many attacks by pictures as can be are among those that are taken
		attacks[i].HTML = strings.ReplaceAll(attacks[i].HTML, "src=x", "src=/x")
	}
	contentOf := func(batch ...corpus.Attack) string {
		content := "<p>before</p>"
		for _, attack := range batch {
			content += "<p>" + attack.HTML + "</p>"
		}
		return content
	}
	refused := func(batch ...corpus.Attack) bool {
		_, err := cleaner.Clean(t.Context(), contentOf(batch...), false)
		return err != nil
	}
	all := len(attacks)
	attacks = slices.DeleteFunc(attacks, func(a corpus.Attack) bool { return refused(a) })
	if len(attacks) < all*3/4 {
		t.Errorf("only %d of %d attacks are taken", len(attacks), all)
	}
	harmless := func(content string, batch []corpus.Attack) {
		t.Helper()
		if found := corpus.Check(content); len(found) > 0 {
			t.Errorf("%s: %.300q holds %v", batch[0].Class, content, found)
		}
	}
	made := write(t, staff, apitest.JSON{"title": "Attacked", "status": "published"})
	var batches [][]corpus.Attack
	for batch := range slices.Chunk(attacks, 12) {
		if refused(batch...) { // what one leaves open makes a picture's address of the next
			batches = slices.AppendSeq(batches, slices.Chunk(batch, 1))
		} else {
			batches = append(batches, batch)
		}
	}
	for _, batch := range batches {
		content := contentOf(batch...)
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
