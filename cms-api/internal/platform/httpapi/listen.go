package httpapi

import (
	"net"
	"slices"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"academy/cms-api/internal/platform/config"
	"academy/cms-api/internal/platform/listen"
)

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
