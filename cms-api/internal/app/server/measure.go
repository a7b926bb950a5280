package server

import (
	"context"
	"log/slog"
	"time"

	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/platform/listen"
	"academy/cms-api/internal/platform/metrics"
	"academy/cms-api/internal/platform/tracing"
	"academy/cms-api/internal/publishing/release"
)

// meter measures answered requests by the pattern of the route that answered
// them. Rest names what no pattern but that of everything has answered.
type meter struct {
	requests *metrics.Requests[*fiber.Route]
	tracer   *tracing.Tracer // nil: no traces
	rest     string
}

// The addresses of the site are content, and so are one; where no site is served,
// they are nothing.
const (
	siteRest = "site"
	noRest   = "none"
)

func newMeter(m *metrics.Metrics, tracer *tracing.Tracer, rest string) meter {
	return meter{metrics.NewRequests[*fiber.Route](m), tracer, rest}
}

func (m meter) answered(c fiber.Ctx, status int, took time.Duration) {
	route := c.Route()
	m.requests.Answered(route, status, took, func() (pattern, method string) { return m.patternOf(route), c.Method() })
}

func (m meter) patternOf(route *fiber.Route) string {
	if route.Path == "/" {
		return m.rest
	}
	return route.Path
}

// measureReleases adds what is known of the release store.
func measureReleases(m *metrics.Metrics, releases *release.Store) {
	live := func(read func(*release.Release) float64) func() float64 {
		return func() float64 {
			if current := releases.Current(); current != nil {
				return read(current)
			}
			return 0
		}
	}
	m.Gauge("release_live_timestamp_seconds", "When the live release was built; 0 before the first.", live(func(r *release.Release) float64 {
		return float64(r.BuiltAt.UnixMilli()) / 1000
	}))
	m.Gauge("release_routes", "Routes of the live release.", live(func(r *release.Release) float64 { return float64(r.Routes) }))
	m.Gauge("release_failed_pages", "Pages that could not be rendered when the live release was built; it has them as they were, or not at all.", live(func(r *release.Release) float64 { return float64(r.FailedCount) }))
	m.Gauge("release_refused", "1 while the newest release is not whole and so is not served.", func() float64 { return one(releases.Refused() != "") })
	m.Gauge("release_cache_bytes", "Contents of the release's files that are held in memory.", func() float64 { return float64(releases.Cache().Bytes) })
	m.Counter("release_cache_hits_total", "Files of the release that were in memory.", func() float64 { return float64(releases.Cache().Hits) })
	m.Counter("release_cache_misses_total", "Files of the release that had to be read.", func() float64 { return float64(releases.Cache().Misses) })
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

func since(at, now time.Time) float64 {
	if at.IsZero() {
		return 0
	}
	return max(0, now.Sub(at).Seconds())
}

func measureConnections(m *metrics.Metrics, app *fiber.App, listener *listen.Listener) {
	m.Counter("http_connections_refused_total", "Connections that were refused because their address held too many.", func() float64 { return float64(listener.Refused()) })
	m.Gauge("http_open_connections", "Connections that are open.", func() float64 { return float64(app.Server().GetOpenConnectionsCount()) })
}

// measure adds what is read when somebody asks.
func (a *App) measure() {
	m := a.metrics
	measureReleases(m, a.releases)
	m.Gauge("snapshot_revision", "When the newest of the content that the public sees was written, in milliseconds since 1970.", func() float64 {
		if current := a.snapshots.Current(); current != nil {
			return float64(current.Revision())
		}
		return 0
	})
	m.Gauge("snapshot_articles", "Articles that the public sees.", func() float64 {
		if current := a.snapshots.Current(); current != nil {
			return float64(current.Len())
		}
		return 0
	})
	m.Gauge("snapshot_age_seconds", "For how long nobody has made sure that what the public sees is what the database has; 0 before it was loaded.",
		func() float64 { return since(a.db.Heard(), time.Now()) })
	m.Counter("snapshot_reads_total", "Public reads that were answered from memory.", func() float64 { return float64(a.public.Served()) })
	m.Gauge("published", "1 while the site shows the content, or what an editor holds live.", func() float64 { return one(a.publisher.Shown()) })
	m.Gauge("unpublished_seconds", "For how long the site has not shown the content; 0 when it does.", func() float64 { return a.publisher.Behind().Seconds() })
	m.Gauge("publish_held", "1 while an editor holds an older release live.", func() float64 { return one(a.publisher.Held()) })
	m.Gauge("publish_leader", "1 in the process that tells webhooks.", func() float64 { return one(a.publisher.Leads()) })
	for name, ready := range map[string]func() bool{"database": a.db.Ready, "storage": a.objects.Ready, "content": a.snapshots.Ready} {
		m.Gauge(name+"_ready", "1 while it answers.", func() float64 { return one(ready()) })
	}
	m.Gauge("database_stream", "1 while the change stream of the database is open.", func() float64 { return one(a.db.Streaming()) })
	m.Gauge("sessions", "Sign-ins that have not expired, of all processes together.", a.openSessions)
}

// metricsServer returns what answers for the metrics, and nil when that is not
// configured. It listens already: an address that cannot be had is a fault of the
// configuration, and nobody would notice it in a log.
func metricsServer(m *metrics.Metrics, address string, log *slog.Logger) (func(context.Context) error, error) {
	if address == "" {
		return nil, nil
	}
	listener, err := metrics.Listen(address)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) error { return m.Serve(ctx, listener, log) }, nil
}

// countTime bounds what whoever asks for the metrics waits for the database.
const countTime = time.Second

// openSessions counts the sessions; while the database is away it returns the
// last number.
func (a *App) openSessions() float64 {
	ctx, cancel := context.WithTimeout(context.Background(), countTime)
	defer cancel()
	if a.db.Ready() {
		if count, err := a.sessions.CountSessions(ctx); err == nil {
			a.sessionCount.Store(int64(count))
		}
	}
	return float64(a.sessionCount.Load())
}
