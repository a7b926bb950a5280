package apitest_test

import (
	"encoding/csv"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/test/apitest"
	"academy/cms-api/internal/test/teststore"
)

// table reads a download.
func table(t *testing.T, r *apitest.Response, file string) [][]string {
	t.Helper()
	r.Want(http.StatusOK)
	if got := r.Header.Get("Content-Disposition"); got != "attachment; filename="+file {
		t.Errorf("Content-Disposition = %s", got)
	}
	if got := r.Header.Get("Content-Type"); got != "text/csv; charset=utf-8" {
		t.Errorf("Content-Type = %s", got)
	}
	text, marked := strings.CutPrefix(string(r.Body), "\ufeff")
	if !marked || strings.Contains(strings.ReplaceAll(text, "\r\n", ""), "\n") {
		t.Errorf("not as spreadsheets want it: %.200q", r.Body)
	}
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestExport_EveryColumnAndNoFormula(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	staff.Post("/api/enrollments", apitest.JSON{
		"fullName": "=HYPERLINK(\"http://x\")", "email": "asha@example.com", "phone": "9876543210",
		"dateOfBirth": "2001-05-14", "course": "psi",
		"batch": "morning", "startDate": "2026-01-05", "address": "1, First Road\nMysuru", "city": "Mysuru",
		"state": "@SUM(A1)", "pincode": "570001",
		"paymentMethod": "upi", "amount": "12500.50",
	}).Want(http.StatusCreated)
	rows := table(t, staff.Get("/api/enrollments/export"), "enrollments.csv")
	want := []string{
		"id", "fullName", "email", "phone", "dateOfBirth", "course", "batch", "startDate", "address", "city", "state",
		"pincode", "paymentMethod", "amount", "created_at", "lead_status", "assigned_to", "call_back_on", "notes",
	}
	if len(rows) != 2 || !slices.Equal(rows[0], want) {
		t.Fatalf("rows = %q", rows)
	}
	want = []string{
		"'=HYPERLINK(\"http://x\")", "asha@example.com", "'+919876543210", "2001-05-14", "psi", "morning", "2026-01-05",
		"1, First Road\nMysuru", "Mysuru", "'@SUM(A1)", "570001", "upi", "12500.5",
	}
	if got := rows[1][1:14]; !slices.Equal(got, want) || !strings.HasSuffix(rows[1][14], "+05:30") {
		t.Errorf("row = %q", rows[1])
	}

	anyone.Post("/api/mentorship", apitest.JSON{
		"name": "+Asha", "phone": "9876543210", "email": "a@example.com", "education_level": "Graduate",
	}).Want(http.StatusCreated)
	anyone.Post("/api/contact", apitest.JSON{"name": "Asha", "email": "a@example.com", "message": "-1"}).
		Want(http.StatusCreated)
	anyone.Post("/api/notifications", apitest.JSON{
		"email": "a@example.com", "page": "current-affairs-test", "source": "notify-me-button",
	}).Want(http.StatusCreated)
	if rows := table(t, staff.Get("/api/mentorship/export"), "mentorship.csv"); len(rows) != 2 ||
		!slices.Equal(rows[1][1:6], []string{"'+Asha", "'+919876543210", "a@example.com", "Graduate", "pending"}) {
		t.Errorf("rows = %q", rows)
	}
	if rows := table(t, staff.Get("/api/contact/export"), "contact.csv"); len(rows) != 2 || rows[1][4] != "'-1" {
		t.Errorf("rows = %q", rows)
	}
	if rows := table(t, staff.Get("/api/admin/notifications/export"), "notifications.csv"); len(rows) != 2 ||
		rows[1][2] != "current-affairs-test" {
		t.Errorf("rows = %q", rows)
	}
	for _, path := range []string{
		"/api/enrollments/export", "/api/mentorship/export", "/api/contact/export", "/api/admin/notifications/export",
	} {
		anyone.Get(path).Problem(http.StatusUnauthorized)
	}
}

func TestExport_FollowsTheSearchAndOrderOfTheList(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	for _, name := range []string{"Meera Rao", "Asha Rao", "Ravi Kumar", "=Rao"} {
		who := apitest.JSON{
			"name": name, "fullName": name, "phone": "9876543210",
			"email": strings.Trim(strings.ToLower(strings.ReplaceAll(name, " ", ".")), "=") + "@example.com",
		}
		with := func(more apitest.JSON) apitest.JSON {
			maps.Copy(more, who)
			return more
		}
		staff.Post("/api/enrollments", with(apitest.JSON{"course": "psi"})).Want(http.StatusCreated)
		anyone.Post("/api/mentorship", with(apitest.JSON{})).Want(http.StatusCreated)
		anyone.Post("/api/contact", with(apitest.JSON{"message": "Hello"})).Want(http.StatusCreated)
		anyone.Post("/api/notifications", with(apitest.JSON{"page": "videos"})).Want(http.StatusCreated)
	}
	for path, file := range map[string]string{
		"/api/enrollments": "enrollments.csv", "/api/mentorship": "mentorship.csv", "/api/contact": "contact.csv",
		"/api/admin/notifications": "notifications.csv",
	} {
		for _, query := range []string{
			"?q=RAO&sort=-email", "?q=rao&sort=created_at", "?sort=email", "?q=nobody&sort=email",
		} {
			listed := []string{}
			for _, row := range rows(t, staff.Get(path+query)) {
				listed = append(listed, row["id"].(string))
			}
			exported := []string{}
			for _, row := range table(t, staff.Get(path+"/export"+query), file)[1:] {
				exported = append(exported, row[0])
			}
			if !slices.Equal(exported, listed) {
				t.Errorf("%s%s: exported %q, listed %q", path, query, exported, listed)
			}
		}
		if found := table(t, staff.Get(path+"/export?q=rao"), file); len(found) != 4 {
			t.Errorf("%s: %d rows, want the head and the three of the search", path, len(found))
		}
		if _, locations := staff.Get(path +
			"/export?sort=secret").Problem(http.StatusUnprocessableEntity); !slices.Equal(locations, []string{"query.sort"}) {
			t.Errorf("%s: an unknown order is refused at %q", path, locations)
		}
		staff.Get(path + "/export?q=%00").Problem(http.StatusUnprocessableEntity)
		anyone.Get(path + "/export?q=rao").Problem(http.StatusUnauthorized)
	}
	if found := table(t, staff.Get("/api/enrollments/export?q=rao&sort=name"), "enrollments.csv"); found[1][1] != "'=Rao" {
		t.Errorf("a formula is exported as %q", found[1][1])
	}
}

func TestExport_LongTablesAreStreamed(t *testing.T) {
	database := "test_export_" + mongodb.NewID()
	const count = 1100 // which is read in three batches
	fill(t, database, "enrollments", count, func(i int) bson.M {
		doc := enrollment(i)
		doc["address"] = strings.Repeat("Kuvempunagar ", 40)
		return doc
	})
	app := apitest.Start(t, database).Ready(t)
	staff := app.Staff(t)
	answer := staff.Get("/api/enrollments/export")
	if answer.Header.Get("Content-Length") != "" {
		t.Error("the answer was put together before it was sent")
	}
	rows := table(t, answer, "enrollments.csv")
	if len(rows) != count+1 || rows[1][1] != "Asha Number0" ||
		rows[count][1] != "Asha Number1099" && !strings.HasSuffix(rows[count][1], "Number1099") {
		t.Errorf("%d rows, %q to %q", len(rows), rows[1][1], rows[len(rows)-1][1])
	}
}

// A download that cannot be finished breaks off: what came is not taken for all
// there is.
func TestExport_BreaksOffWhenTheDatabaseDoes(t *testing.T) {
	t.Setenv("MONGODB_URI", teststore.Embedded(t).MongoURI) // that one can stand before
	database := "test_export_" + mongodb.NewID()
	// The first batch of 500 alone is more than connections buffer for who does not read on.
	fill(t, database, "enrollments", 600, func(i int) bson.M {
		doc := enrollment(i)
		doc["address"] = strings.Repeat("Kuvempunagar ", 2000)
		return doc
	})
	var connection *cable
	app := apitest.Start(t, database, func(o *apitest.Options) {
		address, err := url.Parse(o.Config.MongoURI)
		if err != nil {
			t.Fatal(err)
		}
		connection = plugIn(t, address.Host)
		o.Config.MongoURI = "mongodb://" + connection.listener.Addr().String() + "/"
	}).Ready(t)
	staff := app.Staff(t)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, app.URL+"/api/enrollments/export", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.AddCookie(&http.Cookie{Name: "session", Value: staff.Cookie("session")})
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if _, err := io.ReadFull(answer.Body, make([]byte, 4096)); err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("status %d, error %v", answer.StatusCode, err)
	}
	connection.Cut()
	if read, err := io.Copy(io.Discard, answer.Body); err == nil {
		t.Errorf("the download ended after %d bytes as if it were whole", read)
	}
	staff.Get("/api/enrollments/export").Problem(http.StatusServiceUnavailable)

	connection.Mend()
	apitest.Eventually(t, func() bool {
		return staff.Post("/api/enrollments", apitest.JSON{
			"fullName": "Zara Khan", "email": "z@example.com", "phone": "9876543210", "course": "psi",
		}).Status == http.StatusCreated
	})
	apitest.Eventually(t, func() bool { // connections that were cut are noticed one by one
		answer := staff.Get("/api/enrollments?q=zara")
		return answer.Status == http.StatusOK && len(rows(t, answer)) == 1
	})
}
