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
	"net/netip"
	"net/url"
	"slices"
	"strings"
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

// OnThisMachine reports whether a request comes from a program on this machine
// that asked for this machine: over loopback, by a name of loopback, and through
// no proxy. A name of somebody else's may lead here (DNS rebinding), and a proxy on
// this machine brings everybody's requests.
func OnThisMachine(c fiber.Ctx) bool {
	for name := range c.Request().Header.All() {
		header := strings.ToLower(string(name))
		if header == "forwarded" || header == "via" || header == "x-real-ip" || strings.HasPrefix(header, "x-forwarded-") {
			return false
		}
	}
	host, err := url.Parse("http://" + string(c.RequestCtx().Host()))
	return err == nil && c.RequestCtx().RemoteIP().IsLoopback() && config.IsLoopback(host.Hostname())
}

// ClientAddress returns the network address that a request came from. Behind
// proxies that the configuration trusts it is the last one in X-Forwarded-For
// that is not such a proxy: what stands before it anybody can write, which is why
// Fiber's own c.IP(), which takes the first, is not used.
func ClientAddress(c fiber.Ctx, proxies []netip.Prefix) string {
	peer := c.RequestCtx().RemoteIP().String()
	trusted := func(text string) bool {
		address, err := netip.ParseAddr(text)
		return err == nil && slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(address.Unmap()) })
	}
	if len(proxies) == 0 || !trusted(peer) {
		return peer
	}
	hops := strings.Split(strings.Join(c.GetReqHeaders()[fiber.HeaderXForwardedFor], ","), ",")
	for _, hop := range slices.Backward(hops) {
		hop = strings.TrimSpace(hop)
		if _, err := netip.ParseAddr(hop); err != nil {
			return peer
		}
		if !trusted(hop) {
			return hop
		}
		peer = hop
	}
	return peer
}

// A request's head must have arrived headTimeout after its first byte, and a
// connection without requests is kept for idleTimeout.
const (
	headTimeout = 10 * time.Second
	idleTimeout = 75 * time.Second
)

// writeBuffer holds the head and the body of nearly every answer, the first
// hundred articles uncompressed among them, so that it is handed to the kernel in
// one call: an answer just larger than it has half the requests a second
// (`make bench-api`). It is lent to a connection for one answer at a time.
const writeBuffer = 64 << 10

// NewFiber returns an application that reads bodies as they arrive (each call
// bounds its own) and returns strings that may be kept.
func NewFiber(cfg config.Config) *fiber.App {
	connections := cfg.MaxConnections
	if connections == 0 {
		connections = listen.Connections()
	}
	app := fiber.New(fiber.Config{
		AppName:                      "academy",
		RequestMethods:               append(slices.Clone(fiber.DefaultMethods), otherMethod),
		Immutable:                    true,
		StreamRequestBody:            true,
		BodyLimit:                    64 << 10, // what is read before a handler asks for it
		DisablePreParseMultipartForm: true,
		CaseSensitive:                true,
		ReadBufferSize:               16 << 10,
		WriteBufferSize:              writeBuffer,
		ReduceMemoryUsage:            true, // idle connections hold no writeBuffer
		Concurrency:                  connections,
		ReadTimeout:                  headTimeout,
		IdleTimeout:                  idleTimeout,
		ErrorHandler:                 writeProblem,
	})
	// The server reads the beginning of a body, less than listen.Pace, by itself.
	app.Server().HeaderReceived = func(head *fasthttp.RequestHeader) (bounds fasthttp.RequestConfig) {
		if head.ContentLength() > 0 || head.ContentLength() == chunked {
			bounds.ReadTimeout = cfg.StallTimeout
		}
		return bounds
	}
	return app
}

// limit bounds the connections of each peer of a listener.
func limit(listener net.Listener, cfg config.Config) *listen.Listener {
	return listen.Wrap(listener, listen.Limits{
		PerAddress: cfg.PerAddress, Uncounted: cfg.ProxyNetworks(), Stall: cfg.StallTimeout,
	})
}

// paceBody lets a body take any time, as long as it keeps coming.
func paceBody(c fiber.Ctx) {
	if connection, ok := c.RequestCtx().Conn().(*listen.Conn); ok && c.Request().IsBodyStream() {
		connection.ReadBody()
	}
}
