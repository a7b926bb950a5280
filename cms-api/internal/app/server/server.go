// Package server puts the parts together: configuration in, one running
// process out. Every route is in routes.go, every status in problem.go.
package server

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/account/audit"
	"academy/cms-api/internal/account/auth"
	"academy/cms-api/internal/account/privacy"
	"academy/cms-api/internal/media/upload"
	"academy/cms-api/internal/operate/migrate"
	"academy/cms-api/internal/platform/config"
	"academy/cms-api/internal/platform/metrics"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/notify"
	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/platform/ratelimit"
	"academy/cms-api/internal/platform/tracing"
	"academy/cms-api/internal/publishing/publish"
	"academy/cms-api/internal/publishing/release"
	"academy/cms-api/internal/publishing/snapshot"
	"academy/cms-api/internal/publishing/target"
	"academy/cms-api/internal/publishing/webhook"
)

// Options say what an App is made of.
type Options struct {
	Config  config.Config
	Version string
	// Web also serves the current release and the admin app.
	Web bool
	Log *slog.Logger
	// Clock tells the time; nil means the machine's.
	Clock snapshot.Clock
	// Migrations lead to the data that this program works with; nil means all that
	// there are.
	Migrations []migrate.Migration
}

// App is the whole of cms-api in one process.
type App struct {
	cfg     config.Config
	version string
	web     bool
	log     *slog.Logger
	clock   snapshot.Clock
	place   *time.Location

	db        *mongodb.Database
	objects   *objectstore.Store
	snapshots *snapshot.Store
	releases  *release.Store
	signer    *webhook.Signer
	webhooks  *webhook.Service
	publisher *publish.Service
	targets   *target.Service
	// Who carries to the targets.
	targetLease *mongodb.Lease
	sessions    *auth.Service
	sweeper     *upload.Sweeper
	audits      *audit.Service
	people      *privacy.Service
	limiter     *ratelimit.Limiter
	queue       *notify.Queue
	outbox      *notify.Outbox
	ending      atomic.Bool // told to end, and serving on for a while

	migrations []migrate.Migration
	// unfit gets what makes the database's data unfit for this program.
	unfit chan error
	// restoring is set while this process itself restores.
	restoring bool

	metrics      *metrics.Metrics
	tracer       *tracing.Tracer // nil: no traces
	lastChange   atomic.Pointer[tracing.Point]
	sessionCount atomic.Int64

	resources resources
	public    *snapshot.Handler
	fiber     *fiber.App
	api       huma.API
}

// New puts an App together. It reaches for nothing: stores that are down, or
// come up later, are no reason to fail.
func New(o Options) (*App, error) {
	if o.Clock == nil {
		o.Clock = snapshot.SystemClock{}
	}
	cfg, err := withSecrets(o.Config, o.Log)
	if err != nil {
		return nil, err
	}
	retention, err := retentionOf(cfg)
	if err != nil {
		return nil, err
	}
	a := &App{cfg: cfg, version: o.Version, web: o.Web, log: o.Log, clock: o.Clock, place: retention.Place, migrations: o.Migrations}
	if a.migrations == nil {
		a.migrations = migrate.All()
	}
	a.metrics = metrics.New("cms-api", o.Version)
	a.metrics.EditorialSide()
	if a.tracer, a.log, err = openTracer(cfg, "cms-api", o.Version, o.Log); err != nil {
		return nil, err
	}
	if a.db, err = mongodb.Open(cfg.MongoURI, cfg.MongoDatabase, a.log, a.observers()...); err != nil {
		return nil, err
	}
	a.prepare()
	a.objects, err = objectstore.Open(objectstore.Options{
		Endpoint: cfg.S3Endpoint, Region: cfg.S3Region, AccessKey: cfg.S3AccessKey, SecretKey: cfg.S3SecretKey, Bucket: cfg.S3Bucket,
		Through: through(a.metrics, a.tracer),
	}, a.log)
	if err != nil {
		return nil, err
	}
	a.snapshots = snapshot.NewStore(snapshot.Options{Clock: a.clock, Written: a.noteChange})
	if a.releases, err = openReleases(cfg, a.log, through(a.metrics, a.tracer)); err != nil {
		return nil, err
	}
	if err := a.makeTargets(); err != nil {
		return nil, err
	}
	if err := a.makeNotify(); err != nil {
		return nil, err
	}
	if err := a.makeResources(); err != nil {
		return nil, err
	}
	if err := a.makePublishing(retention); err != nil {
		return nil, fmt.Errorf("set up publishing: %w", err)
	}
	if err := a.makeRoutes(); err != nil {
		return nil, err
	}
	a.measure()
	return a, nil
}

func (a *App) makePublishing(retention release.Retention) error {
	signer, err := webhook.NewSigner(a.cfg.PublishSecrets, a.clock)
	if err != nil {
		return err
	}
	a.webhooks, err = webhook.New(webhook.Options{
		Snapshots: a.snapshots, DB: a.db, PublisherURL: a.cfg.PublisherURL, Signer: signer,
		PrivateTargets: a.cfg.WebhookPrivateTargets, Clock: a.clock, Log: a.log,
		Watch: webhook.Watch{Delivered: a.metrics.Delivered, Sending: a.sending, Outwards: a.outwards},
	})
	if err != nil {
		return err
	}
	a.signer = signer
	a.publisher = publish.New(publish.Options{
		Snapshots: a.snapshots, Releases: a.releases, Webhooks: a.webhooks, DB: a.db, Signer: signer,
		Clock: a.clock, Retention: retention, Names: a.memberNames, Built: a.metrics.Built, Log: a.log,
	})
	return nil
}

// withSecrets gives development secrets of its own where none are configured;
// production never gets here without (see config).
func withSecrets(cfg config.Config, log *slog.Logger) (config.Config, error) {
	if len(cfg.AuthSecrets) == 0 {
		cfg.AuthSecrets = []string{rand.Text() + rand.Text()}
		log.Warn("AUTH_SECRET is not set; sign-ins end when this process does")
	}
	if len(cfg.PublishSecrets) == 0 {
		key := make([]byte, 24)
		if _, err := rand.Read(key); err != nil {
			return cfg, fmt.Errorf("make a publish secret: %w", err)
		}
		cfg.PublishSecrets = []string{"whsec_" + base64.StdEncoding.EncodeToString(key)}
		log.Warn("PUBLISH_SECRET is not set; no publisher will believe this process")
	}
	return cfg, nil
}

// fingerprint returns that of the content; empty before it was loaded.
func (a *App) fingerprint() string {
	if current := a.snapshots.Current(); current != nil {
		return current.Fingerprint()
	}
	return ""
}

// memberNames returns what each account is called, by its id.
func (a *App) memberNames(ctx context.Context) (map[string]string, error) {
	members, err := a.sessions.Members(ctx)
	names := make(map[string]string, len(members))
	for _, each := range members {
		names[each.ID] = each.Name
	}
	return names, err
}

// OpenAPI returns the description of the API. It needs no store.
func (a *App) OpenAPI() ([]byte, error) { return document(a.api.OpenAPI()) }

// Run serves on the listener until the context ends, then lets running requests
// finish, for as long as the configuration allows, and closes everything. It fails
// at once when the address of the metrics cannot be had.
func (a *App) Run(ctx context.Context, listener net.Listener) error {
	serveMetrics, err := metricsServer(a.metrics, a.cfg.MetricsAddr, a.log)
	if err != nil {
		return err
	}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	var running sync.WaitGroup
	start := func(name string, run func(context.Context) error) {
		running.Go(func() {
			if err := run(background); err != nil && background.Err() == nil {
				a.log.Error("a background task ended", "task", name, "error", err)
			}
		})
	}
	start("database", func(ctx context.Context) error { a.db.Run(ctx); return nil })
	start("media storage", func(ctx context.Context) error { a.objects.Run(ctx); return nil })
	start("changes of the database", a.db.Follow)
	start("releases", a.releases.Run)
	start("webhooks", func(ctx context.Context) error { a.webhooks.Run(ctx); return nil })
	start("publishing", a.publisher.Run)
	start("targets", a.runTargets)
	start("audit log", func(ctx context.Context) error {
		if err := a.db.WaitReady(ctx); err != nil {
			return err
		}
		return a.audits.Run(ctx, func(err error) { a.log.Warn("old entries of the audit log could not be deleted", "error", err) })
	})
	start("messages", a.queue.Run)
	start("sweeping", a.sweep)
	start("unused media", a.sweepMedia)
	if serveMetrics != nil {
		start("metrics", serveMetrics)
	}
	start("old leads", a.sweepLeads)

	limited := limit(listener, a.cfg)
	measureConnections(a.metrics, a.fiber, limited)
	served := make(chan error, 1)
	go func() {
		served <- a.fiber.Listener(limited, fiber.ListenConfig{DisableStartupMessage: true})
	}()
	a.log.Info("listening", "address", "http://"+listener.Addr().String(), "web", a.web, "version", a.version)

	refused := make(chan error, 1)
	go func() { refused <- a.refusal(background) }()

	select {
	case err = <-served:
	case err = <-refused:
		err = errors.Join(err, a.fiber.ShutdownWithTimeout(a.cfg.ShutdownTimeout))
	case <-ctx.Done():
		a.ending.Store(true)
		linger(a.cfg.ShutdownDelay, served)
		a.log.Info("ending; running requests may finish", "within", a.cfg.ShutdownTimeout)
		if stopErr := a.fiber.ShutdownWithTimeout(a.cfg.ShutdownTimeout); stopErr != nil && !errors.Is(stopErr, context.DeadlineExceeded) {
			err = stopErr
		}
	}
	stop()
	running.Wait()
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if closeErr := a.db.Close(closing); closeErr != nil {
		a.log.Warn("closing", "error", closeErr)
	}
	a.tracer.End(ctx, a.log)
	if err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

// cookies are those of a sign-in.
func (a *App) cookies() auth.Cookies { return auth.Cookies{Secure: overTLS(a.cfg)} }
