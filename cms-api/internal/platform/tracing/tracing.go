// Package tracing follows requests through the process and beyond it, as
// OpenTelemetry spans. It is all that knows the SDK. A nil Tracer makes no spans and
// costs nothing.
package tracing

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// Tracer makes spans and sends them away in the background.
type Tracer struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
	carry    propagation.TraceContext
}

// New returns a Tracer that sends spans to an address as OTLP over HTTP, or nil
// when the address is empty. It does not wait for whoever is there.
func New(address, program, version string) (*Tracer, error) {
	if address == "" {
		return nil, nil
	}
	exporter, err := otlptracehttp.New(context.Background(),
		otlptracehttp.WithEndpointURL(strings.TrimRight(address, "/")+"/v1/traces"))
	if err != nil {
		return nil, fmt.Errorf("set up traces: %w", err)
	}
	about, err := resource.New(context.Background(),
		resource.WithAttributes(attribute.String("service.name", program), attribute.String("service.version", version)),
		resource.WithFromEnv(), resource.WithHost())
	if err != nil {
		return nil, fmt.Errorf("set up traces: %w", err)
	}
	provider := sdk.NewTracerProvider(sdk.WithBatcher(exporter), sdk.WithResource(about))
	return &Tracer{provider: provider, tracer: provider.Tracer("academy/cms-api")}, nil
}

const lastWords = 2 * time.Second

// End sends what is left, whether ctx has ended or not, for a moment.
func (t *Tracer) End(ctx context.Context, log *slog.Logger) {
	if t == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastWords)
	defer cancel()
	if err := t.provider.Shutdown(ctx); err != nil {
		log.Warn("the last traces could not be sent", "error", err)
	}
}

// Request is the span of a request that is being answered.
type Request struct{ span trace.Span }

// Begin begins the span of a request. Parent is its header traceparent, as it
// came.
func (t *Tracer) Begin(ctx context.Context, method, parent string) (context.Context, Request) {
	ctx = t.carry.Extract(ctx, propagation.MapCarrier{"traceparent": parent})
	ctx, span := t.tracer.Start(ctx, method, trace.WithSpanKind(trace.SpanKindServer),
		trace.WithAttributes(attribute.String("http.request.method", method)))
	return ctx, Request{span}
}

// End ends the span, which is named by the route's pattern.
func (r Request) End(method, route string, status int, requestID string, cause error) {
	r.span.SetName(method + " " + route)
	r.span.SetAttributes(attribute.String("http.route", route), attribute.Int("http.response.status_code", status),
		attribute.String("request_id", requestID))
	if cause != nil {
		r.span.RecordError(cause)
	}
	if status >= http.StatusInternalServerError {
		r.span.SetStatus(codes.Error, http.StatusText(status))
	}
	r.span.End()
}

// Database makes a span of each command within a traced request; it is an Observer
// of package mongodb.
func (t *Tracer) Database(ctx context.Context, command, collection string) func(error) {
	// What the process does by itself, every quarter of a second, nobody looks for.
	if !trace.SpanContextFromContext(ctx).IsValid() {
		return func(error) {}
	}
	_, span := t.tracer.Start(ctx, strings.TrimSpace(command+" "+collection), trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(
			attribute.String("db.system.name", "mongodb"), attribute.String("db.operation.name",
				command), attribute.String("db.collection.name", collection)))
	return func(err error) {
		if err != nil {
			span.SetStatus(codes.Error, err.Error())
		}
		span.End()
	}
}

// Client makes a span of each HTTP request within a traced one, and carries the
// trace to whoever answers when outwards is set.
func (t *Tracer) Client(next http.RoundTripper, outwards bool) http.RoundTripper {
	if t == nil {
		return next
	}
	var carry propagation.TextMapPropagator = propagation.NewCompositeTextMapPropagator()
	if outwards {
		carry = t.carry
	}
	return otelhttp.NewTransport(next, otelhttp.WithTracerProvider(t.provider), otelhttp.WithPropagators(carry),
		otelhttp.WithFilter(func(r *http.Request) bool { return trace.SpanContextFromContext(r.Context()).IsValid() }),
		otelhttp.WithSpanNameFormatter(func(_ string, r *http.Request) string { return r.Method + " " + r.URL.Host }))
}

// Point is a place in a trace, from which something may go on later.
type Point struct{ span trace.SpanContext }

// PointOf returns where a context is; it keeps nothing of the context.
func PointOf(ctx context.Context) Point { return Point{trace.SpanContextFromContext(ctx)} }

// From returns a context in which spans go on from the point.
func (p Point) From(ctx context.Context) context.Context {
	return trace.ContextWithSpanContext(ctx, p.span)
}

// Logs adds the trace's id to what is logged within one.
func Logs(next slog.Handler) slog.Handler { return logs{next} }

type logs struct{ slog.Handler }

// Handle logs a record.
func (l logs) Handle(ctx context.Context, record slog.Record) error {
	if span := trace.SpanContextFromContext(ctx); span.IsValid() {
		record.AddAttrs(slog.String("trace_id", span.TraceID().String()))
	}
	return l.Handler.Handle(ctx, record)
}

// WithAttrs is that of slog.Handler.
func (l logs) WithAttrs(attrs []slog.Attr) slog.Handler { return logs{l.Handler.WithAttrs(attrs)} }

// WithGroup is that of slog.Handler.
func (l logs) WithGroup(name string) slog.Handler { return logs{l.Handler.WithGroup(name)} }
