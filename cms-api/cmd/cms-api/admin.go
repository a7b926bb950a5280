package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"academy/cms-api/internal/account/auth"
	"academy/cms-api/internal/app/server"
	"academy/cms-api/internal/platform/config"
)

const storeWait = 30 * time.Second

type createAdminCommand struct {
	Email string `required:"" help:"The e-mail address to sign in with."`
	Name  string `required:"" help:"The person's name, shown as the author of articles."`
}

// Help says where the password comes from.
func (createAdminCommand) Help() string {
	return "The password is asked for twice and not shown. Without a terminal it is the first line " +
		"of standard input. It appears in no process list."
}

// Run makes the account.
func (c createAdminCommand) Run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	password, err := readPassword(ctx, os.Stdin, os.Stderr)
	if err != nil {
		return err
	}
	app, err := offline()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, storeWait)
	defer cancel()
	return app.Offline(ctx, func(ctx context.Context) error {
		user, err := app.CreateAdministrator(ctx, auth.Registration{Email: c.Email, Name: c.Name, Password: password})
		if err != nil {
			return fmt.Errorf("create an administrator: %w", err)
		}
		fmt.Printf("created %s (%s), administrator\n", user.Name, user.Email)
		return nil
	})
}

// withApp runs a command that serves nothing on the stores, until it is done or
// interrupted.
func withApp(do func(context.Context, *server.App) error) error {
	return withoutPreparing(func(ctx context.Context, app *server.App) error {
		return app.Offline(ctx, func(ctx context.Context) error { return do(ctx, app) })
	})
}

// withoutPreparing is withApp for a command that takes the stores as they are.
func withoutPreparing(do func(context.Context, *server.App) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	app, err := offline()
	if err != nil {
		return err
	}
	return do(ctx, app)
}

// offline puts the parts together for a command that serves nothing.
func offline() (*server.App, error) {
	cfg, err := config.Load(os.Environ())
	if err != nil {
		return nil, err
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	return server.New(server.Options{Config: cfg, Version: version, Log: log})
}
