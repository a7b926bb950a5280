// Package storage is what the packages share that keep documents in the database: the meaning of its
// errors, and documents as bytes.
package storage

import (
	"errors"
	"fmt"
	"slices"

	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/x/mongo/driver"
	"go.mongodb.org/mongo-driver/v2/x/mongo/driver/topology"

	"academy/cms-api/internal/platform/problem"
)

// IsMissing reports whether err says that no document matched.
func IsMissing(err error) bool { return errors.Is(err, mongo.ErrNoDocuments) }

// IsDuplicate reports whether err says that a unique index refused a document.
func IsDuplicate(err error) bool { return mongo.IsDuplicateKeyError(err) }

// Translate turns an error that means "the server does not answer", "it cannot at
// the moment" or "its disk is full" into a problem the caller can act on, and
// returns every other error as it is.
func Translate(err error) error {
	if err == nil {
		return nil
	}
	var known *problem.Error
	if errors.As(err, &known) {
		return err
	}
	var selection topology.ServerSelectionError
	var connection topology.ConnectionError
	// For calls that waited for a connection when another one's failed.
	var cleared driver.RetryablePoolError
	if mongo.IsNetworkError(err) || mongo.IsTimeout(err) || errors.Is(err, mongo.ErrClientDisconnected) ||
		errors.As(err, &selection) || errors.As(err, &connection) || errors.As(err, &cleared) || notNow(err) {
		return problem.StoreDown(err, "database")
	}
	if noRoom(err) {
		return problem.StoreFull(err, "database")
	}
	return err
}

// notServing are MongoDB's codes of a server that shuts down or is not the primary.
// Within seconds it, or another one, serves again.
var notServing = []int{
	91,    // it shuts down
	189,   // it steps down
	10107, // it is not the primary
	11600, // interrupted because it shuts down
	11602, // interrupted because its role changes
	13435, // it is not the primary and may not be read from
	13436, // it is neither primary nor secondary
}

// notNow reports whether the server answered that it does not serve at the moment.
// The label covers further codes: by it the server says that trying again may help.
func notNow(err error) bool {
	var server mongo.ServerError
	return hasCode(err, notServing) || errors.As(err, &server) && server.HasErrorLabel("RetryableWriteError")
}

// outOfDiskSpace is MongoDB's code for a disk without room.
const outOfDiskSpace = 14031

// noRoom reports whether the server could not write to its disk. FerretDB passes on
// SQLite's own message.
func noRoom(err error) bool {
	var server mongo.ServerError
	return errors.As(err, &server) && (server.HasErrorCode(outOfDiskSpace) ||
		server.HasErrorMessage("disk I/O error") || server.HasErrorMessage("database or disk is full"))
}

// MongoDB's codes. Servers that only speak its protocol use them too.
var (
	refusals = []int{
		9,     // not understood
		13,    // not authorized
		59,    // no such command
		115,   // a command that is not supported
		238,   // not implemented
		40324, // no such stage of a pipeline
		40573, // change streams only in replica sets
	}
	losses = []int{
		260, // a resume token that is none
		280, // the stream cannot be resumed
		286, // the history that the token points into is gone
	}
)

// Refuses reports whether the server does not let us, or does not know the command.
func Refuses(err error) bool { return hasCode(err, refusals) }

// Lost reports whether the stream cannot go on where it broke. The label covers further
// codes: an event that is too large is one.
func Lost(err error) bool {
	var server mongo.ServerError
	return hasCode(err, losses) || errors.As(err, &server) && server.HasErrorLabel("NonResumableChangeStreamError")
}

func hasCode(err error, codes []int) bool {
	var server mongo.ServerError
	return errors.As(err, &server) && slices.ContainsFunc(codes, server.HasErrorCode)
}

// Wrap says what was being done to what when an error came, and translates it.
func Wrap(doing, what string, err error) error {
	if err == nil {
		return nil
	}
	return Translate(fmt.Errorf("%s %s: %w", doing, what, err))
}

// MaxRounds is how often a write that others overtake begins again.
const MaxRounds = 30

// ErrBusy says that others write a document all the time.
var ErrBusy = errors.New("overtaken too often")

// Busy returns the problem of a document that others write all the time.
func Busy(what string) error {
	return problem.Wrap(problem.Conflict, ErrBusy,
		"This "+what+" is being changed by others right now. Please try again.")
}

// ErrLeaseLost says that another process may have the lease by now.
var ErrLeaseLost = errors.New("the lease was lost")
