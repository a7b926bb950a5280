package app

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"academy/cms-api/internal/media/upload"
	"academy/cms-api/internal/platform/httpapi"
	"academy/cms-api/internal/platform/lease"
)

const (
	cleanUpEvery = 24 * time.Hour
	retryAfter   = time.Minute
	sweepTime    = 10 * time.Minute // at most, for one round
)

// tasks returns what runs in the background of the server.
func (a *App) tasks() []httpapi.Task {
	endless := func(run func(context.Context)) func(context.Context) error {
		return func(ctx context.Context) error { run(ctx); return nil }
	}
	tasks := []httpapi.Task{
		{Name: "database", Run: endless(a.Stores.DB.Run)},
		{Name: "media storage", Run: endless(a.Stores.Objects.Run)},
		{Name: "changes of the database", Run: a.Stores.DB.Follow},
		{Name: "releases", Run: a.Publishing.Releases.Run},
		{Name: "webhooks", Run: endless(a.Publishing.Webhooks.Run)},
		{Name: "publishing", Run: a.Publishing.Publisher.Run},
		{Name: "messages", Run: a.Accounts.queue.Run},
		{Name: "memory", Run: restMemory},
		{Name: "imports", Run: endless(a.transfers.Run)},
		{Name: "scheduled articles", Run: func(ctx context.Context) error {
			return a.Content.Articles.Copies.Run(ctx, a.scheduled("publishArticleWorkingCopy", "articles"))
		}},
		{Name: "scheduled pages", Run: func(ctx context.Context) error {
			return a.Content.Pages.Copies.Run(ctx, a.scheduled("publishPageWorkingCopy", "pages"))
		}},
		a.cleaning(a.leader("media sweep", func(ctx context.Context) {
			_ = a.repeat(ctx, a.Config.MediaSweepEvery, a.sweepMedia)
		})),
		a.cleaning(a.leader("old leads", func(ctx context.Context) { _ = a.repeat(ctx, cleanUpEvery, a.removeOldLeads) })),
		a.cleaning(a.leader("history", func(ctx context.Context) { _ = a.repeat(ctx, cleanUpEvery, a.sweepHistory) })),
		a.cleaning(httpapi.Task{Name: "audit log", Run: func(ctx context.Context) error {
			return a.repeat(ctx, cleanUpEvery, a.Accounts.Audits.Sweep)
		}}),
	}
	if a.Publishing.targets.Any() {
		// While the database is away, the process that copied releases goes on.
		tasks = append(tasks, a.leader("targets", a.Publishing.targets.Run))
	}
	return tasks
}

// leader returns a task that runs in one process at a time.
func (a *App) leader(name string, run func(context.Context)) httpapi.Task {
	leased := lease.New(a.Stores.DB, name)
	return httpapi.Task{Name: name, Run: func(ctx context.Context) error {
		return leased.Run(ctx, lease.Terms{}, run)
	}}
}

// cleaning returns a task that begins when the process is CleanUpAfter old.
func (a *App) cleaning(task httpapi.Task) httpapi.Task {
	return httpapi.Task{Name: task.Name, Run: func(ctx context.Context) error {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(a.CleanUpAfter):
		}
		return task.Run(ctx)
	}}
}

// repeat calls do once the database is ready and then after every pause, sooner when it
// failed, until ctx ends. It returns ctx's error.
func (a *App) repeat(ctx context.Context, pause time.Duration, do func(context.Context) error) error {
	for {
		if err := a.Stores.DB.WaitReady(ctx); err != nil {
			return err
		}
		next := pause
		if err := do(ctx); err != nil && ctx.Err() == nil {
			a.Log.Warn("could not clean up; will try again", "error", err)
			next = min(pause, retryAfter)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(next):
		}
	}
}

func (a *App) removeOldLeads(ctx context.Context) error {
	removed, err := a.Leads.People.Sweep(ctx)
	if len(removed) > 0 {
		a.Log.Info("old leads removed", "removed", removed)
	}
	return err
}

// sweepMedia removes unused uploads.
func (a *App) sweepMedia(ctx context.Context) error {
	if err := a.Stores.Objects.WaitReady(ctx); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, sweepTime)
	defer cancel()
	removed, err := a.Content.Sweeper.Round(ctx)
	level := slog.LevelDebug
	if len(removed.Keys)+len(removed.Unfinished) > 0 {
		level = slog.LevelInfo
	}
	a.Log.Log(ctx, level, "media looked through",
		"removed", removed.Keys, "bytes", removed.Bytes, "unfinished", removed.Unfinished)
	if errors.Is(err, upload.ErrBackup) {
		a.Log.Info("unused media stay while a backup is running")
		return nil
	}
	return err
}
