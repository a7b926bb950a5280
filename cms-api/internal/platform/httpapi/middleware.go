package httpapi

import (
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"regexp"
	"runtime/debug"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"
	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/platform/metrics"
	"academy/cms-api/internal/platform/tracing"
)

type localKey int

const (
	requestIDKey localKey = iota
	errorKey
	bodyKey
)

const requestIDHeader = "X-Request-Id"

var wellFormedID = regexp.MustCompile(`^[A-Za-z0-9._-]{8,64}$`)

// RequestID returns the request's id: the caller's when it sent a sensible one,
// else one of our own, made when it is first asked for.
func RequestID(c fiber.Ctx) string {
	if id, ok := c.Locals(requestIDKey).(string); ok {
		return id
	}
	id := c.Get(requestIDHeader)
	if !wellFormedID.MatchString(id) {
		var fresh [12]byte
		for i := range fresh {
			fresh[i] = byte(rand.Uint32())
		}
		id = hex.EncodeToString(fresh[:])
	}
	id = strings.Clone(id)
	c.Locals(requestIDKey, id)
	c.Set(requestIDHeader, id)
	return id
}

// keepError remembers the cause of a server error for the log.
func keepError(c fiber.Ctx, status int, err error) {
	if status >= http.StatusInternalServerError {
		c.Locals(errorKey, err)
	}
}

// Observe is the outermost handler: it survives panics, and logs, measures and
// traces each request once. Successful reads are logged at debug level only.
func Observe(log *slog.Logger, meter Meter) fiber.Handler {
	return func(c fiber.Ctx) error {
		begun := time.Now()
		span := meter.begin(c)
		paceBody(c)
		err := ambiguous(c)
		if err == nil {
			err = next(c)
		}
		if err != nil {
			if err = writeProblem(c, err); err != nil {
				return err
			}
		}
		finishBody(c)
		code := c.Response().StatusCode()
		took := time.Since(begun)
		meter.end(c, span, code, took)
		level := levelOf(c.Method(), code)
		if !log.Enabled(c.Context(), level) {
			return nil
		}
		attrs := []slog.Attr{
			slog.String("method", c.Method()),
			slog.String("path", logged(c.Path())),
			slog.Int("status", code),
			slog.Duration("took", took.Round(time.Microsecond)),
			slog.String("request_id", RequestID(c)),
		}
		if cause, ok := c.Locals(errorKey).(error); ok {
			attrs = append(attrs, slog.String("error", cause.Error()))
		}
		log.LogAttrs(c.Context(), level, "request", attrs...)
		return nil
	}
}

// logged returns a path as the log has it: whoever knows the address of a preview sees it.
func logged(path string) string {
	if !isPreview(path) {
		return path
	}
	kind, _, _ := strings.Cut(path[len(PreviewPath):], "/")
	return PreviewPath + kind
}

func isPreview(path string) bool {
	return len(path) >= len(PreviewPath) && strings.EqualFold(path[:len(PreviewPath)], PreviewPath)
}

// levelOf is how much a request matters to whoever reads the log.
func levelOf(method string, status int) slog.Level {
	switch {
	case status == http.StatusServiceUnavailable:
		return slog.LevelWarn
	case status >= http.StatusInternalServerError:
		return slog.LevelError
	case status < http.StatusBadRequest && (method == fiber.MethodGet || method == fiber.MethodHead):
		return slog.LevelDebug
	}
	return slog.LevelInfo
}

// next runs the rest of the chain; a panic becomes an error.
func next(c fiber.Ctx) (err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("panic: %v\n%s", caught, debug.Stack())
		}
	}()
	return c.Next()
}

// apiHeaders keeps answers of the API out of caches, and says that others may get
// other ones; cached reads set their own.
func apiHeaders(c fiber.Ctx) error {
	RequestID(c)
	c.Vary(fiber.HeaderCookie, fiber.HeaderAuthorization)
	c.Set(fiber.HeaderCacheControl, "no-store")
	return c.Next()
}

// Meter measures and traces answered requests by the pattern of the route that
// answered them.
type Meter struct {
	requests *metrics.Requests[*fiber.Route]
	tracer   *tracing.Tracer // nil: no traces
	rest     string
}

// NewMeter returns a Meter that counts with m and traces with tracer, which may be
// nil. What no other pattern than that of everything has answered is the site,
// whose addresses are content, or nothing.
func NewMeter(m *metrics.Metrics, tracer *tracing.Tracer, site bool) Meter {
	rest := "none"
	if site {
		rest = "site"
	}
	return Meter{metrics.NewRequests[*fiber.Route](m), tracer, rest}
}

func (m Meter) patternOf(route *fiber.Route) string {
	if route.Path == "/" {
		return m.rest
	}
	return route.Path
}

// begin begins the span of a request.
func (m Meter) begin(c fiber.Ctx) tracing.Request {
	ctx, span := m.tracer.Begin(c.Context(), c.Method(), c.Get("traceparent"))
	if m.tracer != nil {
		c.SetContext(ctx)
	}
	return span
}

// end counts an answered request and ends its span.
func (m Meter) end(c fiber.Ctx, span tracing.Request, status int, took time.Duration) {
	route := c.Route()
	m.requests.Answered(route, status, took, func() (pattern, method string) { return m.patternOf(route), c.Method() })
	if m.tracer != nil {
		cause, _ := c.Locals(errorKey).(error)
		span.End(c.Method(), m.patternOf(route), status, RequestID(c), cause)
	}
}

// wrapped is the context beneath one that embeds it.
type wrapped = huma.Context

// Context wraps the adapter's context. It appends headers as separate lines, where the
// adapter joins them by commas, which breaks cookies; reads a body to its end and not
// beyond; and ignores deadlines for a whole body, since paceBody limits how slow it is.
func Context(ctx huma.Context) huma.Context { return callContext{ctx} }

type callContext struct{ wrapped }

// AppendHeader adds a line.
func (c callContext) AppendHeader(name, value string) {
	humafiber.Unwrap(c.wrapped).RequestCtx().Response.Header.Add(name, value)
}

// BodyReader returns the body, nil when there is none.
func (c callContext) BodyReader() io.Reader {
	request := humafiber.Unwrap(c.wrapped)
	if !request.Request().IsBodyStream() {
		return c.wrapped.BodyReader()
	}
	return bodyOf(request)
}

// SetReadDeadline does nothing; see Context.
func (c callContext) SetReadDeadline(time.Time) error { return nil }

// Unwrap returns the adapter's context.
func (c callContext) Unwrap() huma.Context { return c.wrapped }

// Refuse answers a call with an error.
func Refuse(api huma.API, ctx huma.Context, err error) {
	_ = huma.WriteErr(api, ctx, http.StatusInternalServerError, "", err) // fails only when the connection has
}

// IsUnsafe reports whether a method may change something.
func IsUnsafe(method string) bool {
	return method != http.MethodGet && method != http.MethodHead && method != http.MethodOptions
}
