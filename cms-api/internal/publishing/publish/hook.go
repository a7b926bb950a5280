package publish

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// hook keeps one stored endpoint told of the content. It is not a queue: it
// compares the content with what the endpoint took last, so nothing is lost with
// the process. One that hangs or fails keeps nobody else waiting.
type hook struct {
	endpoint Endpoint
	service  *Service
	wake     chan struct{}

	mu    sync.Mutex
	known told
	// open is the message that failed last and is tried again.
	open *Delivery
	// failures counts calls that failed in a row, whatever they said, and wait is
	// the least time between the last call and the next: an endpoint that does not
	// answer well is not called sooner because the content has changed again.
	failures int
	wait     time.Duration
}

func newHook(e Endpoint, known told, s *Service) *hook {
	h := &hook{endpoint: e, service: s, wake: make(chan struct{}, 1), known: told{ID: e.ID, URL: e.URL}, wait: e.interval()}
	if known.URL == e.URL {
		h.known = known
	}
	if asked := h.known.Later; asked.Revision == e.Revision {
		h.wait = max(h.wait, min(asked.Until.Sub(h.known.At), mostRetryAfter))
	}
	return h
}

// mostRetryAfter bounds for how long an endpoint can ask to be left alone: what is
// live there must not lag behind for days because of a number that is too large.
const mostRetryAfter = time.Hour

// retryAfter reads the header of that name, seconds or a time; 0 when it is
// neither.
func retryAfter(header string, now time.Time) time.Duration {
	wait := time.Duration(0)
	if seconds, err := strconv.ParseUint(header, 10, 31); err == nil {
		wait = time.Duration(seconds) * time.Second
	} else if at, err := http.ParseTime(header); err == nil {
		wait = at.Sub(now)
	}
	return max(0, min(wait, mostRetryAfter))
}

// poke makes run look now.
func (h *hook) poke() {
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// run tells the endpoint until ctx ends.
func (h *hook) run(ctx context.Context) {
	for {
		stop := func() {}
		fingerprint, revision := h.service.content()
		switch wait, behind := h.next(fingerprint); {
		case behind && wait <= 0:
			h.try(ctx, changed{Fingerprint: fingerprint, Revision: revision})
			h.poke()
		case behind:
			stop = h.service.opts.Clock.AfterFunc(wait, h.poke)
		}
		select {
		case <-ctx.Done():
			stop()
			return
		case <-h.wake:
			stop()
		}
	}
}

// next reports whether the endpoint must be told of the content, and how long
// that has to wait.
func (h *hook) next(fingerprint string) (wait time.Duration, behind bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if fingerprint == "" || fingerprint == h.known.Fingerprint || h.known.Gone == h.endpoint.Revision {
		return 0, false
	}
	now := h.onClock()
	return h.known.At.Add(h.wait).Sub(now), true
}

// onClock returns the time. When the clock has been set back since the last call,
// that call counts as made now: else the next would wait until the clock is where
// it was. The caller holds mu.
func (h *hook) onClock() time.Time {
	now := h.service.opts.Clock.Now()
	if h.known.At.After(now) {
		h.known.At = now
	}
	return now
}

// try tells the endpoint once.
func (h *hook) try(ctx context.Context, data changed) {
	s := h.service
	m, err := h.message(data)
	if err != nil {
		s.opts.Log.Error("a webhook cannot be told", "endpoint", h.endpoint.Name, "error", err)
		return
	}
	h.note("", nil)
	status, err := s.call(ctx, h.endpoint, m)
	if ctx.Err() != nil {
		return
	}
	d := h.endpoint.target().record(m, deliveryDelivered, h.triesOf(m)+1, s.opts.Clock.Now(), err).withStatus(status)
	if err == nil {
		h.settled()
		h.note(data.Fingerprint, &d)
		h.record(d)
		return
	}
	if status == http.StatusGone {
		s.opts.Log.Warn("a webhook is gone; it is told nothing more until it is saved again", "endpoint", h.endpoint.Name)
		h.gone(&d)
		h.note("", &d)
		h.record(d)
		return
	}
	if h.failed(&d, err) == 1 {
		s.opts.Log.Warn("a webhook was not taken; will try again", "endpoint", h.endpoint.Name, "error", err, "cause", errors.Unwrap(err))
	}
	h.note("", &d)
	h.record(d)
}

// triesOf returns how often a message was tried before.
func (h *hook) triesOf(m *message) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.open == nil || h.open.ID != m.id {
		return 0
	}
	return h.open.Attempts
}

// settled notes that the endpoint answers well.
func (h *hook) settled() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.open, h.failures, h.wait, h.known.Later = nil, 0, h.endpoint.interval(), later{}
}

// gone notes that the endpoint wants to be told nothing more. Whoever saves it
// again, or sends it a message that it takes, begins anew.
func (h *hook) gone(d *Delivery) {
	h.mu.Lock()
	defer h.mu.Unlock()
	d.State = deliveryFailed
	d.Error += "; it is told nothing more until the webhook is saved again"
	h.open, h.known.Gone = nil, h.endpoint.Revision
}

// failed notes that a message was not taken, says in it when it is tried again,
// and returns how many failed in a row. Waits begin with the interval and double;
// they are longer when the endpoint asks for that.
func (h *hook) failed(d *Delivery, err error) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	interval := h.endpoint.interval()
	wait := backoff(interval, max(interval, h.service.timing.hookRetryMax), h.failures)
	h.wait = wait + rand.N(wait/5+1)
	var said refusal
	if errors.As(err, &said) {
		asked := retryAfter(said.retryAfter, d.LastAttemptAt)
		h.wait = max(h.wait, asked)
		h.known.Later = later{h.endpoint.Revision, d.LastAttemptAt.Add(asked)}
	}
	next := d.LastAttemptAt.Add(h.wait)
	d.State, d.NextTryAt = deliveryFailing, &next
	open := *d
	h.open = &open
	h.failures++
	return h.failures
}

// message returns the message that is being tried, unless the content has changed
// since: then that one is given up for another.
func (h *hook) message(data changed) (*message, error) {
	h.mu.Lock()
	open := h.open
	h.mu.Unlock()
	if open == nil {
		return h.service.message("", data)
	}
	if open.Fingerprint != data.Fingerprint {
		h.supersede(*open)
		return h.service.message("", data)
	}
	m, err := h.service.message(open.ID, data)
	if err == nil {
		m.created = open.CreatedAt
	}
	return m, err
}

// note keeps what the endpoint has taken, and what happened last when that is
// known.
func (h *hook) note(fingerprint string, last *Delivery) {
	h.mu.Lock()
	h.known = told{ID: h.endpoint.ID, URL: h.endpoint.URL, Fingerprint: fingerprint, At: h.service.opts.Clock.Now().UTC(), Gone: h.known.Gone, Later: h.known.Later, Last: last}
	state := h.known
	h.mu.Unlock()
	h.service.recorder.add(func(ctx context.Context) error { return h.service.store.putTold(ctx, state) })
}

// learn takes over what the endpoint took meanwhile from somebody else: from a
// test or a message that was sent again, in any process.
func (h *hook) learn(state told) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.onClock()
	if state.URL != h.known.URL || !state.At.After(h.known.At) || state.At.After(now) {
		return
	}
	h.known = state
	if state.Fingerprint == "" {
		return
	}
	if h.open != nil && state.Last != nil && state.Last.ID != h.open.ID {
		h.supersede(*h.open)
	}
	h.open, h.failures, h.wait = nil, 0, h.endpoint.interval()
}

func (h *hook) told() told {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.known
}

// supersede notes that a message is not tried any more.
func (h *hook) supersede(d Delivery) {
	d.State, d.NextTryAt = deliverySuperseded, nil
	h.record(d)
}

func (h *hook) record(d Delivery) { h.service.record(d) }

// call sends a message to an endpoint once.
func (s *Service) call(ctx context.Context, e Endpoint, m *message) (status int, err error) {
	c, err := s.carrier(e)
	if err != nil {
		return 0, err
	}
	defer c.client.CloseIdleConnections()
	return c.post(ctx, m)
}
