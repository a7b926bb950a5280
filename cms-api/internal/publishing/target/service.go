package target

import (
	"context"
	"sync"
	"time"

	"academy/cms-api/internal/platform/mongodb"
)

// Service runs targets and tells people how they stand, also those that another
// process runs.
type Service struct {
	runner  *Runner
	store   *store
	opts    Options
	wake    chan struct{}
	mu      sync.Mutex
	changed map[string]Status // what is still to be stored, by address
	running bool
}

// NewService returns a Service that does nothing before Run.
func NewService(db *mongodb.Database, opts Options) *Service {
	s := &Service{store: newStore(db), wake: make(chan struct{}, 1), changed: make(map[string]Status)}
	opts.Noted = s.noted
	s.opts, s.runner = opts, NewRunner(opts)
	return s
}

// Any reports whether there are targets.
func (s *Service) Any() bool { return len(s.opts.Targets) > 0 }

// Run carries releases to the targets until ctx ends, and returns ctx's error. One
// process at a time may do so.
func (s *Service) Run(ctx context.Context) error {
	if known, err := s.store.all(ctx); err == nil {
		s.runner.takeOver(known)
	}
	s.run(true)
	defer s.run(false)
	var storing sync.WaitGroup
	storing.Go(func() { s.storeChanges(ctx) })
	defer storing.Wait()
	return s.runner.Run(ctx)
}

func (s *Service) run(running bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running = running
}

// Statuses returns how the targets stand, in the order of their addresses.
func (s *Service) Statuses(ctx context.Context) ([]Status, error) {
	s.mu.Lock()
	running := s.running
	s.mu.Unlock()
	if !running && s.Any() {
		known, err := s.store.all(ctx)
		if err != nil {
			return nil, err
		}
		s.runner.takeOver(known)
	}
	return s.runner.Statuses(), nil
}

func (s *Service) noted(status Status) {
	s.mu.Lock()
	s.changed[status.Target] = status
	s.mu.Unlock()
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// storeAgain is the pause after the database did not take something.
const storeAgain = time.Second

// storeChanges writes statuses down for other processes; carrying does not wait
// for that.
func (s *Service) storeChanges(ctx context.Context) {
	for {
		var again <-chan time.Time
		for _, status := range s.take() {
			if err := s.store.put(ctx, status); err != nil && ctx.Err() == nil {
				s.opts.Log.Debug("how a target stands could not be stored", "target", status.Target, "error", err)
				s.putBack(status)
				again = time.After(storeAgain)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		case <-again:
		}
	}
}

func (s *Service) take() map[string]Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	taken := s.changed
	s.changed = make(map[string]Status)
	return taken
}

func (s *Service) putBack(status Status) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, newer := s.changed[status.Target]; !newer {
		s.changed[status.Target] = status
	}
}

// takeOver begins with what another process knew.
func (r *Runner) takeOver(known []Status) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, status := range known {
		if mine, ok := r.all[status.Target]; ok {
			*mine = status
		}
	}
}
