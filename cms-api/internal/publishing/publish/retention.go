package publish

import (
	"context"
	"time"

	"academy/cms-api/internal/publishing/release"
)

// Kept says how long releases are kept.
type Kept struct {
	Releases int `json:"releases" doc:"How many of the newest" example:"50"`
	Days     int `json:"days" doc:"For how many days the last of each day" example:"30"`
}

// Forget takes releases out of the history that are no longer to be kept, and
// returns their ids; dry only says which. The publisher removes their files later;
// from a bucket they are deleted, see Sweep of package release. Never the live
// release, the one that is pinned, or one on its way.
//
// It holds the lock under which releases are made live, so nobody goes back to one
// that is being forgotten. When the database cannot be asked what is pinned, or it
// is not plain what is live, nothing is forgotten.
func (s *Service) Forget(ctx context.Context, dry bool) ([]string, error) {
	if s.opts.Retention.Keep == 0 {
		return nil, nil
	}
	if s.opts.Releases.IsInBucket() {
		pinned, err := s.store.pin(ctx)
		if err != nil {
			return nil, err
		}
		swept, err := s.opts.Releases.Sweep(ctx, s.opts.Retention, pinned.id(), s.opts.Clock.Now(), dry)
		return swept.Releases, err
	}
	var gone []string
	err := s.store.lock.Do(ctx, func(ctx context.Context) error {
		pinned, err := s.store.pin(ctx)
		if err != nil {
			return err
		}
		gone, err = s.opts.Releases.Forget(ctx, s.opts.Retention, pinned.id(), s.opts.Clock.Now(), dry)
		return err
	})
	return gone, err
}

// id returns the release that is pinned, or "".
func (h *pin) id() string {
	if h == nil {
		return ""
	}
	return h.Release
}

// retain forgets now and then, in every process that has releases on its disk:
// the one that dispatches may have none. A bucket is swept by who writes there.
func (s *Service) retain(ctx context.Context) {
	if s.opts.Releases.IsInBucket() {
		return
	}
	every := time.NewTicker(s.timing.retainEvery)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
		gone, err := s.Forget(ctx, false)
		if len(gone) > 0 {
			s.opts.Log.Info("releases are no longer kept", "count", len(gone), "newest", gone[len(gone)-1])
		}
		if err != nil && ctx.Err() == nil {
			s.opts.Log.Warn("releases could not be forgotten; will try again", "error", err)
		}
	}
}

// reasons returns why each release is kept, as far as that can be found out.
func (s *Service) reasons(ctx context.Context) map[string][]release.Reason {
	if s.opts.Retention.Keep == 0 {
		return nil
	}
	s.mu.Lock()
	pinned := s.pin.id()
	s.mu.Unlock()
	kept, err := s.opts.Releases.Reasons(ctx, s.opts.Retention, pinned, s.opts.Clock.Now())
	if err != nil {
		s.opts.Log.Warn("why releases are kept is not known", "error", err)
	}
	return kept
}
