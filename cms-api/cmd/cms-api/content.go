package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"academy/cms-api/internal/account/audit"
	"academy/cms-api/internal/app"
	"academy/cms-api/internal/operate/seed"
	"academy/cms-api/internal/operate/transfer"
	"academy/cms-api/internal/platform/wholefile"
)

type seedCommand struct {
	Dir   string `required:"" type:"existingdir" help:"The folder to read (content-seed)."`
	Force bool   `help:"Seed although there is content: what has the same name is left as it is."`
}

// Help says when it does something.
func (seedCommand) Help() string {
	return "Only an empty database is seeded; one that was seeded before is left alone. Seeding that broke off is completed by running it again."
}

// Run seeds and says what was stored.
func (s seedCommand) Run() error {
	return onStores(func(ctx context.Context, i *app.Installation) error {
		report, err := seed.Run(ctx, i.Seeding(), s.Dir, s.Force)
		if err != nil {
			return fmt.Errorf("seed from %s: %w", s.Dir, err)
		}
		fmt.Println(report)
		return nil
	})
}

type mediaCommand struct {
	Sweep sweepCommand `cmd:"" help:"Remove uploads that neither content nor the media library names."`
}

type sweepCommand struct {
	DryRun    bool          `help:"Only say what would be removed."`
	OlderThan time.Duration `default:"24h" help:"Leave younger ones: somebody may be writing what will name them."`
}

// Help says when it is needed.
func (sweepCommand) Help() string {
	return "A running server does this by itself, see MEDIA_SWEEP_EVERY and MEDIA_SWEEP_AFTER. Files of the media library stay until somebody deletes them there, or until sweep --media. Files that came with the software are never removed."
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

type sweepHistoryCommand struct {
	DryRun bool      `help:"Only say what would be removed."`
	Media  bool      `help:"Also remove the files of the media library that neither content nor drafts nor the trash use and that are a day old."`
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
		if !s.Media {
			return nil
		}
		removed, err := i.RemoveUnusedMedia(ctx, mediaAge, s.DryRun)
		for _, each := range removed {
			fmt.Println("unused", each)
		}
		if err != nil {
			return fmt.Errorf("sweep the media library: %w", err)
		}
		fmt.Printf("%s %d unused files.\n", verb, len(removed))
		return nil
	})
}

// mediaAge is how long an unused file stays: somebody may be writing what will name it.
const mediaAge = 24 * time.Hour

type exportCommand struct {
	File string `arg:"" help:"The zip to write, such as academy.zip; - is standard output."`
}

// Help says what is in it and what is not.
func (exportCommand) Help() string {
	return "Articles and pages are Markdown with YAML front matter; settings, texts of pages, menus and lists are in content.json; " +
		"pictures, videos and files are in media. Leads, accounts and secrets are not in it: see backup for those. " +
		"The file appears under its name only when it is whole, and replaces one of that name."
}

// Run exports.
func (c exportCommand) Run() error {
	return onStores(func(ctx context.Context, i *app.Installation) error {
		write := func(out io.Writer) error { return app.NewTransfers(i).Export(ctx, out) }
		var err error
		if c.File == "-" {
			err = write(os.Stdout)
		} else {
			err = wholefile.Write(c.File, 0o600, true, write)
		}
		if err != nil {
			return err
		}
		return i.Accounts.Audits.Record(ctx, audit.Command("exportContent", "imports", ""))
	})
}

type importCommand struct {
	File     string `arg:"" type:"existingfile" help:"The file: WordPress's .xml, Ghost's .json, a .zip of Markdown files, or that of cms-api export."`
	Status   string `enum:"draft,source," default:"" help:"draft: all are drafts; source: they have the status that they had. Without it those of cms-api export have theirs, and others are drafts."`
	Pictures string `enum:"keep,fetch" default:"keep" help:"keep: pictures stay at their addresses; fetch: they are copied from the public hosts that the file names."`
}

// Help says what a second import does.
func (importCommand) Help() string {
	return "An import adds what is missing and changes nothing: what arrived before is not created again, so that one that broke off is run again."
}

// Run imports and says what became of each item.
func (c importCommand) Run() error {
	return onStores(func(ctx context.Context, i *app.Installation) error {
		done, err := app.NewTransfers(i).ImportFile(ctx, c.File, transfer.Choices{Status: c.Status,
			Fetch: c.Pictures == "fetch"})
		for _, each := range done.Skipped {
			fmt.Printf("skipped: %s: %s\n", each.Title, each.Reason)
		}
		for _, each := range done.Warnings {
			fmt.Printf("%s: %s\n", each.Title, each.Reason)
		}
		if err != nil {
			return fmt.Errorf("import %s: %w", c.File, err)
		}
		fmt.Printf("Imported %d of %d; %d were skipped, with %d warnings.\n",
			len(done.Created), done.Total, len(done.Skipped), len(done.Warnings))
		return i.Accounts.Audits.Record(ctx, audit.Command("createImport", "imports", done.ID))
	})
}
