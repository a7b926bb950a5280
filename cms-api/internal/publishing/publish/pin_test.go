package publish

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/publishing/webhook"
	"academy/cms-api/internal/test/teststore"
)

// published is an installation on which two states have gone live.
type published struct {
	*fixture
	stores        *teststore.Stores
	older, newer  string // releases
	first, second string // contents
}

func publishTwice(t *testing.T) *published {
	t.Helper()
	stores := teststore.Start(t)
	p := &published{stores: stores, fixture: fixtureOn(t, stores, t.TempDir(), newPublisher(t), patient)}
	p.first = p.publisher.next().Fingerprint
	p.older = p.publisher.build(p.releases, p.first, false)
	p.untilState(Live)
	p.second = p.edit("second")
	p.publisher.untilTold(p.second)
	p.newer = p.publisher.build(p.releases, p.second, false)
	p.untilState(Live)
	return p
}

func (p *published) activate(id string) Status {
	p.t.Helper()
	status, err := p.Activate(context.Background(), id, "Asha")
	if err != nil {
		p.t.Fatal(err)
	}
	return status
}

// replica starts another process of the installation.
func (p *published) replica() *fixture {
	p.t.Helper()
	f := fixtureWith(p.t, p.content, p.stores, p.releases, p.publisher, patient)
	f.until("the content is loaded", f.opts.Snapshots.Ready)
	return f
}

func (p *published) pointer() string {
	p.t.Helper()
	id, err := os.ReadFile(filepath.Join(p.releases, "CURRENT"))
	if err != nil {
		p.t.Fatal(err)
	}
	return strings.TrimSpace(string(id))
}

func TestRollBackHoldsUntilTheContentChanges(t *testing.T) {
	p := publishTwice(t)
	status := p.activate(p.older)
	if status.State != Pending || status.Release != p.older || status.Error != nil || status.LiveFingerprint != p.first ||
		status.ContentFingerprint != p.second || status.Pinned == nil || status.Pinned.Release != p.older ||
		status.Pinned.By != "Asha" {
		t.Fatalf("after the roll back: %+v", status)
	}
	if p.pointer() != p.older {
		t.Fatal("CURRENT names another release")
	}
	// A build of that content that is under way is told to stop.
	building := Report{State: reportBuilding, Fingerprint: p.second}
	if err := p.publisher.send(p.Service, building); !problem.Is(err, problem.Conflict) {
		t.Fatalf("a build of what is held back is answered %v", err)
	}
	third := p.edit("third")
	// Had the publisher been told before, that message would come first.
	if told := p.publisher.next(); told.Fingerprint != third {
		t.Fatal("while publishing is held the publisher was told of the content")
	}
	building.Fingerprint = third
	if err := p.publisher.send(p.Service, building); err != nil {
		t.Fatal(err)
	}
	p.publisher.build(p.releases, third, false)
	if status := p.untilState(Live); status.Pinned != nil {
		t.Fatalf("the change did not end the pin: %+v", status)
	}
	p.until("the pin is forgotten", func() bool {
		left, err := p.store.pin(t.Context())
		return err == nil && left == nil
	})
}

func TestRollBackHoldsUntilPublishingIsAskedFor(t *testing.T) {
	p := publishTwice(t)
	p.activate(p.older)
	status, err := p.Request(t.Context(), "Ravi")
	if err != nil || status.Pinned != nil {
		t.Fatalf("asking for publishing gave %+v, %v", status, err)
	}
	told := p.publisher.next()
	if !told.Force {
		told = p.publisher.next() // the dispatcher was quicker to notice that nothing is held any more
	}
	if told.Fingerprint != p.second || !told.Force {
		t.Fatalf("told of %+v", told)
	}
	if err := p.publisher.send(p.Service, Report{State: reportBuilding, Fingerprint: p.second}); err != nil {
		t.Fatal(err)
	}
	again := p.publisher.build(p.releases, p.second, false)
	p.untilState(Live)
	p.until("the history says who asked", func() bool {
		found, total, err := p.Releases(t.Context(), paging.Query{
			Window: paging.Window{Limit: 10}, Search: paging.Search{Q: "ravi"},
		})
		return err == nil && total == 1 && found[0].Release == again && found[0].By == "Ravi"
	})
}

// Going live again with the newest release, which shows the content, pins nothing.
func TestGoForwardAgain(t *testing.T) {
	p := publishTwice(t)
	p.activate(p.older)
	if status := p.activate(p.newer); status.State != Live || status.Pinned != nil || status.Release != p.newer {
		t.Fatalf("after going forward: %+v", status)
	}
	third := p.edit("third")
	if told := p.publisher.next(); told.Fingerprint != third {
		t.Fatalf("told of %+v", told)
	}
}

func TestRollBackToWhatCannotBeShown(t *testing.T) {
	p := publishTwice(t)
	part := p.publisher.build(p.releases, p.second, true)
	whole := p.publisher.build(p.releases, p.second, false)
	p.untilState(Live)
	broken := p.publisher.build(filepath.Join(p.releases, "elsewhere"), p.first, false)
	manifest, err := os.ReadFile(filepath.Join(p.releases, "elsewhere", "manifests", broken+".json"))
	if err != nil {
		t.Fatal(err)
	}
	// A manifest whose files were lost.
	lost := strings.Replace(string(manifest), `"assets":"`, `"assets":"00`, 1)
	if err := os.WriteFile(filepath.Join(p.releases, "manifests", broken+".json"), []byte(lost), 0o600); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]problem.Kind{
		"20200101T000000000Z-00000000": problem.NotFound, "..": problem.NotFound, "../CURRENT": problem.NotFound,
		part: problem.Conflict, broken: problem.Conflict,
	} {
		if _, err := p.Activate(t.Context(), id, "Asha"); !problem.Is(err, want) {
			t.Errorf("%s: %v", id, err)
		}
	}
	if status := p.Status(t.Context()); p.pointer() != whole || status.Pinned != nil || status.State != Live {
		t.Fatalf("a refused roll back changed something: %+v", status)
	}
}

func TestThePinSurvivesARestart(t *testing.T) {
	p := publishTwice(t)
	p.activate(p.older)
	p.stop()
	f := p.replica()
	f.until("the lease is taken over", f.isLeader)
	if status := f.Status(t.Context()); status.Pinned == nil || status.Release != p.older || status.State != Pending {
		t.Fatalf("after the restart: %+v", status)
	}
	third := f.edit("third")
	if told := p.publisher.next(); told.Fingerprint != third {
		t.Fatal("after the restart the publisher was told of what is held back")
	}
}

// A replica knows of the pin, and ends it for all.
func TestReplicasShareThePin(t *testing.T) {
	p := publishTwice(t)
	b := p.replica()
	p.activate(p.older)
	b.until("the other replica shows it", func() bool {
		status := b.Status(t.Context())
		return status.Pinned != nil && status.Release == p.older
	})
	if _, err := b.Request(t.Context(), "Ravi"); err != nil {
		t.Fatal(err)
	}
	if told := p.publisher.next(); told.Fingerprint != p.second {
		t.Fatalf("told of %+v", told)
	}
	p.publisher.build(p.releases, p.second, false)
	p.until("the first replica has let go", func() bool {
		status := p.Status(t.Context())
		return status.State == Live && status.Pinned == nil && status.Release != p.older
	})
}

func TestSeveralRollBacksAtOnce(t *testing.T) {
	p := publishTwice(t)
	p.publisher.build(p.releases, p.second, false)
	p.untilState(Live)
	b := p.replica()
	var running sync.WaitGroup
	for i := range 12 {
		running.Go(func() {
			id, f := p.older, p.fixture
			if i%2 == 0 {
				id = p.newer
			}
			if i%3 == 0 {
				f = b
			}
			if _, err := f.Activate(context.Background(), id, "Asha"); err != nil {
				t.Error(err)
			}
		})
	}
	running.Wait()
	written, err := p.store.pin(t.Context())
	if err != nil || written == nil || written.Release != p.pointer() {
		t.Fatalf("held is %+v, CURRENT names %s, error %v", written, p.pointer(), err)
	}
}

// The process that rolled back was killed after it had written its pin and
// before it moved the pointer: the next one moves it.
func TestKilledBeforeTheSwap(t *testing.T) {
	p := publishTwice(t)
	content := p.Service.content().Fingerprint
	p.stop()
	written := &pin{Token: "t", Content: content, Pinned: Pinned{Release: p.older, Since: time.Now(), By: "Asha"}}
	if err := p.store.swapPin(t.Context(), nil, written); err != nil {
		t.Fatal(err)
	}
	f := p.replica()
	f.until("the pointer has moved", func() bool {
		return p.pointer() == p.older && f.Status(t.Context()).Release == p.older
	})
	// A build that did not hear of it in time is taken back too.
	late := p.publisher.build(p.releases, p.second, false)
	f.until("the late build is taken back", func() bool { return p.pointer() == p.older })
	if status := f.Status(t.Context()); status.Pinned == nil || late == p.older {
		t.Fatalf("status is %+v", status)
	}
}

// When the release that is held is lost, the content is published.
func TestALostReleaseIsNotHeld(t *testing.T) {
	p := publishTwice(t)
	content := p.Service.content().Fingerprint
	p.stop()
	written := &pin{
		Token: "t", Content: content, Pinned: Pinned{Release: "20200101T000000000Z-00000000", Since: time.Now()},
	}
	if err := p.store.swapPin(t.Context(), nil, written); err != nil {
		t.Fatal(err)
	}
	f := p.replica()
	f.until("the pin is given up", func() bool {
		status := f.Status(t.Context())
		return status.State == Live && status.Pinned == nil
	})
}

// A removal raises no revision, and after a restart the revision is lower: the content
// alone says that the pin is over.
func TestARemovalAfterARestartEndsThePin(t *testing.T) {
	p := publishTwice(t)
	p.activate(p.older)
	p.stop()
	p.content.removal()
	f := p.replica()
	f.until("the restarted process holds the release", f.pinned)
	before := f.opts.Snapshots.Current().Revision()
	third := f.edit("third")
	if after := f.opts.Snapshots.Current().Revision(); after != before {
		t.Fatalf("the change raised the revision from %d to %d", before, after)
	}
	if told := p.publisher.next(); told.Fingerprint != third {
		t.Fatalf("told of %+v", told)
	}
}

// What was removed while no process ran ends the pin as well, once the process knows
// that it is not behind.
func TestARemovalBeforeARestartEndsThePin(t *testing.T) {
	p := publishTwice(t)
	p.activate(p.older)
	p.stop()
	p.content.removal()
	third := p.edit("third")
	p.replica()
	if told := p.publisher.next(); told.Fingerprint != third {
		t.Fatalf("told of %+v", told)
	}
}

func TestAReplicaThatLagsKeepsThePin(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	behind := now.Add(-time.Second)
	var known knownPin
	covers := func(content string, heard time.Time, want bool) {
		t.Helper()
		known.see(content)
		if known.covers(content, heard) != want {
			t.Errorf("%q: want %t", content, want)
		}
	}
	covers("old", behind, false)
	known.set(&pin{Token: "a", Content: "new"}, now)
	covers("old", behind, true)
	covers("new", behind, true)
	covers("due by now", behind, false)
	known.set(&pin{Token: "a", Content: "new"}, now.Add(time.Second))
	covers("old", behind, false)
	known.set(&pin{Token: "b", Content: "newest"}, now.Add(time.Second))
	covers("new", now, true)
	covers("new", now.Add(2*time.Second), false) // all that was written before is here
}

// A pin that is over is deleted once: what is written behind it waits no longer.
func TestAPinThatIsOverIsDeletedOnce(t *testing.T) {
	p := publishTwice(t)
	p.activate(p.older)
	p.stop()
	p.edit("third")
	p.setLeader(true, false)
	for range 3 {
		p.dispatch(t.Context(), p.opts.Releases.Current())
		if !p.catchUp(t.Context()) {
			t.Fatal("the pin could not be read")
		}
		if p.pinned() || p.pin.pin != nil {
			t.Fatalf("the pin that is over is back: %+v", p.pin.pin)
		}
	}
	written, err := p.store.pin(t.Context())
	if err != nil || written == nil {
		t.Fatalf("the pin is %+v, error %v", written, err)
	}
	// Could it not be deleted, it is tried again.
	p.dropAgain(written)
	p.dispatch(t.Context(), p.opts.Releases.Current())
	ctx, cancel := context.WithCancel(t.Context())
	var writing sync.WaitGroup
	writing.Go(func() { p.records.Run(ctx) })
	p.until("the pin is deleted", func() bool {
		left, err := p.store.pin(t.Context())
		return err == nil && left == nil
	})
	cancel()
	writing.Wait()
}

// To roll back changes no content, so webhooks are not told of it.
func TestActivate_TellsNoWebhook(t *testing.T) {
	p := publishTwice(t)
	var mu sync.Mutex
	var told []string
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		var message struct{ Data webhook.Content }
		_ = json.NewDecoder(r.Body).Decode(&message)
		mu.Lock()
		defer mu.Unlock()
		told = append(told, message.Data.Fingerprint)
	}))
	t.Cleanup(server.Close)
	wasTold := func(fingerprint string) func() bool {
		return func() bool {
			mu.Lock()
			defer mu.Unlock()
			return slices.Contains(told, fingerprint)
		}
	}
	e := webhook.Endpoint{Name: "host", URL: server.URL, Kind: webhook.Standard, Active: true, IntervalSeconds: 1}
	if _, err := p.webhooks.AddEndpoint(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	p.until("the webhook is told", wasTold(p.second))
	p.activate(p.older)
	third := p.edit("third")
	p.until("the webhook is told of the next change", wasTold(third))
	mu.Lock()
	defer mu.Unlock()
	if want := []string{p.second, third}; !slices.Equal(told, want) {
		t.Errorf("told of %v, want %v", told, want)
	}
}
