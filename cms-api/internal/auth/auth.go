// Package auth is who may sign in, and how: accounts of staff, sessions that
// can be revoked, and the tokens that name them.
package auth

import (
	"strings"
	"time"
	"unicode/utf8"

	"academy/cms-api/internal/access"
	"academy/cms-api/internal/contact"
	"academy/cms-api/internal/problem"
	"academy/cms-api/internal/revision"
)

// User is an account as its owner sees it.
type User struct {
	ID    string      `json:"id" doc:"Identifies the account."`
	Name  string      `json:"name" example:"Asha Rao"`
	Email string      `json:"email" doc:"Empty for accounts that sign in by phone." example:"asha@example.com"`
	Phone string      `json:"phone" doc:"E.164; empty when there is none."`
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
	Founder   *bool     `bson:"founder,omitempty"`
	CreatedAt time.Time `bson:"created_at"`
}

func (a account) user() User {
	return User{ID: a.ID, Name: a.Name, Email: a.Email, Phone: a.Phone, Role: a.Role}
}

// session is one sign-in. Deleting it ends it at once, on every replica.
type session struct {
	revision.Document `bson:",inline"`
	UserID            string    `bson:"user_id"`
	UserAgent         string    `bson:"user_agent"`
	CreatedAt         time.Time `bson:"created_at"`
	ExpiresAt         time.Time `bson:"expires_at"`
}

// Registration is what a new account is made of.
type Registration struct {
	Email, Password, Name string
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
	bad = contact.CheckText(bad, "body.name", r.Name, "your name")
	if utf8.RuneCountInString(r.Name) > maxName {
		bad = append(bad, problem.Field{Location: "body.name", Message: "A name may have at most 120 characters."})
	}
	if n := utf8.RuneCountInString(r.Password); n < minPassword || n > maxPassword {
		bad = append(bad, problem.Field{Location: "body.password", Message: "Choose a password of at least 8 characters (and at most 200)."})
	}
	r.Email, _ = contact.Email(r.Email)
	return problem.InvalidFields(bad)
}
