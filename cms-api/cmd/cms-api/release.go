package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"academy/cms-api/internal/app"
	"academy/cms-api/internal/operate/releases"
	"academy/cms-api/internal/platform/config"
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
	release.ForPinned: "held",
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

type verifyCommand struct {
	Release string `arg:"" optional:"" help:"The release, as release list shows it; without one, the live one."`
	All     bool   `help:"Every release that is kept."`
	JSON    bool   `name:"json" help:"Print the result as JSON."`
}

// Help says what is needed and what the exit code means.
func (verifyCommand) Help() string {
	return "Compressed files are unpacked and compared as well. Only the release store is needed (RELEASES_DIR or RELEASE_STORE). " +
		"The exit code is 1 when something is wrong. A file of which another encoding is whole is made again from that. " +
		"What else is wrong with the live release, the publisher renders anew: press Publish now in the dashboard."
}

var errNotWhole = errors.New("not everything is whole")

// Run verifies.
func (c verifyCommand) Run() error {
	ctx, stop := interruptible()
	defer stop()
	if c.All && c.Release != "" {
		return errors.New("name a release, or say --all")
	}
	cfg, err := config.LoadEdge(os.Environ())
	if err != nil {
		return err
	}
	started := time.Now()
	store := releases.Opener{Config: cfg, Log: slog.New(slog.DiscardHandler)}
	verdicts, err := releases.Verify(ctx, store, c.Release, c.All)
	if len(verdicts) == 0 && err != nil {
		return err
	}
	if c.JSON {
		err = errors.Join(err, printJSON(verdicts))
	} else {
		err = errors.Join(err, printVerdicts(os.Stdout, verdicts, time.Since(started)))
	}
	if err != nil {
		return err
	}
	for _, v := range verdicts {
		if v.FaultCount > 0 {
			return errNotWhole
		}
	}
	return nil
}

// printVerdicts says each fault, what it means, and how the live release is mended.
func printVerdicts(out io.Writer, verdicts []release.Verdict, took time.Duration) error {
	files, broken := 0, 0
	for _, v := range verdicts {
		files += v.Files
		if v.FaultCount == 0 {
			continue
		}
		broken++
		fmt.Fprintf(out, "%s: %s missing or damaged\n", v.Release, count(v.FaultCount, "file"))
		for _, f := range v.Faults {
			path := f.Path
			if path == "" {
				path = "(a list of files)"
			}
			mended := ""
			if f.Mended {
				mended = "  (mended)"
			}
			fmt.Fprintf(out, "  %-10s %s  %s%s\n", f.Problem, path, f.File, mended)
		}
		if more := v.FaultCount - len(v.Faults); more > 0 {
			fmt.Fprintf(out, "  and %d more\n", more)
		}
		if v.Live {
			fmt.Fprintln(out, "  It is the live one. Publish now, in the dashboard, renders anew what is not mended.")
		} else {
			fmt.Fprintln(out, "  Nobody can go back to it before all is mended. The live site does not need it.")
		}
	}
	result := "everything is whole"
	if broken > 0 {
		result = count(broken, "release") + " not whole"
	}
	_, err := fmt.Fprintf(out, "Looked at %s in %s, in %s: %s.\n",
		count(files, "file"), count(len(verdicts), "release"), took.Round(10*time.Millisecond), result)
	return err
}

type releaseSweep struct {
	DryRun bool `help:"Only say what would be done."`
}

// Help says who does what.
func (releaseSweep) Help() string {
	return "A running server does this by itself, see RELEASE_KEEP, RELEASE_KEEP_DAYS and RELEASE_SWEEP_AFTER. " +
		"Files that only forgotten releases name are deleted RELEASE_SWEEP_AFTER later: " +
		"they may have been handed over for a release that is being made, and edges may still serve what was live a moment ago."
}

// Run forgets and deletes, and says what.
func (c releaseSweep) Run() error {
	return onPublishing(func(ctx context.Context, p *app.Publishing, _ releases.Switch) error {
		gone, err := p.Publisher.Forget(ctx, c.DryRun)
		for _, id := range gone {
			fmt.Println(id)
		}
		if err != nil {
			return fmt.Errorf("forget releases: %w", err)
		}
		unneeded, err := p.Releases.Unneeded(ctx, gone)
		if err != nil {
			return fmt.Errorf("count what is not needed: %w", err)
		}
		if c.DryRun {
			fmt.Printf("Would forget %s. No other release names %s (%d bytes).\n",
				count(len(gone), "release"), count(unneeded.Files, "file"), unneeded.Bytes)
			return nil
		}
		done, err := p.Publisher.Sweep(ctx)
		if err != nil {
			return fmt.Errorf("delete what is not needed: %w", err)
		}
		fmt.Printf("Forgot %s. Deleted %s (%d bytes); %s that no release names are deleted later.\n",
			count(len(gone), "release"), count(done.Files, "file"), done.Bytes, count(unneeded.Files-done.Files, "file"))
		return nil
	})
}
