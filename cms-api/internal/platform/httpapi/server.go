// Package httpapi has what all HTTP calls share, whatever their resource: reading
// bodies, answering errors as problems (RFC 9457), headers, cross-site checks,
// logging and metrics of requests, and the description of the API.
package httpapi

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"academy/cms-api/internal/platform/config"
	"academy/cms-api/internal/platform/listen"
	"academy/cms-api/internal/platform/metrics"
)

// Server serves an application, and the metrics of its process.
type Server struct {
	App     *fiber.App
	Config  config.Config
	Metrics *metrics.Metrics
	Log     *slog.Logger
	// About are further attributes of the log entry "listening".
	About  []any
	ending atomic.Bool
}

// Task runs beside a server, until its context ends.
type Task struct {
	Name string
	Run  func(context.Context) error
}

// Ending reports whether the process is shutting down. It still serves for a while.
func (s *Server) Ending() bool { return s.ending.Load() }

// Run serves on the listener until the context ends, then lets running requests
// finish, for as long as the configuration allows, and ends the tasks after them.
// It fails at once when the address of the metrics cannot be had.
func (s *Server) Run(ctx context.Context, listener net.Listener, tasks ...Task) error {
	if address := s.Config.MetricsAddr; address != "" {
		// This is done here and not in the task, so that an address which is taken ends
		// the process instead of being logged.
		listener, err := metrics.Listen(address)
		if err != nil {
			return err
		}
		tasks = append(slices.Clone(tasks), Task{"metrics", func(ctx context.Context) error {
			return s.Metrics.Serve(ctx, listener, s.Log)
		}})
	}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	var running sync.WaitGroup
	for _, task := range tasks {
		running.Go(func() {
			if err := task.Run(background); err != nil && background.Err() == nil {
				s.Log.Error("a background task ended", "task", task.Name, "error", err)
			}
		})
	}
	err := s.serve(ctx, listener)
	stop()
	running.Wait()
	if err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

func (s *Server) serve(ctx context.Context, listener net.Listener) error {
	limited := limit(listener, s.Config)
	s.measure(limited)
	served := make(chan error, 1)
	go func() { served <- s.App.Listener(limited, fiber.ListenConfig{DisableStartupMessage: true}) }()
	s.Log.Info("listening", append([]any{"address", "http://" + listener.Addr().String()}, s.About...)...)
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	s.ending.Store(true)
	// The load balancer needs time to notice that this process is no longer ready.
	select {
	case <-served:
	case <-time.After(s.Config.ShutdownDelay):
	}
	s.Log.Info("ending; running requests may finish", "within", s.Config.ShutdownTimeout)
	err := s.App.ShutdownWithTimeout(s.Config.ShutdownTimeout)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

func (s *Server) measure(listener *listen.Listener) {
	s.Metrics.Counter("http_connections_refused_total",
		"Connections that were refused because their address held too many.",
		func() float64 { return float64(listener.Refused()) })
	s.Metrics.Gauge("http_open_connections", "Connections that are open.",
		func() float64 { return float64(s.App.Server().GetOpenConnectionsCount()) })
}

// otherMethod stands for every method that the router does not know, so that
// those too are answered like any that an address does not take.
const otherMethod = "OTHER"

// TakeOtherMethods has app answer methods that its router does not know.
func TakeOtherMethods(app *fiber.App) {
	handler := app.Server().Handler
	app.Server().Handler = func(ctx *fasthttp.RequestCtx) {
		if !slices.Contains(fiber.DefaultMethods, string(ctx.Method())) {
			ctx.Request.Header.SetMethod(otherMethod)
		}
		handler(ctx)
	}
}
