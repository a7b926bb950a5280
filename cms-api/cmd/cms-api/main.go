// Command cms-api is the academy's content management system: the API, the
// media, and, on a single machine, the site and the admin app.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // for machines that have no time zones of their own

	"github.com/alecthomas/kong"

	"academy/cms-api/internal/app"
	"academy/cms-api/internal/media/upload"
	"academy/cms-api/internal/platform/config"
)

// version is set when a release is linked.
var version = "dev"

type commands struct {
	Serve       serveCommand        `cmd:"" help:"Serve the API and the media; with --web also the site and the admin app."`
	Edge        edgeCommand         `cmd:"" help:"Serve nothing but the current release of the site."`
	Seed        seedCommand         `cmd:"" help:"Fill an empty database with the content of a folder."`
	CreateAdmin createAdminCommand  `cmd:"" help:"Make an administrator's account."`
	Doctor      doctorCommand       `cmd:"" help:"Look at the installation and say what is wrong and what to do."`
	Backup      backupCommand       `cmd:"" help:"Write all content, accounts, leads and media into one archive."`
	Restore     restoreCommand      `cmd:"" help:"Bring back what an archive holds."`
	Export      exportCommand       `cmd:"" help:"Write all content and media into a zip that other programs can read."`
	Import      importCommand       `cmd:"" help:"Bring in what WordPress, Ghost, another program or cms-api export has written."`
	Media       mediaCommand        `cmd:"" help:"Look after uploaded files."`
	Sweep       sweepHistoryCommand `cmd:"" help:"Remove former versions and deleted documents whose time is over."`
	Health      healthCommand       `cmd:"" help:"Ask the server on this machine whether it works."`
	Mirror      mirrorCommand       `cmd:"" help:"Bring the live release to a folder or a bucket, as plain files."`
	Release     releaseCommand      `cmd:"" help:"Look at what went live, go back and forward, check that it is whole."`
	Person      personCommand       `cmd:"" help:"What is stored of one person: look at it, or remove it."`
	OpenAPI     openAPICommand      `cmd:"" name:"openapi" help:"Print the description of the API (OpenAPI 3.1, JSON). Needs no store."`
	Version     versionCommand      `cmd:"" help:"Print the version."`
}

func main() {
	upload.DecodeIfAsked()
	var cli commands
	parsed := kong.Parse(&cli,
		kong.Description("The content management system of the academy's website. It is configured by environment variables: see serve --help."),
		kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
	)
	if err := parsed.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "cms-api:", err)
		os.Exit(1)
	}
}

type versionCommand struct{}

// Run prints the version.
func (versionCommand) Run() error {
	_, err := fmt.Println(version)
	return err
}

// interruptible returns a context that ends when the program is interrupted.
func interruptible() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}

func openInstallation() (*app.Installation, error) {
	cfg, err := config.Load(os.Environ())
	if err != nil {
		return nil, err
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	return app.Open(app.Options{Config: cfg, Version: version, Log: log})
}

// onStores runs a command on the stores, with what serving makes in them, until it
// is done or interrupted.
func onStores(do func(context.Context, *app.Installation) error) error {
	return run(do, (*app.Stores).Prepared)
}

// onStoresAsIs is onStores for a command that takes the stores as they are.
func onStoresAsIs(do func(context.Context, *app.Installation) error) error {
	return run(do, (*app.Stores).AsIs)
}

func run(
	do func(context.Context, *app.Installation) error,
	with func(*app.Stores, context.Context, func(context.Context) error) error,
) error {
	ctx, stop := interruptible()
	defer stop()
	i, err := openInstallation()
	if err != nil {
		return err
	}
	return with(i.Stores, ctx, func(ctx context.Context) error { return do(ctx, i) })
}

func printJSON(value any) error {
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// count is a number of things in words.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

type openAPICommand struct {
	Permissions bool `help:"Print the table of permissions (docs/permissions.md) instead."`
}

// Run prints the description of the API. The environment plays no part in it.
func (c openAPICommand) Run() error {
	cfg, err := config.Load(nil)
	if err != nil {
		return err
	}
	made, err := app.New(app.Options{Config: cfg, Version: apiVersion, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	if c.Permissions {
		_, err := os.Stdout.Write(made.Permissions())
		return err
	}
	description, err := made.OpenAPI()
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(description)
	return err
}

// apiVersion is the version of the contract, not of the software.
const apiVersion = "1.0.0"
