package server

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/platform/config"
	"academy/cms-api/internal/platform/metrics"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/tracing"
)

// openTracer returns the tracer that the configuration asks for, and the log that
// names traces; no tracer and the same log when it asks for none.
func openTracer(cfg config.Config, program, version string, log *slog.Logger) (*tracing.Tracer, *slog.Logger, error) {
	tracer, err := tracing.New(cfg.TracesTo, program, version)
	if tracer == nil || err != nil {
		return nil, log, err
	}
	return tracer, slog.New(tracing.Logs(log.Handler())), nil
}

// through is what requests to the object storage go through.
func through(m *metrics.Metrics, tracer *tracing.Tracer) transport {
	return func(next http.RoundTripper) http.RoundTripper { return m.Storage(tracer.Client(next, false)) }
}

func (a *App) observers() []mongodb.Observer {
	if a.tracer == nil {
		return []mongodb.Observer{a.metrics.Database}
	}
	return []mongodb.Observer{a.metrics.Database, a.tracer.Database}
}

// sending puts a message to the publisher into the trace of the last change: many
// may have led to it, and one stands for them.
func (a *App) sending(ctx context.Context) context.Context {
	if last := a.lastChange.Load(); last != nil {
		return last.From(ctx)
	}
	return ctx
}

// noteChange remembers in which trace the content was changed last.
func (a *App) noteChange(ctx context.Context) {
	if a.tracer != nil {
		point := tracing.PointOf(ctx)
		a.lastChange.Store(&point)
	}
}

// outwards is what calls of the publisher go through.
func (a *App) outwards(next http.RoundTripper) http.RoundTripper { return a.tracer.Client(next, true) }

// begin begins the span of a request, if there is a tracer.
func (m meter) begin(c fiber.Ctx) tracing.Request {
	if m.tracer == nil {
		return tracing.Request{}
	}
	ctx, span := m.tracer.Begin(c.Context(), c.Method(), c.Get("traceparent"))
	c.SetContext(ctx)
	return span
}

// end ends it.
func (m meter) end(c fiber.Ctx, span tracing.Request, status int) {
	if m.tracer == nil {
		return
	}
	cause, _ := c.Locals(errorKey).(error)
	span.End(c.Method(), m.patternOf(c.Route()), status, requestID(c), cause)
}
