package webhook

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
)

func TestDue(t *testing.T) {
	news, again := time.Unix(100, 0), time.Unix(200, 0)
	for name, c := range map[string]struct {
		due  Due
		at   time.Time
		tell bool
	}{
		"there is no content":           {Due{Told: "a"}, time.Time{}, false},
		"it shows the content":          {Due{Content: "a", Shown: "a", Told: "b"}, time.Time{}, false},
		"it was told nothing":           {Due{Content: "a"}, news, true},
		"the content has changed":       {Due{Content: "b", Shown: "a", Told: "a"}, news, true},
		"it has while a message waits":  {Due{Content: "b", Told: "a", Pending: true}, news, true},
		"the message waits":             {Due{Content: "a", Told: "a", Pending: true}, time.Time{}, false},
		"it has taken it, and is quiet": {Due{Content: "a", Shown: "b", Told: "a"}, again, true},
	} {
		c.due.News, c.due.Again = news, again
		if at, tell := c.due.Next(); tell != c.tell || !at.Equal(c.at) {
			t.Errorf("%s: %t at %s", name, tell, at)
		}
	}
}

func TestHook_IsToldSigned(t *testing.T) {
	f, clock := hooked(t)
	standard, plain := newReceiver(t), newReceiver(t)
	first := f.first()
	e := f.add("mirror", standard.URL+"/standard", Standard)
	f.add("host", plain.URL+"/build", BuildHook)

	verify := func(got received, secret string) {
		t.Helper()
		library, err := standardwebhooks.NewWebhook(secret)
		if err != nil {
			t.Fatal(err)
		}
		if err := library.Verify(got.body, got.header); err != nil {
			t.Fatalf("the receiver refuses it: %v", err)
		}
	}
	verify(standard.receives(first), e.Secret)
	got := plain.receive()
	if string(got.body) != "{}" || got.header.Get("Webhook-Signature") != "" || got.header.Get("Webhook-Id") != "" {
		t.Fatalf("a build hook was sent %s with %v", got.body, got.header)
	}
	d := f.untilStates(e.ID, stateDelivered)[0]
	if d.Endpoint != "mirror" || d.StatusCode != http.StatusNoContent || d.Attempts != 1 || d.NextTryAt != nil ||
		d.Error != "" || d.Type != typeChanged {
		t.Fatalf("recorded as %+v", d)
	}

	// For a day after it was changed both secrets verify.
	rotated, err := f.RotateSecret(t.Context(), e.ID, documents.Write{Expected: &e.Revision})
	if err != nil || rotated.Secret == e.Secret {
		t.Fatal(err)
	}
	second := f.edit("second")
	clock.Advance(10 * time.Second)
	got = standard.receives(second)
	verify(got, e.Secret)
	verify(got, rotated.Secret)
	f.untilStates(e.ID, stateDelivered, stateDelivered)
	clock.Advance(secretOverlap)
	got = standard.receives(f.edit("third"))
	if library, err := standardwebhooks.NewWebhook(e.Secret); err != nil ||
		library.VerifyIgnoringTimestamp(got.body, got.header) == nil {
		t.Fatalf("the old secret still counts: %v", err)
	}
	_, err = f.RotateSecret(t.Context(), e.ID, documents.Write{Expected: &e.Revision})
	if !problem.Is(err, problem.Stale) {
		t.Fatalf("a change that began from an old revision: %v", err)
	}
}

// What Tell asks for is told even if the publisher has taken it before.
func TestHook_TellsThePublisherAgain(t *testing.T) {
	f, _ := hooked(t)
	first := f.first()
	for range 2 {
		f.Tell(Content{Fingerprint: first})
		f.publisher.receives(first)
		f.until("it has taken the message", func() bool { return !f.PublisherState().Pending })
	}
}

// A stored endpoint is not the publisher, whatever its kind says.
func TestHook_OfAnUnknownKind(t *testing.T) {
	f, _ := hooked(t)
	r := newReceiver(t)
	first := f.first()
	f.add("host", r.URL, Kind("publisher"))
	r.receives(first)
	if len(f.publisher.got) != 0 {
		t.Fatal("the publisher was told")
	}
}

func TestHook_IsToldAtMostOnceInItsInterval(t *testing.T) {
	f, clock := hooked(t)
	r := newReceiver(t)
	first := f.first()
	e := f.add("host", r.URL, Standard)
	r.receives(first)
	f.untilStates(e.ID, stateDelivered)
	var last string
	for _, title := range []string{"a", "b", "c"} {
		last = f.edit(title)
	}
	f.until("the last change waits for the interval", func() bool { return clock.Waits(10 * time.Second) })
	if clock.Advance(9999*time.Millisecond) != 0 {
		t.Fatal("the endpoint is told before the interval is over")
	}
	clock.Advance(time.Millisecond)
	r.receives(last)
	// After quiet for longer than the interval nothing waits.
	f.untilStates(e.ID, stateDelivered, stateDelivered)
	clock.Advance(time.Minute)
	r.receives(f.edit("d"))
	f.untilStates(e.ID, stateDelivered, stateDelivered, stateDelivered)
	if len(r.got) != 0 {
		t.Fatalf("%d messages too many", len(r.got))
	}
}

func TestHook_HangsAlone(t *testing.T) {
	f, _ := hooked(t, func(timing *Timing, _ *Options) { timing.Timeout = 300 * time.Millisecond })
	release := make(chan struct{})
	hanging := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	t.Cleanup(func() { close(release); hanging.Close() })
	good := newReceiver(t)
	first := f.first()
	slow := f.add("slow", hanging.URL, BuildHook)
	f.add("good", good.URL, Standard)
	good.receives(first)
	second := f.edit("second")
	f.Tell(Content{Fingerprint: second})
	f.publisher.receives(second)
	d := f.untilStates(slow.ID, stateFailing)[0]
	if d.Error != "it did not answer in time" || d.StatusCode != 0 || d.NextTryAt == nil ||
		d.NextTryAt.Before(d.LastAttemptAt.Add(10*time.Second)) {
		t.Fatalf("recorded as %+v", d)
	}
}
