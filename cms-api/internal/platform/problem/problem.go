// Package problem is the one error type that services and stores return when
// they can say what went wrong. It knows nothing of HTTP: the server package
// maps a Kind to a status in one place (server/problem.go), and every other
// error becomes a 500 whose cause is logged and never sent.
package problem

import (
	"errors"
	"time"
)

// Kind says what sort of failure an Error is.
type Kind string

// The kinds and what they mean to a caller.
const (
	Malformed    Kind = "malformed"    // the request could not be read
	Unauthorized Kind = "unauthorized" // nobody is signed in
	Forbidden    Kind = "forbidden"    // somebody is, but may not
	NotFound     Kind = "not_found"    // there is no such thing, or none that the caller may see
	Conflict     Kind = "conflict"     // it collides with something that exists
	Gone         Kind = "gone"         // it existed and is no longer kept
	Stale        Kind = "stale"        // an If-Match named an old revision; Current has the newest
	TooLarge     Kind = "too_large"    // beyond a documented limit
	Unsupported  Kind = "unsupported"  // a content type that is not accepted
	Invalid      Kind = "invalid"      // readable but against a rule; Fields name the places
	TooMany      Kind = "too_many"     // a rate limit; RetryAfter says how long
	Unavailable  Kind = "unavailable"  // a store is down; RetryAfter says when to try again
	Failed       Kind = "failed"       // another service answered with a failure
)

// Field is one place in a request that is wrong. Location is a path such as
// "body.title"; Message says what would be right.
type Field struct {
	Location string
	Message  string
}

// Error is a failure that may be shown to the caller. Detail is a sentence a
// person can act on and holds no internals; the wrapped cause is for the log.
type Error struct {
	Kind       Kind
	Detail     string
	Fields     []Field
	Current    any
	RetryAfter time.Duration
	Cause      error
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

// Wrap returns an Error of a kind that carries a cause for the log.
func Wrap(kind Kind, cause error, detail string) *Error {
	return &Error{Kind: kind, Detail: detail, Cause: cause}
}

// Missing says that there is no such thing, for example Missing("article").
func Missing(what string) *Error {
	return New(NotFound, "There is no such "+what+".")
}

// InvalidField says that one place of the request breaks a rule.
func InvalidField(location, message string) *Error {
	return &Error{Kind: Invalid, Detail: message, Fields: []Field{{location, message}}}
}

// InvalidFields gathers several; it returns nil when there are none, so a
// service can collect and return.
func InvalidFields(fields []Field) error {
	switch len(fields) {
	case 0:
		return nil
	case 1:
		return InvalidField(fields[0].Location, fields[0].Message)
	}
	return &Error{Kind: Invalid, Detail: "Several fields need another look.", Fields: fields}
}

// StaleRevision says that a document was changed since the caller read it.
// current is the document as it is now.
func StaleRevision(what string, current any) *Error {
	return &Error{
		Kind:    Stale,
		Detail:  "Somebody else changed this " + what + " since you opened it.",
		Current: current,
	}
}

// StoreDown says that a store does not answer.
func StoreDown(cause error, what string) *Error {
	return &Error{
		Kind:       Unavailable,
		Detail:     "The " + what + " cannot be reached at the moment. Please try again shortly.",
		RetryAfter: 2 * time.Second,
		Cause:      cause,
	}
}

// StoreFull says that a store has no room, or cannot write for another reason.
func StoreFull(cause error, what string) *Error {
	return &Error{
		Kind:       Unavailable,
		Detail:     "The " + what + " cannot store anything at the moment: its disk is full or broken. Please tell whoever looks after it.",
		RetryAfter: 10 * time.Second,
		Cause:      cause,
	}
}

// Is reports whether err is, or wraps, an Error of the kind.
func Is(err error, kind Kind) bool {
	var e *Error
	return errors.As(err, &e) && e.Kind == kind
}
