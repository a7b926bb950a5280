package app

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"academy/cms-api/internal/account/auth"
	"academy/cms-api/internal/operate/backup"
	"academy/cms-api/internal/operate/releases"
	"academy/cms-api/internal/platform/config"
	"academy/cms-api/internal/platform/metrics"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/platform/tracing"
	"academy/cms-api/internal/publishing/snapshot"
)

// Options configure a process.
type Options struct {
	Config  config.Config
	Version string
	// Web also serves the current release and the dashboard.
	Web bool
	Log *slog.Logger
	// Clock tells the time; nil means the machine's.
	Clock snapshot.Clock
	// HashCost is that of new passwords; only tests lower it.
	HashCost auth.HashCost
	// CleanUpAfter is how long after its start a process cleans up first; only tests, which
	// start hundreds of processes, raise it.
	CleanUpAfter time.Duration
}

// Process is what all parts of a process share: configuration, log, clock, metrics
// and traces.
type Process struct {
	Options
	zone       *time.Location // of the site
	metrics    *metrics.Metrics
	tracer     *tracing.Tracer // nil: no traces
	lastChange atomic.Pointer[tracing.Point]
}

// NewProcess returns a process of cms-api. Like every constructor of this package it
// does no I/O: stores that are down, or start later, are no reason to fail.
func NewProcess(o Options) (*Process, error) {
	if o.Clock == nil {
		o.Clock = snapshot.SystemClock{}
	}
	var err error
	if o.Config, err = withSecrets(o.Config, o.Log); err != nil {
		return nil, err
	}
	return newProcess("cms-api", o)
}

func newProcess(program string, o Options) (*Process, error) {
	p := &Process{Options: o, metrics: metrics.New(program, o.Version)}
	var err error
	if p.zone, err = time.LoadLocation(o.Config.Timezone); err != nil {
		return nil, fmt.Errorf("load the site's time zone: %w", err)
	}
	if p.tracer, err = tracing.New(o.Config.TracesTo, program, o.Version); err != nil {
		return nil, err
	}
	p.Log = slog.New(p.tracer.Logs(o.Log.Handler()))
	return p, nil
}

// withSecrets generates secrets for development where none are configured;
// config requires them in production.
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

// cookies returns how session cookies are set.
func (p *Process) cookies() auth.Cookies { return auth.Cookies{Secure: p.Config.OverTLS()} }

func (p *Process) openReleases() releases.Opener {
	return releases.Opener{Config: p.Config, Log: p.Log, Transport: p.observeStorage}
}

// observeStorage measures and traces requests to the object storage.
func (p *Process) observeStorage(next http.RoundTripper) http.RoundTripper {
	return p.metrics.Storage(p.tracer.Client(next, false))
}

// observePublisher traces requests to the publisher.
func (p *Process) observePublisher(next http.RoundTripper) http.RoundTripper {
	return p.tracer.Client(next, true)
}

// noteChange stores the trace of the last change of the content.
func (p *Process) noteChange(ctx context.Context) {
	point := tracing.PointOf(ctx)
	p.lastChange.Store(&point)
}

// inLastChange continues the trace of the last change in a message to the publisher,
// which may be about several.
func (p *Process) inLastChange(ctx context.Context) context.Context {
	if last := p.lastChange.Load(); last != nil {
		return last.From(ctx)
	}
	return ctx
}

// Stores are what an installation keeps its data in.
type Stores struct {
	DB      *mongodb.Database
	Objects *objectstore.Store
}

// NewStores returns the stores that the configuration names.
func NewStores(p *Process) (*Stores, error) {
	db, err := mongodb.Open(p.Config.MongoURI, p.Config.MongoDatabase, p.Clock.Now, p.Log,
		p.metrics.Database, p.tracer.Database)
	if err != nil {
		return nil, err
	}
	cfg := p.Config
	objects, err := objectstore.Open(objectstore.Options{
		Endpoint: cfg.S3Endpoint, Region: cfg.S3Region,
		AccessKey: cfg.S3AccessKey, SecretKey: cfg.S3SecretKey, Bucket: cfg.S3Bucket,
		Transport: p.observeStorage,
	}, p.Log)
	if err != nil {
		return nil, err
	}
	return &Stores{DB: db, Objects: objects}, nil
}

// storesWait is how long a command waits for the stores.
const storesWait = 30 * time.Second

// AsIs runs work on the stores without preparing them, and closes them. It fails when
// the database does not answer in time.
func (s *Stores) AsIs(ctx context.Context, work func(context.Context) error) error {
	defer s.close(ctx)
	reaching, cancel := context.WithTimeout(ctx, storesWait)
	defer cancel()
	if err := s.DB.Reach(reaching); err != nil {
		return err
	}
	return work(ctx)
}

// Prepared is AsIs for work that needs the indexes and the bucket, which it creates
// when they are missing.
func (s *Stores) Prepared(ctx context.Context, work func(context.Context) error) error {
	return s.AsIs(ctx, func(ctx context.Context) error {
		if err := backup.NewDocuments(s.DB).CheckComplete(ctx); err != nil {
			return err
		}
		background, stop := context.WithCancel(ctx)
		var running sync.WaitGroup
		running.Go(func() { s.DB.Run(background) })
		running.Go(func() { s.Objects.Run(background) })
		defer running.Wait()
		defer stop()
		waiting, cancel := context.WithTimeout(ctx, storesWait)
		defer cancel()
		if err := errors.Join(s.DB.WaitReady(waiting), s.Objects.WaitReady(waiting)); err != nil {
			return err
		}
		return work(ctx)
	})
}

func (s *Stores) close(ctx context.Context) error {
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	return s.DB.Close(closing)
}
