package target

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"

	"academy/cms-api/internal/publishing/release"
)

// Status is how a target, where a mirror lies, stands to the release store.
type Status struct {
	Target string `json:"target" bson:"_id" doc:"Its address" example:"s3://academy-site/public"`
	State  State  `json:"state" bson:"state" enum:"current,behind,failing" doc:"current: it shows the live release; behind: it is being brought there; failing: the last try failed and is repeated by itself"`
	// What it shows wholly.
	Release     string     `json:"release" bson:"release" doc:"The release that it shows; empty when that is not known" example:"20260115T093000000Z-1a2b3c4d"`
	Fingerprint string     `json:"fingerprint" bson:"fingerprint" doc:"Of the content that it shows" example:"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"`
	Since       *time.Time `json:"since" bson:"since" doc:"When it began to show that"`
	Written     int        `json:"written" bson:"written" doc:"Files that were written for that"`
	Removed     int        `json:"removed" bson:"removed" doc:"Files that were deleted for that"`
	DurationMS  int64      `json:"duration_ms" bson:"duration_ms" doc:"How long that took"`
	Tries       int        `json:"tries" bson:"tries" doc:"Failed tries since then"`
	Error       *string    `json:"error" bson:"error" doc:"Why the last try failed" example:"There is no such bucket. Make it, or correct the address."`
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

// Options says what a Runner works on. Releases, Log and Now are needed.
type Options struct {
	Releases *release.Store
	Mirrors  []*Mirror
	// Noted is called with every change of a target's status; it must not block.
	Noted func(Status)
	Log   *slog.Logger
	Now   func() time.Time
}

// Runner keeps targets at the live release, each at its own pace: one that fails
// is tried again with growing pauses, and keeps nobody waiting.
type Runner struct {
	opts Options
	mu   sync.Mutex
	all  map[string]*Status
}

const (
	retryFirst = time.Second
	retryMost  = time.Minute
	// lookEvery is how often a mirror's notes are read again, which may ask for another look.
	lookEvery = 2 * time.Second
)

// NewRunner returns a Runner that does nothing before Run.
func NewRunner(opts Options) *Runner {
	r := &Runner{opts: opts, all: make(map[string]*Status)}
	for _, m := range opts.Mirrors {
		r.all[m.address] = &Status{Target: m.address, State: Behind}
	}
	return r
}

// Run keeps the targets at the live release until ctx ends, and returns ctx's
// error.
func (r *Runner) Run(ctx context.Context) error {
	var running sync.WaitGroup
	for _, m := range r.opts.Mirrors {
		running.Go(func() { r.follow(ctx, m) })
	}
	running.Wait()
	return ctx.Err()
}

func (r *Runner) follow(ctx context.Context, m *Mirror) {
	changed, stop := r.opts.Releases.Subscribe()
	defer stop()
	pauses := backoff.NewExponentialBackOff()
	pauses.InitialInterval, pauses.MaxInterval = retryFirst, retryMost
	for {
		wait := lookEvery
		if r.Once(ctx, m) != nil {
			wait = pauses.NextBackOff()
		} else {
			pauses.Reset()
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-changed:
			timer.Stop()
		case <-timer.C:
		}
	}
}

// Once brings a target to the live release in one try.
func (r *Runner) Once(ctx context.Context, m *Mirror) error {
	live := r.opts.Releases.Current()
	if live == nil {
		return nil
	}
	if r.status(m).Release != live.Release {
		r.note(m, func(s *Status) {
			if s.State == Current {
				s.State = Behind
			}
		})
	}
	started := r.opts.Now()
	done, err := m.Update(ctx, live)
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	now := r.opts.Now().UTC()
	if err != nil {
		r.opts.Log.Error("a target could not be updated; it is tried again", "target", m.address, "release",
			live.Release, "error", err)
		reason := reasonOf(err)
		r.note(m, func(s *Status) {
			s.State, s.Error, s.FailedAt = Failing, &reason, &now
			s.Tries++
		})
		return err
	}
	if is := r.status(m); done == (Updated{}) && is.Release == live.Release && is.State == Current {
		return nil
	}
	took := now.Sub(started)
	r.opts.Log.Info("a target shows the live release", "target", m.address, "release", live.Release, "written",
		done.Written, "removed", done.Removed, "bytes", done.Bytes, "ms", took.Milliseconds())
	r.note(m, func(s *Status) {
		if s.Release != live.Release {
			s.Release, s.Fingerprint, s.Since = live.Release, live.Fingerprint, &now
			s.Written, s.Removed, s.DurationMS = done.Written, done.Removed, took.Milliseconds()
		}
		s.State, s.Error, s.FailedAt, s.Tries = Current, nil, nil, 0
	})
	return nil
}

func (r *Runner) note(m *Mirror, change func(*Status)) {
	r.mu.Lock()
	s := r.all[m.address]
	before := *s
	change(s)
	after := *s
	r.mu.Unlock()
	if r.opts.Noted != nil && after != before {
		r.opts.Noted(after)
	}
}

func (r *Runner) status(m *Mirror) Status {
	r.mu.Lock()
	defer r.mu.Unlock()
	return *r.all[m.address]
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

// Statuses returns how all targets stand, in the order of their addresses.
func (r *Runner) Statuses() []Status {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := make([]Status, 0, len(r.all))
	for _, s := range r.all {
		list = append(list, *s)
	}
	slices.SortFunc(list, func(a, b Status) int { return cmp.Compare(a.Target, b.Target) })
	return list
}
