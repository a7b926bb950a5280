package apitest_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

// The dashboard shows the API's sentence where it refuses, at the field that it names.
func TestAccounts_SayWhyTheyRefuse(t *testing.T) {
	app := apitest.New(t, unlimited).Ready(t)
	admin, anyone := app.Staff(t), app.Anonymous(t)
	me := admin.Get("/api/auth/me").Want(http.StatusOK).Text("id")
	invited := func(who apitest.JSON) (link string) {
		link = admin.Post("/api/admin/invitations", who).Want(http.StatusCreated).Text("link")
		return tokenOf(t, link, "invitation")
	}
	register := func(email, token string) *apitest.Response {
		return anyone.Post("/api/auth/register", apitest.JSON{
			"email": email, "password": apitest.Password, "name": "Ravi Kumar", "invitation": token,
		})
	}
	password := func(current, next string) *apitest.Response {
		return admin.Post("/api/auth/password", apitest.JSON{"current_password": current, "new_password": next})
	}
	first := invited(apitest.JSON{"phone": "98765 43210", "role": "administrator"})
	second := invited(apitest.JSON{"phone": "+919876543210"}) // a new link for the same person
	open := rows(t, admin.Get("/api/admin/invitations"))
	if len(open) != 1 || open[0]["phone"] != "+919876543210" {
		t.Fatalf("open invitations: %v", open)
	}
	admin.Delete("/api/admin/invitations/" + open[0]["id"].(string)).Want(http.StatusNoContent)
	ravi := invited(apitest.JSON{"email": "ravi@example.com"})
	const over = "This invitation has been used, withdrawn, or is too old."
	for name, c := range map[string]struct {
		answer    *apitest.Response
		status    int
		says      string
		locations []string
	}{
		"a wrong password": {
			signIn(anyone, apitest.Email, "not it"), http.StatusUnauthorized,
			"The e-mail address or the password is not right.", nil,
		},
		"nobody's address": {
			signIn(anyone, "nobody@example.com", apitest.Password), http.StatusUnauthorized,
			"The e-mail address or the password is not right.", nil,
		},
		"an invitation of somebody else": {
			register("other@example.com", ravi), http.StatusUnprocessableEntity,
			"This invitation is for another e-mail address. Use the one it was sent to.", []string{"body.email"},
		},
		"an invitation that was renewed":   {register("guest@example.com", first), http.StatusForbidden, over, nil},
		"an invitation that was withdrawn": {register("guest@example.com", second), http.StatusForbidden, over, nil},
		"no address": {
			admin.Post("/api/admin/invitations", apitest.JSON{"email": "nonsense"}), http.StatusUnprocessableEntity,
			"Please enter a valid email address", []string{"body.email"},
		},
		"no phone": {
			admin.Post("/api/admin/invitations", apitest.JSON{"phone": "12"}), http.StatusUnprocessableEntity,
			"Give a phone number with its country code, such as +91 98765 43210.", []string{"body.phone"},
		},
		"who has an account": {
			admin.Post("/api/admin/invitations", apitest.JSON{"email": strings.ToUpper(apitest.Email)}),
			http.StatusConflict, "This person has an account already.", nil,
		},
		"the last administrator": {
			admin.Put("/api/admin/users/"+me, apitest.JSON{"role": "author"}), http.StatusConflict,
			"The last administrator cannot be made an author", nil,
		},
		"a wrong present password": {
			password("not it", "another passphrase"), http.StatusUnprocessableEntity,
			"The current password is not right.", []string{"body.current_password"},
		},
		"a password that is too long": {
			password(apitest.Password, strings.Repeat("é", 201)), http.StatusUnprocessableEntity, "",
			[]string{"body.new_password"},
		},
		"a name that is too long": {
			admin.Put("/api/auth/me", apitest.JSON{"name": strings.Repeat("é", 121)}), http.StatusUnprocessableEntity, "",
			[]string{"body.name"},
		},
	} {
		detail, locations := c.answer.Problem(c.status)
		if !strings.Contains(string(c.answer.Body), c.says) || c.locations == nil && !strings.HasPrefix(detail, c.says) ||
			!slices.Equal(locations, c.locations) {
			t.Errorf("%s: refused at %v with %s", name, locations, c.answer.Body)
		}
	}
	if got := admin.Get("/api/auth/me").Want(http.StatusOK); got.Text("name") != "Asha Rao" ||
		got.Text("role") != "administrator" {
		t.Errorf("after the refusals the account is %s", got.Body)
	}
}

// A role counts from the next call on, in sessions that are open; who is removed is signed out,
// and neither the password nor the used invitation is a way back.
func TestTeam_RolesCountAtOnce(t *testing.T) {
	app := apitest.New(t, unlimited).Ready(t)
	admin := app.Staff(t)
	link := admin.Post("/api/admin/invitations", apitest.JSON{"email": "ravi@example.com"}).Want(http.StatusCreated).
		Text("link")
	account := apitest.JSON{
		"email": "ravi@example.com", "password": apitest.Password, "name": "Ravi Kumar",
		"invitation": tokenOf(t, link, "invitation"),
	}
	ravi := app.Anonymous(t)
	ravi.Post("/api/auth/register", account).Want(http.StatusCreated)
	id := ravi.Get("/api/auth/me").Want(http.StatusOK).Text("id")
	invite := func() *apitest.Response {
		return ravi.Post("/api/admin/invitations", apitest.JSON{"email": "friend@example.com"})
	}
	invite().Problem(http.StatusForbidden)
	admin.Put("/api/admin/users/"+id, apitest.JSON{"role": "administrator"}).Want(http.StatusOK)
	invite().Want(http.StatusCreated)
	admin.Put("/api/admin/users/"+id, apitest.JSON{"role": "author"}).Want(http.StatusOK)
	invite().Problem(http.StatusForbidden)
	ravi.Get("/api/articles").Want(http.StatusOK)
	admin.Delete("/api/admin/users/" + id).Want(http.StatusNoContent)
	ravi.Get("/api/auth/me").Problem(http.StatusUnauthorized)
	signIn(ravi, "ravi@example.com", apitest.Password).Problem(http.StatusUnauthorized)
	ravi.Post("/api/auth/register", account).Problem(http.StatusForbidden)
	if members := rows(t, admin.Get("/api/admin/users")); len(members) != 1 || members[0]["name"] != "Asha Rao" {
		t.Errorf("members: %v", members)
	}
}
