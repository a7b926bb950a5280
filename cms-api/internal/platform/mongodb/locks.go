package mongodb

import (
	"slices"
	"sync"
)

// locks are locks by name, within this process.
type locks struct {
	mu   sync.Mutex
	held map[string]*namedLock
}

type namedLock struct {
	sync.Mutex
	users int
}

// lock takes the locks of some names and returns what gives them back. Names are
// locked in their order, so that nobody waits in a circle.
func (l *locks) lock(names ...string) (unlock func()) {
	names = slices.Compact(slices.Sorted(slices.Values(names)))
	mine := make([]*namedLock, len(names))
	l.mu.Lock()
	if l.held == nil {
		l.held = map[string]*namedLock{}
	}
	for i, name := range names {
		if l.held[name] == nil {
			l.held[name] = &namedLock{}
		}
		mine[i] = l.held[name]
		mine[i].users++
	}
	l.mu.Unlock()
	for _, each := range mine {
		each.Lock()
	}
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		for i, each := range mine {
			each.Unlock()
			if each.users--; each.users == 0 {
				delete(l.held, names[i])
			}
		}
	}
}
