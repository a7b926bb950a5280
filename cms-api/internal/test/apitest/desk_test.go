package apitest_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/test/apitest"
)

// leadOf stores a contact message, and returns its address at the desk.
func leadOf(t *testing.T, app *apitest.App, name, email string) string {
	t.Helper()
	made := app.Anonymous(t).Post("/api/contact", apitest.JSON{
		"name": name, "email": email, "phone": "98765 43210", "message": "When does the next batch begin?",
	}).Want(http.StatusCreated)
	for _, field := range []string{"lead_status", "notes", "activity"} {
		if made.Field(field) != nil {
			t.Errorf("a visitor is told %s: %s", field, made.Body)
		}
	}
	return "/api/admin/leads/contact/" + made.Text("id")
}

func accountOf(t *testing.T, c *apitest.Client) string {
	t.Helper()
	user, _ := c.Get("/api/auth/me").Want(http.StatusOK).Field("user").(map[string]any)
	if id, is := user["id"].(string); is {
		return id
	}
	return c.Get("/api/auth/me").Text("id")
}

func entries(t *testing.T, r *apitest.Response, field string) []map[string]any {
	t.Helper()
	var found []map[string]any
	list, _ := r.Field(field).([]any)
	for _, each := range list {
		found = append(found, each.(map[string]any))
	}
	return found
}

func TestDesk_FromNewToEnrolled(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	lead, me := leadOf(t, app, "Meera", "meera@example.com"), accountOf(t, staff)
	fresh := staff.Get(lead).Want(http.StatusOK)
	details := entries(t, fresh, "details")
	if fresh.Text("lead_status") != "new" || fresh.Text("name") != "Meera" || fresh.Header.Get("ETag") != `"1"` ||
		len(details) != 4 || details[2]["value"] != "+919876543210" {
		t.Errorf("fresh = %s", fresh.Body)
	}
	staff.Put(lead, apitest.JSON{"assigned_to": me, "call_back_on": "2031-05-02"}, "If-Match", `"1"`).Want(http.StatusOK)
	noted := staff.Post(lead+"/notes", apitest.JSON{"text": "  Wants the evening batch.  "}).Want(http.StatusCreated)
	if notes := entries(t, noted, "notes"); len(notes) != 1 || notes[0]["text"] != "Wants the evening batch." ||
		notes[0]["name"] != "Asha Rao" || notes[0]["by"] != me || noted.Field("note_count") != 1.0 {
		t.Errorf("noted = %s", noted.Body)
	}
	row := rows(t, staff.Get("/api/contact"))[0]
	if row["assigned_to"] != me || row["call_back_on"] != "2031-05-02" || row["note_count"] != 1.0 ||
		row["notes"] != nil || row["activity"] != nil {
		t.Errorf("listed = %v", row)
	}
	stale := staff.Put(lead, apitest.JSON{"lead_status": "closed"}, "If-Match", `"1"`)
	if detail, _ := stale.Problem(http.StatusPreconditionFailed); !strings.HasPrefix(detail, "Somebody else changed") {
		t.Errorf("stale = %s", detail)
	}
	enrolled := staff.Put(lead, apitest.JSON{"lead_status": "enrolled"}, "If-Match", `"3"`).Want(http.StatusOK)
	var history []string
	for _, each := range entries(t, enrolled, "activity") {
		history = append(history, fmt.Sprintf("%v %v→%v %v", each["what"], each["from"], each["to"], each["name"]))
	}
	if got := strings.Join(history, ", "); got != "assigned_to <nil>→Asha Rao Asha Rao, "+
		"call_back_on <nil>→2031-05-02 Asha Rao, note <nil>→<nil> Asha Rao, "+
		"lead_status new→enrolled Asha Rao, call_back_on 2031-05-02→<nil> Asha Rao" {
		t.Errorf("activity = %s", got)
	}
	// An update that makes no difference is no change.
	same := staff.Put(lead, apitest.JSON{"lead_status": "enrolled"}).Want(http.StatusOK)
	if same.Field("revision") != 4.0 {
		t.Errorf("same = %s", same.Body)
	}
	csv := string(staff.Get("/api/contact/export").Want(http.StatusOK).Body)
	if !strings.Contains(csv, "created_at,lead_status,assigned_to,call_back_on,notes\r\n") ||
		!strings.Contains(csv, ",enrolled,Asha Rao,,") || !strings.Contains(csv, "Asha Rao: Wants the evening batch.") {
		t.Errorf("csv = %s", csv)
	}
	audit := string(staff.Get("/api/admin/audit-log?resource=leads").Want(http.StatusOK).Body)
	if strings.Contains(audit, "evening batch") || !strings.Contains(audit, "noteLead") {
		t.Errorf("audit log = %s", audit)
	}
}

func TestDesk_Refuses(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	lead := leadOf(t, app, "Meera", "meera@example.com")
	bulk := func(set apitest.JSON) apitest.JSON {
		return apitest.JSON{"leads": []apitest.JSON{{"kind": "contact", "id": "x"}}, "set": set}
	}
	anyone.Get("/api/admin/leads").Problem(http.StatusUnauthorized)
	anyone.Get("/api/admin/leads/assignees").Problem(http.StatusUnauthorized)
	anyone.Get(lead).Problem(http.StatusUnauthorized)
	anyone.Put(lead, apitest.JSON{"lead_status": "spam"}).Problem(http.StatusUnauthorized)
	anyone.Post(lead+"/notes", apitest.JSON{"text": "x"}).Problem(http.StatusUnauthorized)
	anyone.Post("/api/admin/leads/bulk", bulk(apitest.JSON{"lead_status": "spam"})).Problem(http.StatusUnauthorized)
	for location, body := range map[string]apitest.JSON{
		"body.lead_status": {"lead_status": "lost"}, "body.assigned_to": {"assigned_to": "nobody"},
		"body.call_back_on": {"call_back_on": "2031-02-30"},
	} {
		if _, got := staff.Put(lead, body).Problem(http.StatusUnprocessableEntity); len(got) != 1 || got[0] != location {
			t.Errorf("locations = %v, want %s", got, location)
		}
	}
	for _, words := range []string{"", " \n ", strings.Repeat("x", 2001)} {
		staff.Post(lead+"/notes", apitest.JSON{"text": words}).Problem(http.StatusUnprocessableEntity)
	}
	staff.Post("/api/admin/leads/bulk", bulk(apitest.JSON{"assigned_to": "nobody"})).
		Problem(http.StatusUnprocessableEntity)
	many := make([]apitest.JSON, 501)
	for i := range many {
		many[i] = apitest.JSON{"kind": "contact", "id": "x"}
	}
	staff.Post("/api/admin/leads/bulk", apitest.JSON{"leads": many, "set": apitest.JSON{}}).
		Problem(http.StatusUnprocessableEntity)
	for _, path := range []string{
		"/api/admin/leads/contact/unknown",
		"/api/admin/leads/mentorship/" + strings.TrimPrefix(lead, "/api/admin/leads/contact/"),
	} {
		staff.Get(path).Problem(http.StatusNotFound)
		staff.Put(path, apitest.JSON{"lead_status": "closed"}).Problem(http.StatusNotFound)
		staff.Post(path+"/notes", apitest.JSON{"text": "x"}).Problem(http.StatusNotFound)
	}
	staff.Get("/api/admin/leads/visits/x").Problem(http.StatusNotFound)
	staff.Get("/api/contact?call_back_before=soon").Problem(http.StatusUnprocessableEntity)
	staff.Get("/api/contact?lead_status=lost").Problem(http.StatusUnprocessableEntity)
	staff.Get("/api/admin/leads?sort=name").Problem(http.StatusUnprocessableEntity)
	if got := staff.Get(lead).Field("revision"); got != 1.0 {
		t.Errorf("a refused call made revision %v", got)
	}
}

func TestDesk_NotesAtOnceAllStay(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	lead := leadOf(t, app, "Meera", "meera@example.com")
	var group sync.WaitGroup
	const writers = 8
	for i := range writers {
		group.Go(func() {
			if r := staff.Post(lead+"/notes", apitest.JSON{"text": fmt.Sprint("Note ", i)}); r.Status != http.StatusCreated {
				t.Errorf("note %d: %d %s", i, r.Status, r.Body)
			}
		})
	}
	group.Wait()
	seen := map[any]bool{}
	for _, each := range entries(t, staff.Get(lead), "notes") {
		seen[each["text"]] = true
	}
	if len(seen) != writers {
		t.Errorf("notes = %v", seen)
	}
	// There is an end to it, with a sentence that says so.
	notes := make(bson.A, 200)
	for i := range notes {
		notes[i] = bson.M{"text": "x", "by": "", "at": bson.DateTime(0)}
	}
	id := lead[strings.LastIndex(lead, "/")+1:]
	if _, err := opened(t, app).Collection("contact_messages").UpdateByID(t.Context(), id,
		bson.M{"$set": bson.M{"notes": notes}}); err != nil {
		t.Fatal(err)
	}
	if detail, _ := staff.Post(lead+"/notes", apitest.JSON{"text": "x"}).Problem(http.StatusUnprocessableEntity); detail !=
		"A lead has at most 200 notes." {
		t.Errorf("detail = %s", detail)
	}
}

func TestDesk_BulkWithOneGone(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	leave(t, app, "ravi@example.com", "+919876543210")
	var leads []apitest.JSON
	for _, each := range rows(t, staff.Get("/api/admin/leads")) {
		leads = append(leads, apitest.JSON{"kind": each["kind"], "id": each["id"]})
	}
	if len(leads) != 4 {
		t.Fatalf("leads = %v", leads)
	}
	staff.Delete("/api/admin/notifications/" + fmt.Sprint(leads[0]["id"])).Want(http.StatusNoContent)
	made := staff.Post("/api/admin/leads/bulk", apitest.JSON{
		"leads": leads, "set": apitest.JSON{"lead_status": "contacted", "call_back_on": "2031-05-02"},
	}).Want(http.StatusOK)
	failed := entries(t, made, "failed")
	if made.Field("changed") != 3.0 || len(failed) != 1 || failed[0]["kind"] != "notifications" ||
		failed[0]["reason"] != "There is no such subscriber." {
		t.Errorf("made = %s", made.Body)
	}
	for _, path := range []string{"/api/enrollments", "/api/mentorship", "/api/contact"} {
		list := rows(t, staff.Get(path+"?lead_status=contacted"))
		if len(list) != 1 || list[0]["call_back_on"] != "2031-05-02" {
			t.Errorf("%s = %v", path, list)
		}
	}
	if list := rows(t, staff.Get("/api/mentorship")); list[0]["status"] != "pending" {
		t.Errorf("the decision of an application changed: %v", list)
	}
}

func TestDesk_Filters(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	me := accountOf(t, staff)
	spam := leadOf(t, app, "Seller", "seller@example.com")
	mine := leadOf(t, app, "Meera", "meera@example.com")
	leadOf(t, app, "Ravi", "ravi@example.com")
	staff.Put(spam, apitest.JSON{"lead_status": "spam"}).Want(http.StatusOK)
	staff.Put(mine, apitest.JSON{"assigned_to": me, "call_back_on": "2031-05-02"}).Want(http.StatusOK)
	for query, want := range map[string]string{
		"": "Ravi Meera", "lead_status=spam": "Seller", "lead_status=new": "Ravi Meera", "lead_status=closed": "",
		"assigned_to=" + me: "Meera", "assigned_to=none": "Ravi", "call_back_before=2031-05-02": "",
		"call_back_before=2031-05-03": "Meera", "call_back_before=2031-05-03&lead_status=contacted": "",
		"q=meera&lead_status=new": "Meera", "q=seller": "", "limit=1&offset=1": "Meera", "sort=created_at": "Meera Ravi",
	} {
		paths := []string{"/api/admin/leads?", "/api/contact?"}
		if !strings.Contains(query, "limit") {
			paths = append(paths, "/api/contact/export?sort=-created_at&")
		}
		for _, path := range paths {
			if strings.Contains(path, "export") && strings.Contains(query, "sort") {
				continue
			}
			answer := staff.Get(path + query).Want(http.StatusOK)
			var names []string
			if strings.Contains(path, "export") {
				for _, line := range strings.Split(string(answer.Body), "\r\n") {
					if cells := strings.Split(line, ","); len(cells) > 2 && cells[1] != "name" {
						names = append(names, cells[1])
					}
				}
			} else {
				for _, each := range rows(t, answer) {
					names = append(names, each["name"].(string))
				}
			}
			if got := strings.Join(names, " "); got != want {
				t.Errorf("%s%s: %s, want %s", path, query, got, want)
			}
		}
	}
	if list := rows(t, staff.Get("/api/admin/leads?kind=mentorship")); len(list) != 0 {
		t.Errorf("of another kind: %v", list)
	}
	if counts := staff.Get("/api/admin/leads?lead_status=new&limit=1"); counts.Header.Get("X-Total-Count") != "2" {
		t.Errorf("total = %s", counts.Header.Get("X-Total-Count"))
	}
}

func TestDesk_DuplicatesAcrossKinds(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	enrolled := staff.Post("/api/enrollments", apitest.JSON{
		"fullName": "Ravi", "email": "ravi@example.com", "phone": "098765-43210", "course": "psi",
	}).Want(http.StatusCreated)
	byPhone := leadOf(t, app, "Ravi K", "other@example.com")
	anyone.Post("/api/notifications", apitest.JSON{"email": "RAVI@example.com"}).Want(http.StatusCreated)
	anyone.Post("/api/mentorship", apitest.JSON{
		"name": "Meera", "email": "meera@example.com", "phone": "+919876543211", "education_level": "Graduate",
	}).Want(http.StatusCreated)
	list := func(path string) string {
		var names []string
		for _, each := range rows(t, staff.Get(path)) {
			names = append(names, fmt.Sprint(each["name"]))
		}
		return strings.Join(names, ", ")
	}
	// The index of addresses may still be loading.
	apitest.Eventually(t, func() bool { return staff.Get("/api/admin/leads?duplicates=true").Status == http.StatusOK })
	if got := list("/api/admin/leads?duplicates=true"); got != "ravi@example.com, Ravi K, Ravi" {
		t.Errorf("duplicates = %s", got)
	}
	if got := list("/api/mentorship?duplicates=true"); got != "" {
		t.Errorf("a lead without duplicates: %s", got)
	}
	whole := staff.Get("/api/admin/leads/enrollments/" + enrolled.Text("id")).Want(http.StatusOK)
	var kinds []string
	for _, each := range entries(t, whole, "duplicates") {
		kinds = append(kinds, fmt.Sprint(each["kind"]))
	}
	if got := strings.Join(kinds, " "); got != "notifications contact" {
		t.Errorf("duplicates of the enrolment = %s", got)
	}
	if detail := entries(t, staff.Get(byPhone), "duplicates"); len(detail) != 1 || detail[0]["id"] != enrolled.Text("id") {
		t.Errorf("duplicates by telephone = %v", detail)
	}
	// With the enrolment, what connects the two others is gone.
	staff.Delete("/api/enrollments/" + enrolled.Text("id")).Want(http.StatusNoContent)
	if got := list("/api/admin/leads?duplicates=true"); got != "" {
		t.Errorf("duplicates = %s", got)
	}
}

func TestDesk_NotesGoWithThePersonAndNamesWithTheAccount(t *testing.T) {
	app := apitest.New(t).Ready(t)
	admin := app.Staff(t)
	ravi := colleague(t, app, "ravi@academy.example", "Ravi")
	lead, id := leadOf(t, app, "Meera", "meera@example.com"), accountOf(t, ravi)
	ravi.Put(lead, apitest.JSON{"assigned_to": id}).Want(http.StatusOK)
	ravi.Post(lead+"/notes", apitest.JSON{"text": "Call after six."}).Want(http.StatusCreated)
	writer := accountOf(t, colleague(t, app, "meera@academy.example", "Meera"))
	admin.Put("/api/admin/users/"+writer, apitest.JSON{"role": "writer"}).Want(http.StatusOK)
	if names := rows(t, admin.Get("/api/admin/leads/assignees")); len(names) != 2 || names[1]["name"] != "Ravi" {
		t.Errorf("assignees = %v", names)
	}
	admin.Put(lead, apitest.JSON{"assigned_to": writer}).Problem(http.StatusUnprocessableEntity)
	admin.Delete("/api/admin/users/" + id).Want(http.StatusNoContent)
	const former = "a former member"
	now := admin.Get(lead).Want(http.StatusOK)
	if now.Text("assignee") != former || entries(t, now, "notes")[0]["name"] != former ||
		entries(t, now, "activity")[0]["to"] != former || strings.Contains(string(now.Body), "Ravi") {
		t.Errorf("now = %s", now.Body)
	}
	if export := admin.Post("/api/people/export", apitest.JSON{"address": "meera@example.com"}).
		Want(http.StatusOK); !strings.Contains(string(export.Body), "Call after six.") {
		t.Errorf("export = %s", export.Body)
	}
	admin.Post("/api/people/erase", apitest.JSON{"address": "meera@example.com"}).Want(http.StatusOK)
	admin.Get(lead).Problem(http.StatusNotFound)
	if left := rows(t, admin.Get("/api/admin/leads")); len(left) != 0 {
		t.Errorf("left = %v", left)
	}
}

// Leads that an earlier version stored are new, also those that one stores while it runs beside this one.
func TestDesk_LeadsOfAnEarlierVersionAreNew(t *testing.T) {
	database := "test_desk_" + mongodb.NewID()
	fill(t, database, "enrollments", 3, enrollment)
	app := apitest.Start(t, database).Ready(t)
	staff := app.Staff(t)
	fill(t, database, "contact_messages", 1, func(int) bson.M {
		return bson.M{"name": "Later", "email": "later@example.com", "message": "Hello", "created_at": bson.DateTime(1)}
	})
	for path, want := range map[string]int{"/api/enrollments": 3, "/api/contact": 1} {
		apitest.Eventually(t, func() bool {
			list := rows(t, staff.Get(path+"?lead_status=new"))
			return len(list) == want && list[0]["lead_status"] == "new"
		})
	}
	lead := "/api/admin/leads/contact/" + fmt.Sprintf("%024d", 0)
	changed := staff.Put(lead, apitest.JSON{"lead_status": "contacted"}).Want(http.StatusOK)
	if made := entries(t, changed, "activity"); len(made) != 1 || made[0]["from"] != "new" {
		t.Errorf("changed = %s", changed.Body)
	}
}
