package httpapi

import (
	"context"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"golang.org/x/sync/semaphore"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/problem"
)

// mostLarge is how many bodies above maxBody are in memory at a time. Who sends one may be
// anybody: a signature is of the whole body.
const mostLarge = 4

// largeBodies admits calls that may send more than maxBody.
type largeBodies struct{ places *semaphore.Weighted }

func newLargeBodies() largeBodies { return largeBodies{semaphore.NewWeighted(mostLarge)} }

// admit waits until the body of a call may be read, at most until ctx ends. The caller
// calls done when the body is no longer needed.
func (l largeBodies) admit(ctx context.Context, op *huma.Operation, length string) (done func(), err error) {
	announced, err := strconv.ParseInt(length, 10, 64)
	if op.MaxBodyBytes <= maxBody || access.IsUpload(op) || err == nil && announced <= maxBody {
		return func() {}, nil
	}
	if err := l.places.Acquire(ctx, 1); err != nil {
		return nil, &problem.Error{
			Kind: problem.Unavailable, Detail: "Too much is being sent at the moment. Please try again shortly.",
			RetryAfter: time.Second, Cause: err,
		}
	}
	return func() { l.places.Release(1) }, nil
}
