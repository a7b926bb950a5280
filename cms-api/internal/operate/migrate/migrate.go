// Package migrate brings stored documents to the shape that this version of the
// program works with. The database names the version of its data; an ordered list
// of migrations leads from one to the next.
//
// A new migration is a function in a file store_<version>.go and a line in All.
// It may be killed at any document and is then run again from the beginning, and
// on an empty database it finds nothing to do.
package migrate

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"academy/cms-api/internal/platform/mongodb"
)

// Baseline is the version of data that says nothing of its version.
const Baseline = 1

// Migration leads from the version before to Version.
type Migration struct {
	// Version is one more than that of the migration before; the first is Baseline+1.
	Version int
	// What it does, for the log.
	What string
	// Apply changes what is stored. Called again after it broke off, it does what
	// was left; called again after it ended, nothing.
	Apply func(context.Context, *mongodb.Database) error
}

// All returns every migration, in order.
func All() []Migration { return nil }

// Latest returns the version to which a list of migrations leads.
func Latest(list []Migration) int { return Baseline + len(list) }

// NewerError says that a newer program has written the data.
type NewerError struct{ Have, Know int }

// Error says what to do.
func (e *NewerError) Error() string {
	return fmt.Sprintf("the database holds data of version %d and this cms-api knows versions up to %d: start the version that wrote it or a later one, or restore a backup from before", e.Have, e.Know)
}

// ErrRestoring says that a restore was begun and has not ended.
var ErrRestoring = errors.New("a backup is being restored, or was and broke off: wait, or run cms-api restore again")

// Options say what Run works on.
type Options struct {
	DB         *mongodb.Database
	Migrations []Migration
	// Program is the version of the program, to be noted beside that of the data.
	Program string
	Log     *slog.Logger
	Now     func() time.Time
	// Lease is how long a process that died keeps others waiting. Default 30 s.
	Lease time.Duration
	// Restoring is set by who restores: data that is not whole yet is no error.
	Restoring bool
}

const (
	defaultLease = 30 * time.Second
	lookEvery    = 200 * time.Millisecond
)

// Run migrates what the database holds to the latest version, and returns when
// that is done, by this process or by another. It returns a NewerError, or
// ErrRestoring, without having changed anything.
func Run(ctx context.Context, o Options) error {
	if o.Lease == 0 {
		o.Lease = defaultLease
	}
	store, lease, owner := NewStore(o.DB), mongodb.NewLease(o.DB, "migrations"), mongodb.NewID()
	for {
		state, err := store.State(ctx)
		if err != nil {
			return err
		}
		done, err := o.settled(state)
		if done || err != nil {
			return err
		}
		mine, err := lease.Acquire(ctx, owner, o.Now(), o.Lease)
		if err != nil {
			return err
		}
		if mine {
			return o.migrate(ctx, store, lease, owner)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for another process that migrates: %w", ctx.Err())
		case <-time.After(lookEvery):
		}
	}
}

// settled reports whether there is nothing to do.
func (o Options) settled(state State) (bool, error) {
	latest := Latest(o.Migrations)
	switch {
	case state.Version > latest:
		return false, &NewerError{Have: state.Version, Know: latest}
	case state.Restoring != "" && !o.Restoring:
		return false, ErrRestoring
	}
	return state.Version == latest, nil
}

// migrate runs what is missing, while nobody else does.
func (o Options) migrate(ctx context.Context, store *Store, lease *mongodb.Lease, owner string) error {
	defer func() {
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = lease.Release(ending, owner) // it expires anyway
	}()
	working, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go o.keep(working, stop, lease, owner)

	state, err := store.State(working) // somebody else may have migrated before the lease was ours
	if err != nil {
		return err
	}
	if state.Version == 0 {
		if err := store.PutVersion(working, Baseline, o.Program, o.Now()); err != nil {
			return err
		}
		state.Version = Baseline
	}
	for _, m := range o.Migrations[min(state.Version-Baseline, len(o.Migrations)):] {
		if err := o.apply(working, store, m); err != nil {
			return errors.Join(err, context.Cause(working))
		}
	}
	return nil
}

func (o Options) apply(ctx context.Context, store *Store, m Migration) error {
	begun := time.Now()
	o.Log.Info("migrating data", "to", m.Version, "what", m.What)
	if err := m.Apply(ctx, o.DB); err != nil {
		return fmt.Errorf("migrate data to version %d (%s): %w", m.Version, m.What, err)
	}
	if err := store.PutVersion(ctx, m.Version, o.Program, o.Now()); err != nil {
		return err
	}
	o.Log.Info("data migrated", "to", m.Version, "took", time.Since(begun).Round(time.Millisecond))
	return nil
}

var errLeaseLost = errors.New("another process migrates now; this one stood still for too long")

// keep keeps the lease, and stops the work when somebody else has it.
func (o Options) keep(ctx context.Context, stop context.CancelCauseFunc, lease *mongodb.Lease, owner string) {
	renew := time.NewTicker(o.Lease / 3)
	defer renew.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-renew.C:
			if mine, err := lease.Acquire(ctx, owner, o.Now(), o.Lease); err == nil && !mine {
				stop(errLeaseLost)
			}
		}
	}
}
