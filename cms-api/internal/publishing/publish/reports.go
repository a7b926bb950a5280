package publish

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/publishing/webhook"
)

const typeReport = "publish.report"

// States of a build. The publisher reports the first and the last; that one is live, its
// release says.
const (
	reportBuilding = "building"
	reportLive     = "live"
	reportFailed   = "failed"
)

// Progress counts the routes of a build.
type Progress struct {
	Done  int `json:"done" bson:"done" example:"3"`
	Total int `json:"total" bson:"total" example:"3"`
}

// Report is what the publisher says about a build.
type Report struct {
	State       string    `json:"state" bson:"state" enum:"building,failed"`
	Fingerprint string    `json:"fingerprint" bson:"fingerprint" doc:"Of what it leads to; may be empty" format:"sha256"`
	Progress    *Progress `json:"progress,omitempty" bson:"progress,omitempty"`
	StartedAt   time.Time `json:"started_at" bson:"started_at"`
	DurationMS  int64     `json:"duration_ms" bson:"duration_ms"`
	Error       string    `json:"error" bson:"error" doc:"Why it, or the try before, failed" example:"no room"`
}

type reportMessage struct {
	Type      string    `json:"type" enum:"publish.report"`
	Timestamp time.Time `json:"timestamp"`
	Data      Report    `json:"data"`
}

// decodeReport reads a report whose signature has been verified.
func decodeReport(payload []byte) (Report, error) {
	var message reportMessage
	if err := json.Unmarshal(payload, &message); err != nil {
		return Report{}, fmt.Errorf("read report: %w", err)
	}
	state := message.Data.State
	if message.Type != typeReport || state != reportBuilding && state != reportFailed {
		return Report{}, fmt.Errorf("read report: it is of type %q and of state %q", message.Type, state)
	}
	return message.Data, nil
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
		failed = s.content().Fingerprint
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

const (
	// believedFor is how long after its arrival a signed message may be believed: it
	// may have come from a clock that is ahead.
	believedFor = 2 * webhook.Tolerance
	maxSeen     = 10_000
)

// replays knows the ids of messages for as long as their signatures are believed,
// so that none is taken twice. Only those who have the key can fill it; past
// maxSeen the oldest are forgotten. Each process knows its own.
type replays struct {
	mu    sync.Mutex
	until map[string]time.Time
	order []string
}

// first reports whether a message with this id has not been seen before.
func (r *replays) first(id string, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.until == nil {
		r.until = make(map[string]time.Time)
	}
	for len(r.order) > 0 && (len(r.order) >= maxSeen || now.After(r.until[r.order[0]])) {
		delete(r.until, r.order[0])
		r.order = r.order[1:]
	}
	if _, seen := r.until[id]; seen {
		return false
	}
	r.until[id] = now.Add(believedFor)
	r.order = append(r.order, id)
	return true
}
