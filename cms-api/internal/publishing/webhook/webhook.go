package webhook

import (
	"cmp"
	"context"
	"log/slog"
	"net"
	"net/http"
	"time"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/writebehind"
	"academy/cms-api/internal/publishing/snapshot"
)

// Publisher is the id and the name of the endpoint that comes with the product.
const Publisher = "publisher"

// Options says what a Service works on. Snapshots, DB, Signer, Clock and Log are
// needed.
type Options struct {
	Snapshots *snapshot.Store
	DB        *mongodb.Database
	// PublisherURL is where the publisher listens; empty means that there is none.
	PublisherURL string
	// Signer signs messages to the publisher.
	Signer *Signer
	// PrivateTargets lets webhooks call addresses of this machine and of private
	// networks, without TLS too.
	PrivateTargets bool
	// Resolver looks up the names of webhooks; nil means the system's.
	Resolver *net.Resolver
	Clock    snapshot.Clock
	Watch    Watch
	Timing   Timing // zero means DefaultTiming
	Log      *slog.Logger
}

// Watch observes messages, for metrics and traces. Any member may be nil; none may
// block.
type Watch struct {
	// Delivered is called after each try with the name of the endpoint and the
	// outcome: delivered, failing, failed or superseded.
	Delivered func(endpoint, outcome string)
	// Sending returns the context of a call, and Transport what calls of the publisher go
	// through.
	Sending   func(context.Context) context.Context
	Transport func(http.RoundTripper) http.RoundTripper
}

// Timing is how long a Service waits.
type Timing struct {
	Timeout time.Duration // of a call
	// PublisherRetry and PublisherRetryMax bound the pauses between tries to tell the
	// publisher.
	PublisherRetry, PublisherRetryMax time.Duration
}

// DefaultTiming tells the publisher within seconds once it can be reached again.
func DefaultTiming() Timing {
	return Timing{
		Timeout: 5 * time.Second, PublisherRetry: 100 * time.Millisecond, PublisherRetryMax: 2 * time.Second,
	}
}

// Service tells endpoints. The publisher is told by the process that asks for it,
// other endpoints by the process that runs Lead.
type Service struct {
	opts        Options
	store       *store
	records     *writebehind.Queue
	toPublisher *sender
	publisher   *hook // nil without one
	hooks       hooks
}

// New returns a Service that does nothing before Run. It fails when the publisher's
// address is malformed.
func New(opts Options) (*Service, error) {
	opts.Timing = cmp.Or(opts.Timing, DefaultTiming())
	if opts.Watch.Sending == nil {
		opts.Watch.Sending = func(ctx context.Context) context.Context { return ctx }
	}
	s := &Service{opts: opts, store: newStore(opts.DB), hooks: hooks{running: map[string]*runningHook{}}}
	s.records = writebehind.New(s.store.trim, opts.Log)
	if opts.PublisherURL == "" {
		return s, nil
	}
	var err error
	if s.toPublisher, err = s.publisherSender(); err != nil {
		return nil, err
	}
	e := Endpoint{Document: revision.Document{ID: Publisher}, Name: Publisher}
	s.publisher = s.newHook(e, opts.Timing.PublisherRetry, opts.Timing.PublisherRetryMax)
	return s, nil
}

// Run tells the publisher and writes records until ctx ends.
func (s *Service) Run(ctx context.Context) {
	if s.publisher != nil {
		h := startHook(ctx, s.publisher)
		defer s.toPublisher.client.CloseIdleConnections()
		defer h.stop()
	}
	s.records.Run(ctx)
}

// Content returns the public content, zero before it was loaded.
func (s *Service) Content() Content {
	if current := s.opts.Snapshots.Current(); current != nil {
		return Content{Fingerprint: current.Fingerprint(), Revision: current.Revision()}
	}
	return Content{}
}

// record stores a delivery.
func (s *Service) record(d Delivery) {
	if s.opts.Watch.Delivered != nil {
		s.opts.Watch.Delivered(d.Endpoint, d.State)
	}
	s.records.Add(func(ctx context.Context) error { return mongodb.PutIn(ctx, s.store.deliveries, d.ID, d) })
}
