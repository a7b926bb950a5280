package releases

import (
	"context"
	"runtime"

	"academy/cms-api/internal/publishing/release"
)

// Verify reads every file of a release and compares it with its hash: of the live
// one when id is empty, of every release that is kept when all is set. It needs
// the release store and nothing else. When the live release is damaged, it
// notes the faults in the store, and the publisher renders those files again.
func Verify(ctx context.Context, o Opener, id string, all bool) ([]release.Verdict, error) {
	releases, err := o.Open()
	if err != nil {
		return nil, err
	}
	ids := []string{id}
	switch {
	case all:
		ids = releases.IDs(ctx)
	case id == "":
		if ids[0], err = releases.Live(ctx); err != nil {
			return nil, err
		}
	}
	verdicts, err := releases.Verify(ctx, ids, release.VerifyOptions{Parallel: runtime.GOMAXPROCS(0)})
	if err != nil {
		return nil, err
	}
	for _, v := range verdicts {
		if v.Live && v.FaultCount > 0 {
			err = releases.NoteDamage(ctx, v.Faults)
		}
	}
	return verdicts, err
}
