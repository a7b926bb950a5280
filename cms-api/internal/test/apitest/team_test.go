package apitest_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"academy/cms-api/internal/test/apitest"
)

// invite makes an account by invitation and returns its client and id.
func invite(t *testing.T, app *apitest.App, admin *apitest.Client, email, role string) (*apitest.Client, string) {
	t.Helper()
	link := admin.Post("/api/admin/invitations", apitest.JSON{"email": email, "role": role}).Want(http.StatusCreated).
		Text("link")
	c := app.Anonymous(t)
	answer := c.Post("/api/auth/register", apitest.JSON{
		"email": email, "password": apitest.Password, "name": "Ravi Kumar", "invitation": tokenOf(t, link, "invitation"),
	}).Want(http.StatusCreated)
	var body struct{ User struct{ ID, Role string } }
	answer.Into(&body)
	if body.User.Role != role {
		t.Errorf("role = %s, want %s", body.User.Role, role)
	}
	return c, body.User.ID
}

func TestInvitation_MakesOneAccountHoweverOftenItIsAccepted(t *testing.T) {
	app := apitest.New(t).Ready(t)
	admin := app.Staff(t)
	other := apitest.Start(t, app.Database).Ready(t)
	first := admin.Post("/api/admin/invitations", apitest.JSON{"email": "Ravi@Example.com"}).Want(http.StatusCreated)
	old := tokenOf(t, first.Text("link"), "invitation")
	token := tokenOf(t, admin.Post("/api/admin/invitations", apitest.JSON{
		"email": "ravi@example.com",
	}).Want(http.StatusCreated).Text("link"), "invitation")
	if sent := mailed(t, app.Anonymous(t), "ravi@example.com", "invitation"); sent != token && sent != old {
		t.Errorf("mailed %s", sent)
	}
	var pending []struct{ ID, Email, InvitedBy string }
	admin.Get("/api/admin/invitations").Want(http.StatusOK).Into(&pending)
	if len(pending) != 1 || pending[0].Email != "ravi@example.com" {
		t.Errorf("pending = %+v", pending)
	}

	register := func(app *apitest.App, email, token string) *apitest.Response {
		return app.Anonymous(t).Post("/api/auth/register", apitest.JSON{
			"email": email, "password": apitest.Password, "name": "Ravi", "invitation": token,
		})
	}
	register(app, "ravi@example.com", old).Problem(http.StatusForbidden)
	register(app, "ravi@example.com", "x").Problem(http.StatusForbidden)
	register(app, "thief@example.com", token).Problem(http.StatusUnprocessableEntity)
	statuses := make(chan int, 6)
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() { statuses <- register([]*apitest.App{app, other}[i%2], "ravi@example.com", token).Status })
	}
	wg.Wait()
	close(statuses)
	made := 0
	for status := range statuses {
		switch status {
		case http.StatusCreated:
			made++
		case http.StatusForbidden, http.StatusConflict:
		default:
			t.Errorf("answered %d", status)
		}
	}
	if made != 1 {
		t.Errorf("%d accounts were made, want 1", made)
	}
	admin.Get("/api/admin/invitations").Want(http.StatusOK).Into(&pending)
	if len(pending) != 0 {
		t.Errorf("pending = %+v", pending)
	}
	admin.Post("/api/admin/invitations", apitest.JSON{"email": "ravi@example.com"}).Problem(http.StatusConflict)
}

func TestInvitation_ExpiresAndCanBeWithdrawn(t *testing.T) {
	clock := &moved{}
	app := apitest.New(t, func(o *apitest.Options) { o.Clock = clock }).Ready(t)
	admin := app.Staff(t)
	send := func() (id, token string) {
		answer := admin.Post("/api/admin/invitations", apitest.JSON{"email": "ravi@example.com", "role": "author"}).
			Want(http.StatusCreated)
		return answer.Text("id"), tokenOf(t, answer.Text("link"), "invitation")
	}
	register := func(token string) *apitest.Response {
		return app.Anonymous(t).Post("/api/auth/register", apitest.JSON{
			"email": "ravi@example.com", "password": apitest.Password, "name": "Ravi", "invitation": token,
		})
	}
	id, token := send()
	admin.Delete("/api/admin/invitations/" + id).Want(http.StatusNoContent)
	admin.Delete("/api/admin/invitations/" + id).Problem(http.StatusNotFound)
	register(token).Problem(http.StatusForbidden)
	_, token = send()
	clock.ahead.Store(int64(6 * 24 * time.Hour))
	signIn(admin, apitest.Email, apitest.Password).Want(http.StatusOK)
	clock.ahead.Store(int64(8 * 24 * time.Hour))
	register(token).Problem(http.StatusForbidden)
}

func TestInvitation_BadInputAndWhoMay(t *testing.T) {
	app := apitest.New(t).Ready(t)
	admin := app.Staff(t)
	author, _ := invite(t, app, admin, "ravi@example.com", "author")
	for _, body := range []apitest.JSON{
		{}, {"email": "a@example.com", "phone": "+919876543210"}, {"email": "x"}, {"phone": "12"},
		{"email": "b@example.com", "role": "king"},
	} {
		admin.Post("/api/admin/invitations", body).Problem(http.StatusUnprocessableEntity)
	}
	for _, call := range []struct{ method, path string }{
		{http.MethodGet, "/api/admin/invitations"}, {http.MethodPost, "/api/admin/invitations"},
		{http.MethodDelete, "/api/admin/invitations/x"},
		{http.MethodGet, "/api/admin/users"}, {http.MethodPut, "/api/admin/users/x"},
		{http.MethodDelete, "/api/admin/users/x"},
	} {
		body := any(apitest.JSON{"email": "c@example.com"})
		author.JSON(call.method, call.path, body).Problem(http.StatusForbidden)
		app.Anonymous(t).JSON(call.method, call.path, body).Problem(http.StatusUnauthorized)
	}
}

func TestTeam_RolesAndRemoval(t *testing.T) {
	app := apitest.New(t).Ready(t)
	admin := app.Staff(t)
	me := admin.Get("/api/auth/me").Want(http.StatusOK).Text("id")
	ravi, id := invite(t, app, admin, "ravi@example.com", "author")

	var members []struct{ ID, Name, Email, Role string }
	admin.Get("/api/admin/users").Want(http.StatusOK).Into(&members)
	if len(members) != 2 || members[0].Name != "Asha Rao" || members[1].Email != "ravi@example.com" {
		t.Errorf("members = %+v", members)
	}
	admin.Put("/api/admin/users/"+me, apitest.JSON{"role": "author"}).Problem(http.StatusConflict)
	admin.Put("/api/admin/users/"+id, apitest.JSON{"role": "administrator", "name": "Ravi K"}).Want(http.StatusOK)
	if got := ravi.Get("/api/auth/me").Want(http.StatusOK).Text("name"); got != "Ravi K" {
		t.Errorf("name = %s", got)
	}
	admin.Put("/api/admin/users/"+id, apitest.JSON{"name": "  "}).Problem(http.StatusUnprocessableEntity)
	admin.Put("/api/admin/users/unknown", apitest.JSON{"name": "X"}).Problem(http.StatusNotFound)
	admin.Delete("/api/admin/users/unknown").Problem(http.StatusNotFound)
	admin.Delete("/api/admin/users/" + me).Problem(http.StatusConflict)
	ravi.Delete("/api/admin/users/" + me).Want(http.StatusNoContent)
	admin.Get("/api/auth/me").Problem(http.StatusUnauthorized)
	signIn(app.Anonymous(t), apitest.Email, apitest.Password).Problem(http.StatusUnauthorized)
}

func TestTeam_TwoAdministratorsCannotDemoteEachOther(t *testing.T) {
	app := apitest.New(t).Ready(t)
	other := apitest.Start(t, app.Database).Ready(t)
	clients := []*apitest.Client{app.Staff(t), other.Anonymous(t)}
	_, id := invite(t, app, clients[0], "ravi@example.com", "administrator")
	signIn(clients[1], "ravi@example.com", apitest.Password).Want(http.StatusOK)
	ids := []string{clients[0].Get("/api/auth/me").Want(http.StatusOK).Text("id"), id}
	for range 5 {
		var wg sync.WaitGroup
		for i, c := range clients {
			wg.Go(func() { c.Put("/api/admin/users/"+ids[1-i], apitest.JSON{"role": "author"}) })
		}
		wg.Wait()
		left := -1
		for i, c := range clients {
			if c.Get("/api/auth/me").Want(http.StatusOK).Text("role") == "administrator" {
				left = i
			}
		}
		if left < 0 {
			t.Fatal("nobody is administrator any more")
		}
		clients[left].Put("/api/admin/users/"+ids[1-left], apitest.JSON{"role": "administrator"}).Want(http.StatusOK)
	}
}

func TestSessions_AreListedAndEndedOnEveryReplica(t *testing.T) {
	app := apitest.New(t).Ready(t)
	other := apitest.Start(t, app.Database).Ready(t)
	here := app.Staff(t)
	phone, thief := other.Anonymous(t), other.Anonymous(t)
	signIn(phone, apitest.Email, apitest.Password).Want(http.StatusOK)
	signIn(thief, apitest.Email, apitest.Password).Want(http.StatusOK)

	type shown struct {
		ID, Address string
		Current     bool
	}
	list := func(c *apitest.Client) (sessions []shown) {
		c.Get("/api/auth/sessions").Want(http.StatusOK).Into(&sessions)
		return sessions
	}
	sessions := list(here)
	if len(sessions) != 3 || !sessions[2].Current || sessions[0].Current || sessions[0].Address != "127.0.0.1" {
		t.Fatalf("sessions = %+v", sessions)
	}
	here.Delete("/api/auth/sessions/" + sessions[0].ID).Want(http.StatusNoContent)
	here.Delete("/api/auth/sessions/" + sessions[0].ID).Problem(http.StatusNotFound)
	thief.Get("/api/auth/me").Problem(http.StatusUnauthorized)

	stranger, _ := invite(t, app, here, "ravi@example.com", "author")
	stranger.Delete("/api/auth/sessions/" + sessions[1].ID).Problem(http.StatusNotFound)

	here.Post("/api/auth/sessions/end-others", apitest.JSON{}).Want(http.StatusOK)
	phone.Get("/api/auth/me").Problem(http.StatusUnauthorized)
	if left := list(here); len(left) != 1 || !left[0].Current {
		t.Errorf("sessions = %+v", left)
	}
	stranger.Get("/api/auth/me").Want(http.StatusOK)
	app.Anonymous(t).Get("/api/auth/sessions").Problem(http.StatusUnauthorized)
}

func TestPassword_ChangeEndsOtherSessionsAndKeepsThisOne(t *testing.T) {
	app := apitest.New(t).Ready(t)
	here, elsewhere := app.Staff(t), app.Anonymous(t)
	signIn(elsewhere, apitest.Email, apitest.Password).Want(http.StatusOK)
	change := func(current, fresh string) *apitest.Response {
		return here.Post("/api/auth/password", apitest.JSON{"current_password": current, "new_password": fresh})
	}
	if _, locations := change("wrong",
		"a whole new sentence").Problem(http.StatusUnprocessableEntity); locations[0] != "body.current_password" {
		t.Errorf("locations = %v", locations)
	}
	if _, locations := change(apitest.Password,
		"short").Problem(http.StatusUnprocessableEntity); locations[0] != "body.new_password" {
		t.Errorf("locations = %v", locations)
	}
	elsewhere.Get("/api/auth/me").Want(http.StatusOK)
	change(apitest.Password, "a whole new sentence").Want(http.StatusOK)
	refused := elsewhere.Get("/api/auth/me")
	refused.Problem(http.StatusUnauthorized)
	// A call of this browser that was on its way would be refused in the same words.
	if cookies := refused.Header.Values("Set-Cookie"); len(cookies) > 0 {
		t.Errorf("the refusal of the old session changes the cookies, of the new one too: %q", cookies)
	}
	here.Get("/api/auth/me").Want(http.StatusOK)
	signIn(elsewhere, apitest.Email, apitest.Password).Problem(http.StatusUnauthorized)
	signIn(elsewhere, apitest.Email, "a whole new sentence").Want(http.StatusOK)
	app.Anonymous(t).Post("/api/auth/password", apitest.JSON{"new_password": "a whole new sentence"}).
		Problem(http.StatusUnauthorized)
}

func TestOutbox_IsForTheSameMachineInDevelopmentOnly(t *testing.T) {
	app := apitest.New(t, func(o *apitest.Options) { o.Config.TrustedProxies = []string{"127.0.0.1"} }).Ready(t)
	c := app.Anonymous(t)
	c.Get("/api/dev/outbox").Want(http.StatusOK)
	c.Get("/api/dev/outbox", "X-Forwarded-For", "192.0.2.1").Problem(http.StatusForbidden)
	for _, edit := range []func(*apitest.Options){
		func(o *apitest.Options) { o.Config.Env = "production" },
		func(o *apitest.Options) { o.Config.MailDriver, o.Config.SMSDriver = "off", "off" },
	} {
		apitest.New(t, edit).Ready(t).Anonymous(t).Get("/api/dev/outbox").Problem(http.StatusNotFound)
	}
}
