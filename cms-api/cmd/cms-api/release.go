package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"
)

type releaseCommand struct {
	List     releaseListCommand `cmd:"" help:"List what went live, newest first."`
	Rollback rollbackCommand    `cmd:"" help:"Make an older or a newer release the live one."`
	Copy     copyCommand        `cmd:"" help:"Bring the live release to a release store in a bucket, for edges to read."`
}

type releaseListCommand struct {
	Limit int `default:"20" help:"At most this many."`
}

// Run lists.
func (c releaseListCommand) Run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	app, err := offline()
	if err != nil {
		return err
	}
	return app.Offline(ctx, func(ctx context.Context) error {
		found, err := app.Releases(ctx, c.Limit)
		if err != nil {
			return fmt.Errorf("list releases: %w", err)
		}
		table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "RELEASE\tBUILT\tTOOK\tHOW\tCHANGED\tREMOVED\tBY\t")
		for _, r := range found {
			var marks []string
			if r.Current {
				marks = append(marks, "live")
			}
			if !r.Available {
				marks = append(marks, "no longer kept")
			}
			took := time.Duration(r.DurationMS) * time.Millisecond
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%d\t%d\t%s\t%s\n", r.Release, r.BuiltAt.Local().Format(time.DateTime), took, r.Mode,
				r.ChangedCount, r.RemovedCount, r.By, strings.Join(marks, ", "))
		}
		return table.Flush()
	})
}

type rollbackCommand struct {
	Release string `arg:"" optional:"" help:"The release, as release list shows it; without one, the one before the live one."`
}

// Help says what happens then.
func (rollbackCommand) Help() string {
	return "The site shows that release until the public content changes or somebody asks for publishing in the dashboard. " +
		"It works on the release store and the database that the environment names (see serve --help), whether a server is running or not."
}

// Run rolls back.
func (c rollbackCommand) Run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	app, err := offline()
	if err != nil {
		return err
	}
	return app.Offline(ctx, func(ctx context.Context) error {
		id, err := app.Rollback(ctx, c.Release)
		if err != nil {
			return err
		}
		fmt.Printf("%s is live. It stays until the public content changes or somebody asks for publishing.\n", id)
		return nil
	})
}
