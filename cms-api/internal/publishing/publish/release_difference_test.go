package publish

import (
	"fmt"
	"testing"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/test/teststore"
)

// However many releases lie between, one that never was is missing, and one that is
// too far away to know the changes is not.
func TestDifference_OfAReleaseThatIsFarAway(t *testing.T) {
	f := fixtureOn(t, teststore.Start(t), t.TempDir(), newPublisher(t), nil)
	live := f.publisher.build(f.releases, f.edit("live"), false)
	f.untilState(Live)
	var between []any
	for i := range maxBetween + 5 {
		between = append(between, Published{Release: fmt.Sprintf("20260101T000000000Z-%08x", i+1)})
	}
	if _, err := f.store.releases.InsertMany(t.Context(), between); err != nil {
		t.Fatal(err)
	}
	if d, err := f.Difference(t.Context(), "20260101T000000000Z-00000001"); err != nil || d.Way != Unrelated {
		t.Errorf("%+v, %v", d, err)
	}
	for _, never := range []string{"20260101T000000000Z-00000000", live + "0"} {
		if _, err := f.Difference(t.Context(), never); !problem.Is(err, problem.NotFound) {
			t.Errorf("%s: %v", never, err)
		}
	}
}
