package mongodb

import (
	"context"
	"fmt"
	"slices"
	"sync"
)

// locks are locks by name, within this process.
type locks struct {
	mu   sync.Mutex
	held map[string]*namedLock
}

type namedLock struct {
	taken chan struct{} // has one element while somebody has the lock
	users int
}

// lock takes the locks of some names, unless the context ends before, and returns what
// gives them back. Names are locked in their order, so that nobody waits in a circle.
func (l *locks) lock(ctx context.Context, names ...string) (unlock func(), err error) {
	names = slices.Compact(slices.Sorted(slices.Values(names)))
	all := make([]*namedLock, len(names))
	l.mu.Lock()
	if l.held == nil {
		l.held = map[string]*namedLock{}
	}
	for i, name := range names {
		if l.held[name] == nil {
			l.held[name] = &namedLock{taken: make(chan struct{}, 1)}
		}
		all[i] = l.held[name]
		all[i].users++
	}
	l.mu.Unlock()
	mine := 0
	unlock = func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		for i, each := range all {
			if i < mine {
				<-each.taken
			}
			if each.users--; each.users == 0 {
				delete(l.held, names[i])
			}
		}
	}
	for _, each := range all {
		select {
		case each.taken <- struct{}{}:
			mine++
		case <-ctx.Done():
			unlock()
			return nil, Translate(fmt.Errorf("wait for a document: %w", ctx.Err()))
		}
	}
	return unlock, nil
}
