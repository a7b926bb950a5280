package httpapi

import (
	"context"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/problem"
)

func TestLargeBodies_FewAreInMemoryAtATime(t *testing.T) {
	files, ordinary := &huma.Operation{MaxBodyBytes: 32 << 20}, &huma.Operation{}
	large := newLargeBodies()
	ended, end := context.WithCancel(t.Context())
	end()
	var done func()
	for _, length := range []string{"1048577", "33554432", "", "999999999999999999999"} {
		var err error
		if done, err = large.admit(t.Context(), files, length); err != nil {
			t.Fatalf("%q is not admitted: %v", length, err)
		}
	}
	if _, err := large.admit(ended, files, "1048577"); !problem.Is(err, problem.Unavailable) {
		t.Errorf("one more is answered %v", err)
	}
	for op, length := range map[*huma.Operation]string{files: "1048576", ordinary: "1048577"} {
		if _, err := large.admit(ended, op, length); err != nil {
			t.Errorf("a small body waits for large ones: %v", err)
		}
	}
	done()
	if _, err := large.admit(t.Context(), files, "1048577"); err != nil {
		t.Errorf("one that has ended keeps its place: %v", err)
	}
}
