package apitest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/test/apitest"
	"academy/cms-api/internal/test/manualclock"
)

// alertsTo returns the texts of the mails about leads that any process has sent to an address, the oldest first.
func alertsTo(t *testing.T, address string, apps ...*apitest.App) []string {
	t.Helper()
	texts := []string{}
	for _, app := range apps {
		for _, sent := range slices.Backward(outbox(app.Anonymous(t))) {
			if sent.To == address && strings.Contains(sent.Subject, "new lead") {
				texts = append(texts, sent.Text)
			}
		}
	}
	return texts
}

// waitingLeads returns how many leads wait for the mails of all members.
func waitingLeads(t *testing.T, app *apitest.App) int {
	t.Helper()
	alerts := opened(t, app).Collection("lead_alerts")
	inboxes, err := mongodb.FindIn[struct{ Waiting []any }](t.Context(), alerts, bson.D{})
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, each := range inboxes {
		count += len(each.Waiting)
	}
	return count
}

func TestAlerts_AtOnceAndDailyByOneReplica(t *testing.T) {
	clock := manualclock.New()
	same := func(o *apitest.Options) {
		o.Clock = clock
		zone, err := time.LoadLocation(o.Config.Timezone)
		if err != nil {
			t.Fatal(err)
		}
		o.Config.AlertHour = (clock.Now().In(zone).Hour() + 12) % 24
	}
	one := apitest.New(t, same).Ready(t)
	two := apitest.Start(t, one.Database, same).Ready(t)
	admin, anyone := one.Staff(t), one.Anonymous(t)
	quick, _ := invite(t, one, admin, "quick@example.com", "author")
	counsellor, _ := invite(t, one, admin, "daily@example.com", "counsellor")

	chosen := quick.Get("/api/auth/me/alerts").Want(http.StatusOK)
	if chosen.Text("when") != "never" {
		t.Errorf("before a choice: %s", chosen.Body)
	}
	quick.Put("/api/auth/me/alerts", apitest.JSON{"kinds": []string{"contact", "enrollments"}, "when": "at_once"}).
		Want(http.StatusOK)
	counsellor.Put("/api/auth/me/alerts", apitest.JSON{"kinds": []string{"mentorship", "contact"}, "when": "daily"}).
		Want(http.StatusOK)
	quick.Put("/api/auth/me/alerts", apitest.JSON{"kinds": []string{"weather"}, "when": "daily"}).
		Problem(http.StatusUnprocessableEntity)
	quick.Put("/api/auth/me/alerts", apitest.JSON{"kinds": []string{}, "when": "hourly"}).
		Problem(http.StatusUnprocessableEntity)
	anyone.Get("/api/auth/me/alerts").Problem(http.StatusUnauthorized)
	anyone.Put("/api/auth/me/alerts", apitest.JSON{"kinds": []string{}, "when": "daily"}).
		Problem(http.StatusUnauthorized)

	write := func(name string) {
		anyone.Post("/api/contact", apitest.JSON{
			"name": name, "email": "secret@example.com", "phone": "+919876543210", "message": "private words",
		}).Want(http.StatusCreated)
	}
	got := func(address string) []string { return alertsTo(t, address, one, two) }
	write("Meera")
	apitest.Eventually(t, func() bool { return len(got("quick@example.com")) == 1 })
	first := got("quick@example.com")[0]
	if !strings.HasPrefix(first, "Meera, message\nhttp://academy.test/admin/dashboard?tab=contacts&open=") {
		t.Errorf("sent %q", first)
	}
	for _, private := range []string{"secret@", "98765", "private words"} {
		if strings.Contains(first, private) {
			t.Errorf("the mail has %s: %q", private, first)
		}
	}
	// Those of the next minute stand together. Whoever records a lead is not told of it, others are.
	write("Ravi")
	write("Nila")
	admin.Post("/api/mentorship", apitest.JSON{"name": "Kiran", "email": "k@example.com", "phone": "9876543210"}).
		Want(http.StatusCreated)
	enrolled := apitest.JSON{"fullName": "Own", "email": "o@example.com", "phone": "9876543210", "course": "psi"}
	quick.Post("/api/enrollments", enrolled).Want(http.StatusCreated)
	enrolled["fullName"] = "Tara"
	admin.Post("/api/enrollments", enrolled).Want(http.StatusCreated)
	apitest.Eventually(t, func() bool { return waitingLeads(t, one) == 3+4 }) // of each of the two
	clock.Advance(time.Minute)
	apitest.Eventually(t, func() bool { return len(got("quick@example.com")) == 2 })
	second := got("quick@example.com")[1]
	if !strings.Contains(second, "Ravi, message") || !strings.Contains(second, "Nila, message") ||
		!strings.Contains(second, "Tara, enrolment, psi") || strings.Contains(second, "Own") {
		t.Errorf("sent %q", second)
	}
	if early := got("daily@example.com"); len(early) != 0 {
		t.Errorf("sent before its hour: %q", early)
	}
	// One mail a day, without what is deleted by then; none of nothing.
	for _, each := range rows(t, admin.Get("/api/contact?q=Nila")) {
		admin.Delete(fmt.Sprint("/api/contact/", each["id"])).Want(http.StatusNoContent)
	}
	clock.Advance(24 * time.Hour)
	apitest.Eventually(t, func() bool { return len(got("daily@example.com")) == 1 })
	daily := got("daily@example.com")[0]
	if strings.Count(daily, "/admin/dashboard") != 3 || !strings.Contains(daily, "Kiran, application") ||
		strings.Contains(daily, "Nila") {
		t.Errorf("sent %q", daily)
	}
	clock.Advance(24 * time.Hour)
	write("Later")
	apitest.Eventually(t, func() bool { return len(got("quick@example.com")) == 3 })
	if all := got("daily@example.com"); len(all) != 1 {
		t.Errorf("sent %q", all)
	}
	// A member who may not read leads any more gets none, nor what was waiting.
	id := ""
	for _, each := range rows(t, admin.Get("/api/admin/users")) {
		if each["email"] == "daily@example.com" {
			id = each["id"].(string)
		}
	}
	admin.Post("/api/auth/confirm", apitest.JSON{"password": apitest.Password}).Want(http.StatusNoContent)
	admin.Put("/api/admin/users/"+id, apitest.JSON{"role": "editor"}).Want(http.StatusOK)
	clock.Advance(24 * time.Hour)
	write("Last")
	apitest.Eventually(t, func() bool { return len(got("quick@example.com")) == 4 })
	apitest.Eventually(t, func() bool { return waitingLeads(t, one) == 0 })
	if all := got("daily@example.com"); len(all) != 1 {
		t.Errorf("sent %q", all)
	}
	counsellor.Put("/api/auth/me/alerts", apitest.JSON{"kinds": []string{}, "when": "never"}).
		Problem(http.StatusForbidden)
}

// leadMessage is a message of a webhook about a lead.
type leadMessage struct {
	Type string
	Data struct {
		Kind, ID string
		Lead     struct{ Name, Email string }
	}
}

func TestWebhooks_AreToldOfLeadsWhereThatIsOn(t *testing.T) {
	clock := manualclock.New()
	app := apitest.New(t, privateTargets, func(o *apitest.Options) { o.Clock = clock }).Ready(t)
	admin, anyone := app.Staff(t), app.Anonymous(t)
	address, status, got := hookServer(t)
	quiet, _, other := hookServer(t)
	var made, off webhook
	admin.Post("/api/admin/webhooks", apitest.JSON{"name": "CRM", "url": address, "leads": true}).
		Want(http.StatusCreated).Into(&made)
	admin.Post("/api/admin/webhooks", apitest.JSON{"name": "Mirror", "url": quiet}).Want(http.StatusCreated).Into(&off)
	receive(t, got) // the present content
	receive(t, other)

	next := func() leadMessage {
		t.Helper()
		r, body := receive(t, got)
		verifier, err := standardwebhooks.NewWebhook(made.Secret)
		if err == nil {
			err = verifier.VerifyIgnoringTimestamp(body, r.Header)
		}
		var message leadMessage
		if err == nil {
			err = json.Unmarshal(body, &message)
		}
		if err != nil {
			t.Fatalf("%v: %s", err, body)
		}
		return message
	}
	sent := func(name string) string {
		return anyone.Post("/api/contact", apitest.JSON{"name": name, "email": name + "@example.com", "message": "x"}).
			Want(http.StatusCreated).Text("id")
	}
	id := sent("meera")
	if m := next(); m.Type != "lead.created" || m.Data.Kind != "contact" || m.Data.ID != id ||
		m.Data.Lead.Name != "meera" || m.Data.Lead.Email != "meera@example.com" {
		t.Errorf("told %+v", m)
	}
	list := func() []delivery { return deliveriesOf(t, admin, "?endpoint="+made.ID) }
	apitest.Eventually(t, func() bool { return len(list()) == 2 && list()[0].State == "delivered" })
	if log := string(admin.Get("/api/publish/deliveries").Body); strings.Contains(log, "meera") {
		t.Errorf("the log has what was said of a person: %s", log)
	}
	// A failing one is tried again, unless the person is erased meanwhile.
	status.Store(http.StatusInternalServerError)
	sent("ravi")
	next()
	apitest.Eventually(t, func() bool { return list()[0].State == "failing" && list()[0].NextTryAt != nil })
	status.Store(http.StatusOK)
	apitest.Eventually(t, func() bool { clock.Advance(10 * time.Second); return list()[0].State == "delivered" })
	if m := next(); m.Data.Lead.Name != "ravi" {
		t.Errorf("told %+v", m)
	}
	status.Store(http.StatusInternalServerError)
	sent("nila")
	next()
	apitest.Eventually(t, func() bool { return list()[0].State == "failing" && list()[0].NextTryAt != nil })
	status.Store(http.StatusOK)
	admin.Post("/api/people/erase", apitest.JSON{"address": "nila@example.com"}).Want(http.StatusOK)
	apitest.Eventually(t, func() bool { clock.Advance(10 * time.Second); return list()[0].State == "superseded" })
	admin.Post("/api/publish/deliveries/"+list()[0].ID+"/redeliver", apitest.JSON{}).Problem(http.StatusConflict)
	if len(got)+len(other) != 0 {
		t.Errorf("%d and %d messages too many", len(got), len(other))
	}
}

func TestWebhooks_LeadsGoOverTLSAlone(t *testing.T) {
	app := apitest.New(t, privateTargets).Ready(t)
	admin := app.Staff(t)
	add := func(url, kind string) *apitest.Response {
		return admin.Post("/api/admin/webhooks", apitest.JSON{
			"name": "CRM", "url": url, "kind": kind, "leads": true, "active": false,
		})
	}
	for _, url := range []string{"http://10.0.0.7/hook", "http://crm.internal/hook"} {
		if _, at := add(url, "standard").Problem(http.StatusUnprocessableEntity); !slices.Equal(at, []string{"body.leads"}) {
			t.Errorf("%s is refused at %v", url, at)
		}
	}
	add("https://crm.example.com/hook", "build-hook").Problem(http.StatusUnprocessableEntity)
	made := add("https://crm.example.com/hook", "standard").Want(http.StatusCreated)
	path := "/api/admin/webhooks/" + made.Text("id")
	admin.Put(path, apitest.JSON{"url": "http://10.0.0.7/hook"}).Problem(http.StatusUnprocessableEntity)
	admin.Put(path, apitest.JSON{"url": "http://10.0.0.7/hook", "leads": false}).Want(http.StatusOK)
}
