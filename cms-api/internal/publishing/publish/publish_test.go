package publish

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/publishing/release"
	"academy/cms-api/internal/publishing/webhook"
	"academy/cms-api/internal/test/teststore"
)

func start(t *testing.T, change func(*timing)) *fixture {
	t.Helper()
	return fixtureOn(t, teststore.Start(t), t.TempDir(), newPublisher(t), change)
}

// patient does not repeat itself during a test.
func patient(timing *timing) { timing.quietFirst, timing.quietMost = time.Hour, time.Hour }

func TestFromEditToLive(t *testing.T) {
	f := start(t, patient)
	first := f.publisher.next()
	if pending := f.untilState(Pending); pending.ContentFingerprint != first.Fingerprint ||
		pending.LiveFingerprint != "" || pending.Error != nil {
		t.Fatalf("before the first release: %+v", pending)
	}
	f.publisher.report(f.Service, Report{
		State: reportBuilding, Fingerprint: first.Fingerprint, Progress: &Progress{3, 10},
	})
	if building := f.untilState(Building); building.Progress == nil || *building.Progress != (Progress{3, 10}) {
		t.Fatalf("while building: %+v", building)
	}
	id := f.publisher.handOver(f.Service, first.Fingerprint, "home")
	live := f.Status(context.Background())
	if live.State != Live || live.Release != id || live.LiveFingerprint != first.Fingerprint || live.LiveSince == nil ||
		live.Progress != nil || *live.LastDurationMS < 42 {
		t.Fatalf("at once after the release: %+v", live)
	}

	fingerprint := f.edit("second")
	if told := f.publisher.next(); told.Fingerprint != fingerprint || told.Force {
		t.Fatalf("told of %+v after an edit", told)
	}
	f.publisher.build(f.releases, fingerprint, true)
	f.publisher.report(f.Service, Report{
		State: reportBuilding, Fingerprint: fingerprint, Progress: &Progress{1, 2},
	})
	if status := f.Status(context.Background()); status.State != Building {
		t.Fatalf("a part of a release counts as %s", status.State)
	}
	// No report comes: that CURRENT names it is enough.
	f.publisher.build(f.releases, fingerprint, false)
	f.untilState(Live)

	f.until("the releases are remembered", func() bool {
		releases, _, err := f.Releases(context.Background(), paging.Query{Window: paging.Window{Limit: 10}})
		return err == nil && len(releases) == 2 && releases[0].Available && releases[0].Current && !releases[1].Current &&
			releases[0].Fingerprint == fingerprint
	})
	f.until("the deliveries are remembered", func() bool {
		deliveries, err := f.log(10)
		return err == nil && len(deliveries) == 2 && deliveries[0].State == "delivered" &&
			deliveries[0].Fingerprint == fingerprint && deliveries[0].StatusCode == http.StatusAccepted &&
			deliveries[1].Attempts == 1
	})
	if len(f.publisher.got) != 0 {
		t.Fatalf("the publisher was told %d times more", len(f.publisher.got))
	}
}

func TestEditsDuringADeliveryBecomeOne(t *testing.T) {
	f := start(t, patient)
	f.publisher.next()
	arrived, goOn := make(chan struct{}), make(chan struct{})
	var once sync.Once
	f.publisher.answers(func() int {
		once.Do(func() {
			close(arrived)
			<-goOn
		})
		return http.StatusAccepted
	})
	first := f.edit("a")
	<-arrived
	var last string
	for _, title := range []string{"b", "c", "d"} {
		last = f.edit(title)
	}
	f.until("the last edit waits", func() bool {
		f.mu.Lock()
		defer f.mu.Unlock()
		return f.tracker.told == last
	})
	close(goOn)
	if told := f.publisher.next(); told.Fingerprint != first {
		t.Fatal("the first edit was not told of")
	}
	if told := f.publisher.next(); told.Fingerprint != last {
		t.Fatal("the last edit was not told of next")
	}
}

// A publisher that is away, busy or wrong is told again until it answers, under
// one id, and the newest content replaces what waits.
func TestDeliveryIsTriedAgain(t *testing.T) {
	f := start(t, patient)
	f.publisher.next()
	status := http.StatusServiceUnavailable
	f.publisher.answers(func() int { return status })
	waiting := f.edit("waiting")
	failed := f.untilState(Failed)
	if failed.Error == nil || failed.ContentFingerprint != waiting {
		t.Fatalf("status is %+v", failed)
	}
	f.publisher.mu.Lock()
	tries := f.publisher.ids[1:]
	f.publisher.mu.Unlock()
	if len(tries) < unreachableAfter || len(slices.Compact(slices.Clone(tries))) != 1 {
		t.Fatalf("tries have the ids %v", tries)
	}
	f.publisher.stop()
	newest := f.edit("newest")
	f.until("the newest content is tried", func() bool {
		deliveries, err := f.log(1)
		return err == nil && len(deliveries) == 1 && deliveries[0].Fingerprint == newest
	})
	f.publisher.answers(func() int { return http.StatusAccepted })
	f.publisher.start()
	if told := f.publisher.next(); told.Fingerprint != newest {
		t.Fatal("after the outage the publisher was not told of the newest content first")
	}
	f.untilState(Pending)
	f.until("what happened is remembered", func() bool {
		deliveries, err := f.log(3)
		if err != nil || len(deliveries) != 3 || deliveries[0].State != "delivered" || deliveries[1].State != "superseded" {
			return false
		}
		// Its last try met either the refusal or, on a slow machine, nobody.
		last := deliveries[1]
		return last.Attempts >= unreachableAfter && last.Error != "" &&
			(last.StatusCode == http.StatusServiceUnavailable || last.StatusCode == 0)
	})
}

// Which pages a release could not be made with is in the release, so every
// replica knows, and after a restart too.
func TestPagesThatFailedAreNamed(t *testing.T) {
	f := start(t, patient)
	content := f.publisher.next().Fingerprint
	since := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	f.publisher.buildWith(f.releases, release.Manifest{
		Fingerprint: content, FailedCount: 1,
		Failures: []release.FailedPage{{Path: "/blog/x", Reason: "The page threw.", Since: since, Hash: "ab"}},
	})
	live := f.untilState(Live)
	if want := []Failure{{Path: "/blog/x", Reason: "The page threw.", Since: since}}; !slices.Equal(live.Failures, want) ||
		live.FailedCount != 1 {
		t.Fatalf("failures are %+v of %d, want %+v", live.Failures, live.FailedCount, want)
	}
	f.publisher.build(f.releases, f.edit("mended"), false)
	if mended := f.untilState(Live); mended.Failures == nil || len(mended.Failures) != 0 || mended.FailedCount != 0 {
		t.Fatalf("failures are %#v of %d after they were mended", mended.Failures, mended.FailedCount)
	}
}

// The publisher took the message and was never heard of again, or began to build
// and died: it is told again.
func TestSilenceIsNotBelieved(t *testing.T) {
	f := start(t, nil)
	first := f.publisher.next()
	if again := f.publisher.next(); again.Fingerprint != first.Fingerprint {
		t.Fatalf("told of %+v", again)
	}
	f.publisher.report(f.Service, Report{State: reportBuilding, Fingerprint: first.Fingerprint, Progress: &Progress{0, 5}})
	f.publisher.untilTold(first.Fingerprint)
	f.publisher.build(f.releases, first.Fingerprint, false)
	f.untilState(Live)
}

func TestFailedBuilds(t *testing.T) {
	f := start(t, patient)
	broken := f.publisher.next().Fingerprint
	f.publisher.report(f.Service, Report{State: reportFailed, Fingerprint: broken, Error: "/blog/x: the page threw"})
	if failed := f.untilState(Failed); *failed.Error != "/blog/x: the page threw" {
		t.Fatalf("status is %+v", failed)
	}
	for range 3 {
		f.publisher.untilTold(broken)
		f.publisher.report(f.Service, Report{State: reportFailed, Fingerprint: broken, Error: "again"})
	}
	f.mu.Lock()
	f.tracker.retryAt = time.Now().Add(time.Hour)
	f.mu.Unlock()

	if status, err := f.Request(context.Background(), "Asha"); err != nil || status.State != Pending {
		t.Fatalf("asking for a build gave %+v, %v", status, err)
	}
	if told := f.publisher.next(); told.Fingerprint != broken || !told.Force {
		t.Fatalf("asking for a build told of %+v", told)
	}
	f.publisher.report(f.Service, Report{State: reportFailed, Fingerprint: broken, Error: "still"})
	f.mu.Lock()
	f.tracker.retryAt = time.Now().Add(time.Hour)
	f.mu.Unlock()
	repaired := f.edit("repaired")
	if told := f.publisher.untilTold(repaired); told.Force {
		t.Fatal("new content does not need to be forced")
	}
	f.untilState(Pending)
}

// What was rolled back or lost on the disk is noticed without anybody saying so.
func TestTheReleaseStoreIsTheTruth(t *testing.T) {
	f := start(t, patient)
	first := f.publisher.next().Fingerprint
	f.publisher.build(f.releases, first, false)
	f.untilState(Live)
	f.until("the dispatcher has seen that it is live", func() bool {
		f.mu.Lock()
		defer f.mu.Unlock()
		return f.tracker.told == ""
	})
	f.publisher.build(f.releases, "older content", false)
	f.publisher.untilTold(first)
	f.publisher.build(f.releases, first, false)
	f.untilState(Live)

	// The next release is damaged, which the publisher cannot know.
	second := f.edit("second")
	f.publisher.untilTold(second)
	id := f.publisher.build(f.releases+"/elsewhere", second, false)
	if err := os.WriteFile(filepath.Join(f.releases, "CURRENT"), []byte(id+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	f.untilState(Failed)
	third := f.edit("third")
	if told := f.publisher.untilTold(third); !told.Force {
		t.Fatal("the publisher is not asked to build anew")
	}
	f.publisher.build(f.releases, third, false)
	f.untilState(Live)
}

// A page that is damaged on the disk is rendered again once a visitor has asked for it.
func TestDamageIsMended(t *testing.T) {
	f := start(t, patient)
	content := f.publisher.next().Fingerprint
	f.publisher.handOver(f.Service, content, "home")
	found, err := filepath.Glob(filepath.Join(f.releases, "blobs", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range found {
		raw, err := os.ReadFile(path)
		if err == nil && string(raw) == "home" {
			err = os.WriteFile(path, []byte("evil"), 0)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	edge := fiber.New()
	edge.Use(release.Edge(f.opts.Releases))
	for range 3 {
		answer, err := edge.Test(httptest.NewRequest(http.MethodGet, "/", nil), fiber.TestConfig{Timeout: time.Minute})
		if err != nil || answer.StatusCode != http.StatusServiceUnavailable {
			t.Fatal(answer, err)
		}
	}
	if told := f.publisher.next(); !told.Force || told.Fingerprint != content {
		t.Errorf("the publisher was told of %+v", told)
	}
	live, err := f.Live(t.Context(), f.publisher.signature(f.Service, nil), release.LiveQuery{Verify: true})
	if hash, ok := live.Routes["/"]; err != nil || !ok || hash != "" {
		t.Errorf("live is %+v, %v", live, err)
	}
	if len(f.publisher.got) > 0 {
		t.Error("the publisher is told again and again")
	}
}

func TestOnlyOneReplicaDispatches(t *testing.T) {
	stores := teststore.Start(t)
	dir, p := t.TempDir(), newPublisher(t)
	content := &part{title: "first"}
	// Neither loses the lease by standing still.
	long := func(timing *timing) { patient(timing); timing.leaseTTL = time.Hour }
	a := fixtureWith(t, content, stores, dir, p, long)
	first := p.next().Fingerprint
	b := fixtureWith(t, content, stores, dir, p, long)
	b.until("b has loaded", b.opts.Snapshots.Ready)

	// A write that b takes is dispatched by a.
	second := b.edit("second")
	if told := p.next(); told.Fingerprint != second || second == first {
		t.Fatalf("told of %+v", told)
	}
	if b.isLeader() || !a.isLeader() {
		t.Fatal("the lease is not with the first replica")
	}
	// A report that b gets is known to a as well.
	p.report(b.Service, Report{State: reportFailed, Fingerprint: second, Error: "no room"})
	a.untilState(Failed)
	p.untilTold(second)
}

func TestRedeliver(t *testing.T) {
	f := start(t, patient)
	f.publisher.next()
	var sent webhook.Delivery
	f.until("the delivery is remembered", func() bool {
		deliveries, err := f.log(1)
		if err == nil && len(deliveries) == 1 {
			sent = deliveries[0]
		}
		return sent.ID != ""
	})
	if _, err := f.webhooks.Redeliver(context.Background(), sent.ID); err != nil {
		t.Fatal(err)
	}
	f.publisher.next()
	f.publisher.mu.Lock()
	ids := f.publisher.ids
	f.publisher.mu.Unlock()
	if len(ids) != 2 || ids[0] != ids[1] || ids[0] != sent.ID {
		t.Fatalf("sent under %v", ids)
	}
	if _, err := f.webhooks.Redeliver(context.Background(), "msg_unknown"); !problem.Is(err, problem.NotFound) {
		t.Fatalf("an unknown delivery: %v", err)
	}
}
