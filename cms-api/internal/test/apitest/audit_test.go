package apitest_test

import (
	"bytes"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/publishing/snapshot"
	"academy/cms-api/internal/test/apitest"
)

type auditEntry struct {
	ID, Role, Action, Resource, Outcome, Address string
	At                                           time.Time
	UserID                                       string `json:"user_id"`
	UserName                                     string `json:"user_name"`
	ResourceID                                   string `json:"resource_id"`
	UserAgent                                    string `json:"user_agent"`
	RequestID                                    string `json:"request_id"`
	Changes                                      []string
}

// auditLog returns the log, oldest first.
func auditLog(t *testing.T, admin *apitest.Client, query string) []auditEntry {
	t.Helper()
	var entries []auditEntry
	admin.Get("/api/admin/audit-log?limit=1000&sort=at" + query).Want(http.StatusOK).Into(&entries)
	return entries
}

func TestAuditLog_EveryChangeLeavesOneEntry(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	seen := len(auditLog(t, staff, ""))
	// entry makes a call and checks what it left behind.
	entry := func(action, resource, id string, changes []string, call func() *apitest.Response) *apitest.Response {
		t.Helper()
		begun := time.Now().Truncate(time.Millisecond) // as it is stored
		answer := call()
		if answer.Status >= 300 {
			t.Fatalf("%s: answered %d: %s", action, answer.Status, answer.Body)
		}
		if id == "new" {
			id = answer.Text("id")
		}
		added := auditLog(t, staff, "")[seen:]
		seen += len(added)
		if len(added) != 1 {
			t.Fatalf("%s left %d entries: %+v", action, len(added), added)
		}
		got := added[0]
		if got.Action != action || got.Resource != resource || got.ResourceID != id || got.Outcome != "done" ||
			got.UserName != "Asha Rao" ||
			got.Role != "administrator" || got.UserID == "" || got.Address != "127.0.0.1" ||
			!strings.HasPrefix(got.UserAgent, "Go-http-client") ||
			got.RequestID != answer.Header.Get("X-Request-Id") || got.At.Before(begun) || got.At.After(time.Now()) ||
			!slices.Equal(got.Changes, changes) {
			t.Errorf("%s left %+v, want resource %s, id %s, changes %v", action, got, resource, id, changes)
		}
		return answer
	}
	none := []string{}
	made := entry("createArticle", "articles", "new", none, func() *apitest.Response {
		return staff.Post("/api/articles", apitest.JSON{"title": "One", "content": "<p>secret plan</p>"})
	}).Text("id")
	entry("updateArticle", "articles", made, []string{"content", "slug", "title"}, func() *apitest.Response {
		return staff.Put("/api/articles/"+made, apitest.JSON{"title": "Two", "content": "<p>other plan</p>", "category": ""})
	})
	entry("updateArticle", "articles", made, none, func() *apitest.Response {
		return staff.Put("/api/articles/"+made, apitest.JSON{"title": "Two"})
	})
	entry("deleteArticle", "articles", made, none, func() *apitest.Response {
		return staff.Delete("/api/articles/" + made)
	})
	entry("updateSettings", "settings", "", none, func() *apitest.Response { // which makes the document
		return staff.Put("/api/settings", apitest.JSON{"site_title": "One"})
	})
	entry("updateSettings", "settings", "", []string{"site_title"}, func() *apitest.Response {
		return staff.Put("/api/settings", apitest.JSON{"site_title": "Two"})
	})
	section := entry("createSection", "sections", "new", none, func() *apitest.Response {
		return staff.Post("/api/admin/sections", apitest.JSON{"name": "Stories", "type": "stories", "is_visible": true})
	}).Text("id")
	entry("updateSection", "sections", section, []string{"is_visible"}, func() *apitest.Response {
		return staff.Put("/api/admin/sections/"+section, apitest.JSON{"is_visible": false})
	})
	entry("deleteSection", "sections", section, none, func() *apitest.Response {
		return staff.Delete("/api/admin/sections/" + section)
	})
	entry("uploadImage", "uploads", "", none, func() *apitest.Response {
		return staff.Upload("/api/upload/image", "image", "dot.png", picture(t, 2, 2))
	})
	entry("createEnrollment", "enrollments", "new", none, func() *apitest.Response {
		return staff.Post("/api/enrollments", apitest.JSON{
			"fullName": "Meera Iyer", "email": "meera@example.com", "phone": "+919876543210", "course": "psi",
		})
	})
	entry("exportEnrollments", "enrollments", "", none, func() *apitest.Response {
		return staff.Get("/api/enrollments/export")
	})
	application := app.Anonymous(t).Post("/api/mentorship", apitest.JSON{
		"name": "Ravi", "email": "ravi@example.com", "phone": "+919876543211", "education_level": "Graduate",
	}).Want(http.StatusCreated).Text("id")
	entry("decideMentorshipApplication", "mentorship", application, []string{"status"}, func() *apitest.Response {
		return staff.Put("/api/mentorship/"+application, apitest.JSON{"status": "approved"})
	})
	entry("login", "sign-in", "", none, func() *apitest.Response {
		return app.Anonymous(t).Post("/api/auth/login", apitest.JSON{"email": apitest.Email, "password": apitest.Password})
	})

	staff.Get("/api/enrollments").Want(http.StatusOK)
	app.Anonymous(t).Post("/api/contact", apitest.JSON{
		"name": "Meera Iyer", "email": "meera@example.com", "message": "hello",
	}).Want(http.StatusCreated)
	if all := auditLog(t, staff, ""); len(all) != seen {
		t.Errorf("reads and visitors' messages left %+v", all[seen:])
	}
	whole := staff.Get("/api/admin/audit-log?limit=1000").Body
	for _, secret := range []string{
		"meera", "Meera", "9876543210", "Ravi", "ravi", apitest.Password, "plan", apitest.Email,
	} {
		if bytes.Contains(whole, []byte(secret)) {
			t.Errorf("the log holds %q", secret)
		}
	}
}

func TestAuditLog_RefusedCallsLeaveNothingButSignIns(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	made := staff.Post("/api/articles", apitest.JSON{"title": "One"}).Want(http.StatusCreated).Text("id")
	before := auditLog(t, staff, "")

	staff.Post("/api/articles", apitest.JSON{"title": ""}).Want(http.StatusUnprocessableEntity)
	staff.Post("/api/articles", `{"title":`).Want(http.StatusBadRequest)
	staff.Put("/api/articles/unknown", apitest.JSON{"title": "Two"}).Want(http.StatusNotFound)
	staff.Put("/api/articles/"+made, apitest.JSON{"title": "Two"}, "If-Match", `"9"`).Want(http.StatusPreconditionFailed)
	staff.Put("/api/articles/"+made, apitest.JSON{"title": "Two"}, "Origin", "https://evil.example").
		Want(http.StatusForbidden)
	anyone.Put("/api/articles/"+made, apitest.JSON{"title": "Two"}).Want(http.StatusUnauthorized)
	anyone.Get("/api/enrollments/export").Want(http.StatusUnauthorized)
	if after := auditLog(t, staff, ""); len(after) != len(before) {
		t.Fatalf("refused calls left %+v", after[len(before):])
	}

	const wrong = "hunter2-hunter2"
	anyone.Post("/api/auth/login", apitest.JSON{"email": apitest.Email, "password": wrong}).Want(http.StatusUnauthorized)
	anyone.Post("/api/auth/login", apitest.JSON{"email": wrong, "password": wrong}).Want(http.StatusUnauthorized)
	anyone.Post("/api/auth/register", apitest.JSON{"email": "eve@example.com", "password": wrong, "name": "Eve"}).
		Want(http.StatusForbidden)
	added := auditLog(t, staff, "")[len(before):]
	if len(added) != 3 {
		t.Fatalf("refused sign-ins left %+v", added)
	}
	for i, want := range []struct{ action, account string }{
		{"login", "a***@example.com"}, {"login", ""}, {"register", "e***@example.com"},
	} {
		if got := added[i]; got.Action != want.action || got.ResourceID != want.account || got.Outcome != "refused" ||
			got.UserID != "" || got.UserName != "" || got.Role != "" {
			t.Errorf("a refused sign-in left %+v, want %+v", got, want)
		}
	}
	if whole := staff.Get("/api/admin/audit-log?limit=1000").Body; bytes.Contains(whole, []byte(wrong)) {
		t.Error("the log holds what was typed as a password")
	}
}

func TestAuditLog_IsForAdministratorsAndNarrowsDown(t *testing.T) {
	one := apitest.New(t).Ready(t)
	two := apitest.Start(t, one.Database).Ready(t)
	staff := one.Staff(t)
	one.Anonymous(t).Get("/api/admin/audit-log").Problem(http.StatusUnauthorized)
	for _, title := range []string{"One", "Two", "Three"} {
		staff.Post("/api/articles", apitest.JSON{"title": title}).Want(http.StatusCreated)
	}
	staff.Put("/api/settings", apitest.JSON{"site_title": "x"}).Want(http.StatusOK)
	user := staff.Get("/api/auth/me").Text("id")

	for query, want := range map[string]int{
		"&action=createArticle": 3, "&resource=settings": 1, "&action=createArticle&resource=settings": 0,
		"&user=" + user: 5, "&user=unknown": 0, "&q=CREATEART": 3, "&action=" + url.QueryEscape(`{"$ne":""}`): 0,
	} {
		if got := auditLog(t, staff, query); len(got) != want {
			t.Errorf("%s: %d entries, want %d: %+v", query, len(got), want, got)
		}
	}
	newest := staff.Get("/api/admin/audit-log?limit=2").Want(http.StatusOK)
	var entries []auditEntry
	newest.Into(&entries)
	if len(entries) != 2 || entries[0].Action != "updateSettings" || entries[1].Action != "createArticle" ||
		newest.Header.Get("X-Total-Count") != "6" || !strings.Contains(newest.Header.Get("Link"), `rel="next"`) {
		t.Errorf("the newest are %+v, headers %v", entries, newest.Header)
	}
	staff.Get("/api/admin/audit-log?sort=user_agent").Problem(http.StatusUnprocessableEntity)
	apitest.Eventually(t, func() bool { return len(auditLog(t, two.Staff(t), "&action=createArticle")) == 3 })
}

func TestAuditLog_ForgetsAfterItsTime(t *testing.T) {
	first := apitest.New(t, apitest.CleaningUp).Ready(t)
	staff := first.Staff(t)
	staff.Put("/api/settings", apitest.JSON{"site_title": "x"}).Want(http.StatusOK)
	if got := len(auditLog(t, staff, "")); got != 3 { // a sign-in that failed, the registration, the change
		t.Fatalf("%d entries", got)
	}
	later := apitest.Start(t, first.Database, apitest.CleaningUp, func(o *apitest.Options) {
		o.Config.AuditLogDays = 30
		o.Clock = ahead{snapshot.SystemClock{}, 30*24*time.Hour + time.Minute}
		o.Config.SessionAge = 90 * 24 * time.Hour
	}).Ready(t)
	admin := later.Staff(t)
	apitest.Eventually(t, func() bool {
		entries := auditLog(t, admin, "")
		return len(entries) == 1 && entries[0].Action == "login" && entries[0].At.After(time.Now())
	})
}

// ahead is a clock that is ahead of the machine's.
type ahead struct {
	snapshot.Clock
	by time.Duration
}

func (a ahead) Now() time.Time { return a.Clock.Now().Add(a.by) }
