package apitest_test

import (
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"academy/cms-api/internal/account/auth"
	"academy/cms-api/internal/media/upload"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/publishing/snapshot"
	"academy/cms-api/internal/test/apitest"
)

func TestMain(m *testing.M) {
	upload.DecodeIfAsked()
	os.Exit(apitest.Main(m))
}

func TestRegister_FirstAccountBecomesAdministrator(t *testing.T) {
	app := apitest.New(t).Ready(t)
	c := app.Anonymous(t)
	answer := c.Post("/api/auth/register", apitest.JSON{
		"email": "Asha@Example.com", "password": apitest.Password, "name": " Asha Rao ",
	}).Want(http.StatusCreated)
	var body struct {
		User struct{ ID, Name, Email, Phone, Role string }
	}
	answer.Into(&body)
	if body.User.Email != "asha@example.com" || body.User.Name != "Asha Rao" || body.User.Role != "administrator" ||
		body.User.ID == "" {
		t.Errorf("user = %+v", body.User)
	}
	if strings.Contains(string(answer.Body), "argon2") {
		t.Error("the answer holds the password's hash")
	}
	session, hint := answer.Header.Values("Set-Cookie")[0], answer.Header.Values("Set-Cookie")[1]
	for _, want := range []string{"session=", "HttpOnly", "SameSite=Lax", "Path=/", "Max-Age="} {
		if !strings.Contains(session, want) {
			t.Errorf("session cookie %q lacks %s", session, want)
		}
	}
	if strings.Contains(session+hint, "Expires=") {
		t.Errorf("a cookie hangs on the browser's clock: %q, %q", session, hint)
	}
	if !strings.HasPrefix(hint, "signed_in=1") || strings.Contains(hint, "HttpOnly") {
		t.Errorf("hint cookie = %q", hint)
	}
	if got := c.Get("/api/auth/me").Want(http.StatusOK).Text("email"); got != "asha@example.com" {
		t.Errorf("me = %s", got)
	}
}

func TestRegister_SecondAccountNeedsInvitation(t *testing.T) {
	app := apitest.New(t).Ready(t)
	app.Staff(t)
	c := app.Anonymous(t)
	detail, _ := c.Post("/api/auth/register", apitest.JSON{
		"email": "b@example.com", "password": apitest.Password, "name": "B",
	}).Problem(http.StatusForbidden)
	if !strings.Contains(detail, "invit") {
		t.Errorf("detail = %q", detail)
	}
	c.Get("/api/auth/me").Problem(http.StatusUnauthorized)
	c.Post("/api/auth/login", apitest.JSON{"email": "b@example.com", "password": apitest.Password}).
		Problem(http.StatusUnauthorized)
}

func TestRegister_FiveAtOnceMakeOneAccount(t *testing.T) {
	app := apitest.New(t).Ready(t)
	statuses := make(chan int, 5)
	for i := range 5 {
		c := app.Anonymous(t)
		go func() {
			statuses <- c.Post("/api/auth/register", apitest.JSON{
				"email": string(rune('a'+i)) + "@example.com", "password": apitest.Password, "name": "X",
			}).Status
		}()
	}
	made := 0
	for range 5 {
		switch status := <-statuses; status {
		case http.StatusCreated:
			made++
		case http.StatusForbidden:
		default:
			t.Errorf("answered %d", status)
		}
	}
	if made != 1 {
		t.Errorf("%d accounts were made, want 1", made)
	}
}

func TestRegister_BadInput(t *testing.T) {
	app := apitest.New(t).Ready(t)
	c := app.Anonymous(t)
	for name, body := range map[string]any{
		"body.password": apitest.JSON{"email": "a@example.com", "password": "short", "name": "A"},
		"body.email":    apitest.JSON{"email": "not an address", "password": apitest.Password, "name": "A"},
		"body.name":     apitest.JSON{"email": "a@example.com", "password": apitest.Password, "name": "  "},
	} {
		_, locations := c.Post("/api/auth/register", body).Problem(http.StatusUnprocessableEntity)
		if len(locations) != 1 || locations[0] != name {
			t.Errorf("locations = %v, want %s", locations, name)
		}
	}
	c.Post("/api/auth/register", apitest.JSON{"email": "a@example.com"}).Problem(http.StatusUnprocessableEntity)
	c.Post("/api/auth/register", "{").Problem(http.StatusBadRequest)
	app.Staff(t) // still the first
}

func TestLogin_AnswersTellNothing(t *testing.T) {
	app := apitest.New(t).Ready(t)
	app.Staff(t)
	c := app.Anonymous(t)
	wrong, _ := c.Post("/api/auth/login", apitest.JSON{"email": apitest.Email, "password": "wrong password"}).
		Problem(http.StatusUnauthorized)
	unknown, _ := c.Post("/api/auth/login", apitest.JSON{"email": "nobody@example.com", "password": "wrong password"}).
		Problem(http.StatusUnauthorized)
	operator := c.Post("/api/auth/login", `{"email":{"$ne":""},"password":{"$ne":""}}`)
	operator.Problem(http.StatusUnprocessableEntity)
	if wrong != unknown {
		t.Errorf("the answers differ: %q and %q", wrong, unknown)
	}
	if c.Cookie("session") != "" {
		t.Error("a failed login set a session")
	}
	c.Post("/api/auth/login", apitest.JSON{"email": strings.ToUpper(apitest.Email), "password": apitest.Password}).
		Want(http.StatusOK)
}

func TestLogout_EndsTheSessionEverywhere(t *testing.T) {
	app := apitest.New(t).Ready(t)
	c := app.Staff(t)
	token := c.Cookie("session")
	other := apitest.Start(t, app.Database).Ready(t)
	thief := other.Anonymous(t)
	thief.Get("/api/auth/me", "Cookie", "session="+token).Want(http.StatusOK)

	c.Post("/api/auth/logout", "").Want(http.StatusNoContent)
	if c.Cookie("session") != "" || c.Cookie("signed_in") != "" {
		t.Error("the cookies are still there")
	}
	thief.Get("/api/auth/me", "Cookie", "session="+token).Problem(http.StatusUnauthorized)
	c.Post("/api/auth/logout", "").Want(http.StatusNoContent)
}

func TestSession_ForgedTokensAreNobody(t *testing.T) {
	app := apitest.New(t).Ready(t)
	app.Staff(t)
	c := app.Anonymous(t)
	for _, token := range []string{
		"x", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIiwianRpIjoiYiJ9.",
		"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIiwianRpIjoiYiIsImV4cCI6OTk5OTk5OTk5OX0.c2ln",
	} {
		answer := c.Get("/api/auth/me", "Cookie", "session="+token)
		answer.Problem(http.StatusUnauthorized)
		if cleared := strings.Join(answer.Header.Values("Set-Cookie"), "\n"); !strings.Contains(cleared, "signed_in=") {
			t.Errorf("the stale hint was not cleared: %q", cleared)
		}
		c.Get("/api/settings", "Cookie", "session="+token).Want(http.StatusOK)
	}
}

// moved is a clock that tests turn.
type moved struct {
	snapshot.SystemClock
	ahead atomic.Int64
}

// Now returns the time that the clock was turned to.
func (m *moved) Now() time.Time { return time.Now().Add(time.Duration(m.ahead.Load())) }

func TestSession_Expires(t *testing.T) {
	clock := &moved{}
	app := apitest.New(t, func(o *apitest.Options) { o.Clock = clock; o.Config.SessionAge = time.Hour }).Ready(t)
	c := app.Staff(t)
	token := c.Cookie("session")
	clock.ahead.Store(int64(59 * time.Minute))
	c.Get("/api/auth/me", "Cookie", "session="+token).Want(http.StatusOK)
	clock.ahead.Store(int64(61 * time.Minute))
	c.Get("/api/auth/me", "Cookie", "session="+token).Problem(http.StatusUnauthorized)
}

func TestSession_OldKeysStillVerify(t *testing.T) {
	old, fresh := "0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"
	app := apitest.New(t, func(o *apitest.Options) { o.Config.AuthSecrets = []string{old} }).Ready(t)
	token := app.Staff(t).Cookie("session")
	next := apitest.Start(t, app.Database, func(o *apitest.Options) { o.Config.AuthSecrets = []string{fresh, old} }).
		Ready(t)
	next.Anonymous(t).Get("/api/auth/me", "Cookie", "session="+token).Want(http.StatusOK)
	later := apitest.Start(t, app.Database, func(o *apitest.Options) { o.Config.AuthSecrets = []string{fresh} }).Ready(t)
	later.Anonymous(t).Get("/api/auth/me", "Cookie", "session="+token).Problem(http.StatusUnauthorized)
	// Who signed in after the change is not touched by the old key's end.
	since := next.Staff(t).Cookie("session")
	later.Anonymous(t).Get("/api/auth/me", "Cookie", "session="+since).Want(http.StatusOK)
	// While replicas are restarted one after the other, those with the old key first
	// must believe what those with the new key first have signed.
	before := apitest.Start(t, app.Database, func(o *apitest.Options) { o.Config.AuthSecrets = []string{old, fresh} }).
		Ready(t)
	before.Anonymous(t).Get("/api/auth/me", "Cookie", "session="+since).Want(http.StatusOK)
}

func TestCreateAdministrator_IsTheOnlyFirstInProduction(t *testing.T) {
	app := apitest.New(t, func(o *apitest.Options) {
		o.Config.Env = "production"
		o.Config.PublicURL = "https://academy.test"
	}).Ready(t)
	c := app.Anonymous(t)
	c.Post("/api/auth/register", apitest.JSON{"email": apitest.Email, "password": apitest.Password, "name": "A"}).
		Problem(http.StatusForbidden)
	registration := auth.Registration{Email: apitest.Email, Password: apitest.Password, Name: "Asha Rao"}
	people := app.Server().People(nil)
	if _, err := people.CreateAdministrator(t.Context(), registration); err != nil {
		t.Fatal(err)
	}
	if _, err := people.CreateAdministrator(t.Context(), registration); !problem.Is(err, problem.Conflict) {
		t.Errorf("the same address again: %v", err)
	}
	second := auth.Registration{Email: "ravi@example.com", Password: apitest.Password, Name: "Ravi"}
	if _, err := people.CreateAdministrator(t.Context(), second); err != nil {
		t.Errorf("a second administrator: %v", err)
	}
	answer := c.Post("/api/auth/login", apitest.JSON{"email": apitest.Email, "password": apitest.Password}).
		Want(http.StatusOK)
	if cookie := answer.Header.Values("Set-Cookie")[0]; !strings.Contains(cookie, "Secure") {
		t.Errorf("cookie = %s", cookie)
	}
}
