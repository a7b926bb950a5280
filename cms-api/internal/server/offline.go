package server

import (
	"context"
	"fmt"
	"sync"
	"time"

	"academy/cms-api/internal/audit"
	"academy/cms-api/internal/auth"
)

// offlineWait is how long a command waits for the stores.
const offlineWait = 30 * time.Second

// Offline connects the stores, runs work and closes everything, for commands
// that serve nothing. It fails when the stores do not answer in time.
func (a *App) Offline(ctx context.Context, work func(context.Context) error) error {
	background, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() { a.db.Run(background) })
	running.Go(func() { a.objects.Run(background) })
	defer func() {
		stop()
		running.Wait()
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = a.db.Close(closing)
	}()
	waiting, cancel := context.WithTimeout(ctx, offlineWait)
	defer cancel()
	if err := a.db.WaitReady(waiting); err != nil {
		return err
	}
	if err := a.objects.WaitReady(waiting); err != nil {
		return err
	}
	return work(ctx)
}

// CreateAdministrator makes an administrator's account.
func (a *App) CreateAdministrator(ctx context.Context, r auth.Registration) (auth.User, error) {
	user, err := a.sessions.CreateAdministrator(ctx, r)
	if err != nil {
		return auth.User{}, fmt.Errorf("store the account: %w", err)
	}
	entry := audit.Entry{UserName: "command line", Action: "create-admin", Resource: "team", ResourceID: user.ID, Outcome: audit.Done, Changes: []string{}}
	if err := a.audits.Record(ctx, entry); err != nil {
		a.log.Error("an entry of the audit log could not be written", "error", err, "action", entry.Action)
	}
	return user, nil
}
