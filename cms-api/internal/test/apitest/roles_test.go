package apitest_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

// A writer has own drafts and working copies; what is live, and what others write, is not theirs.
func TestWriter_HasOwnArticlesAndAsksForReview(t *testing.T) {
	app := apitest.New(t).Ready(t)
	editor := app.Staff(t)
	writer, _ := invite(t, app, editor, "ravi@example.com", "writer")
	var me struct{ Permissions []string }
	writer.Get("/api/auth/me").Want(http.StatusOK).Into(&me)
	if !slices.Equal(me.Permissions, []string{"content:own", "media:own"}) {
		t.Errorf("a writer has %v", me.Permissions)
	}
	article := func(c *apitest.Client, title, status string) string {
		return c.Post("/api/articles", apitest.JSON{"title": title, "status": status, "content": "<p>Rain.</p>"}).
			Want(http.StatusCreated).Text("id")
	}
	draft, other := article(writer, "Monsoons", "draft"), article(editor, "Secret plans", "draft")
	public := article(editor, "Rivers", "published")

	detail, _ := writer.Post("/api/articles", apitest.JSON{"title": "Now", "status": "published"}).
		Problem(http.StatusForbidden)
	if !strings.Contains(detail, "content:publish") || !strings.Contains(detail, "writer") {
		t.Errorf("refused with %q", detail)
	}
	writer.Put("/api/articles/"+draft, apitest.JSON{"title": "Monsoons of India"}).Want(http.StatusOK)
	writer.Put("/api/articles/"+draft, apitest.JSON{"status": "published"}).Problem(http.StatusForbidden)
	writer.Get("/api/articles/" + other).Problem(http.StatusNotFound)
	writer.Get("/api/articles/secret-plans").Problem(http.StatusNotFound)
	// A public article shows it what it shows everybody, and neither former versions nor unpublished changes.
	editor.Put("/api/articles/"+public+"/working-copy", apitest.JSON{"title": "Secret next"}).Want(http.StatusOK)
	if shown := writer.Get("/api/articles/rivers").Want(http.StatusOK); strings.Contains(string(shown.Body), "revision") {
		t.Errorf("a writer reads more of what is public than everybody: %s", shown.Body)
	}
	link := editor.Post("/api/preview/links", apitest.JSON{"kind": "article", "id": public, "expires_in": 60}).
		Want(http.StatusCreated).Text("id")
	writer.Delete("/api/preview/links/" + link).Problem(http.StatusForbidden)
	writer.Put("/api/admin/presence/articles/"+other, nil).Problem(http.StatusForbidden)
	for _, path := range []string{
		"/api/articles/" + public + "/working-copy", "/api/admin/history/articles/" + public + "/1",
		"/api/articles/" + other + "/working-copy",
		"/api/admin/history/articles/" + other, "/api/admin/history/articles/" + other + "/1",
	} {
		answer := writer.Get(path)
		if answer.Status != http.StatusForbidden || strings.Contains(string(answer.Body), "Secret") {
			t.Errorf("%s: %d %s", path, answer.Status, answer.Body)
		}
	}
	for _, header := range [][]string{nil, {"If-Match", `"99"`}} {
		refused := writer.Put("/api/articles/"+other, apitest.JSON{}, header...)
		if refused.Status != http.StatusForbidden || strings.Contains(string(refused.Body), "Secret") {
			t.Errorf("with %v: %d %s", header, refused.Status, refused.Body)
		}
	}
	writer.Delete("/api/articles/" + public).Problem(http.StatusForbidden)
	writer.Put("/api/articles/"+public+"/working-copy", apitest.JSON{"title": "Mine now"}).Problem(http.StatusForbidden)
	writer.Post("/api/preview/links", apitest.JSON{"kind": "article", "id": other, "expires_in": 60}).
		Problem(http.StatusForbidden)
	editor.Delete("/api/articles/" + other).Want(http.StatusNoContent)
	if trash := writer.Get("/api/admin/trash").Want(http.StatusOK); strings.Contains(string(trash.Body), "Secret") {
		t.Errorf("a writer sees the trash of others: %s", trash.Body)
	}
	writer.Post("/api/admin/trash/articles/"+other+"/restore", nil).Problem(http.StatusForbidden)
	var listed []struct{ ID string }
	writer.Get("/api/articles").Want(http.StatusOK).Into(&listed)
	if len(listed) != 1 || listed[0].ID != draft {
		t.Errorf("a writer's list has %+v", listed)
	}

	review := "/api/articles/" + draft + "/review"
	writer.Post(review+"/answer", apitest.JSON{"note": "I like it."}).Problem(http.StatusForbidden)
	editor.Post(review+"/answer", apitest.JSON{"note": "Of what?"}).Problem(http.StatusConflict)
	writer.Post(review, nil).Want(http.StatusOK)
	writer.Post(review, nil).Want(http.StatusOK)
	mailsOf(t, app, apitest.Email, "Please review: Monsoons of India", 1)
	editor.Post(review+"/answer", apitest.JSON{"note": " "}).Problem(http.StatusUnprocessableEntity)
	editor.Post(review+"/answer", apitest.JSON{"note": "Name the source."}).Want(http.StatusOK)
	mailsOf(t, app, "ravi@example.com", "Sent back: Monsoons of India", 1)
	var reviews []struct{ ID, State, Note string }
	writer.Get("/api/admin/reviews").Want(http.StatusOK).Into(&reviews)
	if len(reviews) != 1 || reviews[0].State != "sent_back" || reviews[0].Note != "Name the source." {
		t.Errorf("reviews = %+v", reviews)
	}
	writer.Post(review, nil).Want(http.StatusOK)
	editor.Put("/api/articles/"+draft, apitest.JSON{"status": "published"}).Want(http.StatusOK)
	mailsOf(t, app, "ravi@example.com", "Published: Monsoons of India", 1)
	writer.Post(review, nil).Problem(http.StatusConflict)

	// A live article changes in its working copy.
	copied := "/api/articles/" + draft + "/working-copy"
	writer.Put("/api/articles/"+draft, apitest.JSON{"title": "Changed"}).Problem(http.StatusForbidden)
	writer.Put(copied, apitest.JSON{"title": "Changed", "publish_at": "2099-01-01T00:00:00Z"}).
		Problem(http.StatusForbidden)
	writer.Put(copied, apitest.JSON{"title": "Changed"}).Want(http.StatusOK)
	writer.Post(copied+"/publish", apitest.JSON{}).Problem(http.StatusForbidden)
	plan := apitest.JSON{"title": "Changed", "publish_at": "2099-01-01T00:00:00Z"}
	editor.Put(copied, plan).Want(http.StatusOK)
	writer.Put(copied, apitest.JSON{"title": "Changed again"}).Problem(http.StatusForbidden)
	writer.Delete(copied).Problem(http.StatusForbidden)
	editor.Put(copied, apitest.JSON{"title": "Changed"}).Want(http.StatusOK)
	writer.Post(review, nil).Want(http.StatusOK)
	editor.Post(copied+"/publish", apitest.JSON{}).Want(http.StatusOK)
	mailsOf(t, app, "ravi@example.com", "Published: Changed", 1)
}

// mailsOf waits for mails to an address with a subject.
func mailsOf(t *testing.T, app *apitest.App, to, subject string, times int) {
	t.Helper()
	apitest.Eventually(t, func() bool {
		count := 0
		for _, each := range outbox(app.Anonymous(t)) {
			if each.To == to && each.Subject == subject {
				count++
			}
		}
		return count == times
	})
}

// A counsellor has leads, and reads of the content what everybody does.
func TestCounsellor_HasLeadsOnly(t *testing.T) {
	app := apitest.New(t).Ready(t)
	editor := app.Staff(t)
	counsellor, _ := invite(t, app, editor, "tara@example.com", "counsellor")
	draft := editor.Post("/api/articles", apitest.JSON{"title": "Secret plans"}).Want(http.StatusCreated).Text("id")
	counsellor.Get("/api/enrollments").Want(http.StatusOK)
	counsellor.Get("/api/articles/" + draft).Problem(http.StatusNotFound)
	if all := counsellor.Get("/api/articles").Want(http.StatusOK); strings.Contains(string(all.Body), "Secret") {
		t.Errorf("a counsellor reads drafts: %s", all.Body)
	}
	counsellor.Get("/api/admin/media").Problem(http.StatusForbidden)
	counsellor.Get("/api/admin/users").Problem(http.StatusForbidden)
}

// An editor publishes, and has neither leads nor settings, by whichever call.
func TestEditor_PublishesAndHasNoSettings(t *testing.T) {
	app := apitest.New(t).Ready(t)
	admin := app.Staff(t)
	editor, _ := invite(t, app, admin, "mina@example.com", "editor")
	editor.Post("/api/articles", apitest.JSON{"title": "Rivers", "status": "published"}).Want(http.StatusCreated)
	admin.Put("/api/settings", apitest.JSON{"tagline": "Learn"}).Want(http.StatusOK)
	editor.Put("/api/settings", apitest.JSON{"tagline": "Mine"}).Problem(http.StatusForbidden)
	editor.Post("/api/admin/history/settings/settings/0/restore", apitest.JSON{}).Problem(http.StatusForbidden)
	editor.Get("/api/contact").Problem(http.StatusForbidden)
}

// A writer changes and deletes own files only.
func TestWriter_HasOwnFiles(t *testing.T) {
	app := apitest.New(t).Ready(t)
	editor := app.Staff(t)
	writer, _ := invite(t, app, editor, "ravi@example.com", "writer")
	upload := func(c *apitest.Client, name, text string) string {
		return c.Upload("/api/admin/media", "file", name, []byte("%PDF-1.4\n"+text+"\n%%EOF")).
			Want(http.StatusCreated).Text("id")
	}
	own, other := upload(writer, "own.pdf", "own"), upload(editor, "plan.pdf", "other")
	writer.Put("/api/admin/media/"+own, apitest.JSON{"alt": "Own"}).Want(http.StatusOK)
	writer.Get("/api/admin/media/" + other).Problem(http.StatusForbidden)
	writer.Put("/api/admin/media/"+other, apitest.JSON{"alt": "Mine"}).Problem(http.StatusForbidden)
	writer.Delete("/api/admin/media/" + other).Problem(http.StatusForbidden)
	if all := writer.Get("/api/admin/media").Want(http.StatusOK); strings.Contains(string(all.Body), "plan.pdf") {
		t.Errorf("a writer lists the files of others: %s", all.Body)
	}
	writer.Delete("/api/admin/media/" + own).Want(http.StatusNoContent)

	// The focus of a picture that is used changes what is live.
	var uploaded struct{ ID, URL string }
	writer.Upload("/api/admin/media", "file", "map.png", picture(t, 40, 30)).Want(http.StatusCreated).Into(&uploaded)
	focus := func(x float64) *apitest.Response {
		return writer.Put("/api/admin/media/"+uploaded.ID, apitest.JSON{"focus": apitest.JSON{"x": x, "y": 0.5}})
	}
	focus(0.2).Want(http.StatusOK)
	editor.Post("/api/articles", apitest.JSON{"title": "Maps", "status": "published", "banner_image": uploaded.URL}).
		Want(http.StatusCreated)
	focus(0.8).Problem(http.StatusForbidden)
}
