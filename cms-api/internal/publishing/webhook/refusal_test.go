package webhook

import (
	"net/http"
	"testing"
	"time"

	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
)

// An endpoint says when it wants to be told again, and is believed for an hour.
func TestHook_RetryAfter(t *testing.T) {
	f, clock := hooked(t)
	for header, c := range map[string]struct {
		code int
		wait time.Duration
	}{
		"90":    {http.StatusTooManyRequests, 90 * time.Second},
		"91":    {http.StatusServiceUnavailable, 91 * time.Second},
		"86400": {http.StatusServiceUnavailable, time.Hour},
		clock.Now().Add(2 * time.Minute).UTC().Format(http.TimeFormat): {http.StatusTooManyRequests, 2 * time.Minute},
		"1":    {http.StatusTooManyRequests, 10 * time.Second}, // its interval
		"soon": {http.StatusTooManyRequests, 10 * time.Second},
		"92":   {http.StatusInternalServerError, 10 * time.Second}, // nobody promises that there
	} {
		r := newReceiver(t)
		r.after = header
		r.answers(c.code)
		e := f.add("host "+header, r.URL, Standard)
		r.receives(f.first())
		d := f.untilStates(e.ID, stateFailing)[0]
		// The jitter of the pauses without a header is a fifth; a time has no fractions of seconds.
		if wait := d.NextTryAt.Sub(d.LastAttemptAt); wait <= c.wait-time.Second || wait > c.wait*6/5 ||
			c.wait > time.Minute && wait > c.wait {
			t.Errorf("%q with %d: it waits %s", header, c.code, wait)
		}
		if err := f.RemoveEndpoint(t.Context(), e.ID, documents.Write{}); err != nil {
			t.Fatal(err)
		}
	}
}

// What an endpoint asked for holds in the next process too, until somebody saves it.
func TestHook_RetryAfterOutlivesTheProcess(t *testing.T) {
	f, clock := hooked(t)
	r, other := newReceiver(t), newReceiver(t)
	r.after = "600"
	r.answers(http.StatusTooManyRequests)
	e, o := f.add("host", r.URL, Standard), f.add("other", other.URL, Standard)
	r.receives(f.first())
	other.receives(f.first())
	until := f.untilStates(e.ID, stateFailing)[0].LastAttemptAt.Add(10 * time.Minute)
	f.untilStates(o.ID, stateDelivered)
	f.stop()

	g := f.again(t)
	clock.Advance(5 * time.Minute)
	second := g.edit("second")
	other.receives(second) // which r would have been told by now, or be soon
	clock.Advance(6 * time.Minute)
	r.receives(second)
	if at := g.untilStates(e.ID, stateFailing, stateSuperseded)[0].LastAttemptAt; at.Before(until) {
		t.Errorf("it was told at %s and wanted to be left alone until %s", at, until)
	}

	r.answers(http.StatusOK)
	name := "host with room again"
	if _, err := g.UpdateEndpoint(t.Context(), e.ID, documents.Write{}, EndpointUpdate{Name: &name}); err != nil {
		t.Fatal(err)
	}
	clock.Advance(time.Minute)
	r.receives(second)
}

// An endpoint that is gone is left alone, by the next process too, until somebody
// saves it or it takes a message after all.
func TestHook_Gone(t *testing.T) {
	f, clock := hooked(t)
	r, other := newReceiver(t), newReceiver(t)
	r.answers(http.StatusGone)
	first := f.first()
	e := f.add("host", r.URL, Standard)
	o := f.add("other", other.URL, Standard)
	r.receives(first)
	other.receives(first)
	d := f.untilStates(e.ID, stateFailed)[0]
	if d.NextTryAt != nil || d.StatusCode != http.StatusGone ||
		d.Error != "it answered 410 Gone; it is told nothing more until the webhook is saved again" {
		t.Fatalf("recorded as %+v", d)
	}
	f.untilStates(o.ID, stateDelivered)
	clock.Advance(24 * time.Hour)
	second := f.edit("second")
	other.receives(second)
	f.untilStates(o.ID, stateDelivered, stateDelivered)
	f.stop()
	g := f.again(t)
	clock.Advance(24 * time.Hour)
	third := g.edit("third")
	other.receives(third)
	g.untilStates(o.ID, stateDelivered, stateDelivered, stateDelivered)
	g.untilStates(e.ID, stateFailed)
	if len(r.got) > 0 {
		t.Fatal("it was told again")
	}

	// Saved again, with nothing changed but its name, it is told at once.
	r.answers(http.StatusOK)
	name := "host that is back"
	if _, err := g.UpdateEndpoint(t.Context(), e.ID, documents.Write{}, EndpointUpdate{Name: &name}); err != nil {
		t.Fatal(err)
	}
	r.receives(third)
	g.untilStates(e.ID, stateDelivered, stateFailed)

	r.answers(http.StatusGone)
	clock.Advance(time.Minute)
	r.receives(g.edit("fourth"))
	g.untilStates(e.ID, stateFailed, stateDelivered, stateFailed)
	r.answers(http.StatusOK)
	clock.Advance(time.Second)
	if d, err := g.TestEndpoint(t.Context(), e.ID); err != nil || d.State != stateDelivered {
		t.Fatal(d, err)
	}
	r.receive()
	clock.Advance(time.Minute)
	r.receives(g.edit("fifth"))
	if _, err := g.TestEndpoint(t.Context(), "unknown"); !problem.Is(err, problem.NotFound) {
		t.Error(err)
	}
}

// The publisher comes with the product: it is tried again when it answers 410, or a proxy
// before it does.
func TestPublisher_IsNeverGone(t *testing.T) {
	f, clock := hooked(t)
	f.publisher.answers(http.StatusGone)
	f.Tell(ContentOf(f.opts.Snapshots))
	f.publisher.receives(f.first())
	f.until("the failure is noted", func() bool {
		state := f.PublisherState()
		return state.Pending && state.Failures == 1
	})
	f.publisher.answers(http.StatusAccepted)
	clock.Advance(time.Minute)
	f.publisher.receives(f.first())
	f.until("it has taken the message", func() bool { return !f.PublisherState().Pending })
}
