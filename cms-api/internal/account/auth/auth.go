// Package auth is who may sign in, and how: accounts of staff, sessions that
// can be revoked, and the tokens that name them.
package auth

import (
	"strings"
	"time"
	"unicode/utf8"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/contact"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
)

// User is an account as its owner sees it.
type User struct {
	ID    string      `json:"id" doc:"Identifies the account." example:"665f1f77bcf86cd799439011"`
	Name  string      `json:"name" example:"Asha Rao"`
	Email string      `json:"email" doc:"Empty for accounts that sign in by phone." example:"asha@example.com"`
	Phone string      `json:"phone" doc:"E.164; empty when there is none." example:"+919876543210"`
	Role  access.Role `json:"role" enum:"administrator,author" doc:"Administrators also manage the team."`
}

// account is a User as it is stored. Email and phone are absent, not empty,
// when there is none, so that their sparse unique indexes leave them out.
type account struct {
	revision.Document `bson:",inline"`
	Name              string      `bson:"name"`
	Email             string      `bson:"email,omitempty"`
	Phone             string      `bson:"phone,omitempty"`
	Role              access.Role `bson:"role"`
	PasswordHash      string      `bson:"password_hash,omitempty"`
	// Founder is true on at most one account (a sparse unique index sees to
	// it): of several first registrations at once, one succeeds.
	Founder *bool `bson:"founder,omitempty"`
	// Invitation is the one this account came from. A sparse unique index lets
	// each make one account, however often it is accepted at once.
	Invitation string `bson:"invitation,omitempty"`
	// Generation is raised by a new password and by signing out everywhere.
	// Sessions and reset links of an older one are void: a single write ends all.
	Generation int       `bson:"generation"`
	CreatedAt  time.Time `bson:"created_at"`
}

func (a account) user() User {
	return User{ID: a.ID, Name: a.Name, Email: a.Email, Phone: a.Phone, Role: a.Role}
}

// Registration is what a new account is made of.
type Registration struct {
	Email, Password, Name string
	// Invitation is the token of an invitation's link; the first account has none.
	Invitation string
}

const (
	minPassword = 8
	maxPassword = 200
	maxName     = 120
)

// check normalises a registration and returns an Invalid problem for what is
// wrong with it.
func (r *Registration) check() error {
	r.Name = strings.TrimSpace(r.Name)
	bad := contact.CheckEmail(nil, "body.email", r.Email)
	bad = checkName(bad, "body.name", r.Name)
	bad = checkPassword(bad, "body.password", r.Password)
	r.Email, _ = contact.Email(r.Email)
	return problem.InvalidFields(bad)
}

func checkName(bad []problem.Field, location, name string) []problem.Field {
	bad = contact.CheckText(bad, location, name, "the name")
	if utf8.RuneCountInString(name) > maxName {
		bad = append(bad, problem.Field{Location: location, Message: "A name may have at most 120 characters."})
	}
	return bad
}

func checkPassword(bad []problem.Field, location, password string) []problem.Field {
	if n := utf8.RuneCountInString(password); n < minPassword || n > maxPassword {
		bad = append(bad, problem.Field{Location: location, Message: "Choose a password of at least 8 characters (and at most 200)."})
	}
	return bad
}
