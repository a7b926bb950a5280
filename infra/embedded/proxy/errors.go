package proxy

import (
	"fmt"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// commandError is an error that a client is answered with, by MongoDB's code and name.
type commandError struct {
	code    int32
	name    string
	message string
}

func (e *commandError) Error() string { return fmt.Sprintf("%s (%d): %s", e.name, e.code, e.message) }

func (e *commandError) answer() bson.D {
	return bson.D{
		{Key: "ok", Value: 0.0}, {Key: "errmsg", Value: e.message},
		{Key: "code", Value: e.code}, {Key: "codeName", Value: e.name},
	}
}

const (
	codeNamespaceNotFound = 26
	codeDuplicateKey      = 11000
)

var (
	errTransaction = &commandError{
		20, "IllegalOperation", "Transaction numbers are only allowed on a replica set member or mongos",
	}
	errInvalidToken = &commandError{260, "InvalidResumeToken", "the resume token is not one of this server"}
	errAfterInvalid = &commandError{
		260, "InvalidResumeToken",
		"Attempting to resume a change stream using 'resumeAfter' is not allowed from an invalidate notification.",
	}
	errHistoryLost = &commandError{
		286, "ChangeStreamHistoryLost",
		"Resume of change stream was not possible, as the resume point may no longer be in the oplog.",
	}
	errNoReplication = &commandError{76, "NoReplicationEnabled", "not running with --replSet"}
)

func errNoCommand(name string) error {
	return &commandError{59, "CommandNotFound", fmt.Sprintf("no such command: '%s'", name)}
}

func errNotImplemented(what string) error {
	return &commandError{238, "NotImplemented", what + " is not implemented by the embedded database"}
}

func errBadValue(message string) error { return &commandError{2, "BadValue", message} }
