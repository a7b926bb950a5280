package main

import (
	"context"
	"fmt"
	"time"

	"academy/cms-api/internal/app"
)

type sweepHistoryCommand struct {
	DryRun bool      `help:"Only say what would be removed."`
	AsOf   time.Time `help:"Take this for the present time (RFC 3339)." format:"2006-01-02T15:04:05Z07:00"`
}

// Help says when it is needed.
func (sweepHistoryCommand) Help() string {
	return "A running server does this once a day, see HISTORY_KEEP, HISTORY_KEEP_DAILY, HISTORY_KEEP_LEAST and TRASH_KEEP."
}

// Run removes, and says what.
func (s sweepHistoryCommand) Run() error {
	return onStores(func(ctx context.Context, i *app.Installation) error {
		now := s.AsOf
		if now.IsZero() {
			now = i.Clock.Now()
		}
		swept, err := i.History.Sweep(ctx, now, s.DryRun)
		for _, each := range swept.Versions {
			fmt.Println("version", each)
		}
		for _, each := range swept.Trash {
			fmt.Println("deleted", each)
		}
		if err != nil {
			return fmt.Errorf("sweep history and trash: %w", err)
		}
		verb := "Removed"
		if s.DryRun {
			verb = "Would remove"
		}
		fmt.Printf("%s %d former versions and %d deleted documents.\n", verb, len(swept.Versions), len(swept.Trash))
		return nil
	})
}
