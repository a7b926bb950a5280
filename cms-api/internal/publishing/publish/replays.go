package publish

import (
	"sync"
	"time"

	"academy/cms-api/internal/publishing/webhook"
)

const (
	// believedFor is how long after its arrival a signed message may be believed: it
	// may have come from a clock that is ahead.
	believedFor = 2 * webhook.Tolerance
	maxSeen     = 10_000
)

// replays knows the ids of messages for as long as their signatures are believed,
// so that none is taken twice. Only those who have the key can fill it; past
// maxSeen the oldest are forgotten. Each process knows its own.
type replays struct {
	mu    sync.Mutex
	until map[string]time.Time
	order []string
}

// first reports whether a message with this id has not been seen before.
func (r *replays) first(id string, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.until == nil {
		r.until = make(map[string]time.Time)
	}
	for len(r.order) > 0 && (len(r.order) >= maxSeen || now.After(r.until[r.order[0]])) {
		delete(r.until, r.order[0])
		r.order = r.order[1:]
	}
	if _, seen := r.until[id]; seen {
		return false
	}
	r.until[id] = now.Add(believedFor)
	r.order = append(r.order, id)
	return true
}
