package app

import (
	"context"
	"log/slog"

	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/publishing/publish"
)

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
		TrashKeep: cfg.TrashKeep,
	})
}

// sweepHistory removes old versions, what has been in the trash for too long, and what was
// never saved by those who have no account any more.
func (a *App) sweepHistory(ctx context.Context) error {
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
