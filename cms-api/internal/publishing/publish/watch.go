package publish

import "time"

func (s *Service) built(report Report) {
	if s.opts.Built != nil && report.State != reportBuilding {
		s.opts.Built(report.State, time.Duration(report.DurationMS)*time.Millisecond)
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
func (s *Service) Leads() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.leader
}

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
