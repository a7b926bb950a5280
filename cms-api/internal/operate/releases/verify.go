package releases

import (
	"context"
	"errors"

	"academy/cms-api/internal/publishing/release"
)

// Verify reads every file of a release and compares it with its hash: of the live
// one when id is empty, of every release that is kept when all is set. It needs
// the release store and nothing else. What cannot be mended of the live release, the
// publisher renders again when publishing is asked for.
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
		if ids[0], err = releases.CurrentID(ctx); err != nil {
			return nil, err
		}
		if ids[0] == "" {
			return nil, errors.New("no release yet")
		}
	}
	return releases.Verify(ctx, ids)
}
