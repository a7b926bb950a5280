package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"strconv"
	"syscall"

	"academy/cms-api/internal/app"
	"academy/cms-api/internal/platform/config"
)

type serveCommand struct {
	Web bool `help:"Also serve the current release of the site, and the admin app when ADMIN_DIR is set."`
}

// Help lists the environment variables.
func (serveCommand) Help() string { return config.Help() }

// Run serves until the process is interrupted.
func (s serveCommand) Run() error {
	cfg, err := config.Load(os.Environ())
	if err != nil {
		return err
	}
	made, err := app.New(app.Options{Config: cfg, Version: version, Web: s.Web, Log: newLog(cfg, os.Stderr)})
	if err != nil {
		return err
	}
	return listenAndRun(cfg, made.Run)
}

type edgeCommand struct{}

// Help lists the environment variables.
func (edgeCommand) Help() string { return config.Help() }

// Run serves the current release until the process is interrupted.
func (edgeCommand) Run() error {
	cfg, err := config.LoadEdge(os.Environ())
	if err != nil {
		return err
	}
	edge, err := app.NewEdge(app.Options{Config: cfg, Version: version, Log: newLog(cfg, os.Stderr)})
	if err != nil {
		return err
	}
	return listenAndRun(cfg, edge.Run)
}

// listenAndRun listens where the configuration says and runs until a signal.
func listenAndRun(cfg config.Config, run func(context.Context, net.Listener) error) error {
	ctx, stop := interruptible()
	defer stop()
	listener, err := net.Listen("tcp", net.JoinHostPort(cfg.Host, strconv.Itoa(cfg.Port)))
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("port %d of %s is taken by another program; choose a free one with PORT", cfg.Port, cfg.Host)
	}
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	return run(ctx, listener)
}

// newLog returns the logger that the configuration asks for.
func newLog(cfg config.Config, out io.Writer) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(cfg.LogLevel)); err != nil {
		level = slog.LevelInfo
	}
	options := &slog.HandlerOptions{Level: level}
	if cfg.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(out, options))
	}
	return slog.New(slog.NewTextHandler(out, options))
}
