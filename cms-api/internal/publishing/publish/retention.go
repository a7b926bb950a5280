package publish

import (
	"context"
	"errors"
	"time"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/publishing/release"
)

// Kept says how long releases are kept.
type Kept struct {
	Releases int `json:"releases" doc:"How many of the newest" example:"50"`
	Days     int `json:"days" doc:"For how many days the last of each day" example:"30"`
}

// Forget takes releases out of the history that are no longer to be kept, and
// returns their ids; dry only says which. Never the live release, the one that is pinned,
// or one on its way. Sweep deletes their files later.
//
// It holds the lock under which releases are made live, so nobody goes back to one
// that is being forgotten. When the database cannot be asked what is pinned, or it
// is not plain what is live, nothing is forgotten.
func (s *Service) Forget(ctx context.Context, dry bool) (gone []string, err error) {
	if s.opts.Retention.Keep == 0 {
		return nil, nil
	}
	err = s.store.lock.Do(ctx, func(ctx context.Context) error {
		pinned, err := s.store.pin(ctx)
		if err != nil {
			return err
		}
		gone, err = s.opts.Releases.Forget(ctx, s.opts.Retention, pinned.id(), s.opts.Clock.Now(), dry)
		return err
	})
	return gone, err
}

// Sweep deletes files of the release store that no release names.
func (s *Service) Sweep(ctx context.Context) (release.Swept, error) {
	return s.opts.Releases.Sweep(ctx, s.opts.Clock.Now().Add(-s.opts.Retention.Young))
}

// retain forgets and sweeps now and then, in the process that dispatches.
func (s *Service) retain(ctx context.Context) {
	every := time.NewTicker(s.timing.retainEvery)
	defer every.Stop()
	var swept time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
		if s.opts.Retention.Keep == 0 || !s.Gauges().Leader {
			continue
		}
		gone, err := s.Forget(ctx, false)
		if len(gone) > 0 {
			s.opts.Log.Info("releases are no longer kept", "count", len(gone), "newest", gone[len(gone)-1])
		}
		if now := s.opts.Clock.Now(); err == nil && now.Sub(swept) >= s.opts.Retention.Young {
			var done release.Swept
			if done, err = s.Sweep(ctx); err == nil {
				swept = now
			}
			if done.Files > 0 {
				s.opts.Log.Info("files that no release names were deleted", "files", done.Files, "bytes", done.Bytes)
			}
		}
		if err != nil && ctx.Err() == nil {
			s.opts.Log.Warn("releases could not be cleaned up; will try again", "error", err)
		}
	}
}

// reasons returns why each release is kept, as far as that can be found out.
func (s *Service) reasons(ctx context.Context) map[string][]release.Reason {
	if s.opts.Retention.Keep == 0 {
		return nil
	}
	s.mu.Lock()
	pinned := s.pin.pin.id()
	s.mu.Unlock()
	reasons, err := s.opts.Releases.Reasons(ctx, s.opts.Retention, pinned, s.opts.Clock.Now())
	if err != nil {
		s.opts.Log.Warn("why releases are kept is not known", "error", err)
	}
	return reasons
}

const verifyTime = 10 * time.Minute

// Verify reads every file of a release and compares it with its hash, one release at a
// time in a process. Files of the live release that cannot be repaired are rendered again when
// somebody asks for publishing.
func (s *Service) Verify(ctx context.Context, id string) (release.Verdict, error) {
	if !s.verifying.TryLock() {
		return release.Verdict{}, problem.New(problem.Conflict,
			"Another release is being checked. Please try again in a moment.")
	}
	defer s.verifying.Unlock()
	ctx, cancel := context.WithTimeout(ctx, verifyTime)
	defer cancel()
	verdicts, err := s.opts.Releases.Verify(ctx, []string{id})
	if errors.Is(err, release.ErrUnknown) {
		return release.Verdict{}, problem.Missing("release")
	}
	if err != nil {
		return release.Verdict{}, err
	}
	v := verdicts[0]
	if v.FaultCount > 0 {
		s.opts.Log.Error("a release is not whole", "release", v.Release, "live", v.Live, "faults", v.FaultCount, "first",
			v.Faults[0].File, "path", v.Faults[0].Path)
	}
	return v, nil
}
