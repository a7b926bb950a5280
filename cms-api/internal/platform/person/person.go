// Package person says who somebody is to whoever keeps something of people, and what the keepers answer.
package person

import (
	"context"
	"strings"
	"time"

	"academy/cms-api/internal/platform/contact"
	"academy/cms-api/internal/platform/problem"
)

// Person is somebody by one address: either member is set, as it is stored.
type Person struct {
	Email string // in lower case
	Phone string // E.164
}

// Parse reads an address as the forms do. It returns an Invalid problem when it
// is neither an e-mail address nor a phone number.
func Parse(address string) (Person, error) {
	if strings.Contains(address, "@") {
		if email, ok := contact.Email(address); ok {
			return Person{Email: email}, nil
		}
	} else if phone, ok := contact.Phone(address); ok {
		return Person{Phone: phone}, nil
	}
	return Person{}, problem.InvalidField("body.address",
		"Give an e-mail address, or a phone number with its country code, such as +91 98765 43210.")
}

// String returns the address.
func (p Person) String() string { return p.Email + p.Phone }

// Place is where something of people is kept.
type Place struct {
	// Name is what it is called: "enrollments".
	Name string
	// Find returns everything of a person, never nil.
	Find func(context.Context, Person) ([]any, error)
	// Erase removes it and returns how much there was; nil where it stays.
	Erase func(context.Context, Person) (int, error)
	// Stays says why something stays and what to do about it.
	Stays string
	// EraseUpTo removes what came at a time or before, whoever it is of; nil where
	// time erases nothing.
	EraseUpTo func(context.Context, time.Time) (int, error)
}
