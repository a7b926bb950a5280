package publish

import (
	"fmt"
	"testing"

	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/test/teststore"
)

func TestRecordsAreBounded(t *testing.T) {
	ctx := t.Context()
	s := newStore(teststore.Start(t).Database(t, "publish"))
	var releases []any
	for i := range keepRecords + 20 {
		releases = append(releases, Published{Release: fmt.Sprintf("%04d", i)})
	}
	if _, err := s.releases.InsertMany(ctx, releases); err != nil {
		t.Fatal(err)
	}
	if err := s.trim(ctx); err != nil {
		t.Fatal(err)
	}
	left, _, err := s.releasesOf(ctx, "", nil, true, paging.Window{Limit: 2 * keepRecords})
	if err != nil || len(left) != keepRecords || left[len(left)-1].Release != "0020" {
		t.Fatalf("%d releases are left, error %v", len(left), err)
	}
}

// Who goes by a pin that another process has replaced since changes nothing.
func TestAPinIsWrittenOverTheOneThatWasRead(t *testing.T) {
	ctx := t.Context()
	s := newStore(teststore.Start(t).Database(t, "publish"))
	a, b, c := &pin{Token: "a"}, &pin{Token: "b"}, &pin{Token: "c"}
	for _, step := range []struct {
		what string
		do   func() error
		want *pin
		fail bool
	}{
		{"the first", func() error { return s.swapPin(ctx, nil, a) }, a, false},
		{"a first when there is one", func() error { return s.swapPin(ctx, nil, b) }, a, true},
		{"the next", func() error { return s.swapPin(ctx, a, b) }, b, false},
		{"over one that is gone", func() error { return s.swapPin(ctx, a, c) }, b, true},
		{"the end of one that is gone", func() error { return s.deletePin(ctx, "a") }, b, false},
		{"the end", func() error { return s.deletePin(ctx, "b") }, nil, false},
		{"over one that has ended", func() error { return s.swapPin(ctx, b, c) }, nil, true},
	} {
		if err := step.do(); problem.Is(err, problem.Conflict) != step.fail || err != nil && !step.fail {
			t.Errorf("%s: error %v", step.what, err)
		}
		found, err := s.pin(ctx)
		if err != nil || (found == nil) != (step.want == nil) || found != nil && found.Token != step.want.Token {
			t.Errorf("after %s the pin is %+v, error %v", step.what, found, err)
		}
	}
}
