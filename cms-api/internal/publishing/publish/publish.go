package publish

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/signal"
	"academy/cms-api/internal/platform/writebehind"
	"academy/cms-api/internal/publishing/release"
	"academy/cms-api/internal/publishing/snapshot"
	"academy/cms-api/internal/publishing/webhook"
)

// Options says what a Service works on. All but Retention and Edges are needed.
type Options struct {
	Snapshots *snapshot.Store
	Releases  *release.Store
	Webhooks  *webhook.Service
	DB        *mongodb.Database
	// Signer verifies what the publisher sends.
	Signer *webhook.Signer
	Clock  snapshot.Clock
	// Retention says which releases stay; the zero value keeps all.
	Retention release.Retention
	// Names returns what each account is called, by its id.
	Names func(context.Context) (map[string]string, error)
	// Removers returns the accounts that deleted documents or took them out of what is
	// public, by the ids of the documents, as far as it is known.
	Removers func(ctx context.Context, ids []string) (map[string]string, error)
	// RefusedChanges returns the scheduled changes that were not published, never nil; nil:
	// nothing is scheduled.
	RefusedChanges func() []Refused
	// Edges are the addresses of those that are told when another release is live.
	Edges []string
	// Built is called for each build that ended, "live" or "failed", when this process
	// is told. It must not block.
	Built func(outcome string, took time.Duration)
	Log   *slog.Logger
}

// Service compares, dispatches and remembers. Several processes may have one: the one with
// the lease dispatches, all of them take reports and give answers.
type Service struct {
	opts     Options
	timing   timing
	store    *store
	records  *writebehind.Queue
	notified signal.Signal // Run compares then
	taken    replays       // of reports and releases
	edges    *edges

	mu        sync.Mutex
	leader    bool
	leaseFree bool // the lease was given away, and nobody is known to have taken it
	tracker   tracker
	last      stored // the publisher's last report
	// pin is what the database has; until it was asked nothing is published.
	pin      *pin
	pinKnown bool
	followed followed
	// ending is the token of a pin that is over and is being deleted, or was.
	ending string
	cause  cause
	// behind is since when the site has not shown the content; zero when it does.
	behind time.Time

	verifying sync.Mutex
}

// New returns a Service that does nothing before Run.
func New(opts Options) *Service { return newService(opts, defaultTiming()) }

func newService(opts Options, timing timing) *Service {
	s := &Service{
		opts: opts, timing: timing, store: newStore(opts.DB), notified: signal.New(), tracker: newTracker(timing),
		edges: newEdges(opts.Edges, opts.Log),
	}
	s.records = writebehind.New(s.store.trim, opts.Log)
	return s
}

// Request tells the publisher now, whatever is known, ends a pin, and returns
// the status.
func (s *Service) Request(ctx context.Context, by string) (Status, error) {
	if !s.opts.Webhooks.HasPublisher() {
		return Status{}, problem.New(problem.Conflict, "No publisher is configured (PUBLISHER_URL).")
	}
	content := s.opts.Webhooks.Content()
	if content.Fingerprint == "" {
		return Status{}, snapshot.NotLoaded()
	}
	if err := s.unpin(ctx); err != nil {
		return Status{}, err
	}
	s.askedBy(by)
	s.mu.Lock()
	if s.last.Report.State == reportFailed {
		s.last.Report.State = ""
	}
	content.Force = true
	s.tell(content)
	s.mu.Unlock()
	return s.Status(ctx), nil
}

// Signature is the three headers of Standard Webhooks.
type Signature struct {
	ID        string `header:"webhook-id"`
	Timestamp string `header:"webhook-timestamp"`
	Signature string `header:"webhook-signature"`
}

// verify returns an Unauthorized problem unless the publisher has signed a body, not long
// ago.
func (s *Service) verify(by Signature, body []byte) error {
	if err := s.opts.Signer.Verify(by.ID, by.Timestamp, by.Signature, body); err != nil {
		return problem.Wrap(problem.Unauthorized, err, "The publisher's signature is missing, wrong or too old.")
	}
	return nil
}

// verifyOnce is verify for what must not be done twice: it also refuses a message that this
// process has seen.
func (s *Service) verifyOnce(by Signature, body []byte) error {
	if err := s.verify(by, body); err != nil {
		return err
	}
	if !s.taken.first(by.ID, s.opts.Clock.Now()) {
		return problem.New(problem.Unauthorized, "This message was sent before.")
	}
	return nil
}

// Accept takes a report. It returns an Unauthorized problem unless the report is
// signed, fresh and new to this process, a Malformed one when it cannot be read,
// and a Conflict one when it is of a build that is not wanted, because an older
// release is pinned.
func (s *Service) Accept(ctx context.Context, by Signature, payload []byte) error {
	if err := s.verifyOnce(by, payload); err != nil {
		return err
	}
	report, err := decodeReport(payload)
	if err != nil {
		return problem.Wrap(problem.Malformed, err, "This is not a publish report.")
	}
	if report.State == reportBuilding && s.withheld(ctx, report.Fingerprint) {
		return errPinned()
	}
	if report.State == reportFailed {
		s.opts.Log.Error("publishing failed", "error", report.Error)
		s.built(report)
	}
	s.took(report)
	return nil
}

// took takes over how a build goes, and lets other replicas know.
func (s *Service) took(report Report) {
	state := stored{Report: report, ReportedAt: s.opts.Clock.Now().UTC()}
	s.note(state)
	s.records.Add(func(ctx context.Context) error { return s.store.putState(ctx, state) })
	s.notified.Notify()
}

func errPinned() *problem.Error {
	refused := problem.New(problem.Conflict, "An earlier release is held live. This content is not to be published.")
	refused.Held = true
	return refused
}

// note takes over a report unless a later one is known.
func (s *Service) note(state stored) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.opts.Clock.Now()
	// A report from the future is that of a clock that has been set back since, and
	// keeps no other from being heard.
	ahead := s.last.ReportedAt.After(now) && !state.ReportedAt.After(now)
	if !state.ReportedAt.After(s.last.ReportedAt) && !ahead {
		return
	}
	s.last = state
	if state.Report.State != reportFailed {
		s.tracker.alive(now)
		return
	}
	failed := state.Report.Fingerprint
	if failed == "" {
		failed = s.content()
	}
	s.tracker.buildFailed(failed, now)
}

// catchUp takes over what other replicas were told. It returns false when that could
// not be read.
func (s *Service) catchUp(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	state, err := s.store.state(ctx)
	if err == nil {
		s.note(state)
		err = s.readPin(ctx)
	}
	if err != nil && ctx.Err() == nil {
		s.opts.Log.Debug("what other replicas were told is not known", "error", err)
	}
	return err == nil
}
