// Package person describes what packages do that store data about people: find and
// erase what belongs to one person.
package person

import (
	"bytes"
	"context"
	"strings"
	"time"

	"academy/cms-api/internal/platform/contact"
	"academy/cms-api/internal/platform/problem"
)

// Person identifies somebody by one address: exactly one field is set, as it is stored.
type Person struct {
	Email string // in lower case
	Phone string // E.164
}

// Parse reads an e-mail address or a phone number. It returns an Invalid problem for
// anything else.
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

// NamedIn reports whether a text names the person. Phone numbers are written with spaces,
// hyphens and brackets, and without their country.
func (p Person) NamedIn(text []byte) bool {
	if p.Email != "" {
		return bytes.Contains(bytes.ToLower(text), []byte(p.Email))
	}
	const national = 10 // digits
	digits := bytes.Map(func(r rune) rune {
		if strings.ContainsRune(" -()\u00a0", r) {
			return -1
		}
		return r
	}, text)
	return bytes.Contains(digits, []byte(p.Phone[max(0, len(p.Phone)-national):]))
}

// Records returns records as a Source's Find does.
func Records[T any](records []T) []any {
	all := make([]any, len(records))
	for i, each := range records {
		all[i] = each
	}
	return all
}

// Source is a collection, or another store, with data about people.
type Source struct {
	// Name identifies the place, such as "enrollments".
	Name string
	// Find returns everything about a person. The result is never nil.
	Find func(context.Context, Person) ([]any, error)
	// Erase removes it and returns how many records there were. It is nil where they
	// stay.
	Erase func(context.Context, Person) (int, error)
	// Stays says, where Erase is nil, why the records stay and what to do about them.
	Stays string
	// EraseUpTo removes the records of everybody up to a time. It is nil where records
	// do not expire.
	EraseUpTo func(context.Context, time.Time) (int, error)
}
