package storage_test

import (
	"errors"
	"fmt"
	"testing"

	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/x/mongo/driver"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/storage"
)

// cleared is what the driver gives a call that waited for a connection when another
// one's failed; its own type is not exported.
type cleared struct{}

var _ driver.RetryablePoolError = cleared{}

func (cleared) Error() string   { return "connection pool was cleared because another operation failed" }
func (cleared) Retryable() bool { return true }

func TestTranslate_AClearedPoolIsUnavailable(t *testing.T) {
	got := storage.Translate(fmt.Errorf("store note: %w", cleared{}))
	var known *problem.Error
	if !errors.As(got, &known) || known.Kind != problem.Unavailable || known.RetryAfter <= 0 {
		t.Errorf("translated to %v", got)
	}
}

// As the embedded database and MongoDB say it when they cannot write.
func TestTranslate_AFullDiskIsUnavailable(t *testing.T) {
	for name, c := range map[string]struct {
		err         error
		unavailable bool
	}{
		"embedded": {
			mongo.CommandError{Code: 1, Message: "[collection.go:241 sqlite.(*collection).DeleteAll] disk I/O error (778)"},
			true,
		},
		"embedded, in a write": {
			mongo.WriteException{WriteErrors: mongo.WriteErrors{{Code: 1, Message: "database or disk is full (13)"}}}, true,
		},
		"MongoDB": {
			mongo.CommandError{
				Code: 14031, Name: "OutOfDiskSpace", Message: "available disk space of 12 bytes is less than required minimum",
			},
			true,
		},
		"something else":         {mongo.CommandError{Code: 1, Message: "unknown operator"}, false},
		"no error of the server": {errors.New("disk I/O error"), false},
	} {
		t.Run(name, func(t *testing.T) {
			got := storage.Translate(fmt.Errorf("store article: %w", c.err))
			if problem.Is(got, problem.Unavailable) != c.unavailable {
				t.Errorf("translated to %v", got)
			}
			var known *problem.Error
			if c.unavailable && (!errors.As(got, &known) || known.RetryAfter <= 0) {
				t.Errorf("it does not say when to come back: %+v", got)
			}
		})
	}
}
