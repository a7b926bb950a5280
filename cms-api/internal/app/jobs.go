package app

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"academy/cms-api/internal/account/audit"
	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/media/upload"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/httpapi"
	"academy/cms-api/internal/platform/lease"
	"academy/cms-api/internal/platform/storage"
	"academy/cms-api/internal/publishing/publish"
)

const (
	cleanUpEvery = 24 * time.Hour
	retryAfter   = time.Minute
	sweepTime    = 10 * time.Minute // of media or history, at most, for one round
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
		a.leader("lead alerts", func(ctx context.Context) { a.Leads.Alert(ctx, a.Publishing.Webhooks.TellOfLead) }),
		a.leader("lead webhooks", a.Publishing.Webhooks.SendLeads),
		// Every 20 s, as the lease is asked for again.
		a.cleaning(a.leader("media library", func(ctx context.Context) {
			a.adoptMedia(ctx)
			a.continueReplacements(ctx)
		})),
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

// adoptMedia gives files that were stored before there was a library their documents.
func (a *App) adoptMedia(ctx context.Context) {
	failed := a.Stores.Objects.WaitReady(ctx)
	for failed == nil {
		err := a.Content.Library.Adopt(ctx, a.Content.Uploads.EachFile)
		if err == nil || ctx.Err() != nil {
			return
		}
		a.Log.Warn("files cannot be added to the media library; will try again", "error", err)
		failed = storage.Wait(ctx, retryAfter, nil)
	}
}

// continueReplacements continues replacements of files that broke off. The audit log has them as calls of those who
// asked for them.
func (a *App) continueReplacements(ctx context.Context) {
	err := a.Content.Library.Continue(ctx, func(ctx context.Context, doc library.Media, call changes.Record) {
		if doc.Replacement.By == "" {
			return
		}
		entry := audit.Entry{
			UserID: doc.Replacement.By, UserName: a.nameOf(ctx, doc.Replacement.By), Action: "replaceMedia",
			Resource: library.Collection, ResourceID: doc.ID, Outcome: audit.Done, UserAgent: "continued",
		}
		a.Accounts.Audits.Note(ctx, entry.Changed(call))
	})
	if err != nil && ctx.Err() == nil {
		a.Log.Warn("replacements cannot be continued; will try again", "error", err)
	}
}

// sweepMedia removes unused uploads that the library does not have.
func (a *App) sweepMedia(ctx context.Context) error {
	if err := a.Stores.Objects.WaitReady(ctx); err != nil {
		return err
	}
	if err := a.Content.Library.Adopt(ctx, a.Content.Uploads.EachFile); err != nil {
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

// scheduled returns how changes are published by themselves: as whoever scheduled them, by whose
// call the audit log has it.
func (a *App) scheduled(action, resource string) working.Publishing {
	done := func(ctx context.Context, s working.Scheduled, call changes.Record) {
		entry := audit.Entry{
			UserID: s.By, UserName: a.nameOf(ctx, s.By), Action: action, Resource: resource, ResourceID: s.ID,
			Outcome: audit.Done, UserAgent: "scheduled",
		}
		a.Accounts.Audits.Note(ctx, entry.Changed(call))
	}
	return working.Publishing{Identity: a.Accounts.Sessions.Identity, Done: done}
}

// refusedChanges returns the scheduled changes that were not published.
func (c *Content) refusedChanges() []publish.Refused {
	refused := []publish.Refused{}
	for _, each := range slices.Concat(c.Articles.Copies.Refused(), c.Pages.Copies.Refused()) {
		refused = append(refused, publish.Refused{
			Collection: each.Collection, ID: each.ID, Title: each.Title, PublishAt: each.PublishAt, Reason: each.Refused,
		})
	}
	slices.SortStableFunc(refused, func(a, b publish.Refused) int { return a.PublishAt.Compare(b.PublishAt) })
	return refused
}

// nameOf returns what an account is called.
func (a *App) nameOf(ctx context.Context, id string) string {
	names, err := a.Accounts.names(ctx)
	if err != nil {
		a.Log.WarnContext(ctx, "an entry of the audit log lacks a name", "error", err)
	}
	return cmp.Or(names[id], publish.FormerMember)
}

// NewHistory returns the former versions of an installation's content, and its trash.
func NewHistory(i *Installation) *history.Service {
	cfg := i.Config
	var all []history.Collection
	for _, each := range i.Content.collections {
		all = append(all, each.History())
	}
	return history.NewService(history.Options{
		Collections: all, Names: i.Accounts.names, Former: publish.FormerMember,
		Rule:      history.Rule{All: cfg.HistoryKeep, Daily: cfg.HistoryKeepDaily, Least: cfg.HistoryKeepLeast},
		TrashKeep: cfg.TrashKeep, Present: i.Content.Library.Present,
	})
}

// sweepHistory removes old versions, what has been in the trash for too long, and what was
// never saved by those who have no account any more.
func (a *App) sweepHistory(ctx context.Context) error {
	// The embedded database looks through all documents for those of the trash: the limit of a call is too short.
	ctx, cancel := context.WithTimeout(ctx, sweepTime)
	defer cancel()
	swept, err := a.History.Sweep(ctx, a.Clock.Now(), false)
	level := slog.LevelDebug
	if len(swept.Versions)+len(swept.Trash) > 0 {
		level = slog.LevelInfo
	}
	a.Log.Log(ctx, level, "history looked through", "versions", len(swept.Versions), "trash", swept.Trash)
	if err != nil {
		return err
	}
	names, err := a.Accounts.names(ctx)
	if err != nil {
		return err
	}
	return working.Sweep(ctx, a.Stores.DB, names)
}
