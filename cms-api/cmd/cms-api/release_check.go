package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"academy/cms-api/internal/app"
	"academy/cms-api/internal/operate/releases"
	"academy/cms-api/internal/platform/config"
	"academy/cms-api/internal/publishing/release"
)

type verifyCommand struct {
	Release string `arg:"" optional:"" help:"The release, as release list shows it; without one, the live one."`
	All     bool   `help:"Every release that is kept."`
	JSON    bool   `name:"json" help:"Print the result as JSON."`
}

// Help says what is needed and what the exit code means.
func (verifyCommand) Help() string {
	return "Compressed files are unpacked and compared as well. Only the release store is needed (RELEASES_DIR). " +
		"The exit code is 1 when something is wrong. What is wrong with the live release, the publisher renders anew: " +
		"press Publish now in the dashboard, or start the publisher again. With RELEASE_STORE every file is read from the bucket; " +
		"damaged files of the live release are deleted there, and who copies releases to the bucket brings them within minutes."
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
		mended := "Publish now, in the dashboard, renders these files anew; so does starting the publisher again."
		if cfg.ReleaseStore != "" {
			mended = "Who copies releases to the bucket (RELEASES_TO) brings these files within minutes."
		}
		err = errors.Join(err, printVerdicts(os.Stdout, verdicts, time.Since(started), mended))
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
func printVerdicts(out io.Writer, verdicts []release.Verdict, took time.Duration, mended string) error {
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
			fmt.Fprintf(out, "  %-10s %s  %s\n", f.Problem, path, f.File)
		}
		if more := v.FaultCount - len(v.Faults); more > 0 {
			fmt.Fprintf(out, "  and %d more\n", more)
		}
		if v.Live {
			fmt.Fprintln(out, "  It is the live one.", mended)
		} else {
			fmt.Fprintln(out, "  Nobody can go back to it. The live site does not need it.")
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
		"The files that only forgotten releases name are removed by the publisher, when it is idle and after RELEASE_SWEEP_AFTER: " +
		"only it knows what it is just writing, and edges may still serve what was live a moment ago. " +
		"With RELEASE_STORE the bucket is swept: files go that no kept release names, RELEASE_SWEEP_AFTER after it was forgotten."
}

// Run forgets, and says what.
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
		verb, will := "Forgot", "removes"
		if c.DryRun {
			verb, will = "Would forget", "would remove"
		}
		by := "The publisher"
		if p.Releases.IsInBucket() {
			by = "A later sweep"
		}
		fmt.Printf("%s %s. %s %s %s (%d bytes) that no other release names.\n",
			verb, count(len(gone), "release"), by, will, count(unneeded.Files, "file"), unneeded.Bytes)
		return nil
	})
}
