package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"academy/cms-api/internal/app"
	"academy/cms-api/internal/operate/releases"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/publishing/release"
)

type releaseCommand struct {
	List     releaseListCommand `cmd:"" help:"List what went live, newest first."`
	Rollback rollbackCommand    `cmd:"" help:"Make an older release the live one."`
	Forward  forwardCommand     `cmd:"" help:"Make a newer release the live one."`
	Verify   verifyCommand      `cmd:"" help:"Read every file of a release and compare it with its hash."`
	Sweep    releaseSweep       `cmd:"" help:"Forget releases that are no longer to be kept."`
}

type releaseListCommand struct {
	Limit int `default:"20" help:"At most this many."`
}

// Run lists.
func (c releaseListCommand) Run() error {
	return onPublishing(func(ctx context.Context, p *app.Publishing, _ releases.Switch) error {
		found, _, err := p.Publisher.Releases(ctx, paging.Query{Window: paging.Window{Limit: c.Limit}})
		if err != nil {
			return fmt.Errorf("list releases: %w", err)
		}
		table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "RELEASE\tBUILT\tTOOK\tCHANGED\tREMOVED\tBY\tKEPT AS")
		for _, r := range found {
			var marks []string
			for _, reason := range r.KeptFor {
				marks = append(marks, keptFor[reason])
			}
			if !r.Available {
				marks = []string{"no longer kept"}
			}
			took := time.Duration(r.DurationMS) * time.Millisecond
			fmt.Fprintf(table, "%s\t%s\t%s\t%d\t%d\t%s\t%s\n",
				r.Release, r.BuiltAt.Local().Format(time.DateTime), took,
				r.ChangedCount, r.RemovedCount, r.By, strings.Join(marks, ", "))
		}
		return table.Flush()
	})
}

// keptFor says why a release is kept.
var keptFor = map[release.Reason]string{
	release.ForLive:   "live",
	release.ForHeld:   "held",
	release.ForBefore: "before the live one",
	release.ForNext:   "after the live one",
	release.ForRecent: "among the newest",
	release.ForDay:    "last of its day",
	release.ForYoung:  "just made",
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
	return goLive(func(ctx context.Context, s releases.Switch) (string, error) { return s.Back(ctx, c.Release) })
}

type forwardCommand struct {
	Release string `arg:"" optional:"" help:"The release, as release list shows it; without one, the newest."`
}

// Help says what happens then.
func (forwardCommand) Help() string {
	return "When the newest release shows the present content, publishing goes on as before; else as after a roll back (see release rollback --help)."
}

// Run goes forward.
func (c forwardCommand) Run() error {
	return goLive(func(ctx context.Context, s releases.Switch) (string, error) { return s.Forward(ctx, c.Release) })
}

func goLive(activate func(context.Context, releases.Switch) (string, error)) error {
	return onPublishing(func(ctx context.Context, _ *app.Publishing, s releases.Switch) error {
		id, err := activate(ctx, s)
		if err != nil {
			return err
		}
		fmt.Printf("%s is live. It stays until the public content changes or somebody asks for publishing.\n", id)
		return nil
	})
}

// onPublishing is onStores for a command that looks at releases, or goes to another.
func onPublishing(do func(context.Context, *app.Publishing, releases.Switch) error) error {
	return onStores(func(ctx context.Context, i *app.Installation) error {
		publishing, err := app.NewPublishing(i)
		if err != nil {
			return err
		}
		return do(ctx, publishing, i.Switch(publishing))
	})
}
