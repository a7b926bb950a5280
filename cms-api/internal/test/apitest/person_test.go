package apitest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/test/apitest"
)

// leave stores one of each kind of lead, under an address and a number.
func leave(t *testing.T, app *apitest.App, email, phone string) {
	t.Helper()
	staff, anyone := app.Staff(t), app.Anonymous(t)
	staff.Post("/api/enrollments", apitest.JSON{"fullName": "A", "email": email, "phone": phone, "course": "psi"}).
		Want(http.StatusCreated)
	anyone.Post("/api/mentorship", apitest.JSON{
		"name": "A", "email": email, "phone": phone, "education_level": "Graduate",
	}).Want(http.StatusCreated)
	anyone.Post("/api/contact", apitest.JSON{"name": "A", "email": email, "phone": phone, "message": "Hello"}).
		Want(http.StatusCreated)
	anyone.Post("/api/notifications", apitest.JSON{"email": email, "page": "current-affairs-test"}).
		Want(http.StatusCreated)
	anyone.Post("/api/auth/login", apitest.JSON{"email": email, "password": "not the password"}).
		Want(http.StatusUnauthorized)
}

// places returns how much an answer says each place has, as "name count stays".
func places(t *testing.T, r *apitest.Response) string {
	t.Helper()
	var answer struct {
		Places []struct {
			Place   string
			Count   int
			Stays   string
			Records []map[string]any
		}
	}
	r.Want(http.StatusOK).Into(&answer)
	var all []string
	for _, each := range answer.Places {
		kept := ""
		if each.Stays != "" {
			kept = " stays"
		}
		all = append(all, fmt.Sprintf("%s %d%s", each.Place, max(each.Count, len(each.Records)), kept))
	}
	return strings.Join(all, ", ")
}

func TestPerson_ExportAndErase(t *testing.T) {
	app := apitest.New(t).Ready(t)
	admin := app.Staff(t)
	leave(t, app, "ravi@example.com", "+919876543210")
	leave(t, app, "meera@example.org", "+919876543211")
	const all = "enrollments 1, mentorship_applications 1, contact_messages 1, subscribers 1, audit_log 1"

	export := admin.Post("/api/people/export", apitest.JSON{"address": " Ravi@Example.com "})
	if got := places(t, export); got != all {
		t.Errorf("export = %s", got)
	}
	if body := string(export.Body); !strings.Contains(body, "+919876543210") || strings.Contains(body, "meera") ||
		strings.Contains(body, "127.0.0.1") {
		t.Errorf("export = %s", body)
	}
	if got := places(t, admin.Post("/api/people/erase", apitest.JSON{"address": "RAVI@example.com"})); got != all {
		t.Errorf("erased = %s", got)
	}
	if got := places(t, admin.Post("/api/people/export", apitest.JSON{"address": "ravi@example.com"})); got != "" {
		t.Errorf("after it there is still: %s", got)
	}
	if got := places(t, admin.Post("/api/people/export", apitest.JSON{
		"address": "098765 43211",
	})); got != "enrollments 1, mentorship_applications 1, contact_messages 1" {
		t.Errorf("the other person, by number = %s", got)
	}
	if list := rows(t, admin.Get("/api/enrollments")); len(list) != 1 || list[0]["email"] != "meera@example.org" {
		t.Errorf("the list still shows: %v", list)
	}
	if log := string(admin.Get("/api/admin/audit-log?resource=privacy").Want(http.StatusOK).Body); strings.Contains(log,
		"ravi@example.com") ||
		!strings.Contains(log, "erasePerson") || !strings.Contains(log, "exportPerson") ||
		!strings.Contains(log, "r***@example.com") {
		t.Errorf("audit log = %s", log)
	}
	for _, address := range []string{"nobody", "@", "12"} {
		admin.Post("/api/people/erase", apitest.JSON{"address": address}).Problem(http.StatusUnprocessableEntity)
	}
	app.Anonymous(t).Post("/api/people/erase", apitest.JSON{"address": "meera@example.org"}).
		Problem(http.StatusUnauthorized)
	app.Anonymous(t).Post("/api/people/export", apitest.JSON{"address": "meera@example.org"}).
		Problem(http.StatusUnauthorized)
}

func TestPerson_AnAccountIsNotErasedByTheWay(t *testing.T) {
	app := apitest.New(t).Ready(t)
	admin := app.Staff(t)
	admin.Post("/api/admin/invitations", apitest.JSON{"email": "new@example.com", "role": "author"}).
		Want(http.StatusCreated)
	if got := places(t, admin.Post("/api/people/erase", apitest.JSON{
		"address": "new@example.com",
	})); got != "invitations 1, messages 1" {
		t.Errorf("invited = %s", got)
	}
	got := admin.Post("/api/people/erase", apitest.JSON{"address": apitest.Email})
	if kept := places(t, got); !strings.HasPrefix(kept, "account 1 stays, sessions 1 stays") ||
		!strings.Contains(string(got.Body), "Settings → Team") {
		t.Errorf("account = %s", got.Body)
	}
	if strings.Contains(string(admin.Post("/api/people/export", apitest.JSON{
		"address": apitest.Email,
	}).Want(http.StatusOK).Body), "argon2") {
		t.Error("the export tells a password's hash")
	}
	admin.Get("/api/auth/me").Want(http.StatusOK)
}

func TestPerson_OldLeadsGo(t *testing.T) {
	clock := &moved{}
	onClock := func(o *apitest.Options) { o.Clock = clock }
	app := apitest.New(t, onClock).Ready(t)
	leave(t, app, "old@example.com", "+919876543210")
	app.Stop(t)
	clock.ahead.Store(int64(31 * 24 * time.Hour))
	kept := apitest.Start(t, app.Database, onClock, apitest.CleaningUp).Ready(t)
	if got := kept.Staff(t).Get("/api/people/retention").Want(http.StatusOK); got.Field("leads_days") != 0.0 ||
		got.Field("audit_days") != 365.0 {
		t.Errorf("retention = %s", got.Body)
	}
	leave(t, kept, "young@example.com", "+919876543211")
	kept.Stop(t)
	later := apitest.Start(t, app.Database, onClock, apitest.CleaningUp, func(o *apitest.Options) {
		o.Config.LeadsKeep = 30
	}).Ready(t)
	staff := later.Staff(t)
	for _, path := range []string{"/api/enrollments", "/api/mentorship", "/api/contact", "/api/admin/notifications"} {
		apitest.Eventually(t, func() bool {
			list := rows(t, staff.Get(path))
			return len(list) == 1 && list[0]["email"] == "young@example.com"
		})
	}
	if got := staff.Get("/api/people/retention").Want(http.StatusOK); got.Field("leads_days") != 30.0 {
		t.Errorf("retention = %s", got.Body)
	}
}

// What somebody who works here saved and shared is handed out. The links end; the saves stay,
// by whoever had the account.
func TestPerson_WhatAnEditorMade(t *testing.T) {
	app, _ := previewing(t)
	asha, ravi := app.Staff(t), colleague(t, app, "ravi@example.com", "Ravi")
	article := write(t, ravi, apitest.JSON{"title": "One"}).ID
	asha.Put("/api/articles/"+article, apitest.JSON{"title": "Two"}).Want(http.StatusOK)
	ravi.Put("/api/articles/"+article, apitest.JSON{"excerpt": "Three"}).Want(http.StatusOK)
	feature := ravi.Post("/api/admin/features", apitest.JSON{"title": "One"}).Want(http.StatusCreated).Text("id")
	ravi.Delete("/api/admin/features/" + feature).Want(http.StatusNoContent)
	share := func(c *apitest.Client) string {
		return c.Post("/api/preview/links", apitest.JSON{"kind": "article", "id": article, "expires_in": 3600}).
			Want(http.StatusCreated).Text("url")
	}
	his, hers := share(ravi), share(asha)

	address := apitest.JSON{"address": "ravi@example.com"}
	const made = ", saves 4, preview_links 1,"
	export := asha.Post("/api/people/export", address)
	if got := places(t, export); !strings.Contains(got, made) {
		t.Errorf("exported %s", got)
	}
	for _, want := range []string{
		`{"collection":"articles","id":"` + article + `","revision":1,"at":"`, `"what":"created","fields":[`,
		`"revision":3,"at":"`, `"what":"changed","fields":["excerpt"]`, `"collection":"features"`, `"what":"deleted"`,
		`"kind":"article","document":"` + article + `"`,
	} {
		if !strings.Contains(string(export.Body), want) {
			t.Errorf("the export lacks %s: %s", want, export.Body)
		}
	}
	if body := string(export.Body); strings.Contains(body, `"hash"`) || strings.Contains(body, `"revision":2,"at":"`) &&
		!strings.Contains(body, `"collection":"features","id":"`+feature+`","revision":2`) {
		t.Errorf("the export has %s", body)
	}
	erased := asha.Post("/api/people/erase", address)
	if got := places(t, erased); !strings.Contains(got, ", saves 4 stays, preview_links 1,") {
		t.Errorf("erased %s", got)
	}
	app.Anonymous(t).Get(his).Problem(http.StatusNotFound)
	app.Anonymous(t).Get(hers).Want(http.StatusOK)
	if got := historyOf(t, asha, "articles/"+article); len(got) != 3 {
		t.Errorf("history = %q", got)
	}
	if got := places(t, asha.Post("/api/people/export", apitest.JSON{"address": "nobody@example.com"})); got != "" {
		t.Errorf("of a stranger there is %s", got)
	}
}

// The files that somebody added stay, and nothing says any more who did.
func TestPerson_WhoAddedFiles(t *testing.T) {
	app := apitest.New(t, ownBucket).Ready(t)
	asha, ravi := app.Staff(t), colleague(t, app, "adder@example.com", "Ravi Adder")
	id, url := recorded(t, app, ravi, 42)
	read := func() string { return string(asha.Get("/api/admin/media/" + id).Want(http.StatusOK).Body) }
	if got := read(); !strings.Contains(got, "Ravi Adder") {
		t.Errorf("before: %s", got)
	}
	address := apitest.JSON{"address": "adder@example.com"}
	export := asha.Post("/api/people/export", address)
	if got := places(t, export); !strings.Contains(got, "media 1") || !strings.Contains(string(export.Body), url) {
		t.Errorf("exported %s", got)
	}
	if got := places(t, asha.Post("/api/people/erase", address)); !strings.Contains(got, "media 1") {
		t.Errorf("erased %s", got)
	}
	if got := read(); strings.Contains(got, "Ravi Adder") || !strings.Contains(got, `"uploaded_by":null`) ||
		!strings.Contains(got, url) {
		t.Errorf("after: %s", got)
	}
	app.Anonymous(t).Get(url).Want(http.StatusOK)
	if got := places(t, asha.Post("/api/people/export", address)); strings.Contains(got, "media 1") {
		t.Errorf("exported again %s", got)
	}
}
