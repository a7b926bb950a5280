package publish

import (
	"context"
	"errors"
	"time"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/publishing/release"
)

const verifyTime = 10 * time.Minute

// Verify reads every file of a release and compares it with its hash. One at a
// time in a process. What cannot be mended of the live release, the next publishing on
// request renders anew.
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
