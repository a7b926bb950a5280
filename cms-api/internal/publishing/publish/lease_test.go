package publish

import (
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"academy/cms-api/internal/test/teststore"
)

// Who waits for the lease has it as soon as it is given back, and reads at once what
// others wrote: without being notified it would look in an hour.
func TestALeaseThatIsGivenBackIsTakenAtOnce(t *testing.T) {
	stores := teststore.Start(t)
	p, dir := newPublisher(t), t.TempDir()
	first := fixtureOn(t, stores, dir, p, nil)
	first.until("it leads", first.isLeader)
	seldom := func(timing *timing) {
		timing.leaseEvery, timing.compareEvery, timing.leaseTTL = time.Hour, time.Hour, time.Hour
	}
	second := fixtureOn(t, stores, dir, p, seldom)
	second.until("it is notified of writes", second.opts.DB.Streaming)
	first.stop()
	second.until("the other one leads", second.isLeader)
	said := stored{Report: Report{State: reportLive, Error: "told"}, ReportedAt: time.Now().Add(time.Minute)}
	if err := second.store.putState(t.Context(), said); err != nil {
		t.Fatal(err)
	}
	second.until("it has read what was said", func() bool {
		second.mu.Lock()
		defer second.mu.Unlock()
		return second.last.Report.Error == "told"
	})
}

// A process whose publisher cannot be reached, by its address, and one that has the
// right one: whoever of them leads first, changes go live, and the lease stays with
// the one that can. Once that is gone the other one has it again.
func TestAProcessWithoutItsPublisherGivesTheLeaseAway(t *testing.T) {
	stores, p, dir, content := teststore.Start(t), newPublisher(t), t.TempDir(), &part{title: "first"}
	long := func(timing *timing) { timing.leaseTTL = 3 * time.Second } // so that none expires on a busy machine
	wrong := fixtureWith(t, content, stores, dir, newPublisherAway(t), long)
	wrong.until("it leads", wrong.isLeader)
	right := fixtureWith(t, content, stores, dir, p, long)
	for _, title := range []string{"second", "third"} {
		fingerprint := wrong.edit(title)
		p.untilTold(fingerprint)
		p.build(dir, fingerprint, false)
		right.untilState(Live)
	}
	if wrong.isLeader() || !right.isLeader() {
		t.Fatal("the lease went back to who cannot reach its publisher")
	}
	wrong.until("it tries nothing any more", func() bool { return wrong.webhooks.PublisherState().FailingSince.IsZero() })
	if status := wrong.Status(t.Context()); status.State != Live || status.Error != nil {
		t.Errorf("it says %+v", status)
	}
	right.stop()
	wrong.until("it leads again", wrong.isLeader)
}

// Alone, a process whose publisher is away for long gives the lease away and takes
// it again, less and less often; the publisher is told as soon as it is back.
func TestAProcessThatIsAloneGoesOn(t *testing.T) {
	p := newPublisher(t)
	f := fixtureOn(t, teststore.Start(t), t.TempDir(), p, patient)
	p.next()
	p.stop()
	f.edit("while it is away")
	f.until("the lease is given away", func() bool { return !f.isLeader() })
	waiting := f.edit("while nobody leads")
	f.until("the lease is taken again", f.isLeader)
	f.untilState(Failed)
	p.start()
	p.untilTold(waiting)
	p.build(f.releases, waiting, false)
	f.untilState(Live)
}

// One outage has no bearing on the next: of each it is said, and in each the lease
// is first kept for the shortest time.
func TestEachOutageIsTheFirst(t *testing.T) {
	p, log := newPublisher(t), &lines{}
	f := fixtureOn(t, teststore.Start(t), t.TempDir(), p, patient,
		func(o *setup) { o.Log = slog.New(slog.NewTextHandler(log, nil)) })
	p.next()
	for outage := 1; outage <= 2; outage++ {
		p.stop()
		waiting := f.edit(fmt.Sprint("outage ", outage))
		f.until("it is said", func() bool { return log.count("another process may take over") == outage })
		p.start()
		p.untilTold(waiting)
		p.build(f.releases, waiting, false)
		f.untilState(Live)
		f.until("it leads again", f.isLeader)
	}
}

// lines is a log that is read while it is written.
type lines struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) count(words string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.text.String(), words)
}

// newPublisherAway is a publisher at whose address nobody listens.
func newPublisherAway(t testing.TB) *publisher {
	p := newPublisher(t)
	p.stop()
	return p
}
