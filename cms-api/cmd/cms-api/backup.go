package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"academy/cms-api/internal/app"
	"academy/cms-api/internal/operate/backup"
	"academy/cms-api/internal/operate/releases"
	"academy/cms-api/internal/platform/config"
)

type backupCommand struct {
	File         string `arg:"" help:"The archive to write, such as academy.tar.zst; - is standard output."`
	WithoutLeads bool   `help:"Leave out what visitors left: enrolments, applications, messages, subscriptions."`
}

// Help says what is in it and what is not.
func (backupCommand) Help() string {
	return "All content, accounts, leads, settings, webhooks, the audit log and all media go into one archive, a tar file compressed with zstd. " +
		"People may go on working meanwhile. It holds personal data, password hashes and the secrets of webhooks: keep it like a password. " +
		"Who is signed in, and releases of the site, stay behind: the site is rendered anew from the content. " +
		"The file appears under its name only when it is whole, and replaces one of that name."
}

// Run backs up and says what was written.
func (c backupCommand) Run() error {
	return onStoresAsIs(func(ctx context.Context, i *app.Installation) error {
		begun := time.Now()
		var done backup.Manifest
		write := func(out io.Writer) (err error) {
			done, err = i.Archives().Backup(ctx, out, c.WithoutLeads)
			return err
		}
		var err error
		if c.File == "-" {
			err = write(os.Stdout)
		} else {
			err = backup.ToFile(c.File, write)
		}
		if err != nil {
			return fmt.Errorf("back up: %w", err)
		}
		fmt.Fprintf(os.Stderr, "Wrote %s, in %s.\n", contents(done), time.Since(begun).Round(10*time.Millisecond))
		return nil
	})
}

type restoreCommand struct {
	File  string `arg:"" help:"The archive to read; - is standard input."`
	Force bool   `help:"Replace what is there: all documents of the kinds that a backup holds are deleted first, everybody is signed out, media of the same name are overwritten. Other media stay."`
	Check bool   `help:"Only read the archive and compare it with its hashes. Needs no store."`
}

// Help says what is promised.
func (restoreCommand) Help() string {
	return "It restores to an empty database and an empty bucket, of whatever kind. A file is checked whole before anything is changed. " +
		"What comes by standard input is checked as it comes: if it turns out to be damaged, what is there is not whole. " +
		"A restore that broke off is started again with the same command; until one has ended, cms-api serve waits. " +
		"Stop every cms-api serve before a restore with --force."
}

// Run restores and says what is back.
func (c restoreCommand) Run() error {
	if c.Check {
		return c.check()
	}
	return onStoresAsIs(func(ctx context.Context, i *app.Installation) error {
		begun := time.Now()
		archive, err := c.open()
		if err != nil {
			return err
		}
		defer archive.Close()
		if c.File != "-" {
			if _, _, err := backup.Verify(archive); err != nil {
				return fmt.Errorf("nothing was changed: %w", err)
			}
			if _, err := archive.Seek(0, io.SeekStart); err != nil {
				return fmt.Errorf("read the archive again: %w", err)
			}
		}
		done, err := i.Archives().Restore(ctx, archive, c.Force)
		if err != nil {
			return fmt.Errorf("restore: %w", explained(err))
		}
		fmt.Printf("Restored %s of %s, in %s.\nThe content has the fingerprint %s.\n", contents(done.Manifest),
			done.Head.BegunAt.Local().Format(time.DateTime), time.Since(begun).Round(10*time.Millisecond), done.Fingerprint)
		return nil
	})
}

// explained says what state is left behind.
func explained(err error) error {
	var occupied *backup.NotEmptyError
	if errors.As(err, &occupied) {
		return err
	}
	return fmt.Errorf("%w\nIf it had begun to store, what is there is not whole and cms-api serve waits; start the restore again, with a whole archive", err)
}

func (c restoreCommand) check() error {
	archive, err := c.open()
	if err != nil {
		return err
	}
	defer archive.Close()
	head, manifest, err := backup.Verify(archive)
	if err != nil {
		return err
	}
	fmt.Printf("The archive is whole: %s, begun %s by cms-api %s.\n", contents(manifest),
		head.BegunAt.Local().Format(time.DateTime), head.Program)
	return nil
}

func (c restoreCommand) open() (*os.File, error) {
	if c.File == "-" {
		return os.Stdin, nil
	}
	archive, err := os.Open(c.File)
	if err != nil {
		return nil, fmt.Errorf("open the archive: %w", err)
	}
	return archive, nil
}

func contents(m backup.Manifest) string {
	return fmt.Sprintf("%s and %s (%d bytes)",
		count(m.DocumentCount(), "document"), count(m.MediaCount(), "media file"), m.MediaBytes)
}

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
