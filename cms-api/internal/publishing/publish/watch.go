package publish

import (
	"context"
	"net/http"
	"time"
)

// Watch is told of what happens, for who counts it. Any member may be nil; none
// may block.
type Watch struct {
	// Delivered is told of each try to bring a message to the endpoint of a name,
	// and of its outcome: delivered, failing, failed or superseded.
	Delivered func(endpoint, outcome string)
	// Built is told of each build that ended, "live" or "failed", as it is
	// reported to this process.
	Built func(outcome string, took time.Duration)
	// Sending returns the context in which the publisher is told of the content, and
	// Outwards what the call goes through: so a trace goes on there.
	Sending  func(context.Context) context.Context
	Outwards func(http.RoundTripper) http.RoundTripper
}

// record writes a delivery down.
func (s *Service) record(d Delivery) {
	if s.opts.Watch.Delivered != nil {
		s.opts.Watch.Delivered(d.Endpoint, d.State)
	}
	s.recorder.add(func(ctx context.Context) error { return s.store.putDelivery(ctx, d) })
}

func (s *Service) built(report Report) {
	if s.opts.Watch.Built != nil && report.State != reportBuilding {
		s.opts.Watch.Built(report.State, time.Duration(report.DurationMS)*time.Millisecond)
	}
}

// Behind returns for how long the site has not shown the content, as this process
// has seen it while it runs; 0 when it shows it or an editor holds it back.
func (s *Service) Behind() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.behind.IsZero() || s.fine() {
		return 0
	}
	return max(0, s.opts.Clock.Now().Sub(s.behind))
}

// Shown reports whether the site shows the content, or what an editor holds.
func (s *Service) Shown() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fine()
}

// Held reports whether an editor holds an older release live.
func (s *Service) Held() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.held() != nil
}

// Leads reports whether this process is the one that tells webhooks.
func (s *Service) Leads() bool { return s.leads() }

// fine is Shown for who holds mu.
func (s *Service) fine() bool { return s.equal() || s.held() != nil }

// lookBehind notes since when the site has not shown the content.
func (s *Service) lookBehind() {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch content, _ := s.content(); {
	case content == "" || s.fine():
		s.behind = time.Time{}
	case s.behind.IsZero():
		s.behind = s.opts.Clock.Now()
	}
}
