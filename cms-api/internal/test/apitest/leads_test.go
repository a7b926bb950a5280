package apitest_test

import (
	"net/http"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

func rows(t *testing.T, r *apitest.Response) []map[string]any {
	t.Helper()
	list := []map[string]any{}
	r.Want(http.StatusOK).Into(&list)
	return list
}

func TestContact_VisitorsWriteStaffRead(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	for _, name := range []string{"Asha", "Ravi"} {
		anyone.Post("/api/contact", apitest.JSON{"name": name, "email": "a@example.com", "phone": "", "message": "Hello"}).
			Want(http.StatusCreated)
	}
	list := rows(t, staff.Get("/api/contact"))
	if len(list) != 2 || list[0]["name"] != "Ravi" || list[1]["message"] != "Hello" || list[0]["created_at"] == nil {
		t.Errorf("list = %v", list)
	}
	if got := rows(t, staff.Get("/api/contact?q=ASH&limit=1")); len(got) != 1 || got[0]["name"] != "Asha" {
		t.Errorf("search = %v", got)
	}
	anyone.Get("/api/contact").Problem(http.StatusUnauthorized)
	for location, body := range map[string]apitest.JSON{
		"body.email":   {"name": "A", "email": "nobody", "message": "x"},
		"body.message": {"name": "A", "email": "a@example.com", "message": "  "},
		"body.phone":   {"name": "A", "email": "a@example.com", "message": "x", "phone": "call me"},
	} {
		if _, got := anyone.Post("/api/contact", body).Problem(http.StatusUnprocessableEntity); len(got) != 1 ||
			got[0] != location {
			t.Errorf("locations = %v, want %s", got, location)
		}
	}
	if got := rows(t, staff.Get("/api/contact")); len(got) != 2 {
		t.Errorf("bad input was stored: %v", got)
	}
}

func TestNotifications_OncePerAddressAndPage(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	body := apitest.JSON{"email": "A@Example.com", "page": "current-affairs-test", "source": "notify-me-button"}
	first := anyone.Post("/api/notifications", body)
	again := anyone.Post("/api/notifications", apitest.JSON{
		"email": "a@example.com", "page": "current-affairs-test", "source": "elsewhere",
	})
	if first.Status != again.Status || first.Text("message") != again.Text("message") || first.Status >= 300 {
		t.Errorf("answers differ: %d %s, %d %s", first.Status, first.Body, again.Status, again.Body)
	}
	anyone.Post("/api/notifications", apitest.JSON{"email": "a@example.com", "page": "other"}).Want(http.StatusCreated)
	list := rows(t, staff.Get("/api/admin/notifications"))
	if len(list) != 2 || list[0]["page"] != "other" || list[1]["email"] != "a@example.com" ||
		list[1]["source"] != "notify-me-button" {
		t.Errorf("list = %v", list)
	}
	counts := staff.Get("/api/admin/notifications/counts").Want(http.StatusOK)
	for name, want := range map[string]float64{"total": 2, "unique_emails": 1, "current_affairs_test": 1} {
		if counts.Field(name) != want {
			t.Errorf("%s = %v, not %v", name, counts.Field(name), want)
		}
	}
	anyone.Get("/api/admin/notifications/counts").Problem(http.StatusUnauthorized)
	if detail, _ := anyone.Post("/api/notifications", apitest.JSON{
		"email": "nobody",
	}).Problem(http.StatusUnprocessableEntity); detail != "Please enter a valid email address" {
		t.Errorf("detail = %s", detail)
	}
	anyone.Get("/api/admin/notifications").Problem(http.StatusUnauthorized)
}

func TestEnrollments_WizardIsRecorded(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	form := apitest.JSON{
		"fullName": "Asha Rao", "email": "asha@example.com", "phone": "+919876543210", "dateOfBirth": "2001-05-14",
		"course": "psi",
		"batch":  "morning", "startDate": "2026-01-05T00:00:00.000Z", "address": "1 Road", "city": "Mysuru",
		"state": "Karnataka", "pincode": "570001",
		"paymentMethod": "upi", "amount": "12500",
	}
	made := staff.Post("/api/enrollments", form).Want(http.StatusCreated)
	if made.Field("amount") != 12500.0 || made.Field("startDate") != "2026-01-05" || made.Field("name") != "Asha Rao" {
		t.Errorf("made = %s", made.Body)
	}
	staff.Post("/api/enrollments", apitest.JSON{
		"fullName": "B", "email": "b@example.com", "phone": "9876543210", "course": "mentorship", "amount": 5, "batch": "",
		"pincode": "",
	}).Want(http.StatusCreated)
	list := rows(t, staff.Get("/api/enrollments"))
	if len(list) != 2 || list[1]["name"] != "Asha Rao" || list[1]["course"] != "psi" || list[1]["address"] != nil {
		t.Errorf("list = %v", list)
	}
	whole := staff.Get("/api/enrollments/" + made.Text("id")).Want(http.StatusOK)
	if whole.Field("address") != "1 Road" || whole.Field("pincode") != "570001" {
		t.Errorf("whole = %s", whole.Body)
	}
	staff.Get("/api/enrollments/unknown").Problem(http.StatusNotFound)
	for key, value := range map[string]any{
		"email": "x", "phone": "x", "course": "law", "batch": "night", "paymentMethod": "gold", "pincode": "5700012",
		"amount": "many", "dateOfBirth": "14/05/2001", "fullName": " ",
	} {
		bad := apitest.JSON{}
		for k, v := range form {
			bad[k] = v
		}
		bad[key] = value
		if _, got := staff.Post("/api/enrollments", bad).Problem(http.StatusUnprocessableEntity); len(got) != 1 ||
			got[0] != "body."+key {
			t.Errorf("%s: locations = %v", key, got)
		}
	}
	anyone.Post("/api/enrollments", form).Problem(http.StatusUnauthorized)
	anyone.Get("/api/enrollments").Problem(http.StatusUnauthorized)
	anyone.Get("/api/enrollments/" + made.Text("id")).Problem(http.StatusUnauthorized)
}

func TestMentorship_ApplyAndDecide(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	made := anyone.Post("/api/mentorship", apitest.JSON{
		"name": "Asha", "phone": "9876543210", "email": "a@example.com", "education_level": "Graduate", "status": "approved",
	}).Want(http.StatusCreated)
	if made.Text("status") != "pending" {
		t.Errorf("made = %s", made.Body)
	}
	staff.Put("/api/mentorship/"+made.Text("id"), apitest.JSON{"status": "approved"}).Want(http.StatusOK)
	staff.Put("/api/mentorship/"+made.Text("id"), apitest.JSON{"status": "maybe"}).Problem(http.StatusUnprocessableEntity)
	staff.Put("/api/mentorship/unknown", apitest.JSON{"status": "approved"}).Problem(http.StatusNotFound)
	anyone.Put("/api/mentorship/"+made.Text("id"), apitest.JSON{"status": "rejected"}).Problem(http.StatusUnauthorized)
	anyone.Get("/api/mentorship").Problem(http.StatusUnauthorized)
	if list := rows(t, staff.Get("/api/mentorship")); len(list) != 1 || list[0]["status"] != "approved" {
		t.Errorf("list = %v", list)
	}
	anyone.Post("/api/mentorship", apitest.JSON{"name": "A", "phone": "x", "email": "x"}).
		Problem(http.StatusUnprocessableEntity)

	// An approved application is not deleted by somebody who still sees it as pending.
	staff.Delete("/api/mentorship/"+made.Text("id"), "If-Match", `"1"`).Problem(http.StatusPreconditionFailed)
	staff.Delete("/api/mentorship/"+made.Text("id"), "If-Match", `"2"`).Want(http.StatusNoContent)
	if list := rows(t, staff.Get("/api/mentorship")); len(list) != 0 {
		t.Errorf("list = %v", list)
	}
}
