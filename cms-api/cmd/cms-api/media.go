package main

import (
	"context"
	"fmt"
	"time"

	"academy/cms-api/internal/app"
)

type mediaCommand struct {
	Sweep sweepCommand `cmd:"" help:"Remove uploads that no content names."`
}

type sweepCommand struct {
	DryRun    bool          `help:"Only say what would be removed."`
	OlderThan time.Duration `default:"24h" help:"Leave younger ones: somebody may be writing what will name them."`
}

// Help says when it is needed.
func (sweepCommand) Help() string {
	return "A running server does this by itself, see MEDIA_SWEEP_EVERY and MEDIA_SWEEP_AFTER. Files that came with the software are never removed."
}

// Run removes, and says what.
func (s sweepCommand) Run() error {
	return onStores(func(ctx context.Context, i *app.Installation) error {
		removed, err := i.Content.Sweeper.Once(ctx, s.OlderThan, s.DryRun)
		for _, key := range removed.Keys {
			fmt.Println(key)
		}
		for _, key := range removed.Unfinished {
			fmt.Println(key, "(unfinished)")
		}
		if err != nil {
			return fmt.Errorf("sweep media: %w", err)
		}
		verb := "Removed"
		if s.DryRun {
			verb = "Would remove"
		}
		fmt.Printf("%s %d files (%d bytes) and %d unfinished uploads.\n",
			verb, len(removed.Keys), removed.Bytes, len(removed.Unfinished))
		return nil
	})
}
