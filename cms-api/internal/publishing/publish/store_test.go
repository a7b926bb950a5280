package publish

import (
	"fmt"
	"testing"

	"academy/cms-api/internal/platform/paging"
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
