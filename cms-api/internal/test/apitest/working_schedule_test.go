package apitest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/test/apitest"
)

// scheduledOf returns what the list says of a document's scheduled changes, nil for nothing.
func scheduledOf(t *testing.T, list *apitest.Response, id string) map[string]any {
	t.Helper()
	scheduled, _ := row(t, list, id)["scheduled_changes"].(map[string]any)
	return scheduled
}

// advanceUntil moves the clock and wakes what waits for it until a condition holds.
func (c *alarmClock) advanceUntil(t *testing.T, by time.Duration, holds func() bool) {
	t.Helper()
	c.advance(by)
	apitest.Eventually(t, func() bool {
		c.advance(0)
		return holds()
	})
}

// Two processes see that the changes are due; they are published once, by who scheduled them.
func TestWorkingCopy_PublishedAtItsTime(t *testing.T) {
	clock := &alarmClock{}
	onClock := func(o *apitest.Options) { o.Clock = clock }
	one := apitest.New(t, onClock).Ready(t)
	two := apitest.Start(t, one.Database, onClock).Ready(t)
	asha, ravi := one.Staff(t), colleague(t, one, "ravi@example.com", "Ravi")
	id, article := published(t, asha, apitest.JSON{"title": "One", "excerpt": "Old"})
	at := clock.in(time.Hour)
	ravi.Put(article+"/working-copy", apitest.JSON{"title": "Two", "publish_at": at}).Want(http.StatusOK)
	if got := scheduledOf(t, asha.Get("/api/articles"), id); got == nil || got["refused"] != "" {
		t.Errorf("the list says %v", got)
	}
	asha.Put(article+"/working-copy", apitest.JSON{"title": "Two", "category": "Polity", "publish_at": at}).
		Want(http.StatusOK)
	asha.Put(article, apitest.JSON{"excerpt": "New"}).Want(http.StatusOK)
	clock.advance(59 * time.Minute)
	if got := asha.Get(article).Text("title"); got != "One" {
		t.Errorf("before its time the title is %s", got)
	}
	clock.advanceUntil(t, time.Minute, func() bool {
		return one.Anonymous(t).Get("/api/articles/one").Text("title") == "Two" &&
			two.Anonymous(t).Get("/api/articles/one").Text("title") == "Two"
	})
	if got := historyOf(t, asha, "articles/"+id); len(got) != 3 || got[0] != "3 changed [category title] Ravi" {
		t.Errorf("history = %q", got)
	}
	now := asha.Get(article)
	if now.Text("excerpt") != "New" || now.Field("has_working_copy") != false {
		t.Errorf("the article is %s", now.Body)
	}
	apitest.Eventually(t, func() bool {
		noted := auditLog(t, asha, "&action=publishArticleWorkingCopy")
		return len(noted) == 1 && noted[0].UserName == "Ravi" && noted[0].ResourceID == id &&
			fmt.Sprint(noted[0].Changes) == "[category title]"
	})
}

func TestWorkingCopy_DueWhileNoProcessRan(t *testing.T) {
	clock := &alarmClock{}
	onClock := func(o *apitest.Options) { o.Clock = clock }
	before := apitest.New(t, onClock).Ready(t)
	staff := before.Staff(t)
	page := staff.Post("/api/admin/pages", apitest.JSON{"path": "/kas", "title": "One", "status": "published"}).
		Want(http.StatusCreated).Text("id")
	id, _ := published(t, staff, apitest.JSON{"title": "One"})
	for _, copied := range []string{"/api/admin/pages/" + page, "/api/articles/" + id} {
		staff.Put(copied+"/working-copy", apitest.JSON{"title": "Two", "publish_at": clock.in(time.Hour)}).Want(http.StatusOK)
	}
	before.Stop(t)
	clock.advance(2 * time.Hour)
	after := apitest.Start(t, before.Database, onClock).Ready(t)
	anyone := after.Anonymous(t)
	apitest.Eventually(t, func() bool {
		return anyone.Get("/api/articles/one").Text("title") == "Two" &&
			anyone.Get("/api/pages/by-path?path=/kas").Text("title") == "Two"
	})
}

// Lists say of scheduled changes that they will not be published, as soon as somebody changes the
// same, and no longer once it is as it was.
func TestWorkingCopy_ScheduledAndOvertaken(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	created := staff.Post("/api/admin/pages", apitest.JSON{"path": "/kas", "title": "One"}).Want(http.StatusCreated)
	page := created.Text("id")
	article, _ := published(t, staff, apitest.JSON{"title": "One"})
	for id, at := range map[string][2]string{
		page: {"/api/admin/pages", "/api/admin/pages/" + page}, article: {"/api/articles", "/api/articles/" + article},
	} {
		says := func(want string) {
			t.Helper()
			if got := scheduledOf(t, staff.Get(at[0]), id); fmt.Sprint(got["changed_since"]) != want {
				t.Errorf("%s says %v, want %s", at[0], got, want)
			}
		}
		later := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
		staff.Put(at[1]+"/working-copy", apitest.JSON{"title": "Mine", "publish_at": later}).Want(http.StatusOK)
		says("[]")
		staff.Put(at[1], apitest.JSON{"title": "Theirs"}).Want(http.StatusOK)
		says("[title]")
		staff.Put(at[1], apitest.JSON{"title": "One"}).Want(http.StatusOK)
		says("[]")
	}
}

// Changes are not published over what somebody else changed since they were scheduled, nor
// against the rules; they are named until somebody decides.
func TestWorkingCopy_DueAndRefused(t *testing.T) {
	clock := &alarmClock{}
	app := apitest.New(t, func(o *apitest.Options) { o.Clock = clock }).Ready(t)
	asha, ravi := app.Staff(t), colleague(t, app, "ravi@example.com", "Ravi")
	overtaken, article := published(t, asha, apitest.JSON{"title": "One"})
	unfinished, other := published(t, asha, apitest.JSON{"title": "Other"})
	at := clock.in(time.Hour)
	copied := article + "/working-copy"
	ravi.Put(copied, apitest.JSON{"title": "By Ravi"}).Want(http.StatusOK)
	ravi.Put(other+"/working-copy", apitest.JSON{"title": "", "publish_at": at}).Want(http.StatusOK)
	asha.Put(article, apitest.JSON{"title": "By Asha"}).Want(http.StatusOK)
	// Neither who chooses a time nor who goes on typing has seen what changed.
	ravi.Put(copied, apitest.JSON{"title": "By Ravi", "publish_at": at}).Want(http.StatusOK)
	tag := ravi.Put(copied, apitest.JSON{"title": "By Ravi", "excerpt": "More", "publish_at": at}).
		Want(http.StatusOK).Header.Get("ETag")

	var status struct {
		Refused []struct{ Collection, ID, Title, Reason string } `json:"refused_changes"`
	}
	clock.advanceUntil(t, time.Hour, func() bool {
		asha.Get("/api/publish/status").Want(http.StatusOK).Into(&status)
		return len(status.Refused) == 2
	})
	reasons := map[string]string{}
	for _, each := range status.Refused {
		reasons[each.Title+"/"+each.Collection+"/"+each.ID] = each.Reason
	}
	if reasons["By Asha/articles/"+overtaken] != "Changed in the meantime: title." ||
		reasons["Other/articles/"+unfinished] != "Give the article a title." {
		t.Errorf("the status says %v", reasons)
	}
	if got := asha.Get(article); got.Text("title") != "By Asha" || got.Header.Get("ETag") != `"2"` {
		t.Errorf("the article is %s", got.Body)
	}
	if got := scheduledOf(t, asha.Get("/api/articles"), overtaken); got["refused"] != "Changed in the meantime: title." {
		t.Errorf("the list says %v", got)
	}
	state := ravi.Get(copied)
	if state.Header.Get("ETag") != tag || !strings.Contains(state.Text("refused"), "title") {
		t.Errorf("the copy, with ETag %s instead of %s, says %s", state.Header.Get("ETag"), tag, state.Body)
	}

	// A new time is chosen by somebody who has seen it.
	ravi.Put(copied, apitest.JSON{"title": "By Ravi", "publish_at": clock.in(time.Hour)}, "If-Match", tag).
		Want(http.StatusOK)
	ravi.Delete(other + "/working-copy").Want(http.StatusNoContent)
	clock.advanceUntil(t, time.Hour, func() bool { return asha.Get(article).Text("title") == "By Ravi" })
	asha.Get("/api/publish/status").Want(http.StatusOK).Into(&status)
	if len(status.Refused) != 0 {
		t.Errorf("the status still says %v", status.Refused)
	}
}

// Nothing is published by an account that may not any more: its scheduled changes are kept and
// named, until a colleague schedules them. Of two that are left an author may as before.
func TestWorkingCopy_DueAfterItsAccountIsGone(t *testing.T) {
	clock := &alarmClock{}
	app := apitest.New(t, func(o *apitest.Options) { o.Clock = clock }).Ready(t)
	asha := app.Staff(t)
	ravi, removed := invite(t, app, asha, "ravi@example.com", "author")
	meera, demoted := invite(t, app, asha, "meera@example.com", "administrator")
	id, article := published(t, asha, apitest.JSON{"title": "One"})
	_, other := published(t, asha, apitest.JSON{"title": "Other"})
	copied, at := article+"/working-copy", clock.in(time.Hour)
	ravi.Put(copied, apitest.JSON{"title": "Two", "publish_at": at}).Want(http.StatusOK)
	meera.Put(other+"/working-copy", apitest.JSON{"title": "Another", "publish_at": at}).Want(http.StatusOK)
	asha.Delete("/api/admin/users/" + removed).Want(http.StatusNoContent)
	asha.Put("/api/admin/users/"+demoted, apitest.JSON{"role": "author"}).Want(http.StatusOK)

	const reason = "Whoever scheduled this has no account any more, or may not publish. Please choose a new time."
	var status struct {
		Refused []struct{ ID, Reason string } `json:"refused_changes"`
	}
	clock.advanceUntil(t, time.Hour, func() bool {
		asha.Get("/api/publish/status").Want(http.StatusOK).Into(&status)
		return len(status.Refused) == 1 && asha.Get(other).Text("title") == "Another"
	})
	if got := status.Refused[0]; got.ID != id || got.Reason != reason {
		t.Errorf("the status says %v", got)
	}
	if got := scheduledOf(t, asha.Get("/api/articles"), id); got["refused"] != reason {
		t.Errorf("the list says %v", got)
	}
	if got := asha.Get(copied).Want(http.StatusOK); got.Text("title") != "Two" || got.Text("refused") != reason {
		t.Errorf("the copy is %s", got.Body)
	}
	if got := app.Anonymous(t).Get("/api/articles/one").Text("title"); got != "One" {
		t.Errorf("published in the name of nobody: %s", got)
	}
	asha.Put(copied, apitest.JSON{"title": "Two", "publish_at": clock.in(time.Hour)}).Want(http.StatusOK)
	clock.advanceUntil(t, time.Hour, func() bool { return asha.Get(article).Text("title") == "Two" })
	apitest.Eventually(t, func() bool {
		noted := auditLog(t, asha, "&action=publishArticleWorkingCopy")
		return len(noted) == 2 && noted[1].ResourceID == id && noted[1].UserName == "Asha Rao"
	})
}
