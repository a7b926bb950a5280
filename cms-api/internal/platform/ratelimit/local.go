package ratelimit

import (
	"sync"
	"time"
)

// maxLocal bounds the counters of a Local: some megabytes.
const maxLocal = 50_000

// Local counts tries in this process only, for calls that must not reach the database.
// The limit of several replicas together is as many times higher.
type Local struct {
	name  string
	limit Limit
	now   func() time.Time
	// Refused, unless nil, is called with the name when a try is refused.
	Refused func(name string)

	mu    sync.Mutex
	tried map[string]tries
	swept time.Time
}

type tries struct {
	count int
	until time.Time
}

// NewLocal returns a Local. The name describes what is tried.
func NewLocal(name string, limit Limit, now func() time.Time) *Local {
	return &Local{name: name, limit: limit, now: now, tried: map[string]tries{}}
}

// Allow counts one try of a key, as Limiter.Allow does.
func (l *Local) Allow(key string) error {
	if l.limit.Off() {
		return nil
	}
	wait, allowed := l.count(key)
	if allowed {
		return nil
	}
	if l.Refused != nil {
		l.Refused(l.name)
	}
	return tooMany(wait)
}

func (l *Local) count(key string) (wait time.Duration, allowed bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	counted, known := l.tried[key]
	// A window that ends later than one that begins now was begun before the clock was
	// set back.
	if wait = counted.until.Sub(now); wait <= 0 || wait > l.limit.Window {
		counted = tries{until: now.Add(l.limit.Window)}
	}
	if counted.count >= l.limit.Count {
		return counted.until.Sub(now), false
	}
	if !known && len(l.tried) >= maxLocal {
		l.makeRoom(now)
	}
	counted.count++
	l.tried[key] = counted
	return 0, true
}

// Len returns the number of counters.
func (l *Local) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.tried)
}

// makeRoom removes counters whose window is over, at most once in a window, and
// otherwise any one.
func (l *Local) makeRoom(now time.Time) {
	if now.Sub(l.swept).Abs() >= l.limit.Window {
		l.swept = now
		for key, counted := range l.tried {
			if !counted.until.After(now) {
				delete(l.tried, key)
			}
		}
	}
	for key := range l.tried {
		if len(l.tried) >= maxLocal {
			delete(l.tried, key)
		}
		return
	}
}
