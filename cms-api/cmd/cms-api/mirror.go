package main

import (
	"context"
	"os"

	"academy/cms-api/internal/operate/releases"
	"academy/cms-api/internal/platform/config"
)

type mirrorCommand struct {
	To      string `required:"" placeholder:"ADDRESS" help:"A folder, or s3://bucket/prefix; with ?pages=clean pages have no .html there."`
	Watch   bool   `help:"Go on, and bring every release there."`
	Compare bool   `help:"Look at every file first, in case somebody else has changed some."`
}

// Help says what it needs.
func (mirrorCommand) Help() string {
	return "It needs the release store (RELEASES_DIR or RELEASE_STORE) and, for a bucket, RELEASE_S3_… or S3_… (see serve --help), and no database. " +
		"A server does the same by itself, see MIRROR_TO. It may be stopped at any time and run again; what somebody else put there it leaves alone."
}

// Run mirrors.
func (c mirrorCommand) Run() error {
	return onReleases(func(ctx context.Context, o releases.Opener) error {
		return releases.Mirror(ctx, o, c.To, c.Watch, c.Compare)
	})
}

// onReleases runs a command that needs releases and no secrets.
func onReleases(run func(context.Context, releases.Opener) error) error {
	ctx, stop := interruptible()
	defer stop()
	cfg, err := config.LoadEdge(os.Environ())
	if err != nil {
		return err
	}
	return run(ctx, releases.Opener{Config: cfg, Log: newLog(cfg, os.Stderr)})
}
