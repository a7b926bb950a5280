package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"sync"
	"time"

	"academy/cms-api/internal/account/audit"
	"academy/cms-api/internal/operate/backup"
	"academy/cms-api/internal/operate/doctor"
	"academy/cms-api/internal/operate/migrate"
	"academy/cms-api/internal/platform/mongodb"
)

// asIs runs work on the stores as they are: nothing is made, migrated or told. It
// fails when they do not answer in time.
func (a *App) asIs(ctx context.Context, work func(context.Context) error) error {
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = a.db.Close(closing)
	}()
	reaching, cancel := context.WithTimeout(ctx, offlineWait)
	defer cancel()
	if err := a.db.Reach(reaching); err != nil {
		return err
	}
	return work(ctx)
}

// Backup writes everything that is kept into an archive, and an entry of the audit
// log. People may go on working: see backup.Write.
func (a *App) Backup(ctx context.Context, out io.Writer, withoutLeads bool) (backup.Manifest, error) {
	var manifest backup.Manifest
	err := a.asIs(ctx, func(ctx context.Context) error {
		state, err := migrate.NewStore(a.db).State(ctx)
		if err != nil {
			return err
		}
		if latest := migrate.Latest(a.migrations); state.Version > latest {
			return &migrate.NewerError{Have: state.Version, Know: latest}
		}
		if state.Restoring != "" {
			return migrate.ErrRestoring
		}
		err = a.marked(ctx, func(ctx context.Context) error {
			manifest, err = backup.Write(ctx, out, backup.Source{
				Documents: backup.NewDocuments(a.db), Media: a.objects, Skip: a.noMedia(), WithoutLeads: withoutLeads,
				Program: a.version, DataVersion: max(state.Version, migrate.Baseline), Now: a.clock.Now,
			})
			return err
		})
		if err != nil {
			return err
		}
		return a.noteArchive(ctx, "backup", manifest.ID)
	})
	return manifest, err
}

// backupMark says that a backup is running: documents first, and then the files that
// they name, which must not go in between.
func (a *App) backupMark() *mongodb.Mark { return mongodb.NewMark(a.db, "backup") }

// markTime is for how long a mark holds after the last sign of life of a backup.
const markTime = 5 * time.Minute

var errUnmarked = errors.New("the database did not take for minutes that a backup is running, so files may be missing in it; run it again")

// marked runs work while every process knows that a backup is running.
func (a *App) marked(ctx context.Context, work func(context.Context) error) error {
	mark, owner := a.backupMark(), mongodb.NewID()
	if err := mark.Set(ctx, owner, a.clock.Now(), markTime); err != nil {
		return err
	}
	working, stop := context.WithCancelCause(ctx)
	var keeping sync.WaitGroup
	keeping.Go(func() {
		set := time.Now()
		for every := time.NewTicker(markTime / 5); ; {
			select {
			case <-working.Done():
				every.Stop()
				return
			case now := <-every.C:
				if mark.Set(working, owner, a.clock.Now(), markTime) == nil {
					set = now
				} else if now.Sub(set) > markTime*3/5 {
					stop(errUnmarked)
				}
			}
		}
	})
	err := work(working)
	if err != nil && errors.Is(context.Cause(working), errUnmarked) {
		err = errUnmarked
	}
	stop(nil)
	keeping.Wait()
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	_ = mark.Clear(ending, owner) // it expires anyway
	return err
}

// noteArchive has the audit log say that personal data was taken out or brought
// back.
func (a *App) noteArchive(ctx context.Context, action, archive string) error {
	entry := audit.Entry{UserName: commandLine, Action: action, Resource: "backup", ResourceID: archive, Outcome: audit.Done, Changes: []string{}}
	if err := a.audits.Record(ctx, entry); err != nil {
		return fmt.Errorf("write the audit log: %w", err)
	}
	return nil
}

// Restored is what a restore brought back.
type Restored struct {
	Head        backup.Head
	Manifest    backup.Manifest
	Fingerprint string // of the content
}

// Restore brings back what an archive holds, migrates it to this program's version
// and tells every process that runs. With force it replaces what is there.
func (a *App) Restore(ctx context.Context, archive io.Reader, force bool) (Restored, error) {
	var done Restored
	err := a.asIs(ctx, func(ctx context.Context) error {
		background, stop := context.WithCancel(ctx)
		var running sync.WaitGroup
		running.Go(func() { a.objects.Run(background) }) // which makes the bucket
		defer running.Wait()
		defer stop()
		waiting, cancel := context.WithTimeout(ctx, offlineWait)
		defer cancel()
		if err := a.objects.WaitReady(waiting); err != nil {
			return err
		}
		var err error
		done.Head, done.Manifest, err = backup.Restore(ctx, archive, backup.Target{
			Documents: backup.NewDocuments(a.db), Media: a.objects, State: migrate.NewStore(a.db), Skip: a.noMedia(),
			DataVersion: migrate.Latest(a.migrations), Force: force,
		})
		if err != nil {
			return err
		}
		if err := a.finishRestore(ctx, done.Head); err != nil {
			return fmt.Errorf("everything is back, but it could not be made ready: %w", err)
		}
		done.Fingerprint = a.fingerprint()
		return nil
	})
	return done, err
}

// finishRestore brings what was restored to this program's version, tells every
// process, and lets those that wait begin. Wherever it breaks off, a restore can
// be started again.
func (a *App) finishRestore(ctx context.Context, head backup.Head) error {
	state := migrate.NewStore(a.db)
	if err := state.PutVersion(ctx, head.DataVersion, head.Program, a.clock.Now()); err != nil {
		return err
	}
	a.restoring = true
	if err := a.db.Prepare(ctx); err != nil {
		return err
	}
	if err := a.db.LoadViews(ctx); err != nil {
		return err
	}
	if err := a.noteArchive(ctx, "restore", head.ID); err != nil {
		return err
	}
	return state.PutRestoring(ctx, "")
}

// noMedia returns the beginnings of keys in the media's bucket that are no media:
// what doctor tries out, and releases that are carried to the same bucket.
func (a *App) noMedia() []string {
	skip := []string{doctor.ProbePrefix}
	if a.cfg.ReleaseS3Endpoint != "" && a.cfg.ReleaseS3Endpoint != a.cfg.S3Endpoint {
		return skip
	}
	for _, address := range append(append([]string{a.cfg.ReleaseStore}, a.cfg.ReleasesTo...), a.cfg.MirrorTo...) {
		parsed, err := url.Parse(address)
		if err != nil || parsed.Scheme != "s3" || parsed.Host != a.cfg.S3Bucket {
			continue
		}
		if prefix := strings.Trim(parsed.Path, "/"); prefix != "" {
			skip = append(skip, prefix+"/")
		}
	}
	return skip
}
