package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strconv"
	"syscall"
	"time"

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

type healthCommand struct {
	Path string `default:"/api/health/traffic" help:"What is asked for; of an edge, /release.json."`
}

// Help says whom it asks.
func (healthCommand) Help() string {
	return "It asks the server that runs on PORT of this machine or container, and ends with 1 when that does not answer 200. " +
		"For health checks of container engines, whose images have no other program that could ask."
}

const healthTimeout = 3 * time.Second

// Run asks.
func (c healthCommand) Run() error {
	cfg, err := config.LoadEdge(os.Environ())
	if err != nil {
		return err
	}
	host := cfg.Host
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	ctx, cancel := context.WithTimeout(context.Background(), healthTimeout)
	defer cancel()
	address := "http://" + net.JoinHostPort(host, strconv.Itoa(cfg.Port)) + c.Path
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return fmt.Errorf("ask %s: %w", address, err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("no answer: %w", err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", address, answer.Status)
	}
	return nil
}

type doctorCommand struct {
	JSON bool `name:"json" help:"Print the findings as JSON."`
}

// Help says what the exit code means.
func (doctorCommand) Help() string {
	return "It reads the same environment as cms-api serve: run it where that runs. What it stores to try the stores out, it removes. " +
		"The exit code is 1 when something failed; what is only to be looked at is no failure."
}

var errUnwell = errors.New("something does not work; what to do stands above")

// Run looks and says what it found.
func (d doctorCommand) Run() error {
	ctx, stop := interruptible()
	defer stop()
	report := app.Doctor(ctx, os.Environ(), version)
	var err error
	if d.JSON {
		err = printJSON(report)
	} else {
		err = report.Text(os.Stdout)
	}
	if err == nil && !report.OK {
		err = errUnwell
	}
	return err
}
