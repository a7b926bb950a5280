package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"academy/cms-api/internal/account/audit"
	"academy/cms-api/internal/app"
	"academy/cms-api/internal/operate/transfer"
	"academy/cms-api/internal/platform/wholefile"
)

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
