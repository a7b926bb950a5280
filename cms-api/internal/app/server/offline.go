package server

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"academy/cms-api/internal/account/audit"
	"academy/cms-api/internal/account/auth"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/publishing/publish"
	"academy/cms-api/internal/publishing/release"
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
	if err := a.awaitStores(ctx); err != nil {
		return err
	}
	return work(ctx)
}

// awaitStores returns once the stores are ready, or says why they are not.
func (a *App) awaitStores(ctx context.Context) error {
	waiting, cancel := context.WithTimeout(ctx, offlineWait)
	defer cancel()
	waiting, refuse := context.WithCancelCause(waiting)
	defer refuse(nil)
	go func() {
		select {
		case err := <-a.unfit:
			refuse(err)
		case <-waiting.Done():
		}
	}()
	err := a.db.WaitReady(waiting)
	if cause := context.Cause(waiting); err != nil && unfit(cause) {
		return cause
	}
	if err != nil {
		return err
	}
	return a.objects.WaitReady(waiting)
}

// commandLine is who did what was done from there.
const commandLine = "command line"

// CreateAdministrator makes an administrator's account.
func (a *App) CreateAdministrator(ctx context.Context, r auth.Registration) (auth.User, error) {
	user, err := a.sessions.CreateAdministrator(ctx, r)
	if err != nil {
		return auth.User{}, fmt.Errorf("store the account: %w", err)
	}
	entry := audit.Entry{UserName: commandLine, Action: "create-admin", Resource: "team", ResourceID: user.ID, Outcome: audit.Done, Changes: []string{}}
	if err := a.audits.Record(ctx, entry); err != nil {
		a.log.Error("an entry of the audit log could not be written", "error", err, "action", entry.Action)
	}
	return user, nil
}

// Releases returns the newest releases that went live.
func (a *App) Releases(ctx context.Context, limit int) ([]publish.Published, error) {
	found, _, err := a.publisher.Releases(ctx, paging.Query{Window: paging.Window{Limit: limit}})
	return found, err
}

// ForgetReleases is Forget of package publish.
func (a *App) ForgetReleases(ctx context.Context, dry bool) ([]string, error) {
	return a.publisher.Forget(ctx, dry)
}

// InBucket reports whether RELEASE_STORE names the release store.
func (a *App) InBucket() bool { return a.releases.IsInBucket() }

// Unneeded is that of package release.
func (a *App) Unneeded(ctx context.Context, forgotten []string) (release.Unneeded, error) {
	return a.releases.Unneeded(ctx, forgotten)
}

// Forward makes a newer release the live one, by the rules of the API's call, and
// returns its id. An empty id means the newest.
func (a *App) Forward(ctx context.Context, id string) (string, error) {
	live, err := a.releases.Live(ctx)
	if err != nil {
		return "", err
	}
	if id == "" {
		id = a.releases.Newest(ctx)
	}
	// Ids begin with their time.
	if id <= live {
		return "", fmt.Errorf("%s is live, and there is no newer release to go to; release rollback goes to an older one", live)
	}
	return a.Rollback(ctx, id)
}

// Rollback makes a release the live one, by the rules of the API's call, and
// returns its id. An empty id means the one before the live one.
func (a *App) Rollback(ctx context.Context, id string) (string, error) {
	if id == "" {
		if id = a.publisher.Before(ctx); id == "" {
			return "", errors.New("there is no release before the live one that is still kept")
		}
	}
	if err := a.db.LoadViews(ctx); err != nil {
		return "", err
	}
	if _, err := a.publisher.Activate(ctx, id, commandLine); err != nil {
		return "", fmt.Errorf("make %s live: %w", id, err)
	}
	entry := audit.Entry{UserName: commandLine, Action: "activateRelease", Resource: "publish", ResourceID: id, Outcome: audit.Done, Changes: []string{}}
	if err := a.audits.Record(ctx, entry); err != nil {
		a.log.Error("an entry of the audit log could not be written", "error", err, "action", entry.Action)
	}
	return id, nil
}
