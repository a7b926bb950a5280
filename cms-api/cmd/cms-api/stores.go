package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"academy/cms-api/internal/app"
	"academy/cms-api/internal/platform/config"
)

// interruptible returns a context that ends when the program is interrupted.
func interruptible() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}

func openInstallation() (*app.Installation, error) {
	cfg, err := config.Load(os.Environ())
	if err != nil {
		return nil, err
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	return app.Open(app.Options{Config: cfg, Version: version, Log: log})
}

// onStores runs a command on the stores, with what serving makes in them, until it
// is done or interrupted.
func onStores(do func(context.Context, *app.Installation) error) error {
	return run(do, (*app.Stores).Prepared)
}

// onStoresAsIs is onStores for a command that takes the stores as they are.
func onStoresAsIs(do func(context.Context, *app.Installation) error) error {
	return run(do, (*app.Stores).AsIs)
}

func run(
	do func(context.Context, *app.Installation) error,
	with func(*app.Stores, context.Context, func(context.Context) error) error,
) error {
	ctx, stop := interruptible()
	defer stop()
	i, err := openInstallation()
	if err != nil {
		return err
	}
	return with(i.Stores, ctx, func(ctx context.Context) error { return do(ctx, i) })
}
