package target

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cenkalti/backoff/v5"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/signal"
	"academy/cms-api/internal/publishing/release"
)

// Status is how a target, where a mirror lies, stands to the release store.
type Status struct {
	Target string `json:"target" bson:"_id" doc:"Its address" example:"s3://academy-site/public"`
	State  State  `json:"state" bson:"state" enum:"current,behind,failing" doc:"current: it shows the live release; behind: it is being brought there; failing: the last try failed and is repeated by itself"`
	// What it shows wholly.
	Release     string     `json:"release" bson:"release" doc:"What it shows; empty: not known" format:"release"`
	Fingerprint string     `json:"fingerprint" bson:"fingerprint" doc:"Of the content that it shows" format:"sha256"`
	Since       *time.Time `json:"since" bson:"since" doc:"When it began to show that"`
	Written     int        `json:"written" bson:"written" doc:"Files that were written for that"`
	Removed     int        `json:"removed" bson:"removed" doc:"Files that were deleted for that"`
	DurationMS  int64      `json:"duration_ms" bson:"duration_ms" doc:"How long that took"`
	Tries       int        `json:"tries" bson:"tries" doc:"Failed tries since then"`
	Error       *string    `json:"error" bson:"error" doc:"Why the last try failed" example:"There is no such bucket."`
	FailedAt    *time.Time `json:"failed_at" bson:"failed_at"`
}

// State of a target.
type State string

// The states.
const (
	Current State = "current"
	Behind  State = "behind"
	Failing State = "failing"
)

// Options says what a Service works on. Releases and Log are needed.
type Options struct {
	Releases *release.Store
	Mirrors  []*Mirror
	// DB is where processes tell each other how targets stand; nil: nobody else asks.
	DB  *mongodb.Database
	Log *slog.Logger
}

// Service keeps targets at the live release, each at its own pace: one that fails is tried
// again with growing pauses, and keeps nobody waiting. It tells people how they stand, also
// those that another process runs.
type Service struct {
	opts    Options
	store   *store // nil without a database
	changed signal.Signal
	running atomic.Bool

	mu  sync.Mutex
	all map[string]*Status
}

const (
	retryFirst = time.Second
	retryMost  = time.Minute
	// lookEvery is how often a mirror's notes are read again, which may ask for another look.
	lookEvery = 2 * time.Second
)

// NewService returns a Service that does nothing before Run.
func NewService(opts Options) *Service {
	s := &Service{opts: opts, changed: signal.New(), all: make(map[string]*Status)}
	if opts.DB != nil {
		s.store = &store{opts.DB.Collection("publish_targets")}
	}
	for _, m := range opts.Mirrors {
		s.all[m.address] = &Status{Target: m.address, State: Behind}
	}
	return s
}

// Any reports whether there are targets.
func (s *Service) Any() bool { return len(s.opts.Mirrors) > 0 }

// Run keeps the targets at the live release until ctx ends. One process at a time may do so.
func (s *Service) Run(ctx context.Context) {
	var running sync.WaitGroup
	defer running.Wait()
	if s.store != nil {
		_ = s.takeOver(ctx) // else it begins again
		stored := s.sorted()
		running.Go(func() { s.storeChanges(ctx, stored) })
	}
	s.running.Store(true)
	defer s.running.Store(false)
	for _, m := range s.opts.Mirrors {
		running.Go(func() { s.follow(ctx, m) })
	}
	<-ctx.Done()
}

func (s *Service) follow(ctx context.Context, m *Mirror) {
	changed, stop := s.opts.Releases.Subscribe()
	defer stop()
	pauses := backoff.NewExponentialBackOff()
	pauses.InitialInterval, pauses.MaxInterval = retryFirst, retryMost
	for {
		wait := lookEvery
		if s.Once(ctx, m) != nil {
			wait = pauses.NextBackOff()
		} else {
			pauses.Reset()
		}
		select {
		case <-ctx.Done():
			return
		case <-changed:
		case <-time.After(wait):
		}
	}
}

// Once brings a target to the live release in one try.
func (s *Service) Once(ctx context.Context, m *Mirror) error {
	live := s.opts.Releases.Current()
	if live == nil {
		return nil
	}
	s.note(m, func(status *Status) {
		if status.Release != live.Release && status.State == Current {
			status.State = Behind
		}
	})
	started := m.now()
	done, err := m.Update(ctx, live)
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	now := m.now().UTC()
	if err != nil {
		s.opts.Log.Error("a target could not be updated; it is tried again", "target", m.address, "release",
			live.Release, "error", err)
		reason := reasonOf(err)
		s.note(m, func(status *Status) {
			status.State, status.Error, status.FailedAt = Failing, &reason, &now
			status.Tries++
		})
		return err
	}
	took := now.Sub(started)
	changed := s.note(m, func(status *Status) {
		if status.Release != live.Release {
			status.Release, status.Fingerprint, status.Since = live.Release, live.Fingerprint, &now
			status.Written, status.Removed, status.DurationMS = done.Written, done.Removed, took.Milliseconds()
		}
		status.State, status.Error, status.FailedAt, status.Tries = Current, nil, nil, 0
	})
	if changed || done != (Updated{}) {
		s.opts.Log.Info("a target shows the live release", "target", m.address, "release", live.Release, "written",
			done.Written, "removed", done.Removed, "bytes", done.Bytes, "ms", took.Milliseconds())
	}
	return nil
}

// note changes the status of a target, and reports whether it is another now.
func (s *Service) note(m *Mirror, change func(*Status)) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	status := s.all[m.address]
	before := *status
	if change(status); *status == before {
		return false
	}
	s.changed.Notify()
	return true
}

// takeOver reads what the process that runs the targets knows.
func (s *Service) takeOver(ctx context.Context) error {
	known, err := s.store.all(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, status := range known {
		if mine, ok := s.all[status.Target]; ok {
			*mine = status
		}
	}
	return err
}

// Statuses returns how the targets stand, in the order of their addresses.
func (s *Service) Statuses(ctx context.Context) ([]Status, error) {
	if s.store != nil && s.Any() && !s.running.Load() {
		if err := s.takeOver(ctx); err != nil {
			return nil, err
		}
	}
	return s.sorted(), nil
}

func (s *Service) sorted() []Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]Status, 0, len(s.all))
	for _, status := range s.all {
		list = append(list, *status)
	}
	slices.SortFunc(list, func(a, b Status) int { return cmp.Compare(a.Target, b.Target) })
	return list
}

// storeAgain is the pause after the database did not take something.
const storeAgain = time.Second

// storeChanges stores for other processes what differs from what is stored; updating a target
// does not wait for that.
func (s *Service) storeChanges(ctx context.Context, stored []Status) {
	for {
		var again <-chan time.Time
		for i, status := range s.sorted() {
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
