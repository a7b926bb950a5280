package webhook

import (
	"context"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/test/manualclock"
	"academy/cms-api/internal/test/teststore"
)

func TestHook_TriesLaterAndLaterWithTheNewestContent(t *testing.T) {
	f, clock := hooked(t)
	r := newReceiver(t)
	r.answers(http.StatusInternalServerError)
	first := f.first()
	e := f.add("host", r.URL, Standard)
	id := r.receives(first).header.Get("Webhook-Id")
	wait := 10 * time.Second
	for tries := 1; tries < 4; tries++ {
		d := f.untilStates(e.ID, stateFailing)[0]
		f.until("the try is recorded", func() bool {
			d = f.untilStates(e.ID, stateFailing)[0]
			return d.Attempts == tries
		})
		if next := d.NextTryAt.Sub(d.LastAttemptAt); next < wait || next > wait*6/5+time.Millisecond {
			t.Fatalf("after %d tries it waits %s", tries, next)
		}
		if d.Error != "it answered 500 Internal Server Error" || d.StatusCode != http.StatusInternalServerError ||
			d.ID != id {
			t.Fatalf("recorded as %+v", d)
		}
		f.until("the next try is waited for", func() bool { return clock.Waits(wait * 6 / 5) })
		if clock.Advance(wait-time.Millisecond) != 0 {
			t.Fatal("it is tried again too soon")
		}
		clock.Advance(wait/5 + time.Millisecond)
		if got := r.receives(first).header.Get("Webhook-Id"); got != id {
			t.Fatalf("tried again as %s, was %s", got, id)
		}
		wait *= 2
	}
	// Newer content goes with the next try, which is not earlier for that.
	f.until("the last try is recorded", func() bool { return f.untilStates(e.ID, stateFailing)[0].Attempts == 4 })
	second := f.edit("second")
	r.answers(http.StatusOK)
	f.until("the next try is waited for", func() bool { return clock.Waits(wait * 6 / 5) })
	if clock.Advance(wait-time.Millisecond) != 0 {
		t.Fatal("a change makes an endpoint that fails be called sooner")
	}
	clock.Advance(wait / 5 * 2)
	if got := r.receives(second).header.Get("Webhook-Id"); got == id {
		t.Fatal("other content went under the same id")
	}
	log := f.untilStates(e.ID, stateDelivered, stateSuperseded)
	if log[0].Attempts != 1 || log[1].Attempts != 4 || log[1].NextTryAt != nil {
		t.Fatalf("recorded as %+v", log)
	}
}

// What the process knew goes with it; what was not told yet is told by the next.
func TestHook_RestartConverges(t *testing.T) {
	f, clock := hooked(t)
	done, failing := newReceiver(t), newReceiver(t)
	failing.answers(http.StatusServiceUnavailable)
	first := f.first()
	a, b := f.add("done", done.URL, Standard), f.add("failing", failing.URL, Standard)
	done.receives(first)
	failing.receives(first)
	f.untilStates(a.ID, stateDelivered)
	f.untilStates(b.ID, stateFailing)
	f.stop()

	clock.Advance(time.Minute)
	failing.answers(http.StatusOK)
	g := f.again(t)
	failing.receives(first)
	g.untilStates(b.ID, stateDelivered, stateSuperseded)
	// The one that had taken it is only told of what is new.
	second := g.edit("second")
	done.receives(second)
	g.untilStates(a.ID, stateDelivered, stateDelivered)
	g.stop()

	// A change while no process runs is told as well.
	clock.Advance(time.Minute)
	g.content.set("third")
	h := g.again(t)
	third := h.first()
	done.receives(third)
	failing.receives(third)
}

func TestHook_FollowsItsEndpoint(t *testing.T) {
	f, clock := hooked(t)
	bad, good := newReceiver(t), newReceiver(t)
	bad.answers(http.StatusNotFound)
	first := f.first()
	e := f.add("host", bad.URL, Standard)
	bad.receives(first)
	f.untilStates(e.ID, stateFailing)

	// The address is mended while the endpoint waits for its next try.
	update := func(update EndpointUpdate) {
		t.Helper()
		if _, err := f.UpdateEndpoint(t.Context(), e.ID, documents.Write{}, update); err != nil {
			t.Fatal(err)
		}
	}
	update(EndpointUpdate{URL: &good.URL})
	good.receives(first)
	f.untilStates(e.ID, stateDelivered, stateSuperseded)

	// Switched off it is not told, and switched on it learns what it has missed.
	off, on := false, true
	update(EndpointUpdate{Active: &off})
	second := f.edit("second")
	clock.Advance(time.Minute)
	name := "renamed"
	update(EndpointUpdate{Name: &name})
	if len(good.got) != 0 {
		t.Fatal("an endpoint that is switched off was told")
	}
	update(EndpointUpdate{Active: &on})
	good.receives(second)
	if d := f.untilStates(e.ID, stateDelivered, stateDelivered, stateSuperseded)[0]; d.Endpoint != name {
		t.Fatalf("recorded as %+v", d)
	}

	// A shorter interval counts at once.
	interval := 1
	update(EndpointUpdate{IntervalSeconds: &interval})
	good.answers(http.StatusBadGateway)
	clock.Advance(time.Second)
	third := f.edit("third")
	good.receives(third)
	f.untilStates(e.ID, stateFailing, stateDelivered, stateDelivered, stateSuperseded)

	// Deleted while it is tried again.
	if err := f.RemoveEndpoint(t.Context(), e.ID, documents.Write{}); err != nil {
		t.Fatal(err)
	}
	last := f.untilStates(e.ID, stateSuperseded, stateDelivered, stateDelivered, stateSuperseded)[0]
	f.until("nothing is kept of it", func() bool {
		kept, err := f.store.cursors.CountDocuments(t.Context(), struct{}{})
		return err == nil && kept == 0
	})
	clock.Advance(time.Minute)
	f.edit("fourth")
	if len(good.got) != 0 || len(bad.got) != 0 {
		t.Fatal("a deleted endpoint was told")
	}
	if _, err := f.Redeliver(t.Context(), last.ID); !problem.Is(err, problem.Conflict) {
		t.Fatalf("sending to a deleted endpoint again: %v", err)
	}
}

func TestRedeliver_ToAnEndpoint(t *testing.T) {
	f, clock := hooked(t)
	r := newReceiver(t)
	r.answers(http.StatusInternalServerError)
	first := f.first()
	e := f.add("host", r.URL, Standard)
	id := r.receives(first).header.Get("Webhook-Id")
	f.untilStates(e.ID, stateFailing)

	// In vain: the message is tried again as it would have been anyway.
	clock.Advance(time.Second)
	d, err := f.Redeliver(t.Context(), id)
	if err != nil || d.State != stateFailing || d.Attempts != 2 || d.NextTryAt == nil ||
		d.StatusCode != http.StatusInternalServerError {
		t.Fatalf("%+v, %v", d, err)
	}
	r.receives(first)

	r.answers(http.StatusOK)
	clock.Advance(time.Second)
	d, err = f.Redeliver(t.Context(), id)
	if err != nil || d.State != stateDelivered || d.Attempts != 3 || d.NextTryAt != nil || d.ID != id {
		t.Fatalf("%+v, %v", d, err)
	}
	if got := r.receives(first); got.header.Get("Webhook-Id") != id || !got.Force {
		t.Fatalf("received %+v", got)
	}
	f.until("nothing waits any more", func() bool { return !clock.Waits(time.Hour) })
	clock.Advance(time.Hour)
	r.receives(f.edit("second"))
	f.untilStates(e.ID, stateDelivered, stateDelivered)

	// A test goes to an endpoint that is switched off, too, and fails for itself.
	off := false
	if _, err := f.UpdateEndpoint(t.Context(), e.ID, documents.Write{}, EndpointUpdate{Active: &off}); err != nil {
		t.Fatal(err)
	}
	r.answers(http.StatusTeapot)
	d, err = f.TestEndpoint(t.Context(), e.ID)
	if err != nil || d.State != stateFailed || d.StatusCode != http.StatusTeapot || d.NextTryAt != nil {
		t.Fatalf("%+v, %v", d, err)
	}
	r.receive()
	endpoints, err := f.Endpoints(t.Context())
	if err != nil || len(endpoints) != 1 || endpoints[0].LastDelivery == nil || endpoints[0].LastDelivery.ID != d.ID {
		t.Fatalf("%+v, %v", endpoints, err)
	}
	if _, err := f.TestEndpoint(t.Context(), "unknown"); !problem.Is(err, problem.NotFound) {
		t.Fatal(err)
	}
}

// Whoever stores an endpoint, the process with the lease tells it, and the next
// one that gets the lease knows what it was told.
func TestHook_OneReplicaTells(t *testing.T) {
	stores, content, clock := teststore.Start(t), &part{title: "first"}, manualclock.New()
	a := start(t, stores, content, clock)
	first := a.first()
	a.until("a leads", a.leads)
	b := start(t, stores, content, clock)
	r := newReceiver(t)
	e := b.add("host", r.URL, Standard)
	r.receives(first)
	a.untilStates(e.ID, stateDelivered)
	a.stop()
	b.until("b leads", b.leads)
	clock.Advance(time.Minute)
	r.receives(b.edit("second"))
	b.untilStates(e.ID, stateDelivered, stateDelivered)
}

func TestEndpoints_WhereTheyMayBe(t *testing.T) {
	strict, _ := hooked(t, func(_ *Timing, o *Options) {
		o.PrivateTargets = false
		o.Resolver = &net.Resolver{
			PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) { return nil, net.ErrClosed },
		}
	})
	loose := &Service{opts: Options{PrivateTargets: true}}
	for address, want := range map[string]struct{ strict, loose bool }{
		"https://build.example.com/hook":           {true, true},
		"https://build.example.com:8443/hook?t=1":  {true, true},
		"HTTPS://BUILD.EXAMPLE.COM":                {true, true},
		"https://93.184.215.14/":                   {true, true},
		"http://build.example.com/":                {false, true}, // where it leads is seen when it is called
		"http://93.184.215.14/":                    {false, false},
		"http://127.0.0.1:8080/":                   {false, true},
		"https://127.0.0.1/":                       {false, true},
		"https://localhost/":                       {false, true},
		"https://LOCALHOST./":                      {false, true},
		"https://[::1]/":                           {false, true},
		"https://[::ffff:10.0.0.1]/":               {false, true},
		"https://10.1.2.3/":                        {false, true},
		"https://169.254.169.254/latest/meta-data": {false, false},
		"http://[fe80::1]/":                        {false, false},
		"https://0.0.0.0/":                         {false, false},
		"https://user:word@build.example.com/":     {false, false},
		"ftp://build.example.com/":                 {false, false},
		"javascript:alert(1)":                      {false, false},
		"file:///etc/passwd":                       {false, false},
		"//build.example.com/":                     {false, false},
		"/hook":                                    {false, false},
		"https://":                                 {false, false},
		"https:/build.example.com":                 {false, false},
		"https://build example.com/":               {false, false},
		"gopher://127.0.0.1:25/":                   {false, false},
	} {
		if words := strict.refuseURL(address); (words == "") != want.strict {
			t.Errorf("by default %s: %q", address, words)
		}
		if words := loose.refuseURL(address); (words == "") != want.loose {
			t.Errorf("with private targets %s: %q", address, words)
		}
	}

	// One that was stored while the configuration allowed it is not called.
	r := newReceiver(t)
	e := Endpoint{Name: "stored before", URL: r.URL, Kind: Standard, Active: true, IntervalSeconds: 10, Secret: testSecret}
	if _, err := strict.store.endpoints.Insert(t.Context(), documents.Write{}, &e); err != nil {
		t.Fatal(err)
	}
	d := strict.untilStates(e.ID, stateFailing)[0]
	if !strings.Contains(d.Error, "WEBHOOK_PRIVATE_TARGETS") || len(r.got) != 0 {
		t.Fatalf("recorded as %+v", d)
	}
}
