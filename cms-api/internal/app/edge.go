package app

import (
	"context"
	"net"

	"academy/cms-api/internal/platform/httpapi"
	"academy/cms-api/internal/publishing/release"
)

// Edge serves the current release and nothing else. Any number of them may run.
type Edge struct {
	*Process
	releases *release.Store
	server   *httpapi.Server
}

// NewEdge puts an Edge together.
func NewEdge(o Options) (*Edge, error) {
	p, err := newProcess("edge", o)
	if err != nil {
		return nil, err
	}
	releases, err := p.openReleases().Open()
	if err != nil {
		return nil, err
	}
	app := httpapi.NewFiber(p.Config)
	meter := httpapi.NewMeter(p.metrics, p.tracer, true)
	app.Use(httpapi.Observe(p.Log, meter), httpapi.Secure(p.Config), release.Edge(releases))
	measureReleases(p.metrics, releases)
	server := &httpapi.Server{App: app, Config: p.Config, Metrics: p.metrics, Log: p.Log}
	return &Edge{Process: p, releases: releases, server: server}, nil
}

// Run serves on the listener until the context ends. It fails at once when the
// address of the metrics cannot be had.
func (e *Edge) Run(ctx context.Context, listener net.Listener) error {
	err := e.server.Run(ctx, listener, httpapi.Task{Name: "releases", Run: e.releases.Run})
	e.tracer.End(ctx, e.Log)
	return err
}
