package ratelimit_test

import (
	"sync"
	"testing"
	"time"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/ratelimit"
	"academy/cms-api/internal/test/teststore"
)

// replica returns a limiter with a connection of its own.
func replica(t *testing.T, stores *teststore.Stores, now func() time.Time) *ratelimit.Limiter {
	t.Helper()
	return ratelimit.New(stores.Database(t, "limits"), now)
}

func TestAllow_CountsAcrossReplicas(t *testing.T) {
	now := time.Now()
	clock := func() time.Time { return now }
	stores := teststore.Start(t)
	replicas := []*ratelimit.Limiter{replica(t, stores, clock), replica(t, stores, clock)}
	limit := ratelimit.Limit{Count: 7, Window: time.Minute}

	var wg sync.WaitGroup
	results := make(chan error, 40)
	for i := range 40 {
		wg.Go(func() { results <- replicas[i%2].Allow(t.Context(), "sign-in", limit, "a@example.com") })
	}
	wg.Wait()
	close(results)
	allowed := 0
	for err := range results {
		switch {
		case err == nil:
			allowed++
		case !problem.Is(err, problem.TooMany):
			t.Errorf("unexpected: %v", err)
		}
	}
	if allowed != 7 {
		t.Errorf("%d of 40 were allowed, want 7", allowed)
	}
	if err := replicas[0].Allow(t.Context(), "sign-in", limit, "b@example.com"); err != nil {
		t.Errorf("another key: %v", err)
	}
	if err := replicas[0].Allow(t.Context(), "codes", limit, "a@example.com"); err != nil {
		t.Errorf("another limit: %v", err)
	}

	now = now.Add(time.Minute)
	if err := replicas[1].Allow(t.Context(), "sign-in", limit, "a@example.com"); err != nil {
		t.Errorf("after the window: %v", err)
	}
}

func TestLimit_Text(t *testing.T) {
	for text, want := range map[string]ratelimit.Limit{
		"30/1m": {Count: 30, Window: time.Minute}, "off": {}, " 3 / 24h ": {Count: 3, Window: 24 * time.Hour},
	} {
		var got ratelimit.Limit
		if err := got.UnmarshalText([]byte(text)); err != nil || got != want {
			t.Errorf("%q = %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "30", "0/1m", "-1/1m", "30/x", "30/25h", "30/1ms", "x/1m", "30/1m/2"} {
		var got ratelimit.Limit
		if err := got.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q was taken as %v", text, got)
		}
	}
}

func TestAddressKey(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.7": "192.0.2.7", "::ffff:192.0.2.7": "192.0.2.7", "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
		"x": "unknown", "": "unknown",
	} {
		if got := ratelimit.AddressKey(address); got != want {
			t.Errorf("AddressKey(%q) = %q, want %q", address, got, want)
		}
	}
}
