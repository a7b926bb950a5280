package server

import (
	"context"
	"errors"

	"academy/cms-api/internal/operate/migrate"
)

// prepare has the data brought to this program's version before anybody works
// with the database.
func (a *App) prepare() {
	a.unfit = make(chan error, 1)
	a.db.Before(func(ctx context.Context) error {
		err := migrate.Run(ctx, a.migration())
		if unfit(err) {
			select {
			case a.unfit <- err:
			default:
			}
		}
		return err
	})
}

func (a *App) migration() migrate.Options {
	return migrate.Options{DB: a.db, Migrations: a.migrations, Program: a.version, Log: a.log, Now: a.clock.Now, Restoring: a.restoring}
}

// unfit reports whether an error says that trying again will not help for long.
func unfit(err error) bool {
	return tooNew(err) || errors.Is(err, migrate.ErrRestoring)
}

func tooNew(err error) bool {
	var newer *migrate.NewerError
	return errors.As(err, &newer)
}

// refusal returns the error when the database holds data that this program does
// not know. It returns nil when the context ends first. Data that is being
// restored is waited for.
func (a *App) refusal(ctx context.Context) error {
	for {
		select {
		case err := <-a.unfit:
			if tooNew(err) {
				return err
			}
		case <-ctx.Done():
			return nil
		}
	}
}
