// Package metrics counts and measures what the process does, for Prometheus. It
// is all that knows the client library. Every label has a bounded number of
// values: routes are patterns, never paths, and nobody's address is a label.
package metrics

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Path is where the listener of the metrics answers.
const Path = "/metrics"

// Metrics is what one process measures. Its methods may be called by many at
// once, and take well under a microsecond.
type Metrics struct {
	registry *prometheus.Registry

	requests   *prometheus.CounterVec
	durations  *prometheus.HistogramVec
	calls      *prometheus.HistogramVec
	failures   *prometheus.CounterVec
	refused    *prometheus.CounterVec
	leads      *prometheus.CounterVec
	held       *prometheus.CounterVec
	signIns    *prometheus.CounterVec
	uploads    *prometheus.CounterVec
	deliveries *prometheus.CounterVec
	builds     *prometheus.CounterVec
	buildTime  prometheus.Histogram
}

// New returns the measures of a process that calls itself program, of a version.
func New(program, version string) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: counters("http_requests_total", "Answered requests, by the route's pattern.", "route", "method", "status"),
		durations: histograms("http_request_duration_seconds",
			"How long requests took until they were answered.", fine, "route", "method"),
		calls: histograms("store_call_duration_seconds",
			"How long calls of the database and of the object storage took.", coarse, "store", "call"),
		failures: counters("store_call_failures_total",
			"Calls of the database and of the object storage that failed.", "store", "call"),
		refused: counters("rate_limit_refusals_total", "Tries that a limit refused.", "limit"),
		leads:   counters("leads_total", "Forms of visitors that were accepted, repeated ones among them.", "kind"),
		held: counters("forms_held_total",
			"Forms of visitors that were held back, under Spam, until their sender has done some work.", "kind"),
		signIns: counters("sign_ins_total", "Tries to sign in.", "way", "outcome"),
		uploads: counters("uploads_total", "Uploads of files.", "kind", "outcome"),
		deliveries: counters("webhook_deliveries_total",
			"Tries to bring a message to a webhook: delivered, failing (will be tried again), failed (will not) or superseded by a newer one.", "endpoint", "outcome"),
		builds: counters("publish_builds_total",
			"Builds of the site that ended, as the publisher reported to this process.", "outcome"),
		buildTime: prometheus.NewHistogram(options("publish_build_duration_seconds",
			"How long builds took that went live, as the publisher reported to this process.", coarse)),
	}
	info := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "academy_build_info", Help: "Always 1; what runs.",
		ConstLabels: prometheus.Labels{"program": program, "version": version, "go": runtime.Version()},
	})
	info.Set(1)
	m.registry.MustRegister(
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), info,
		m.requests, m.durations, m.calls, m.failures,
	)
	m.failures.WithLabelValues("storage", "GET") // so that a rate has something to begin from
	return m
}

// EditorialSide adds what only a process has that editors and visitors write
// to: an edge has none of it.
func (m *Metrics) EditorialSide() {
	m.registry.MustRegister(m.refused, m.leads, m.held, m.signIns, m.uploads, m.deliveries, m.builds, m.buildTime)
	// So that a rate has something to begin from.
	m.failures.WithLabelValues("database", "find")
	for _, kind := range forms {
		m.leads.WithLabelValues(kind)
		m.held.WithLabelValues(kind)
	}
	for _, kind := range uploads {
		m.uploads.WithLabelValues(kind, "done")
		m.uploads.WithLabelValues(kind, "failed")
	}
	for _, outcome := range []string{"live", "failed"} {
		m.builds.WithLabelValues(outcome)
	}
	for _, way := range []string{"password", "code"} {
		m.signIns.WithLabelValues(way, "done")
		m.signIns.WithLabelValues(way, "refused")
	}
}

const namespace = "academy"

// fine is for answers from memory, coarse for what goes over a wire.
var (
	fine   = []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}
	coarse = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 120}
)

func counters(name, help string, labels ...string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}, labels)
}

func options(name, help string, buckets []float64) prometheus.HistogramOpts {
	return prometheus.HistogramOpts{Namespace: namespace, Name: name, Help: help, Buckets: buckets}
}

func histograms(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(options(name, help, buckets), labels)
}

// Refused counts a try that the limit of that name refused.
func (m *Metrics) Refused(limit string) { m.refused.WithLabelValues(limit).Inc() }

// Delivered counts a try to tell a webhook, by the endpoint's name.
func (m *Metrics) Delivered(endpoint, outcome string) {
	m.deliveries.WithLabelValues(endpoint, outcome).Inc()
}

// Built counts a build that ended, "live" or "failed", and how long it took.
func (m *Metrics) Built(outcome string, took time.Duration) {
	m.builds.WithLabelValues(outcome).Inc()
	if outcome == "live" {
		m.buildTime.Observe(took.Seconds())
	}
}

// StoreCall measures a call of a store: "database" or "storage".
func (m *Metrics) StoreCall(store, call string, took time.Duration, failed bool) {
	m.calls.WithLabelValues(store, call).Observe(took.Seconds())
	if failed {
		m.failures.WithLabelValues(store, call).Inc()
	}
}

// Gauge adds a value that is read when somebody asks.
func (m *Metrics) Gauge(name, help string, read func() float64) {
	opts := prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help}
	m.registry.MustRegister(prometheus.NewGaugeFunc(opts, read))
}

// Counter adds a number that only grows and is read when somebody asks.
func (m *Metrics) Counter(name, help string, read func() float64) {
	opts := prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}
	m.registry.MustRegister(prometheus.NewCounterFunc(opts, read))
}

// Listen opens the listener of the metrics. It fails with a sentence for who has
// configured the address.
func Listen(address string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("METRICS_ADDR is %s, which another program has taken; choose a free one", address)
	}
	if err != nil {
		return nil, fmt.Errorf("METRICS_ADDR is %s, where nothing can listen: %w", address, err)
	}
	return listener, nil
}

// Serve answers Path on the listener until ctx ends, and returns ctx's error.
func (m *Metrics) Serve(ctx context.Context, listener net.Listener, log *slog.Logger) error {
	mux := http.NewServeMux()
	mux.Handle("GET "+Path, promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{EnableOpenMetrics: true}))
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	log.Info("metrics", "address", "http://"+listener.Addr().String()+Path)
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve the metrics: %w", err)
	}
	return ctx.Err()
}
