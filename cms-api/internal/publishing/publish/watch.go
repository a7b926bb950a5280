package publish

import "time"

func (s *Service) built(report Report) {
	s.opts.Built(report.State, time.Duration(report.DurationMS)*time.Millisecond)
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
	g := Gauges{Shown: s.shown(), Pinned: s.pinned() != nil, Leader: s.leader}
	if !g.Shown && !s.behind.IsZero() {
		g.Behind = max(0, s.opts.Clock.Now().Sub(s.behind))
	}
	return g
}

// shown reports whether the site shows the content, or what is pinned. The caller holds mu.
func (s *Service) shown() bool { return s.equal() || s.pinned() != nil }

// lookBehind notes since when the site has not shown the content.
func (s *Service) lookBehind() {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.content() == "" || s.shown():
		s.behind = time.Time{}
	case s.behind.IsZero():
		s.behind = s.opts.Clock.Now()
	}
}
