package publish

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/test/teststore"
)

// manualClock stands until a test moves it.
type manualClock struct {
	mu     sync.Mutex
	now    time.Time
	next   int
	alarms map[int]alarm
}

type alarm struct {
	at time.Time
	do func()
}

func newManualClock() *manualClock {
	return &manualClock{now: time.Now().Truncate(time.Millisecond), alarms: map[int]alarm{}}
}

func (c *manualClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *manualClock) AfterFunc(d time.Duration, f func()) (stop func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next++
	id := c.next
	c.alarms[id] = alarm{c.now.Add(d), f}
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.alarms, id)
	}
}

// advance moves the clock, and returns how many alarms went off.
func (c *manualClock) advance(by time.Duration) int {
	c.mu.Lock()
	c.now = c.now.Add(by)
	var due []func()
	for id, each := range c.alarms {
		if !each.at.After(c.now) {
			due = append(due, each.do)
			delete(c.alarms, id)
		}
	}
	c.mu.Unlock()
	for _, do := range due {
		do()
	}
	return len(due)
}

// waits reports whether somebody has an alarm set for exactly that long from now.
func (c *manualClock) waits(within time.Duration) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, each := range c.alarms {
		if wait := each.at.Sub(c.now); wait > 0 && wait <= within {
			return true
		}
	}
	return false
}

// hooked starts a service whose webhooks may call this machine, on a clock that
// stands.
func hooked(t *testing.T, edits ...func(*timing)) (*fixture, *manualClock) {
	t.Helper()
	clock := newManualClock()
	db := teststore.Start(t).Database(t, "publish")
	change := func(timing *timing) {
		lenient(timing)
		for _, edit := range edits {
			edit(timing)
		}
	}
	return fixtureOn(t, db, t.TempDir(), newPublisher(t), change, onClock(clock)), clock
}

// lenient waits for endpoints on a busy machine.
func lenient(timing *timing) {
	patient(timing)
	timing.sendTimeout = 20 * time.Second
}

func onClock(clock *manualClock) func(*Options) {
	return func(o *Options) { o.PrivateTargets, o.Clock = true, clock }
}

// again starts the process anew: same database and content, other memory.
func (f *fixture) again(t *testing.T, clock *manualClock) *fixture {
	t.Helper()
	return fixtureWith(t, f.content, f.opts.DB, f.releases, f.publisher, lenient, onClock(clock))
}

func (f *fixture) add(name, url string, kind Kind) EndpointWithSecret {
	f.t.Helper()
	e, err := f.AddEndpoint(context.Background(), Endpoint{Name: name, URL: url, Kind: kind, Active: true, IntervalSeconds: 10})
	if err != nil {
		f.t.Fatal(err)
	}
	return e
}

// first returns the fingerprint of the content that the process began with.
func (f *fixture) first() string {
	f.t.Helper()
	f.until("the content is loaded", f.opts.Snapshots.Ready)
	fingerprint, _ := f.Service.content()
	return fingerprint
}

// untilStates waits until the newest deliveries to an endpoint are in these
// states, the newest first.
func (f *fixture) untilStates(endpoint string, states ...string) []Delivery {
	f.t.Helper()
	var found []Delivery
	f.until("the deliveries are "+endpoint, func() bool {
		var err error
		found, err = f.logOf(endpoint, 100)
		return err == nil && slices.EqualFunc(found, states, func(d Delivery, state string) bool { return d.State == state })
	})
	return found
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
	d := f.untilStates(e.ID, deliveryDelivered)[0]
	if d.Endpoint != "mirror" || d.StatusCode != http.StatusNoContent || d.Attempts != 1 || d.NextTryAt != nil || d.Error != "" || d.Type != typeChanged {
		t.Fatalf("recorded as %+v", d)
	}

	// For a day after it was changed both secrets verify.
	rotated, err := f.RotateSecret(t.Context(), e.ID, &e.Revision)
	if err != nil || rotated.Secret == e.Secret {
		t.Fatal(err)
	}
	second := f.edit("second")
	clock.advance(10 * time.Second)
	got = standard.receives(second)
	verify(got, e.Secret)
	verify(got, rotated.Secret)
	f.untilStates(e.ID, deliveryDelivered, deliveryDelivered)
	clock.advance(secretOverlap)
	got = standard.receives(f.edit("third"))
	if library, err := standardwebhooks.NewWebhook(e.Secret); err != nil || library.VerifyIgnoringTimestamp(got.body, got.header) == nil {
		t.Fatalf("the old secret still counts: %v", err)
	}
	if _, err := f.RotateSecret(t.Context(), e.ID, &e.Revision); !problem.Is(err, problem.Stale) {
		t.Fatalf("a change that began from an old revision: %v", err)
	}
}

func TestHook_IsToldAtMostOnceInItsInterval(t *testing.T) {
	f, clock := hooked(t)
	r := newReceiver(t)
	first := f.first()
	e := f.add("host", r.URL, Standard)
	r.receives(first)
	f.untilStates(e.ID, deliveryDelivered)
	var last string
	for _, title := range []string{"a", "b", "c"} {
		last = f.edit(title)
	}
	f.until("the last change waits for the interval", func() bool { return clock.waits(10 * time.Second) })
	if clock.advance(9999*time.Millisecond) != 0 {
		t.Fatal("the endpoint is told before the interval is over")
	}
	clock.advance(time.Millisecond)
	r.receives(last)
	// After quiet for longer than the interval nothing waits.
	f.untilStates(e.ID, deliveryDelivered, deliveryDelivered)
	clock.advance(time.Minute)
	r.receives(f.edit("d"))
	f.untilStates(e.ID, deliveryDelivered, deliveryDelivered, deliveryDelivered)
	if len(r.got) != 0 {
		t.Fatalf("%d messages too many", len(r.got))
	}
}

func TestHook_HangsAlone(t *testing.T) {
	f, _ := hooked(t, func(timing *timing) { timing.sendTimeout = 300 * time.Millisecond })
	release := make(chan struct{})
	hanging := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	t.Cleanup(func() { close(release); hanging.Close() })
	good := newReceiver(t)
	first := f.first()
	f.publisher.next()
	slow := f.add("slow", hanging.URL, BuildHook)
	f.add("good", good.URL, Standard)
	good.receives(first)
	second := f.edit("second")
	f.publisher.untilTold(second)
	d := f.untilStates(slow.ID, deliveryFailing)[0]
	if d.Error != "it did not answer in time" || d.StatusCode != 0 || d.NextTryAt == nil || d.NextTryAt.Before(d.LastAttemptAt.Add(10*time.Second)) {
		t.Fatalf("recorded as %+v", d)
	}
}
