// Package auth keeps the accounts of staff and signs people in.
//
//	signin.go      registration, e-mail and password
//	phone.go       sign-in by a code that is sent to a phone
//	reset.go       a new password by a link that is sent by mail
//	session.go     sessions, which can be revoked; who a token belongs to
//	shared_read.go one look at a session for all calls that come at once
//	profile.go     what people change of their own account
//	team.go        what administrators change of others' accounts
//	invitation.go  invitations to make an account
//	factor.go      second factors, recovery codes, devices and the mails about them
//	totp.go        authenticator apps
//	passkey.go     passkeys
//	ticket.go      sign-ins that need a factor, and the confirmation of who is signed in
//	person.go      what is stored of one person, for package privacy
//
// password.go, token.go and cookies.go have the cryptography and the cookies.
package auth

import (
	"strings"
	"time"
	"unicode/utf8"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/contact"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/text"
)

// User is an account as its owner sees it.
type User struct {
	ID    string      `json:"id" doc:"Identifies the account." example:"665f1f77bcf86cd799439011"`
	Name  string      `json:"name" example:"Asha Rao"`
	Email string      `json:"email" doc:"Empty for accounts that sign in by phone." example:"asha@example.com"`
	Phone string      `json:"phone" doc:"E.164; empty when there is none." example:"+919876543210"`
	Role  access.Role `json:"role" enum:"administrator,author,editor,writer,counsellor" doc:"What it may do stands in permissions."`
	// Permissions are those of the role.
	Permissions []access.Permission `json:"permissions" nullable:"false" doc:"What the account may do." example:"content:read"`
	// FactorDueAt is set by Service.user alone.
	FactorDueAt *time.Time `json:"factor_due_at,omitempty" doc:"When the role needs a second factor and there is none: from then on only calls are open that add one."`
}

// account is a User as it is stored. An empty e-mail address or phone is omitted,
// so that it is not in the sparse unique index.
type account struct {
	revision.Document `bson:",inline"`
	Name              string      `bson:"name"`
	Email             string      `bson:"email,omitempty"`
	Phone             string      `bson:"phone,omitempty"`
	Role              access.Role `bson:"role"`
	PasswordHash      string      `bson:"password_hash,omitempty"`
	// Founder is true on at most one account, by a sparse unique index: of several
	// concurrent first registrations one succeeds.
	Founder *bool `bson:"founder,omitempty"`
	// Invitation is the id of the invitation that this account was made with. A sparse
	// unique index allows one account for each.
	Invitation string `bson:"invitation,omitempty"`
	// Generation is raised by a new password or phone and by signing out everywhere.
	// Sessions and reset links of an older generation are void: a single write ends all.
	Generation int       `bson:"generation"`
	CreatedAt  time.Time `bson:"created_at"`

	Factors factors `bson:"factors"`
	// FactorDueAt is when the account needs a second factor, if its role does; nil before it is reminded.
	FactorDueAt *time.Time `bson:"factor_due_at,omitempty"`
	// Devices are the latest browsers that signed in.
	Devices []device `bson:"devices,omitempty"`
}

func (a account) user() User {
	return User{ID: a.ID, Name: a.Name, Email: a.Email, Phone: a.Phone, Role: a.Role, Permissions: a.Role.Permissions()}
}

// Registration is the input of a new account.
type Registration struct {
	Email      string `json:"email" minLength:"1" maxLength:"254" format:"mailbox" example:"asha@example.com"`
	Password   string `json:"password" minLength:"1" maxLength:"1000" format:"password" doc:"At least 8 characters." example:"a long sentence of yours"`
	Name       string `json:"name" minLength:"1" maxLength:"120" example:"Asha Rao"`
	Invitation string `json:"invitation,omitempty" maxLength:"200" doc:"The token of the invitation's link. Only the first account needs none." example:"665f1f77bcf86cd799439011.SECRET"`
}

const (
	minPassword = 8
	maxPassword = 200
	maxName     = 120
)

// check normalises a registration. It returns an Invalid problem for a bad one.
func (r *Registration) check() error {
	r.Name = strings.TrimSpace(r.Name)
	bad := contact.SettleEmail(nil, "body.email", &r.Email)
	bad = checkName(bad, "body.name", r.Name)
	bad = checkPassword(bad, "body.password", r.Password)
	return problem.InvalidFields(bad)
}

func checkName(bad []problem.Field, location, name string) []problem.Field {
	bad = contact.CheckText(bad, location, name, "the name")
	if text.LongerThan(name, maxName) {
		bad = append(bad, problem.Field{Location: location, Message: "A name may have at most 120 characters."})
	}
	return bad
}

// checkPassword counts code points, as NIST SP 800-63B does, and not characters as readers see
// them: what makes a password hard to guess is how much of it there is.
func checkPassword(bad []problem.Field, location, password string) []problem.Field {
	if n := utf8.RuneCountInString(password); n < minPassword || n > maxPassword {
		bad = append(bad, problem.Field{
			Location: location, Message: "Choose a password of at least 8 characters (and at most 200).",
		})
	} else if isCommon(password) {
		bad = append(bad, problem.Field{
			Location: location, Message: "This is one of the most used passwords, which are tried first. Choose another one.",
		})
	}
	return bad
}
