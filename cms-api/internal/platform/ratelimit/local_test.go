package ratelimit_test

import (
	"fmt"
	"testing"
	"time"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/ratelimit"
)

func TestLocal_CountsByKeyInWindows(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	limit := ratelimit.NewLocal("test", ratelimit.Limit{Count: 2, Window: time.Minute}, func() time.Time { return now })
	refused := 0
	limit.Refused = func(string) { refused++ }
	allowed := func(key string) bool { return !problem.Is(limit.Allow(key), problem.TooMany) }
	for i, want := range []bool{true, true, false, false} {
		if got := allowed("a"); got != want {
			t.Errorf("try %d: %t", i, got)
		}
	}
	if !allowed("b") || refused != 2 {
		t.Errorf("somebody else is refused, or %d refusals were told", refused)
	}
	now = now.Add(time.Minute)
	if !allowed("a") {
		t.Error("the window never ends")
	}
	now = now.Add(-time.Hour)
	for i, want := range []bool{true, true, false} {
		if got := allowed("a"); got != want {
			t.Errorf("after the clock was set back, try %d: %t", i, got)
		}
	}
}

func TestLocal_HoldsLittleWhateverStrangersDo(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	limit := ratelimit.NewLocal("test", ratelimit.Limit{Count: 1, Window: time.Minute}, func() time.Time { return now })
	for i := range 120_000 {
		if err := limit.Allow(fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
	}
	if held := limit.Len(); held > 50_000 {
		t.Errorf("%d counters are held", held)
	}
}
