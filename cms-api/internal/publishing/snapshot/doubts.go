package snapshot

import (
	"context"
	"time"
)

// A write that the database did not answer may have happened, or may still happen:
// whoever asked for it was told of a failure, and nobody was told of the write. So
// whoever was not answered compares everything once it is answered again, and once
// more a little later; what it finds it announces like a process that starts.

// doubts are what Sync remembers of that. Only Run uses it.
type doubts struct {
	seen     int64 // of what was not answered
	compares int   // that are left
	next     time.Time
}

// doubtEvery is the least time between two comparisons. What is still on its way in
// a database that answers again takes less.
const doubtEvery = 2 * time.Second

func (s *Sync) settleDoubts(ctx context.Context) error {
	d := &s.doubts
	if unanswered := s.opts.State.db.Unanswered(); unanswered != d.seen {
		d.seen, d.compares = unanswered, 2
	}
	if d.compares == 0 || time.Now().Before(d.next) {
		return nil
	}
	before := s.opts.Store.Current().Fingerprint()
	if err := s.loadAll(ctx); err != nil {
		return err
	}
	d.compares, d.next = d.compares-1, time.Now().Add(doubtEvery)
	if s.opts.Store.Current().Fingerprint() != before {
		s.announced = 0
	}
	return nil
}
