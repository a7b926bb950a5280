package publish

import (
	"encoding/json"
	"testing"
	"time"

	"academy/cms-api/internal/publishing/snapshot"
	"academy/cms-api/internal/test/manualclock"
	"academy/cms-api/internal/test/teststore"
)

// Nobody writes and nobody asks: an article comes and goes at its times, and the
// publisher is told both times.
func TestThePassingOfTimeIsPublished(t *testing.T) {
	clock := manualclock.New()
	start := clock.Now()
	raw := json.RawMessage(`{"id":"a"}`)
	content := &part{title: "first", articles: []snapshot.Article{{
		ID: "a", Slug: "a", Summary: raw, Full: raw, DueAt: start.Add(time.Minute), UnpublishedAt: start.Add(3 * time.Minute),
	}}}
	f := fixtureWith(t, content, teststore.Start(t), t.TempDir(), newPublisher(t), patient,
		onClock(clock))
	live := func(articles int) string {
		t.Helper()
		told := f.publisher.next()
		if current := f.opts.Snapshots.Current(); told.Fingerprint != current.Fingerprint() || current.Len() != articles {
			t.Fatalf("told of %s; there are %d articles, with fingerprint %s", told.Fingerprint, current.Len(),
				current.Fingerprint())
		}
		f.publisher.build(f.releases, told.Fingerprint, false)
		f.untilState(Live)
		return told.Fingerprint
	}
	without := live(0)
	clock.Advance(time.Minute)
	with := live(1)
	clock.Advance(2 * time.Minute)
	if again := live(0); again != without || with == without {
		t.Errorf("after the end the site is %s, before the beginning %s, between them %s", again, without, with)
	}
}
