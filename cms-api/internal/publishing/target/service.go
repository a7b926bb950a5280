package target

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"academy/cms-api/internal/platform/mongodb"
)

// Service runs targets and tells people how they stand, also those that another
// process runs.
type Service struct {
	runner  *Runner
	store   *store
	opts    Options
	changed chan struct{}
	running atomic.Bool
}

// NewService returns a Service that does nothing before Run.
func NewService(db *mongodb.Database, opts Options) *Service {
	s := &Service{store: newStore(db), changed: make(chan struct{}, 1)}
	opts.Noted = func(Status) {
		select {
		case s.changed <- struct{}{}:
		default:
		}
	}
	s.opts, s.runner = opts, NewRunner(opts)
	return s
}

// Any reports whether there are targets.
func (s *Service) Any() bool { return len(s.opts.Mirrors) > 0 }

// Run keeps the targets at the live release until ctx ends, and returns ctx's error. One
// process at a time may do so.
func (s *Service) Run(ctx context.Context) error {
	if known, err := s.store.all(ctx); err == nil {
		s.runner.takeOver(known)
	}
	s.running.Store(true)
	defer s.running.Store(false)
	stored := s.runner.Statuses()
	var storing sync.WaitGroup
	storing.Go(func() { s.storeChanges(ctx, stored) })
	defer storing.Wait()
	return s.runner.Run(ctx)
}

// Statuses returns how the targets stand, in the order of their addresses.
func (s *Service) Statuses(ctx context.Context) ([]Status, error) {
	if !s.running.Load() && s.Any() {
		known, err := s.store.all(ctx)
		if err != nil {
			return nil, err
		}
		s.runner.takeOver(known)
	}
	return s.runner.Statuses(), nil
}

// storeAgain is the pause after the database did not take something.
const storeAgain = time.Second

// storeChanges stores for other processes what differs from what is stored; updating a target
// does not wait for that.
func (s *Service) storeChanges(ctx context.Context, stored []Status) {
	for {
		var again <-chan time.Time
		for i, status := range s.runner.Statuses() {
			if status == stored[i] {
				continue
			}
			if err := s.store.put(ctx, status); err != nil {
				s.opts.Log.Debug("how a target stands could not be stored", "target", status.Target, "error", err)
				again = time.After(storeAgain)
				continue
			}
			stored[i] = status
		}
		select {
		case <-ctx.Done():
			return
		case <-s.changed:
		case <-again:
		}
	}
}
