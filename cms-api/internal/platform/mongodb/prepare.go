package mongodb

import (
	"context"
	"fmt"
	"slices"
)

// unprepared says that the server answers and what has to be done first failed.
type unprepared struct{ error }

// Unwrap returns the cause.
func (u unprepared) Unwrap() error { return u.error }

// Before has do called by Prepare, before the indexes are made. Call it before Run.
func (d *Database) Before(do func(context.Context) error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.before = append(d.before, do)
}

// Migrate has do called by Prepare, last: it gives what an earlier version stored the form in
// which this one reads it. It may be interrupted, and several processes may call theirs at
// once. Call it before Run.
func (d *Database) Migrate(do func(context.Context) error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.migrations = append(d.migrations, do)
}

// Reach returns once the server answers, or with the last error when the context ends. It
// changes nothing, and Ready stays false: it is for commands that only look at a database,
// which need not have been prepared.
func (d *Database) Reach(ctx context.Context) error {
	for tries := 1; ; tries++ {
		err := d.ping(ctx)
		if err == nil {
			return nil
		}
		if wait(ctx, nextCheck(tries), nil) != nil {
			return Translate(err)
		}
	}
}

// Prepare does what has to be done before anybody works with the database: it makes
// sure that there are change streams, calls what Before was given, in that order, makes
// the indexes and calls what Migrate was given. Run does it when it first reaches the
// server, again and again until it succeeds.
func (d *Database) Prepare(ctx context.Context) error {
	if err := d.TryStream(ctx); err != nil {
		return unprepared{err}
	}
	d.mu.Lock()
	steps := slices.Concat(d.before, []func(context.Context) error{d.makeIndexes}, d.migrations)
	d.mu.Unlock()
	for _, do := range steps {
		if err := do(ctx); err != nil {
			return unprepared{err}
		}
	}
	return nil
}

func (d *Database) ping(ctx context.Context) error {
	if err := d.client.Ping(ctx, nil); err != nil {
		return fmt.Errorf("ping: %w", err)
	}
	return nil
}
