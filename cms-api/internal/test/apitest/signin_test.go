package apitest_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"academy/cms-api/internal/test/apitest"
)

// outbox returns what the mock drivers kept, the newest first.
func outbox(c *apitest.Client) []struct{ Channel, To, Subject, Text string } {
	var sent []struct{ Channel, To, Subject, Text string }
	c.Get("/api/dev/outbox").Want(http.StatusOK).Into(&sent)
	return sent
}

// mailed waits for mail to an address and returns the token in its link.
func mailed(t *testing.T, c *apitest.Client, to, parameter string) (token string) {
	t.Helper()
	apitest.Eventually(t, func() bool {
		for _, message := range outbox(c) {
			if message.To == to && strings.Contains(message.Text, parameter+"=") {
				token = tokenOf(t, message.Text, parameter)
				return true
			}
		}
		return false
	})
	return token
}

func tokenOf(t *testing.T, text, parameter string) string {
	t.Helper()
	for _, line := range strings.Fields(text) {
		if address, err := url.Parse(line); err == nil && address.Query().Has(parameter) {
			return address.Query().Get(parameter)
		}
	}
	t.Fatalf("no %s in %q", parameter, text)
	return ""
}

func signIn(c *apitest.Client, email, password string) *apitest.Response {
	return c.Post("/api/auth/login", apitest.JSON{"email": email, "password": password})
}

func TestForgotPassword_SendsALinkThatWorksOnceAndEndsSessions(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	c := app.Anonymous(t)
	if got := c.Post("/api/auth/forgot-password", apitest.JSON{
		"email": strings.ToUpper(apitest.Email),
	}).Want(http.StatusOK).Text("message"); got != "Password reset link sent to your email (Mock)" {
		t.Errorf("message = %q", got)
	}
	token := mailed(t, c, apitest.Email, "token")
	reset := func(token, password string) *apitest.Response {
		return c.Post("/api/auth/reset-password", apitest.JSON{"token": token, "password": password})
	}
	reset(token, "short").Problem(http.StatusUnprocessableEntity)
	reset(token+"x", "a whole new sentence").Problem(http.StatusUnprocessableEntity)
	reset("665f1f77bcf86cd799439011.x", "a whole new sentence").Problem(http.StatusUnprocessableEntity)
	reset(token, "a whole new sentence").Want(http.StatusNoContent)
	if _, locations := reset(token, "another sentence").Problem(http.StatusUnprocessableEntity); len(locations) != 1 ||
		locations[0] != "body.token" {
		t.Errorf("locations = %v", locations)
	}
	staff.Get("/api/auth/me").Problem(http.StatusUnauthorized)
	signIn(c, apitest.Email, apitest.Password).Problem(http.StatusUnauthorized)
	signIn(c, apitest.Email, "a whole new sentence").Want(http.StatusOK)
}

func TestForgotPassword_OfTwoUsesAtOnceOneCounts(t *testing.T) {
	app := apitest.New(t).Ready(t)
	app.Staff(t)
	other := apitest.Start(t, app.Database).Ready(t)
	clients := []*apitest.Client{app.Anonymous(t), other.Anonymous(t)}
	clients[0].Post("/api/auth/forgot-password", apitest.JSON{"email": apitest.Email}).Want(http.StatusOK)
	token := mailed(t, clients[0], apitest.Email, "token")
	statuses := make([]int, 6)
	var wg sync.WaitGroup
	for i := range statuses {
		wg.Go(func() {
			statuses[i] = clients[i%2].Post("/api/auth/reset-password", apitest.JSON{
				"token": token, "password": fmt.Sprintf("new sentence %d", i),
			}).Status
		})
	}
	wg.Wait()
	worked := -1
	for i, status := range statuses {
		switch {
		case status == http.StatusNoContent && worked >= 0:
			t.Error("the link worked twice")
		case status == http.StatusNoContent:
			worked = i
		case status != http.StatusUnprocessableEntity:
			t.Errorf("answered %d", status)
		}
	}
	signIn(clients[0], apitest.Email, fmt.Sprintf("new sentence %d", worked)).Want(http.StatusOK)
}

func TestForgotPassword_TellsNothing(t *testing.T) {
	clock := &moved{}
	app := apitest.New(t, func(o *apitest.Options) { o.Clock = clock }).Ready(t)
	app.Staff(t)
	c := app.Anonymous(t)
	ask := func(email string) *apitest.Response {
		return c.Post("/api/auth/forgot-password", apitest.JSON{"email": email})
	}
	known, unknown := ask(apitest.Email).Want(http.StatusOK), ask("nobody@example.com").Want(http.StatusOK)
	if string(known.Body) != string(unknown.Body) {
		t.Errorf("the answers differ: %s and %s", known.Body, unknown.Body)
	}
	ask("not an address").Problem(http.StatusUnprocessableEntity)
	token := mailed(t, c, apitest.Email, "token")
	for _, email := range []string{apitest.Email, "nobody@example.com"} { // the limit does not tell either
		ask(email).Want(http.StatusOK)
		ask(email).Want(http.StatusOK)
		refused := ask(email)
		refused.Problem(http.StatusTooManyRequests)
		if refused.Header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
	}
	clock.ahead.Store(int64(61 * time.Minute))
	c.Post("/api/auth/reset-password", apitest.JSON{"token": token, "password": "a whole new sentence"}).
		Problem(http.StatusUnprocessableEntity)
}

func TestPhone_SignsInWithACodeThatWorksOnce(t *testing.T) {
	clock := &moved{}
	app := apitest.New(t, func(o *apitest.Options) { o.Clock = clock }).Ready(t)
	staff := app.Staff(t)
	const phone = "+919876543210"
	staff.Post("/api/admin/invitations", apitest.JSON{"phone": "98765 43210"}).Want(http.StatusCreated)

	c := app.Anonymous(t)
	send := func(phone string) *apitest.Response {
		return c.Post("/api/auth/phone/send-otp", apitest.JSON{"phone": phone})
	}
	verify := func(phone, code, name string) *apitest.Response {
		return c.Post("/api/auth/phone/verify-otp", apitest.JSON{"phone": phone, "code": code, "name": name})
	}
	sent := send(phone).Want(http.StatusOK)
	code := sent.Text("mock_code")
	if sent.Text("message") != "OTP sent!" || len(code) != 6 {
		t.Errorf("answer = %s", sent.Body)
	}
	verify(phone, code, " ").Problem(http.StatusUnprocessableEntity)
	answer := verify("098765 43210", code, "Ravi Kumar").Want(http.StatusOK)
	var body struct {
		User struct{ Name, Phone, Role string }
	}
	answer.Into(&body)
	if body.User.Name != "Ravi Kumar" || body.User.Phone != phone || body.User.Role != "author" {
		t.Errorf("user = %+v", body.User)
	}
	c.Get("/api/auth/me").Want(http.StatusOK)
	app.Anonymous(t).Post("/api/auth/phone/verify-otp", apitest.JSON{"phone": phone, "code": code, "name": "X"}).
		Problem(http.StatusUnauthorized)

	again := send(phone).Want(http.StatusOK).Text("mock_code")
	clock.ahead.Store(int64(6 * time.Minute))
	verify(phone, again, "Ravi").Problem(http.StatusUnauthorized)
	last := send(phone).Want(http.StatusOK).Text("mock_code")
	verify(phone, last, "Another Name").Want(http.StatusOK).Into(&body)
	if body.User.Name != "Ravi Kumar" {
		t.Errorf("the name became %s", body.User.Name)
	}
	send("12").Problem(http.StatusUnprocessableEntity)
}

func TestPhone_UnknownNumbersGetTheSameAnswer(t *testing.T) {
	app := apitest.New(t).Ready(t)
	app.Staff(t)
	c := app.Anonymous(t)
	for range 3 {
		sent := c.Post("/api/auth/phone/send-otp", apitest.JSON{"phone": "+919812345678"}).Want(http.StatusOK)
		c.Post("/api/auth/phone/verify-otp", apitest.JSON{
			"phone": "+919812345678", "code": sent.Text("mock_code"), "name": "X",
		}).Problem(http.StatusUnauthorized)
	}
	c.Post("/api/auth/phone/send-otp", apitest.JSON{"phone": "+919812345678"}).Problem(http.StatusTooManyRequests)
	for _, message := range outbox(c) {
		if message.Channel == "sms" {
			t.Errorf("a message went to a stranger: %+v", message)
		}
	}
}

// Its phone is told what that of a stranger is told: the code is not right, for there is none.
func TestPhone_AnInvitationThatIsOverGetsNoCode(t *testing.T) {
	clock := &moved{}
	app := apitest.New(t, func(o *apitest.Options) { o.Clock = clock }).Ready(t)
	app.Staff(t).Post("/api/admin/invitations", apitest.JSON{"phone": "+919876543210"}).Want(http.StatusCreated)
	clock.ahead.Store(int64(8 * 24 * time.Hour))
	c := app.Anonymous(t)
	told := func(phone string) string {
		code := c.Post("/api/auth/phone/send-otp", apitest.JSON{"phone": phone}).Want(http.StatusOK).Text("mock_code")
		detail, _ := c.Post("/api/auth/phone/verify-otp", apitest.JSON{"phone": phone, "code": code, "name": "X"}).
			Problem(http.StatusUnauthorized)
		return detail
	}
	if invited, stranger := told("+919876543210"), told("+919812345678"); invited != stranger {
		t.Errorf("the invited phone is told %q, a stranger's %q", invited, stranger)
	}
}

func TestPhone_FiveTriesAcrossReplicas(t *testing.T) {
	app := apitest.New(t).Ready(t)
	app.Staff(t).Post("/api/admin/invitations", apitest.JSON{"phone": "+919876543210"}).Want(http.StatusCreated)
	other := apitest.Start(t, app.Database).Ready(t)
	clients := []*apitest.Client{app.Anonymous(t), other.Anonymous(t)}
	code := clients[0].Post("/api/auth/phone/send-otp", apitest.JSON{"phone": "+919876543210"}).Want(http.StatusOK).
		Text("mock_code")
	wrong := "000000"
	if code == wrong {
		wrong = "000001"
	}
	var wg sync.WaitGroup
	for i := range 5 {
		wg.Go(func() {
			clients[i%2].Post("/api/auth/phone/verify-otp", apitest.JSON{"phone": "+919876543210", "code": wrong, "name": "X"}).
				Problem(http.StatusUnauthorized)
		})
	}
	wg.Wait()
	clients[1].Post("/api/auth/phone/verify-otp", apitest.JSON{"phone": "+919876543210", "code": code, "name": "X"}).
		Problem(http.StatusUnauthorized)
}

func TestLogin_LimitHoldsAcrossReplicas(t *testing.T) {
	app := apitest.New(t).Ready(t)
	app.Staff(t)
	other := apitest.Start(t, app.Database).Ready(t)
	clients := []*apitest.Client{app.Anonymous(t), other.Anonymous(t)}
	for i := range 9 { // Staff tried once itself
		signIn(clients[i%2], apitest.Email, "wrong").Problem(http.StatusUnauthorized)
	}
	for _, c := range clients { // even with the right password
		detail, _ := signIn(c, strings.ToUpper(apitest.Email), apitest.Password).Problem(http.StatusTooManyRequests)
		if !strings.Contains(detail, "15 minutes") {
			t.Errorf("detail = %q", detail)
		}
	}
	signIn(clients[0], "other@example.com", "wrong").Problem(http.StatusUnauthorized)
}

func TestForms_AreLimitedByAddressAndOnlyBelievedProxiesNameIt(t *testing.T) {
	app := apitest.New(t, func(o *apitest.Options) {
		o.Config.LimitForms.Count = 2
		o.Config.LimitForms.Window = time.Minute
	}).Ready(t)
	send := func(app *apitest.App, n int, forwarded string) *apitest.Response {
		return app.Anonymous(t).Post("/api/notifications", apitest.JSON{
			"email": fmt.Sprintf("a%d@example.com", n), "page": "current-affairs-test",
		}, "X-Forwarded-For", forwarded)
	}
	send(app, 1, "192.0.2.1").Want(http.StatusCreated)
	send(app, 2, "192.0.2.2").Want(http.StatusCreated)
	send(app, 3, "192.0.2.3").Problem(http.StatusTooManyRequests)

	behind := apitest.Start(t, app.Database, func(o *apitest.Options) {
		o.Config = app.Config
		o.Config.TrustedProxies = []string{"127.0.0.1", "10.0.0.0/8"}
	}).Ready(t)
	send(behind, 4, "203.0.113.9, 192.0.2.1, 10.1.2.3").Want(http.StatusCreated)
	send(behind, 5, "198.51.100.1, 192.0.2.1").Want(http.StatusCreated)
	send(behind, 6, "192.0.2.200, 192.0.2.1").Problem(http.StatusTooManyRequests)
	send(behind, 7, "192.0.2.1, 192.0.2.200").Want(http.StatusCreated)
	send(behind, 8, "nonsense").Problem(http.StatusTooManyRequests)
}
