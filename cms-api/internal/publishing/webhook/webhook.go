// Package webhook tells endpoints that the public content has changed: the publisher
// that comes with the product, and those that people add. Messages follow Standard
// Webhooks.
//
// There is no queue of messages. For each endpoint one hook compares the content with
// what the endpoint took last, so nothing is lost when a process ends.
package webhook

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
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
	readLead    ReadLead
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

// record stores a delivery.
func (s *Service) record(d Delivery) {
	if s.opts.Watch.Delivered != nil {
		s.opts.Watch.Delivered(d.Endpoint, d.State)
	}
	s.records.Add(func(ctx context.Context) error { return mongodb.PutIn(ctx, s.store.deliveries, d.ID, d) })
}

// isPublisher reports whether an endpoint is the publisher. Its connection stays open, it shares
// its secret with this program, and it is never gone.
func (s *Service) isPublisher(e Endpoint) bool { return s.publisher != nil && e.ID == Publisher }

// HasPublisher reports whether there is a publisher to tell.
func (s *Service) HasPublisher() bool { return s.publisher != nil }

// Tell makes the publisher be told at once, and again until it takes the message or
// another call of Tell replaces that.
func (s *Service) Tell(c Content) { s.publisher.tell(c) }

// TellNothing gives up the message that the publisher has not taken yet.
func (s *Service) TellNothing() {
	if s.publisher != nil {
		s.publisher.dismiss()
	}
}

// PublisherState is how far the publisher was told by this process.
type PublisherState struct {
	Pending bool // it has not taken the last message yet
	// TakenAt is when it took any message last, one that somebody sent again by hand included;
	// while one is Pending, when that was tried last. It is never in the future.
	TakenAt time.Time
	// FailingSince is when the first of the latest failed tries was, of which there are
	// Failures, the last for Reason; zero after a success.
	FailingSince time.Time
	Failures     int
	Reason       string
}

// PublisherState returns how far the publisher was told; zero without one.
func (s *Service) PublisherState() PublisherState {
	h := s.publisher
	if h == nil {
		return PublisherState{}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now() // it may change cursor.At
	state := PublisherState{
		Pending: h.asked != Content{}, TakenAt: h.cursor.At, FailingSince: h.failingSince, Failures: h.failures,
	}
	if h.open != nil {
		state.Reason = h.open.Error
	}
	return state
}

// ErrNotBelieved says that the publisher does not accept our signature.
var ErrNotBelieved = errors.New("the publisher does not believe our signature")

// Ping asks the publisher whether it is there and accepts our signature, and does not
// make it do anything. The error is ErrNotBelieved, or says in words for people why
// the publisher cannot be reached.
func (s *Service) Ping(ctx context.Context) error {
	if s.publisher == nil {
		return nil
	}
	payload, err := encode("publish.ping", s.opts.Clock.Now(), struct{}{})
	if err != nil {
		return err
	}
	status, err := s.toPublisher.post(ctx, "msg_"+rand.Text(), payload)
	if status == http.StatusUnauthorized {
		return ErrNotBelieved
	}
	return err
}
