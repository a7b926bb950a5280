// Package problem has the error type of failures that are shown to callers. It does not
// depend on HTTP: package httpapi maps a Kind to a status in one place
// (httpapi/problem.go). Every other error becomes a 500, whose cause is logged and never
// sent.
package problem

import (
	"errors"
	"time"
)

// Kind is the category of an Error.
type Kind string

// The kinds of errors.
const (
	Malformed    Kind = "malformed"    // the request could not be read
	Unauthorized Kind = "unauthorized" // nobody is signed in
	Forbidden    Kind = "forbidden"    // the caller is signed in, but does not have the permission
	NotFound     Kind = "not_found"    // it does not exist, or the caller may not see it
	Conflict     Kind = "conflict"     // it collides with something that exists
	Gone         Kind = "gone"         // it existed and is no longer kept
	Stale        Kind = "stale"        // an If-Match named an old revision; Current has the newest
	TooLarge     Kind = "too_large"    // beyond a documented limit
	Unsupported  Kind = "unsupported"  // a content type that is not accepted
	Invalid      Kind = "invalid"      // the request can be read but breaks a rule; Fields say where
	TooMany      Kind = "too_many"     // a rate limit; RetryAfter says how long
	Unavailable  Kind = "unavailable"  // a store is down; RetryAfter says when to try again
	Failed       Kind = "failed"       // another service answered with a failure
	Full         Kind = "full"         // there is no space for it
	WorkNeeded   Kind = "work"         // a form is held back until its sender has done Work
)

// Type tells apart failures of one kind that a program answers in its own way.
type Type string

// The types of errors.
const (
	Confirm Type = "confirm" // who is signed in has to confirm who they are
	Factor  Type = "factor"  // who is signed in has to add a second factor first
	Work    Type = "work"    // the sender of a form has to do some work first
)

// Field is an invalid value of a request. Location is a path such as "body.title";
// Message says what would be valid.
type Field struct {
	Location string
	Message  string
}

// Error is a failure that is shown to the caller. Detail is a sentence that a person
// can act on, without internals; Cause is for the log.
type Error struct {
	Kind       Kind
	Type       Type // "": the kind says it all
	Detail     string
	Fields     []Field
	Current    any
	Last       any // of a Stale one, where it is known: the save that made Current
	RetryAfter time.Duration
	Cause      error
	// Live, Held and Missing say why a release is not made; see package publish.
	Live    any
	Held    bool
	Missing []string
	Uses    any // of a Conflict, where uses are the reason: all of them
	Work    any // of WorkNeeded
}

// Error returns the detail, followed by the cause when there is one.
func (e *Error) Error() string {
	if e.Cause != nil {
		return e.Detail + ": " + e.Cause.Error()
	}
	return e.Detail
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// New returns an Error of a kind.
func New(kind Kind, detail string) *Error {
	return &Error{Kind: kind, Detail: detail}
}

// Wrap returns an Error of a kind with a cause for the log.
func Wrap(kind Kind, cause error, detail string) *Error {
	return &Error{Kind: kind, Detail: detail, Cause: cause}
}

// Missing returns a NotFound error for something, for example Missing("article").
func Missing(what string) *Error {
	return New(NotFound, "There is no such "+what+".")
}

// InvalidField returns an Invalid error for one value of the request.
func InvalidField(location, message string) *Error {
	return &Error{Kind: Invalid, Detail: message, Fields: []Field{{location, message}}}
}

// InvalidFields returns an Invalid error for several values, or nil when there are
// none.
func InvalidFields(fields []Field) error {
	switch len(fields) {
	case 0:
		return nil
	case 1:
		return InvalidField(fields[0].Location, fields[0].Message)
	}
	return &Error{Kind: Invalid, Detail: "Several fields need another look.", Fields: fields}
}

// StaleRevision returns a Stale error for a document that was changed since the caller
// read it. current is the document as it is now.
func StaleRevision(what string, current any) *Error {
	return &Error{
		Kind:    Stale,
		Detail:  "Somebody else changed this " + what + " since you opened it.",
		Current: current,
	}
}

// StoreDown returns an Unavailable error for a store that does not answer.
func StoreDown(cause error, what string) *Error {
	return &Error{
		Kind:       Unavailable,
		Detail:     "The " + what + " cannot be reached at the moment. Please try again shortly.",
		RetryAfter: 2 * time.Second,
		Cause:      cause,
	}
}

// StoreFull returns an Unavailable error for a store that has no space or cannot write.
func StoreFull(cause error, what string) *Error {
	return &Error{
		Kind:       Unavailable,
		Detail:     "The " + what + " cannot store anything at the moment: its disk is full or broken. Please tell whoever looks after it.",
		RetryAfter: 10 * time.Second,
		Cause:      cause,
	}
}

// Replace returns other when err is, or wraps, an Error of the kind, and err otherwise.
func Replace(err error, kind Kind, other error) error {
	if Is(err, kind) {
		return other
	}
	return err
}

// Is reports whether err is, or wraps, an Error of the kind.
func Is(err error, kind Kind) bool {
	var e *Error
	return errors.As(err, &e) && e.Kind == kind
}
