package apitest_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/ratelimit"
	"academy/cms-api/internal/test/apitest"
)

func TestPhone_TenWrongCodesADay(t *testing.T) {
	clock := &moved{}
	app := apitest.New(t, func(o *apitest.Options) { o.Clock = clock }).Ready(t)
	staff := app.Staff(t)
	const known, unknown = "+919876543210", "+919812345678"
	invited := staff.Post("/api/admin/invitations", apitest.JSON{"email": "ravi@example.com"}).Want(http.StatusCreated)
	token := tokenOf(t, invited.Text("link"), "invitation")
	app.Anonymous(t).Post("/api/auth/register", apitest.JSON{
		"email": "ravi@example.com", "password": apitest.Password, "name": "Ravi", "invitation": token,
	}).Want(http.StatusCreated)
	givePhone(t, app, "ravi@example.com", known)

	c := app.Anonymous(t)
	send := func(phone string) string {
		return c.Post("/api/auth/phone/send-otp", apitest.JSON{"phone": phone}).Want(http.StatusOK).Text("mock_code")
	}
	verify := func(phone, code string) *apitest.Response {
		return c.Post("/api/auth/phone/verify-otp", apitest.JSON{"phone": phone, "code": code, "name": "Ravi"})
	}
	wrong := func(code string) string { return map[bool]string{true: "000001", false: "000000"}[code == "000000"] }

	verify(known, send(known)).Want(http.StatusOK) // which is no wrong one
	for tries := range 10 {
		for _, phone := range []string{known, unknown} {
			if tries%5 == 0 {
				clock.ahead.Add(int64(11 * time.Minute))
			}
			code := "000000"
			if tries%5 == 0 {
				code = wrong(send(phone))
			}
			verify(phone, code).Problem(http.StatusUnauthorized)
		}
	}
	clock.ahead.Add(int64(11 * time.Minute))
	var details []string
	for _, phone := range []string{known, unknown} {
		refused := verify(phone, send(phone)) // the right one
		detail, _ := refused.Problem(http.StatusTooManyRequests)
		if refused.Header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
		details = append(details, detail)
	}
	if details[0] != details[1] {
		t.Errorf("a phone that has an account and one that has none: %q", details)
	}
	warnings := func() (count int) {
		for _, message := range outbox(c) {
			if strings.Contains(message.Subject, "Wrong codes") {
				if count++; message.To != "ravi@example.com" || message.Channel != "mail" {
					t.Errorf("told %+v", message)
				}
			}
		}
		return count
	}
	apitest.Eventually(t, func() bool { return warnings() == 1 })
	verify(known, "000000").Problem(http.StatusTooManyRequests)
	clock.ahead.Add(int64(24 * time.Hour))
	verify(known, send(known)).Want(http.StatusOK)
	if got := warnings(); got != 1 {
		t.Errorf("the owner was told %d times", got)
	}
}

func TestAuditLog_HasNothingOfALogoutWithoutASession(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, leaving := app.Staff(t), app.Staff(t)
	before := len(auditLog(t, staff, ""))
	for range 5 {
		app.Anonymous(t).Post("/api/auth/logout", nil, "X-Request-Id", "made-up-by-a-stranger").Want(http.StatusNoContent)
	}
	leaving.Post("/api/auth/logout", nil).Want(http.StatusNoContent)
	leaving.Post("/api/auth/logout", nil).Want(http.StatusNoContent)
	if added := auditLog(t, staff, "")[before:]; len(added) != 1 || added[0].Action != "logout" ||
		added[0].UserName != "Asha Rao" {
		t.Errorf("they left %+v", added)
	}
}

func TestAuditLog_TakesOnlyIDsOfASafeForm(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	for _, id := range []string{
		"<script>alert(1)</script>", "short", "two words here", strings.Repeat("x", 65), "line%0Abreak", "sixteen-and-é",
	} {
		answer := staff.Put("/api/settings", apitest.JSON{"site_title": "One"}, "X-Request-Id", id).Want(http.StatusOK)
		entries := auditLog(t, staff, "")
		if got := entries[len(entries)-1].RequestID; got == id || got != answer.Header.Get("X-Request-Id") || len(got) != 24 {
			t.Errorf("%q became %q", id, got)
		}
	}
	staff.Put("/api/settings", apitest.JSON{"site_title": "One"}, "X-Request-Id", "proxy-0123456789").Want(http.StatusOK)
	entries := auditLog(t, staff, "")
	if got := entries[len(entries)-1].RequestID; got != "proxy-0123456789" {
		t.Errorf("a sensible one became %q", got)
	}
}

func TestDevelopment_TellsCodesAndMessagesToThisMachineAlone(t *testing.T) {
	app := apitest.New(t).Ready(t)
	app.Staff(t)
	c := app.Anonymous(t)
	asked := 0
	ask := func(headers ...string) (outbox, code int) {
		asked++
		sent := c.Post("/api/auth/phone/send-otp", apitest.JSON{"phone": fmt.Sprintf("+9198765%05d", asked)}, headers...).
			Want(http.StatusOK)
		digits, _ := sent.Field("mock_code").(string)
		return c.Get("/api/dev/outbox", headers...).Status, len(digits)
	}
	for _, headers := range [][]string{
		{"X-Forwarded-For", "127.0.0.1"}, {"X-Forwarded-Proto", "https"}, {"X-Forwarded-Host", "localhost"},
		{"Forwarded", "for=127.0.0.1"},
		{"Via", "1.1 proxy"}, {"X-Real-IP", "127.0.0.1"}, {"Host", "rebound.evil.example"}, {"Host", "academy.test"},
		{"Host", "192.168.1.5:8080"},
		{"Host", "localhost.evil.example"},
	} {
		if outbox, code := ask(headers...); outbox != http.StatusForbidden || code != 0 {
			t.Errorf("with %q: the outbox answers %d, a code of %d digits is told", headers, outbox, code)
		}
	}
	for _, headers := range [][]string{
		{}, {"Host", "localhost:8080"}, {"Host", "[::1]:8080"}, {"Host", "academy.localhost"},
	} {
		if outbox, code := ask(headers...); outbox != http.StatusOK || code != 6 {
			t.Errorf("with %q: the outbox answers %d, a code of %d digits is told", headers, outbox, code)
		}
	}
}

func TestCookies_AreBoundToTheHostOverTLS(t *testing.T) {
	overTLS := func(o *apitest.Options) { o.Config.PublicURL = "https://academy.test" }
	plain := apitest.New(t).Ready(t)
	plain.Staff(t)
	app := apitest.Start(t, plain.Database, overTLS).Ready(t)
	c := app.Anonymous(t)
	answer := c.Post("/api/auth/login", apitest.JSON{"email": apitest.Email, "password": apitest.Password}).
		Want(http.StatusOK)
	set := cookiesOf(answer)
	token := set["__Host-session"].Value
	if len(set) != 3 || token == "" || set["__Host-device"].Value == "" || set["__Host-signed_in"].Value != "1" {
		t.Fatalf("cookies = %v", set)
	}
	me := func(cookie string) int { return app.Anonymous(t).Get("/api/auth/me", "Cookie", cookie).Status }
	if got := me("__Host-session=" + token); got != http.StatusOK {
		t.Errorf("the session is answered %d", got)
	}
	// Another host of the domain could have set it by that name.
	if got := me("session=" + token); got != http.StatusUnauthorized {
		t.Errorf("a session by the name without the prefix is answered %d", got)
	}
	cleared := cookiesOf(c.Post("/api/auth/logout", nil, "Cookie", "__Host-session="+token).Want(http.StatusNoContent))
	refused := cookiesOf(c.Get("/api/auth/me", "Cookie", "__Host-session="+token).Want(http.StatusUnauthorized))
	for _, cookies := range []map[string]*http.Cookie{set, cleared, refused} {
		for name, cookie := range cookies {
			if !cookie.Secure || cookie.Path != "/" || cookie.Domain != "" || cookie.SameSite != http.SameSiteLaxMode ||
				cookie.HttpOnly == strings.HasSuffix(name, "signed_in") {
				t.Errorf("%s = %v", name, cookie)
			}
		}
	}
	for _, cookies := range []map[string]*http.Cookie{cleared, refused} {
		for _, name := range []string{"__Host-session", "__Host-signed_in"} {
			if cookie := cookies[name]; cookie == nil || cookie.MaxAge >= 0 || cookie.Value != "" {
				t.Errorf("%s is not cleared: %v", name, cookies)
			}
		}
	}
}

// givePhone adds a phone to an account.
func givePhone(t *testing.T, app *apitest.App, email, phone string) {
	t.Helper()
	db, err := mongodb.Open(app.Config.MongoURI, app.Database, time.Now, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close(context.Background()) }()
	if _, err := db.Collection("users").UpdateOne(t.Context(), map[string]any{"email": email}, map[string]any{
		"$set": map[string]any{"phone": phone},
	}); err != nil {
		t.Fatal(err)
	}
}

func cookiesOf(answer *apitest.Response) map[string]*http.Cookie {
	found := map[string]*http.Cookie{}
	for _, cookie := range (&http.Response{Header: answer.Header}).Cookies() {
		found[cookie.Name] = cookie
	}
	return found
}

func TestSearch_AndWhatHasToBeMadeIsLimitedByAddress(t *testing.T) {
	app := apitest.New(t, func(o *apitest.Options) {
		o.Config.LimitSearch = ratelimit.Limit{Count: 3, Window: time.Minute}
		o.Config.TrustedProxies = []string{"127.0.0.1"}
	}).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	write(t, staff, apitest.JSON{"title": "Monsoon", "status": "published"})
	from := func(address, path string) *apitest.Response { return anyone.Get(path, "X-Forwarded-For", address) }
	for _, path := range []string{"/api/articles?q=monsoon", "/api/articles?q=monsoon", "/api/videos?q=monsoon"} {
		from("192.0.2.1", path).Want(http.StatusOK)
	}
	refused := from("192.0.2.1", "/api/articles?q=other")
	refused.Problem(http.StatusTooManyRequests)
	if refused.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	from("192.0.2.1", "/api/videos?q=other").Problem(http.StatusTooManyRequests)
	from("192.0.2.1", "/api/articles").Want(http.StatusOK)
	from("192.0.2.1", "/api/articles?limit=24&offset=0").Want(http.StatusOK)
	from("192.0.2.2", "/api/articles?q=monsoon").Want(http.StatusOK)
	for i, path := range []string{
		"/api/articles?limit=5&sort=title", "/api/articles?limit=1000&offset=7", "/api/articles?category=Other",
		"/api/videos?offset=3",
	} {
		from("192.0.2.1", path).Problem(http.StatusTooManyRequests)
		staff.Get(path, "X-Forwarded-For", "192.0.2.1").Want(http.StatusOK)
		from("192.0.2."+strconv.Itoa(10+i), path).Want(http.StatusOK)
		from("192.0.2.1", path).Want(http.StatusOK) // it is made now
	}
	for range 5 {
		staff.Get("/api/articles?q=monsoon", "X-Forwarded-For", "192.0.2.1").Want(http.StatusOK)
	}
}
