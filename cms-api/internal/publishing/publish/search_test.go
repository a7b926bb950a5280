package publish

import (
	"testing"

	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/test/teststore"
)

// A release is found by what it changed and by who changed it, in whatever form that is typed.
func TestReleasesAreSearched(t *testing.T) {
	ctx := t.Context()
	s := newStore(teststore.Start(t).Database(t, "publish"))
	coffee := Published{Release: "1", By: "Asha"}
	coffee.Changes, coffee.Editors = []Change{{Title: "Caf\u00e9"}}, []string{"u1"}
	village := Published{Release: "2", By: "ರ\u0ccaಟ್ಟಿ", ChangedRoutes: []string{"/blog/x"}}
	if _, err := s.releases.InsertMany(ctx, []any{coffee, village}); err != nil {
		t.Fatal(err)
	}
	for q, want := range map[string]string{
		"CAFE\u0301": "1", "ರ\u0cc6\u0cc2": "2", "/BLOG/": "2", "asha": "1", "cafe": "1", "cafeteria": "", "someone": "",
	} {
		found, total, err := s.releasesOf(ctx, q, nil, true, paging.Window{Limit: 5})
		got := ""
		for _, each := range found {
			got += each.Release
		}
		if err != nil || got != want || total != len(want) {
			t.Errorf("%+q finds %q of %d, want %q, error %v", q, got, total, want, err)
		}
	}
	found, _, err := s.releasesOf(ctx, "someone", []string{"u1"}, true, paging.Window{Limit: 5})
	if err != nil || len(found) != 1 {
		t.Errorf("by an editor: %v, %v", found, err)
	}
	names := map[string]string{"u1": "Zoe\u0301 Rao", "u2": "Ravi"}
	if ids := called("ZO\u00c9", names); len(ids) != 1 || ids[0] != "u1" {
		t.Errorf("the accounts of that name are %v", ids)
	}
}
