package publish

import (
	"context"
	"fmt"
	"time"

	"academy/cms-api/internal/publishing/release"
)

// State is how the live site stands to the content.
type State string

// The states, as an editor sees them.
const (
	Live     State = "live"     // the site shows the content
	Pending  State = "pending"  // it does not yet, and no build is known of
	Building State = "building" // a build is going on
	Failed   State = "failed"   // the last try failed; it is tried again by itself
)

// buildingStale is how long a build that says nothing counts as going on.
const buildingStale = 2 * time.Minute

// unreachableAfter is how many tries may fail before people are told.
const unreachableAfter = 3

// stuckAfter is how long nothing may go live before people are told.
const stuckAfter = 5 * time.Minute

// Status is what an editor is told.
type Status struct {
	State              State      `json:"state" enum:"live,pending,building,failed"`
	ContentFingerprint string     `json:"content_fingerprint" format:"sha256"`
	LiveFingerprint    string     `json:"live_fingerprint" doc:"Empty before the first release" format:"sha256"`
	LiveSince          *time.Time `json:"live_since" doc:"When the live release was built"`
	Release            string     `json:"release" doc:"The live release; empty before the first" format:"release"`
	Progress           *Progress  `json:"progress" doc:"Routes of the build under way"`
	Error              *string    `json:"error" doc:"Why the last try failed, also while the next one is under way, or that nothing has gone live for long" example:"The page /blog/how-monsoons-form could not be rendered."`
	LastDurationMS     *int64     `json:"last_duration_ms" doc:"Of the last build that went live"`
	Pinned             *Pinned    `json:"held"`
	Failures           []Failure  `json:"failures" nullable:"false" maxItems:"100" doc:"Pages that could not be rendered when the live release was built, by path. Each is shown as it was rendered last, or not at all; all other pages are up to date. At most 100"`
	FailedCount        int        `json:"failed_count" doc:"How many there are, listed or not" example:"1"`
	RefusedChanges     []Refused  `json:"refused_changes" nullable:"false" maxItems:"100" doc:"Scheduled changes of documents that were not published when they were due, the earliest first. At most 100"`
	Kept               Kept       `json:"kept" doc:"How long releases can be gone back to"`
}

// Failure is a page that could not be rendered. It is tried again when its
// content or the code changes, and when publishing is asked for.
type Failure struct {
	Path   string    `json:"path" doc:"The page's address on the site" example:"/blog/how-monsoons-form"`
	Reason string    `json:"reason" doc:"A sentence" example:"The page could not be rendered: Invalid URL"`
	Since  time.Time `json:"since" doc:"When it could not be rendered first" example:"2026-01-15T09:30:00Z"`
}

// Refused are scheduled changes that were not published. They wait for somebody to publish,
// schedule or discard them.
type Refused struct {
	Collection string    `json:"collection" doc:"The document's, as in the address of its history" example:"articles"`
	ID         string    `json:"id" doc:"The document's" example:"665f1f77bcf86cd799439011"`
	Title      string    `json:"title" example:"How monsoons form"`
	PublishAt  time.Time `json:"publish_at" doc:"When they were due"`
	Reason     string    `json:"reason" doc:"A sentence" example:"Changed in the meantime: title."`
}

// maxRefused bounds the refused changes of a Status.
const maxRefused = 100

// failuresOf returns what a release lists as failed; never nil. The release
// store bounds the list.
func failuresOf(r *release.Release) []Failure {
	failures := make([]Failure, len(r.Failures))
	for i, f := range r.Failures {
		failures[i] = Failure{Path: f.Path, Reason: f.Reason, Since: f.Since}
	}
	return failures
}

// Status returns how things stand. It also knows what other replicas were told,
// unless the database is away.
func (s *Service) Status(ctx context.Context) Status {
	if !s.settled() {
		s.catchUp(ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.facts()
	content, live := f.content.Fingerprint, f.live
	status := Status{State: Pending, ContentFingerprint: content, Pinned: f.pinned(), Failures: []Failure{},
		RefusedChanges: []Refused{},
		Kept:           Kept{Releases: s.opts.Retention.Keep, Days: s.opts.Retention.Days}}
	if s.opts.RefusedChanges != nil {
		refused := s.opts.RefusedChanges()
		status.RefusedChanges = refused[:min(len(refused), maxRefused)]
	}
	if live != nil {
		status.LiveFingerprint, status.Release = live.Fingerprint, live.Release
		status.LiveSince, status.LastDurationMS = &live.BuiltAt, &live.DurationMS
		status.Failures, status.FailedCount = failuresOf(live), live.FailedCount
	}
	report := s.last.Report
	recent := f.now.Sub(s.last.ReportedAt).Abs() < buildingStale
	switch {
	case f.equal():
		status.State = Live
	case status.Pinned != nil: // what builds said before it does not matter
	case report.State == reportFailed && (report.Fingerprint == content || report.Fingerprint == ""):
		status.State, status.Error = Failed, &report.Error
	case f.publisher.Failures >= unreachableAfter:
		reason := "The publisher does not answer: " + f.publisher.Reason
		status.State, status.Error = Failed, &reason
	case report.State != reportBuilding && s.opts.Releases.Refused() != "":
		reason := "The newest release is not whole on the disk, so the one before it is shown."
		status.State, status.Error = Failed, &reason
	case report.State == reportBuilding && recent:
		status.State, status.Progress = Building, report.Progress
		if report.Error != "" {
			status.Error = &report.Error
		}
	}
	if status.Error == nil && status.State != Live && status.Pinned == nil {
		status.Error = s.stuck(status.State, f)
	}
	return status
}

// stuck says that nothing has gone live for long, or returns nil. The caller has locked mu.
func (s *Service) stuck(state State, f facts) *string {
	if s.behind.IsZero() {
		return nil
	}
	since := s.behind
	if f.live != nil && f.live.BuiltAt.After(since) && !f.live.BuiltAt.After(f.now) {
		since = f.live.BuiltAt
	}
	still := f.now.Sub(since)
	if still < stuckAfter {
		return nil
	}
	says := "The publisher was told and says nothing."
	if state == Building {
		says = "The build is still going on."
	}
	reason := fmt.Sprintf("Nothing has gone live for %d minutes. %s", int(still.Minutes()), says)
	return &reason
}

// settled reports whether the site shows the content and no release is pinned.
func (s *Service) settled() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.facts().equal() && s.pin.pin == nil && s.pin.known
}

// Gauges are how things stand, as this process has seen it while it runs.
type Gauges struct {
	Shown  bool          // the site shows the content, or the release that is pinned
	Behind time.Duration // for how long the site has shown neither
	Pinned bool          // an editor keeps an older release live
	Leader bool          // this process is the one that tells webhooks
}

// Gauges returns how things stand.
func (s *Service) Gauges() Gauges {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.facts()
	g := Gauges{Shown: f.shown(), Pinned: f.covered(), Leader: s.leader}
	if !g.Shown && !s.behind.IsZero() {
		g.Behind = max(0, f.now.Sub(s.behind))
	}
	return g
}

// noteBehind notes since when the site has not shown the content.
func (s *Service) noteBehind() {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch f := s.facts(); {
	case f.content.Fingerprint == "" || f.shown():
		s.behind = time.Time{}
	case s.behind.IsZero():
		s.behind = f.now
	}
}
