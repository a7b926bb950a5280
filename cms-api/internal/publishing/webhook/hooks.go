package webhook

import (
	"context"
	"sync"
	"time"
)

// hooks are those that run in this process.
type hooks struct {
	mu sync.Mutex
	// start is nil while another process runs Lead.
	start   func(*hook) *runningHook
	running map[string]*runningHook // by the id of their endpoint
}

type runningHook struct {
	*hook
	stop func() // waits until it has ended
}

// Lead keeps the stored endpoints told until ctx ends. One process at a time does so;
// whoever was trying to send something before does not any more.
func (s *Service) Lead(ctx context.Context) {
	contentChanged, unsubscribe := s.opts.Snapshots.Subscribe()
	defer unsubscribe()
	s.hooks.mu.Lock()
	s.hooks.start = func(h *hook) *runningHook { return startHook(ctx, h) }
	s.hooks.mu.Unlock()
	defer s.stopHooks()
	s.records.Add(func(ctx context.Context) error { return s.store.supersedeAll(ctx, "") })
	s.records.Add(s.store.trim)
	read := s.refresh(ctx)
	for {
		var again <-chan time.Time
		if !read {
			again = time.After(refreshAgain)
		}
		select {
		case <-ctx.Done():
			return
		case <-contentChanged:
			s.notifyHooks()
		case <-s.store.changed:
			read = s.refresh(ctx)
		case <-again:
			read = s.refresh(ctx)
		}
	}
}

func startHook(ctx context.Context, h *hook) *runningHook {
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() { h.run(ctx) })
	return &runningHook{hook: h, stop: func() {
		cancel()
		running.Wait()
	}}
}

// notifyHooks has every endpoint told of the content.
func (s *Service) notifyHooks() {
	s.hooks.mu.Lock()
	defer s.hooks.mu.Unlock()
	for _, h := range s.hooks.running {
		h.changed.Notify()
	}
}

func (s *Service) stopHooks() {
	s.hooks.mu.Lock()
	defer s.hooks.mu.Unlock()
	s.hooks.start = nil
	for id, h := range s.hooks.running {
		h.stop()
		delete(s.hooks.running, id)
	}
}

const (
	refreshTime  = time.Second // bounds how long the answer to a change of an endpoint waits
	refreshAgain = time.Second // pause after endpoints could not be read
)

// refresh makes hooks those of the stored active endpoints, if they run in this process.
// So when an edit is answered, an endpoint that it has switched off is not told any more.
// It returns false when they could not be read: then everything stays as it is.
func (s *Service) refresh(ctx context.Context) bool {
	s.hooks.mu.Lock()
	defer s.hooks.mu.Unlock()
	if s.hooks.start == nil {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, refreshTime)
	defer cancel()
	endpoints, cursors, err := s.store.endpointsAndCursors(ctx)
	if err != nil {
		if ctx.Err() == nil {
			s.opts.Log.Debug("webhooks could not be read", "error", err)
		}
		return false
	}
	stored := map[string]bool{}
	for _, e := range endpoints {
		stored[e.ID] = true
		s.match(e, cursors[e.ID])
	}
	for id, h := range s.hooks.running {
		if !stored[id] {
			s.endHook(h)
			s.records.Add(func(ctx context.Context) error { return s.store.deleteCursor(ctx, id) })
		}
	}
	return true
}

// match starts, replaces, updates or ends the hook of an endpoint. The caller has locked mu.
func (s *Service) match(e Endpoint, state cursor) {
	old := s.hooks.running[e.ID]
	if old != nil && old.endpoint.Revision == e.Revision {
		old.learn(state)
		old.changed.Notify()
		return
	}
	if old != nil {
		s.endHook(old)
		if known := old.position(); known.At.After(state.At) {
			state = known // not stored yet
		}
	}
	if e.Active {
		s.hooks.running[e.ID] = s.hooks.start(s.storedHook(e, state))
	}
}

// endHook ends a hook whose endpoint is not told any more, or not like that. The caller
// holds mu.
func (s *Service) endHook(h *runningHook) {
	h.stop()
	id := h.endpoint.ID
	delete(s.hooks.running, id)
	s.records.Add(func(ctx context.Context) error { return s.store.supersedeAll(ctx, id) })
}
