package httpapi

import (
	"time"

	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/platform/metrics"
	"academy/cms-api/internal/platform/tracing"
)

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
