package publish

import (
	"errors"
	"os"
	"syscall"
	"testing"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/publishing/release"
)

func TestWhyReleasesAreRefused(t *testing.T) {
	for _, each := range []struct {
		err  error
		kind problem.Kind
	}{
		{&release.MovedError{Live: &release.Manifest{}}, problem.Conflict},
		{&release.MissingError{Files: []string{"x"}}, problem.Invalid},
		{&release.InvalidError{Place: "body.routes", Reason: "no"}, problem.Invalid},
		{release.ErrOtherHash, problem.Invalid},
		{&os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, problem.Full},
		{&os.PathError{Op: "write", Path: "x", Err: syscall.EROFS}, problem.Full},
	} {
		if err := refusal(each.err); !problem.Is(err, each.kind) {
			t.Errorf("%v becomes %v", each.err, err)
		}
	}
	if other := errors.New("other"); refusal(other) != other || refusal(nil) != nil {
		t.Error("other errors are not as they were")
	}
}
