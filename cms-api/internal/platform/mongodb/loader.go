package mongodb

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
)

// loader loads views one after the other, beside the stream, which goes on meanwhile.
type loader struct {
	mu  sync.Mutex
	due map[anyView]struct{}
	// added gets something when a view has become due.
	added chan struct{}
}

func newLoader() loader { return loader{due: map[anyView]struct{}{}, added: make(chan struct{}, 1)} }

// add has views loaded from now on, those too that are being loaded.
func (l *loader) add(views ...anyView) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, view := range views {
		l.due[view] = struct{}{}
	}
	notify(l.added)
}

// take returns the views that are due, by their stage.
func (l *loader) take() []anyView {
	l.mu.Lock()
	defer l.mu.Unlock()
	views := slices.SortedFunc(maps.Keys(l.due), func(a, b anyView) int { return cmp.Compare(a.stage(), b.stage()) })
	clear(l.due)
	return views
}

// run loads what is due, again and again until it succeeds, until the context ends.
func (l *loader) run(ctx context.Context, log *slog.Logger) {
	for tries := 0; ; {
		select {
		case <-ctx.Done():
			return
		case <-l.added:
		}
		var failed error
		for _, view := range l.take() {
			if err := view.load(ctx); err != nil {
				l.add(view)
				failed = err
			}
		}
		if failed == nil {
			tries = 0
			continue
		}
		if tries++; tries == 1 && ctx.Err() == nil {
			log.Warn("content cannot be loaded; will keep trying", "error", failed)
		}
		if wait(ctx, nextCheck(tries), nil) != nil {
			return
		}
	}
}
