package publish

import (
	"errors"
	"os"
	"syscall"
	"testing"

	"academy/cms-api/internal/platform/problem"
)

func TestWhyReleasesAreRefused(t *testing.T) {
	for _, each := range []struct {
		err  error
		kind problem.Kind
	}{
		{problem.New(problem.Conflict, "Another release is live."), problem.Conflict},
		{&os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, problem.Full},
		{&os.PathError{Op: "write", Path: "x", Err: syscall.EROFS}, problem.Full},
	} {
		if err := storeFull(each.err); !problem.Is(err, each.kind) {
			t.Errorf("%v becomes %v", each.err, err)
		}
	}
	if other := errors.New("other"); storeFull(other) != other || storeFull(nil) != nil {
		t.Error("other errors are not as they were")
	}
}
