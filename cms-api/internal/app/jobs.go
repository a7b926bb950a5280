package app

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"academy/cms-api/internal/media/upload"
	"academy/cms-api/internal/platform/httpapi"
	"academy/cms-api/internal/platform/mongodb"
)

// tasks returns what runs in the background of the server.
func (a *App) tasks() []httpapi.Task {
	return []httpapi.Task{
		{Name: "database", Run: func(ctx context.Context) error { a.Stores.DB.Run(ctx); return nil }},
		{Name: "media storage", Run: func(ctx context.Context) error { a.Stores.Objects.Run(ctx); return nil }},
		{Name: "changes of the database", Run: a.Stores.DB.Follow},
		{Name: "releases", Run: a.Publishing.Releases.Run},
		{Name: "webhooks", Run: func(ctx context.Context) error { a.Publishing.Webhooks.Run(ctx); return nil }},
		{Name: "publishing", Run: a.Publishing.Publisher.Run},
		{Name: "targets", Run: a.runTargets},
		{Name: "audit log", Run: func(ctx context.Context) error {
			if err := a.Stores.DB.WaitReady(ctx); err != nil {
				return err
			}
			return a.Accounts.Audits.Run(ctx, func(err error) {
				a.Log.Warn("old entries of the audit log could not be deleted", "error", err)
			})
		}},
		{Name: "messages", Run: a.Accounts.queue.Run},
		{Name: "unused media", Run: a.sweepMedia},
		{Name: "old leads", Run: a.sweepLeads},
	}
}

// wait returns nil after a time, or ctx's error when that ends first.
func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

const sweepTime = 10 * time.Minute // at most, for one round

// sweepMedia removes unused uploads every MEDIA_SWEEP_EVERY, in one process at a time.
func (a *App) sweepMedia(ctx context.Context) error {
	lease := mongodb.NewLease(a.Stores.DB, "media sweep")
	return lease.Run(ctx, mongodb.Terms{}, func(ctx context.Context) {
		for ctx.Err() == nil {
			err := a.Stores.Objects.WaitReady(ctx)
			if err == nil {
				err = a.sweepMediaOnce(ctx)
			}
			if errors.Is(err, upload.ErrHeld) {
				a.Log.Info("unused media stay while a backup is running")
			} else if err != nil && ctx.Err() == nil {
				a.Log.Warn("unused media could not be removed; will try again", "error", err)
			}
			_ = wait(ctx, a.Config.MediaSweepEvery)
		}
	})
}

func (a *App) sweepMediaOnce(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, sweepTime)
	defer cancel()
	removed, err := a.Content.Sweeper.Round(ctx)
	level := slog.LevelDebug
	if len(removed.Keys)+len(removed.Unfinished) > 0 {
		level = slog.LevelInfo
	}
	a.Log.Log(ctx, level, "media looked through",
		"removed", removed.Keys, "bytes", removed.Bytes, "unfinished", removed.Unfinished)
	return err
}

const leadsSweepEvery = 24 * time.Hour

// sweepLeads removes leads older than LEADS_KEEP once a day, in one process at a time.
func (a *App) sweepLeads(ctx context.Context) error {
	if a.Leads.People.Keep() <= 0 {
		return nil
	}
	lease := mongodb.NewLease(a.Stores.DB, "leads sweep")
	return lease.Run(ctx, mongodb.Terms{}, func(ctx context.Context) {
		for ctx.Err() == nil {
			next := leadsSweepEvery
			removed, err := a.Leads.People.Sweep(ctx)
			if len(removed) > 0 {
				a.Log.Info("old leads removed", "removed", removed)
			}
			if err != nil && ctx.Err() == nil {
				a.Log.Warn("old leads could not be removed; will try again", "error", err)
				next = time.Minute
			}
			_ = wait(ctx, next)
		}
	})
}

// runTargets copies releases to the targets, in one process at a time. While the database
// is away, the process that did it goes on.
func (a *App) runTargets(ctx context.Context) error {
	p := a.Publishing
	if !p.targets.Any() {
		return nil
	}
	return p.targetLease.Run(ctx, mongodb.Terms{}, func(ctx context.Context) { _ = p.targets.Run(ctx) })
}
