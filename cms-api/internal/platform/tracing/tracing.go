// Package tracing records requests, and the calls that they lead to, as OpenTelemetry
// spans. Only this package uses the SDK. A nil Tracer makes no spans and costs nothing.
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

// Tracer makes spans and sends them in the background.
type Tracer struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
	carry    propagation.TraceContext
}

// New returns a Tracer that sends spans to an address as OTLP over HTTP, or nil when
// the address is empty. It does not connect.
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

// End sends the remaining spans, even after ctx has ended, within lastWords.
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

// Request is the span of an HTTP request.
type Request struct{ span trace.Span }

// Begin begins the span of a request. parent is the value of its traceparent header.
func (t *Tracer) Begin(ctx context.Context, method, parent string) (context.Context, Request) {
	if t == nil {
		return ctx, Request{}
	}
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
	// Commands outside requests, such as periodic checks, are not traced.
	if t == nil || !trace.SpanContextFromContext(ctx).IsValid() {
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

// Client makes a span of each HTTP request within a traced one. With outwards it also
// sends the traceparent header.
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

// Point is a position in a trace, for work that goes on after the request.
type Point struct{ span trace.SpanContext }

// PointOf returns the position of a context, without a reference to it.
func PointOf(ctx context.Context) Point { return Point{trace.SpanContextFromContext(ctx)} }

// From returns a context whose spans are children of the point's span.
func (p Point) From(ctx context.Context) context.Context {
	return trace.ContextWithSpanContext(ctx, p.span)
}

// Logs returns a handler that adds the id of the trace to log records.
func (t *Tracer) Logs(next slog.Handler) slog.Handler {
	if t == nil {
		return next
	}
	return logs{next}
}

type logs struct{ slog.Handler }

// Handle implements slog.Handler.
func (l logs) Handle(ctx context.Context, record slog.Record) error {
	if span := trace.SpanContextFromContext(ctx); span.IsValid() {
		record.AddAttrs(slog.String("trace_id", span.TraceID().String()))
	}
	return l.Handler.Handle(ctx, record)
}

// WithAttrs implements slog.Handler.
func (l logs) WithAttrs(attrs []slog.Attr) slog.Handler { return logs{l.Handler.WithAttrs(attrs)} }

// WithGroup implements slog.Handler.
func (l logs) WithGroup(name string) slog.Handler { return logs{l.Handler.WithGroup(name)} }
