package webhook

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"testing"
	"time"

	"academy/cms-api/internal/platform/lease"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/publishing/snapshot"
	"academy/cms-api/internal/test/manualclock"
	"academy/cms-api/internal/test/teststore"
)

func TestMain(m *testing.M) { os.Exit(teststore.Main(m)) }

const testSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="

// lenient waits for endpoints on a busy machine.
func lenient(timing *Timing) { timing.Timeout = 20 * time.Second }

// part is content that a test sets.
type part struct {
	mu    sync.Mutex
	title string
	shown []*snapshot.PartView[words, *words] // by each process
}

// words is the one document of the part that the content has.
type words struct {
	revision.Document
	title string
}

func (p *part) texts() map[string]words {
	return map[string]words{"": {revision.Document{Saved: revision.Saved{At: time.Now()}}, p.title}}
}

// showIn has a process show the content.
func (p *part) showIn(snapshots *snapshot.Store) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	settings := snapshot.NewPartView[words](snapshots, "settings", func(docs []words) snapshot.Content {
		return snapshot.Content{Value: map[string]string{"site_title": docs[0].title}}
	})
	p.shown = append(p.shown, settings)
	return errors.Join(settings.Replace(p.texts()), snapshot.NewArticleView(snapshots).Replace(nil))
}

// set changes the content; only processes that run show that.
func (p *part) set(title string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.title = title
}

// edit has every process show another title.
func (p *part) edit(title string) error {
	p.set(title)
	var failed error
	for _, each := range p.shown {
		failed = errors.Join(failed, each.Apply(context.Background(), p.texts(), nil))
	}
	return failed
}

// fixture is a process that leads, with content, the real database and a publisher.
type fixture struct {
	*Service
	t         testing.TB
	stores    *teststore.Stores
	content   *part
	publisher *receiver
	stop      func() // ends the process that it stands for; may be called twice
}

// start starts a process. Those that share stores and content are one installation.
func start(
	t testing.TB, stores *teststore.Stores, content *part, clock snapshot.Clock, edits ...func(*Timing, *Options),
) *fixture {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	f := &fixture{t: t, stores: stores, content: content, publisher: newReceiver(t)}
	db := stores.Database(t, "webhook")
	signer, err := NewSigner([]string{testSecret}, clock)
	if err != nil {
		t.Fatal(err)
	}
	snapshots := snapshot.NewStore(snapshot.Options{Clock: clock})
	if err := content.showIn(snapshots); err != nil {
		t.Fatal(err)
	}
	timing := DefaultTiming()
	lenient(&timing)
	options := Options{
		Snapshots: snapshots, DB: db, PublisherURL: f.publisher.URL, Signer: signer, PrivateTargets: true, Clock: clock,
		Log: log,
	}
	for _, edit := range edits {
		edit(&timing, &options)
	}
	options.Timing = timing
	if f.Service, err = New(options); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	leased := lease.New(db, "test")
	terms := lease.Terms{TTL: 500 * time.Millisecond, Every: 50 * time.Millisecond}
	var running sync.WaitGroup
	running.Go(func() { _ = db.Follow(ctx) })
	running.Go(func() { f.Run(ctx) })
	running.Go(func() { _ = leased.Run(ctx, terms, f.Lead) })
	f.stop = func() {
		cancel()
		running.Wait()
	}
	t.Cleanup(f.stop)
	f.until("the content is loaded", snapshots.Ready)
	return f
}

// hooked starts a process on a clock that stands.
func hooked(t *testing.T, edits ...func(*Timing, *Options)) (*fixture, *manualclock.Clock) {
	t.Helper()
	clock := manualclock.New()
	return start(t, teststore.Start(t), &part{title: "first"}, clock, edits...), clock
}

// again starts the process anew: same database and content, other memory.
func (f *fixture) again(t *testing.T) *fixture {
	t.Helper()
	return start(t, f.stores, f.content, f.opts.Clock)
}

// edit changes the content and returns its fingerprint.
func (f *fixture) edit(title string) string {
	f.t.Helper()
	if err := f.content.edit(title); err != nil {
		f.t.Fatal(err)
	}
	return f.first()
}

// first returns the fingerprint of the content as it is.
func (f *fixture) first() string { return ContentOf(f.opts.Snapshots).Fingerprint }

func (f *fixture) leads() bool {
	f.hooks.mu.Lock()
	defer f.hooks.mu.Unlock()
	return f.hooks.start != nil
}

func (f *fixture) add(name, url string, kind Kind) EndpointWithSecret {
	f.t.Helper()
	e, err := f.AddEndpoint(context.Background(), Endpoint{
		Name: name, URL: url, Kind: kind, Active: true, IntervalSeconds: 10,
	})
	if err != nil {
		f.t.Fatal(err)
	}
	return e
}

func (f *fixture) logOf(endpoint string, limit int) ([]Delivery, error) {
	found, _, err := f.Deliveries(context.Background(), DeliveryFilter{EndpointID: endpoint}, paging.Window{Limit: limit})
	return found, err
}

// untilStates waits until the newest deliveries to an endpoint are in these states, the
// newest first.
func (f *fixture) untilStates(endpoint string, states ...string) []Delivery {
	f.t.Helper()
	var found []Delivery
	f.until(fmt.Sprintf("the deliveries to %s are %v", endpoint, states), func() bool {
		var err error
		found, err = f.logOf(endpoint, 100)
		if err != nil || len(found) != len(states) {
			return false
		}
		for i := range found {
			if found[i].State != states[i] {
				return false
			}
		}
		return true
	})
	return found
}

// until waits for a condition.
func (f *fixture) until(what string, holds func() bool) {
	f.t.Helper()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(20 * time.Second)
	for !holds() {
		select {
		case <-tick.C:
		case <-deadline:
			f.t.Fatalf("waited too long until %s", what)
		}
	}
}
