package mongodb

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"
)

// loader loads views one after the other, beside the stream, which goes on meanwhile.
type loader struct {
	mu  sync.Mutex
	due map[keeper]struct{}
	// added gets something when a view has become due.
	added chan struct{}
}

func newLoader() loader { return loader{due: map[keeper]struct{}{}, added: make(chan struct{}, 1)} }

// add has views loaded from now on, those too that are being loaded.
func (l *loader) add(views ...keeper) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, view := range views {
		l.due[view] = struct{}{}
	}
	select {
	case l.added <- struct{}{}:
	default:
	}
}

func (l *loader) take() []keeper {
	l.mu.Lock()
	defer l.mu.Unlock()
	views := slices.Collect(maps.Keys(l.due))
	clear(l.due)
	return views
}

// run loads what is due, again and again until it succeeds, until the context ends.
func (l *loader) run(ctx context.Context, log *slog.Logger) {
	for tries := 0; ; {
		wait := time.Duration(0)
		if err := l.load(ctx, log); err != nil && ctx.Err() == nil {
			if tries++; tries == 1 {
				log.Warn("content cannot be loaded; will keep trying", "error", err)
			}
			wait = nextCheck(tries)
		} else {
			tries = 0
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		select {
		case <-ctx.Done():
			return
		case <-l.added:
		}
	}
}

// load loads the views that are due, by their stage, the smallest first. Those that
// failed stay due.
func (l *loader) load(ctx context.Context, log *slog.Logger) (failed error) {
	views := l.take()
	counts := map[keeper]int64{}
	for _, view := range views {
		count, err := view.count(ctx)
		if err != nil {
			l.add(views...)
			return err
		}
		counts[view] = count
	}
	slices.SortFunc(views, func(a, b keeper) int {
		return cmp.Or(cmp.Compare(a.stage(), b.stage()), cmp.Compare(counts[a], counts[b]))
	})
	for _, view := range views {
		begun := time.Now()
		if err := view.load(ctx); err != nil {
			l.add(view)
			failed = err
			continue
		}
		log.Debug("loaded", "collection", view.name(), "documents", counts[view], "took",
			time.Since(begun).Round(time.Millisecond))
	}
	return failed
}
