package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"academy/cms-api/internal/account/audit"
	"academy/cms-api/internal/platform/lease"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/objectstore"
)

// Installation is what is backed up and restored as a whole.
type Installation struct {
	DB     *mongodb.Database
	Media  *objectstore.Store
	Audits *audit.Service
	// Skip are beginnings of keys in the media's bucket that are no media.
	Skip []string
	// Program and ContentModel are the versions of this one.
	Program, ContentModel string
	Now                   func() time.Time
	// Replaced loads the content after all of it was replaced, and returns its
	// fingerprint.
	Replaced func(context.Context) (fingerprint string, err error)
}

// Backup writes everything that is kept into an archive, and an entry of the audit
// log. People may go on working: files that documents refer to are not removed
// meanwhile.
func (i Installation) Backup(ctx context.Context, out io.Writer, withoutLeads bool) (Manifest, error) {
	if err := NewDocuments(i.DB).CheckComplete(ctx); err != nil {
		return Manifest{}, err
	}
	var manifest Manifest
	err := i.marked(ctx, func(ctx context.Context) (err error) {
		manifest, err = i.write(ctx, out, withoutLeads)
		return err
	})
	if err != nil {
		return Manifest{}, err
	}
	return manifest, i.Audits.Record(ctx, audit.Command("backup", "backup", manifest.ID))
}

// Mark says that a backup is running: documents first, and then the files that
// they name, which must not go in between.
func Mark(db *mongodb.Database) *lease.Mark { return lease.NewMark(db, "backup") }

// markTime is how long a mark stays valid after it was set last.
const markTime = 5 * time.Minute

var errUnmarked = errors.New("the database did not take for minutes that a backup is running, " +
	"so files may be missing in it; run it again")

// marked runs work while every process knows that a backup is running.
func (i Installation) marked(ctx context.Context, work func(context.Context) error) error {
	mark, owner := Mark(i.DB), mongodb.NewID()
	if err := mark.Set(ctx, owner, i.Now(), markTime); err != nil {
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
				if mark.Set(working, owner, i.Now(), markTime) == nil {
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

// Restored is what a restore brought back.
type Restored struct {
	Head        Head
	Manifest    Manifest
	Fingerprint string // of the content
}

// storageWait is how long the object storage may take to answer.
const storageWait = 30 * time.Second

// Restore stores the contents of an archive. With force it replaces existing data. When it
// fails it can be started again; until it succeeds no server becomes ready.
func (i Installation) Restore(ctx context.Context, archive io.Reader, force bool) (Restored, error) {
	background, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() { i.Media.Run(background) }) // which makes the bucket
	defer running.Wait()
	defer stop()
	waiting, cancel := context.WithTimeout(ctx, storageWait)
	defer cancel()
	if err := i.Media.WaitReady(waiting); err != nil {
		return Restored{}, err
	}
	done, err := i.restore(ctx, archive, force)
	if err != nil {
		return Restored{}, err
	}
	if done.Fingerprint, err = i.finish(ctx, done.Head); err != nil {
		return Restored{}, fmt.Errorf("everything is back, but it could not be made ready: %w", err)
	}
	return done, nil
}

func (i Installation) finish(ctx context.Context, head Head) (fingerprint string, err error) {
	if err := i.DB.Prepare(ctx); err != nil {
		return "", err
	}
	if fingerprint, err = i.Replaced(ctx); err != nil {
		return "", err
	}
	if err := i.Audits.Record(ctx, audit.Command("restore", "backup", head.ID)); err != nil {
		return "", err
	}
	return fingerprint, NewDocuments(i.DB).endRestore(ctx)
}
