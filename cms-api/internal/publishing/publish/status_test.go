package publish

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/publishing/webhook"
	"academy/cms-api/internal/test/manualclock"
	"academy/cms-api/internal/test/teststore"
)

func TestStatus_SaysWhyNothingGoesLive(t *testing.T) {
	clock := manualclock.New()
	f := fixtureOn(t, teststore.Start(t), t.TempDir(), newPublisher(t), patient, onClock(clock))
	content := f.publisher.next().Fingerprint
	f.publisher.report(f.Service, Report{State: reportFailed, Fingerprint: content, Error: "no room"})
	f.untilState(Failed)
	clock.Advance(time.Second)
	f.publisher.report(f.Service, Report{State: reportBuilding, Fingerprint: content, Error: "no room"})
	if again := f.untilState(Building); again.Error == nil || *again.Error != "no room" {
		t.Errorf("while it is tried again: %+v", again)
	}

	f.until("it is noticed that the site is behind", func() bool {
		f.mu.Lock()
		defer f.mu.Unlock()
		return !f.behind.IsZero()
	})
	clock.Advance(stuckAfter + time.Minute)
	f.publisher.report(f.Service, Report{State: reportBuilding, Fingerprint: content})
	if long := f.untilState(Building); long.Error == nil ||
		!strings.Contains(*long.Error, "for 6 minutes. The build is still") {
		t.Errorf("during a long build: %+v", long)
	}
	clock.Advance(stuckAfter)
	if silent := f.untilState(Pending); silent.Error == nil || !strings.Contains(*silent.Error, "says nothing") {
		t.Errorf("when nothing is heard of the publisher: %+v", silent)
	}
	f.publisher.build(f.releases, content, false)
	if live := f.untilState(Live); live.Error != nil {
		t.Errorf("when it is live: %s", *live.Error)
	}
}

// The store may be a bucket that does not answer. Whoever asks for the status, and
// whoever tells the publisher, does not wait for it.
func TestStatus_DoesNotWaitForTheReleaseStore(t *testing.T) {
	f := start(t, patient)
	f.publisher.next()
	current := filepath.Join(f.releases, "CURRENT")
	if err := syscall.Mkfifo(current, 0o600); err != nil {
		t.Fatal(err)
	}
	// The store reads once there is a writer; this one says nothing.
	writer, err := os.OpenFile(current, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(os.Remove(current), writer.Close()); err != nil {
			t.Error(err)
		}
	})
	f.publisher.untilTold(f.edit("second"))
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		f.Status(context.Background())
	}()
	select {
	case <-answered:
	case <-time.After(20 * time.Second):
		t.Fatal("who asks for the status waits for the store")
	}
	f.publisher.untilTold(f.edit("third"))
}

func TestReports_AreTakenOnce(t *testing.T) {
	f := start(t, patient)
	content := f.publisher.next().Fingerprint
	header := http.Header{}
	payload := []byte(`{"type":"publish.report","data":{"state":"failed","error":"no room"}}`)
	if err := f.opts.Signer.Sign(header, "report-1", payload); err != nil {
		t.Fatal(err)
	}
	send := func() error {
		by := Signature{"report-1", header.Get("webhook-timestamp"), header.Get("webhook-signature")}
		return f.Accept(t.Context(), by, payload)
	}
	if err := send(); err != nil {
		t.Fatal(err)
	}
	f.untilState(Failed)
	f.publisher.report(f.Service, Report{State: reportBuilding, Fingerprint: content})
	if err := send(); !problem.Is(err, problem.Unauthorized) {
		t.Errorf("a report that was sent before is answered %v", err)
	}
	if status := f.Status(t.Context()); status.State != Building {
		t.Errorf("a report that was sent before makes the state %s", status.State)
	}
}

func TestReplays_AreBounded(t *testing.T) {
	var r replays
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	id := func(i int) string { return "report_" + strings.Repeat("x", i%7) + time.Duration(i).String() }
	for i := range 3 * maxSeen {
		if !r.first(id(i), now) {
			t.Fatal("a new message is taken for an old one")
		}
	}
	if len(r.until) > maxSeen || len(r.order) > maxSeen {
		t.Errorf("it remembers %d messages", len(r.until))
	}
	last := id(3*maxSeen - 1)
	if r.first(last, now.Add(webhook.Tolerance)) || !r.first(last, now.Add(believedFor+time.Second)) {
		t.Error("a message is not remembered for as long as it would be believed")
	}
	if len(r.until) != 1 {
		t.Errorf("%d messages are remembered that nobody believes any more", len(r.until)-1)
	}
}
