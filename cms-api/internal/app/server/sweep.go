package server

import (
	"context"
	"time"
)

const sweepEvery = 10 * time.Minute

// sweep deletes what has expired now and then.
func (a *App) sweep(ctx context.Context) error {
	for {
		if err := a.db.WaitReady(ctx); err != nil {
			return err
		}
		for what, sweep := range map[string]func(context.Context) error{"sign-in": a.sessions.Sweep, "rate limits": a.limiter.Sweep} {
			if err := sweep(ctx); err != nil && ctx.Err() == nil {
				a.log.Warn("what has expired could not be deleted", "of", what, "error", err)
			}
		}
		if err := a.resources.once.Sweep(ctx); err != nil && ctx.Err() == nil {
			a.log.Warn("expired submissions could not be deleted", "error", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(sweepEvery):
		}
	}
}
