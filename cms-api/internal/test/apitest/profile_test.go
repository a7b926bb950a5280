package apitest_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/test/apitest"
)

const newPhone = "+919876500001"

// newPhoneCode asks for the code that a change to a new phone needs.
func newPhoneCode(c *apitest.Client, phone string) string {
	return c.Post("/api/auth/me/phone-code", apitest.JSON{"phone": phone}).Want(http.StatusOK).Text("mock_code")
}

// refusedAt expects a change of one's own account to be refused at one field.
func refusedAt(t *testing.T, c *apitest.Client, field string, body apitest.JSON) {
	t.Helper()
	if _, locations := c.Put("/api/auth/me", body).Problem(http.StatusUnprocessableEntity); !slices.Equal(locations,
		[]string{"body." + field}) {
		t.Errorf("%v is refused at %q, want %s", body, locations, field)
	}
}

func TestProfile_NameIsChangedAtOnceAndAudited(t *testing.T) {
	app := apitest.New(t).Ready(t)
	admin := app.Staff(t)
	ravi, id := invite(t, app, admin, "ravi@example.com", "author")
	answer := ravi.Put("/api/auth/me", apitest.JSON{"name": "  Ravi Shankar "}).Want(http.StatusOK)
	if answer.Text("id") != id || answer.Text("name") != "Ravi Shankar" || answer.Text("role") != "author" {
		t.Errorf("answer = %s", answer.Body)
	}
	if got := ravi.Get("/api/auth/me").Want(http.StatusOK).Text("name"); got != "Ravi Shankar" {
		t.Errorf("name = %q", got)
	}
	entries := rows(t, admin.Get("/api/admin/audit-log?action=updateProfile"))
	if len(entries) != 1 || entries[0]["resource_id"] != id ||
		!slices.Equal(entries[0]["changes"].([]any), []any{"name"}) {
		t.Errorf("entries = %v", entries)
	}
	refusedAt(t, ravi, "name", apitest.JSON{"name": "  "})
	ravi.Put("/api/auth/me", apitest.JSON{"name": "Ravi Shankar", "phone": ""}).Want(http.StatusOK)
	if entries := rows(t, admin.Get("/api/admin/audit-log?action=updateProfile")); len(entries) != 1 {
		t.Errorf("what changed nothing left %v", entries[1:])
	}
	if got := ravi.Put("/api/auth/me", apitest.JSON{
		"name": "Ravi", "role": "administrator",
	}).Want(http.StatusOK).Text("role"); got != "author" {
		t.Errorf("role = %s", got)
	}
	app.Anonymous(t).Put("/api/auth/me", apitest.JSON{"name": "Thief"}).Problem(http.StatusUnauthorized)
}

func TestProfile_PhoneNeedsThePasswordAndTheCodeThatWasSentToIt(t *testing.T) {
	app := apitest.New(t).Ready(t)
	admin := app.Staff(t)
	code := newPhoneCode(admin, "98765 00001")
	change := func(more apitest.JSON) apitest.JSON {
		body := apitest.JSON{"phone": newPhone, "current_password": apitest.Password, "code": code}
		for key, value := range more {
			body[key] = value
		}
		return body
	}
	refusedAt(t, admin, "phone", change(apitest.JSON{"phone": "12"}))
	refusedAt(t, admin, "current_password", change(apitest.JSON{"current_password": "wrong"}))
	refusedAt(t, admin, "code", change(apitest.JSON{"code": ""}))
	refusedAt(t, admin, "code", change(apitest.JSON{"phone": "+919876500002"}))
	if got := admin.Get("/api/auth/me").Want(http.StatusOK).Text("phone"); got != "" {
		t.Fatalf("phone = %q", got)
	}
	stranger := app.Anonymous(t)
	verify := func(code string) *apitest.Response {
		return stranger.Post("/api/auth/phone/verify-otp", apitest.JSON{"phone": newPhone, "code": code, "name": "Somebody"})
	}
	verify(code).Problem(http.StatusUnauthorized) // the code signs nobody in

	if got := admin.Put("/api/auth/me", change(nil)).Want(http.StatusOK).Text("phone"); got != newPhone {
		t.Errorf("phone = %q", got)
	}
	// the same number
	admin.Put("/api/auth/me", apitest.JSON{"name": "Asha R", "phone": "098765 00001"}).Want(http.StatusOK)
	sent := stranger.Post("/api/auth/phone/send-otp", apitest.JSON{"phone": newPhone}).Want(http.StatusOK)
	verify(sent.Text("mock_code")).Want(http.StatusOK)

	refusedAt(t, admin, "current_password", apitest.JSON{"phone": ""})
	if got := admin.Put("/api/auth/me", apitest.JSON{
		"phone": "", "current_password": apitest.Password,
	}).Want(http.StatusOK).Text("phone"); got != "" {
		t.Errorf("phone = %q", got)
	}
	app.Anonymous(t).Post("/api/auth/me/phone-code", apitest.JSON{"phone": newPhone}).Problem(http.StatusUnauthorized)
}

func TestProfile_APhoneBelongsToOneAccount(t *testing.T) {
	app := apitest.New(t).Ready(t)
	admin := app.Staff(t)
	ravi, _ := invite(t, app, admin, "ravi@example.com", "author")
	take := func(c *apitest.Client, code string) *apitest.Response {
		return c.Put("/api/auth/me", apitest.JSON{"phone": newPhone, "current_password": apitest.Password, "code": code})
	}
	mine, his := newPhoneCode(admin, newPhone), newPhoneCode(ravi, newPhone)
	take(ravi, mine).Problem(http.StatusUnprocessableEntity) // somebody else's code
	take(admin, mine).Want(http.StatusOK)
	if _, locations := take(ravi, his).Problem(http.StatusUnprocessableEntity); !slices.Equal(locations, []string{
		"body.phone",
	}) {
		t.Errorf("refused at %q", locations)
	}
	if _, locations := ravi.Post("/api/auth/me/phone-code", apitest.JSON{
		"phone": newPhone,
	}).Problem(http.StatusUnprocessableEntity); !slices.Equal(locations, []string{"body.phone"}) {
		t.Errorf("refused at %q", locations)
	}
}

// byPhone signs in by a code.
func byPhone(app *apitest.App, t *testing.T, phone string) *apitest.Client {
	c := app.Anonymous(t)
	sent := c.Post("/api/auth/phone/send-otp", apitest.JSON{"phone": phone}).Want(http.StatusOK)
	c.Post("/api/auth/phone/verify-otp", apitest.JSON{"phone": phone, "code": sent.Text("mock_code"), "name": "Ravi"}).
		Want(http.StatusOK)
	return c
}

// Who has a session of an account without a password, and a phone of his own, does
// not have the account.
func TestProfile_WhoSignsInByPhoneAloneNeedsThePresentOneToChangeIt(t *testing.T) {
	const present = "+919876543210"
	app := apitest.New(t).Ready(t)
	app.Staff(t).Post("/api/admin/invitations", apitest.JSON{"phone": present}).Want(http.StatusCreated)
	c := byPhone(app, t, present)
	refusedAt(t, c, "phone", apitest.JSON{"phone": ""})
	both := strings.Fields(newPhoneCode(c, newPhone))
	if len(both) != 2 {
		t.Fatalf("codes %q", both)
	}
	told(t, c, newPhone, both[0])
	told(t, c, present, both[1])
	refusedAt(t, c, "code", apitest.JSON{"phone": newPhone, "code": both[0]})
	refusedAt(t, c, "code", apitest.JSON{"phone": newPhone, "code": both[0], "current_phone_code": both[0]})
	// A password that the session's thief has chosen proves nothing.
	c.Post("/api/auth/password", apitest.JSON{"new_password": apitest.Password}).Want(http.StatusOK)
	refusedAt(t, c, "code", apitest.JSON{"phone": newPhone, "code": both[0], "current_password": apitest.Password})
	elsewhere := byPhone(app, t, present)
	change := apitest.JSON{
		"phone": newPhone, "code": both[0], "current_phone_code": both[1], "current_password": apitest.Password,
	}
	if got := c.Put("/api/auth/me", change).Want(http.StatusOK).Text("phone"); got != newPhone {
		t.Errorf("phone = %q", got)
	}
	elsewhere.Get("/api/auth/me").Problem(http.StatusUnauthorized)
	c.Get("/api/auth/me").Want(http.StatusOK)
}

// Another phone signs everybody else out and is told to the owner; a name does
// neither.
func TestProfile_AnotherPhoneEndsOtherSessionsAndIsTold(t *testing.T) {
	app := apitest.New(t).Ready(t)
	admin := app.Staff(t)
	elsewhere := app.Anonymous(t)
	elsewhere.Post("/api/auth/login", apitest.JSON{"email": apitest.Email, "password": apitest.Password}).
		Want(http.StatusOK)
	admin.Put("/api/auth/me", apitest.JSON{"name": "Asha R", "phone": ""}).Want(http.StatusOK)
	elsewhere.Get("/api/auth/me").Want(http.StatusOK)
	for _, phone := range []string{newPhone, ""} {
		change := apitest.JSON{"phone": phone, "current_password": apitest.Password}
		if phone != "" {
			change["code"] = newPhoneCode(admin, phone)
		}
		admin.Put("/api/auth/me", change).Want(http.StatusOK)
		elsewhere.Get("/api/auth/me").Problem(http.StatusUnauthorized)
		admin.Get("/api/auth/me").Want(http.StatusOK)
		told(t, admin, apitest.Email, map[bool]string{true: "The phone " + phone, false: "No phone"}[phone != ""])
	}
}

// told waits for a message whose text begins with those words.
func told(t *testing.T, c *apitest.Client, to, words string) {
	t.Helper()
	apitest.Eventually(t, func() bool {
		for _, message := range outbox(c) {
			if message.To == to && strings.HasPrefix(message.Text, words) {
				return true
			}
		}
		return false
	})
}

func TestProfile_ACodeForANewPhoneExpiresAndGivesUp(t *testing.T) {
	clock := &moved{}
	app := apitest.New(t, func(o *apitest.Options) { o.Clock = clock }).Ready(t)
	admin := app.Staff(t)
	code := newPhoneCode(admin, newPhone)
	wrong := map[bool]string{true: "000001", false: "000000"}[code == "000000"]
	for range 5 {
		refusedAt(t, admin, "code", apitest.JSON{"phone": newPhone, "current_password": apitest.Password, "code": wrong})
	}
	refusedAt(t, admin, "code", apitest.JSON{"phone": newPhone, "current_password": apitest.Password, "code": code})
	code = newPhoneCode(admin, newPhone)
	clock.ahead.Store(int64(6 * time.Minute))
	refusedAt(t, admin, "code", apitest.JSON{"phone": newPhone, "current_password": apitest.Password, "code": code})
	refusedAt(t, admin, "current_password", apitest.JSON{"phone": newPhone, "current_password": "not mine", "code": code})
	for _, each := range auditLog(t, admin, "&action=updateProfile") {
		if each.Outcome != "refused" || each.UserName != "Asha Rao" {
			t.Errorf("the log has %+v", each)
		}
	}
	if tries := len(auditLog(t, admin, "&action=updateProfile")); tries != 8 {
		t.Errorf("%d tries are in the log, want 8", tries)
	}
}
