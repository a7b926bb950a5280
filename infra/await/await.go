// Package await waits for conditions.
package await

import (
	"context"
	"errors"
	"time"
)

// Success calls a function every 20 ms until it returns no error. When ctx ends first,
// it returns the last error joined with that of ctx.
func Success(ctx context.Context, ask func() error) error {
	const pause = 20 * time.Millisecond
	for {
		err := ask()
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(pause):
		}
	}
}
