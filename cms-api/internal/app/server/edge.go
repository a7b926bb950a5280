package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"

	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/platform/config"
	"academy/cms-api/internal/platform/metrics"
	"academy/cms-api/internal/platform/tracing"
	"academy/cms-api/internal/publishing/release"
)

// Edge serves the current release and nothing else. Any number of them may run.
type Edge struct {
	cfg      config.Config
	log      *slog.Logger
	releases *release.Store
	metrics  *metrics.Metrics
	tracer   *tracing.Tracer
	fiber    *fiber.App
}

// NewEdge puts an Edge together.
func NewEdge(cfg config.Config, version string, log *slog.Logger) (*Edge, error) {
	m := metrics.New("edge", version)
	tracer, log, err := openTracer(cfg, "edge", version, log)
	if err != nil {
		return nil, err
	}
	releases, err := openReleases(cfg, log, through(m, tracer))
	if err != nil {
		return nil, err
	}
	app := newFiber(cfg)
	app.Use(observe(log, newMeter(m, tracer, siteRest)), secure(cfg), release.Edge(releases))
	measureReleases(m, releases)
	return &Edge{cfg: cfg, log: log, releases: releases, metrics: m, tracer: tracer, fiber: app}, nil
}

// Run serves on the listener until the context ends. It fails at once when the
// address of the metrics cannot be had.
func (e *Edge) Run(ctx context.Context, listener net.Listener) error {
	serveMetrics, err := metricsServer(e.metrics, e.cfg.MetricsAddr, e.log)
	if err != nil {
		return err
	}
	following := make(chan error, 1)
	go func() { following <- e.releases.Run(ctx) }()
	if serveMetrics != nil {
		go func() {
			if err := serveMetrics(ctx); err != nil && ctx.Err() == nil {
				e.log.Error("a background task ended", "task", "metrics", "error", err)
			}
		}()
	}
	limited := limit(listener, e.cfg)
	measureConnections(e.metrics, e.fiber, limited)
	served := make(chan error, 1)
	go func() {
		served <- e.fiber.Listener(limited, fiber.ListenConfig{DisableStartupMessage: true})
	}()
	e.log.Info("listening", "address", "http://"+listener.Addr().String())
	select {
	case err := <-served:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
		linger(e.cfg.ShutdownDelay, served)
		err := e.fiber.ShutdownWithTimeout(e.cfg.ShutdownTimeout)
		<-following
		e.tracer.End(ctx, e.log)
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("end: %w", err)
		}
		return nil
	}
}
