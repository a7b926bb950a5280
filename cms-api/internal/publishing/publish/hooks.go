package publish

import (
	"context"
	"time"
)

// hooks are those that run in this process. Only followEndpoints touches more of
// it than changed.
type hooks struct {
	changed chan struct{}
	asked   chan chan struct{}      // each is closed once the stored endpoints count
	running map[string]*runningHook // by the id of their endpoint
	leading bool
}

type runningHook struct {
	*hook
	stop func() // waits until it has ended
}

func newHooks() *hooks {
	return &hooks{changed: make(chan struct{}, 1), asked: make(chan chan struct{}), running: map[string]*runningHook{}}
}

// poke makes followEndpoints look now.
func (h *hooks) poke() {
	select {
	case h.changed <- struct{}{}:
	default:
	}
}

// hooksWait is how long the answer to a change of an endpoint waits at most.
const hooksWait = time.Second

// settle returns once what is stored counts in this process: whoever was told that
// an endpoint is switched off sees it told nothing more.
func (h *hooks) settle(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, hooksWait)
	defer cancel()
	done := make(chan struct{})
	select {
	case h.asked <- done:
	case <-ctx.Done():
		h.poke()
		return
	}
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// followEndpoints runs a hook for each active endpoint while this process has the
// lease, until ctx ends. What is stored counts at once in the process where it
// was changed, and with the next look in the one that has the lease. While the
// database is away everything stays as it is.
func (s *Service) followEndpoints(ctx context.Context) {
	contentChanged, stop := s.opts.Snapshots.Subscribe()
	defer stop()
	look := time.NewTicker(s.timing.compareEvery)
	defer look.Stop()
	var asked []chan struct{}
	for {
		if err := s.matchEndpoints(ctx); err != nil && ctx.Err() == nil {
			s.opts.Log.Debug("webhooks could not be read", "error", err)
		}
		for _, done := range asked {
			close(done)
		}
		asked = nil
		for changed := false; !changed; {
			select {
			case <-ctx.Done():
				s.stopHooks()
				return
			case <-contentChanged:
				for _, h := range s.hooks.running {
					h.poke()
				}
			case <-s.hooks.changed:
				changed = true
			case done := <-s.hooks.asked:
				asked, changed = append(asked, done), true
			case <-s.store.edited:
				changed = true
			case <-look.C:
				changed = true
			}
		}
	}
}

func (s *Service) stopHooks() {
	for id, h := range s.hooks.running {
		h.stop()
		delete(s.hooks.running, id)
	}
}

// matchEndpoints starts, changes and ends hooks until they are those of the
// active endpoints.
func (s *Service) matchEndpoints(ctx context.Context) error {
	if !s.leads() {
		s.stopHooks()
		s.hooks.leading = false
		return nil
	}
	endpoints, err := s.store.endpoints(ctx)
	if err != nil {
		return err
	}
	states := map[string]told{}
	if len(endpoints) > 0 {
		if states, err = s.store.told(ctx); err != nil {
			return err
		}
	}
	if !s.hooks.leading {
		s.hooks.leading = true
		// Whoever was trying to tell something before does so no more.
		s.recorder.add(func(ctx context.Context) error { return s.store.supersedeAll(ctx, "") })
		s.recorder.add(s.store.trim)
	}
	stored := map[string]bool{}
	for _, e := range endpoints {
		stored[e.ID] = true
		s.matchEndpoint(ctx, e, states[e.ID])
	}
	for id, h := range s.hooks.running {
		if !stored[id] {
			s.endHook(h)
			s.recorder.add(func(ctx context.Context) error { return s.store.forgetTold(ctx, id) })
		}
	}
	return nil
}

func (s *Service) matchEndpoint(ctx context.Context, e Endpoint, state told) {
	old := s.hooks.running[e.ID]
	switch {
	case old == nil && !e.Active:
		return
	case old != nil && old.endpoint.Revision == e.Revision:
		old.learn(state)
		old.poke()
		return
	case old != nil:
		s.endHook(old)
		if known := old.told(); known.At.After(state.At) {
			state = known // on its way into the database
		}
	}
	if !e.Active {
		return
	}
	h := newHook(e, state, s)
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		h.run(ctx)
	}()
	s.hooks.running[e.ID] = &runningHook{hook: h, stop: func() {
		cancel()
		<-ended
	}}
}

// endHook ends a hook whose endpoint is not told any more, or not like that.
func (s *Service) endHook(h *runningHook) {
	h.stop()
	delete(s.hooks.running, h.endpoint.ID)
	s.recorder.add(func(ctx context.Context) error { return s.store.supersedeAll(ctx, h.endpoint.ID) })
}
