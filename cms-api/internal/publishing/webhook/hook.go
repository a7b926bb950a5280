package webhook

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// signal is a notification for one receiver. Those that come before the receiver looks
// become one.
type signal chan struct{}

func (s signal) notify() {
	select {
	case s <- struct{}{}:
	default:
	}
}

// hook keeps one endpoint told of the content, by comparing that with what the endpoint
// took last. A hook that waits for its endpoint does not delay others. The publisher's
// hook differs: its interval is 0 and it tells what Tell asks for.
type hook struct {
	endpoint Endpoint
	service  *Service
	wake     signal

	mu     sync.Mutex
	asked  *Content // what the publisher has to be told; nil when it took that
	cursor cursor
	// open is the message that failed last and is tried again.
	open *Delivery
	// wait is the least time between the last call and the next. While calls fail it
	// grows, and content that changes meanwhile does not make it shorter.
	wait         time.Duration
	pauses       *backoff.ExponentialBackOff
	failures     int // in a row
	failingSince time.Time
	takenAt      time.Time
}

func newHook(e Endpoint, known cursor, s *Service) *hook {
	h := &hook{endpoint: e, service: s, wake: make(signal, 1), cursor: cursor{ID: e.ID, URL: e.URL}, wait: e.interval()}
	if known.URL == e.URL {
		h.cursor = known
	}
	if asked := h.cursor.Later; asked.Revision == e.Revision {
		h.wait = max(h.wait, min(asked.Until.Sub(h.cursor.At), maxRetryAfter))
	}
	h.pauses = &backoff.ExponentialBackOff{
		InitialInterval: e.interval(), MaxInterval: max(e.interval(), s.timing.RetryMax), Multiplier: 2,
	}
	if h.isPublisher() {
		h.pauses.InitialInterval, h.pauses.MaxInterval = s.timing.PublisherRetry, s.timing.PublisherRetryMax
	}
	return h
}

func (h *hook) isPublisher() bool { return h.endpoint.ID == Publisher }

// maxRetryAfter bounds how long an endpoint can ask to be left alone, so that a number
// that is too large does not leave old content there for days.
const maxRetryAfter = time.Hour

// retryAfter reads the header of that name, seconds or a time; 0 when it is neither.
func retryAfter(header string, now time.Time) time.Duration {
	wait := time.Duration(0)
	if seconds, err := strconv.ParseUint(header, 10, 31); err == nil {
		wait = time.Duration(seconds) * time.Second
	} else if at, err := http.ParseTime(header); err == nil {
		wait = at.Sub(now)
	}
	return max(0, min(wait, maxRetryAfter))
}

// run tells the endpoint until ctx ends.
func (h *hook) run(ctx context.Context) {
	changed, unsubscribe := h.service.opts.Snapshots.Subscribe()
	defer unsubscribe()
	for {
		stop := func() {}
		switch content, wait := h.next(); {
		case content != nil && wait <= 0:
			h.try(ctx, *content)
			h.wake.notify()
		case content != nil:
			stop = h.service.opts.Clock.AfterFunc(wait, h.wake.notify)
		}
		select {
		case <-ctx.Done():
			stop()
			return
		case <-changed:
		case <-h.wake:
		}
		stop()
	}
}

// next returns what the endpoint has to be told, nil for nothing, and how long that has
// to wait.
func (h *hook) next() (*Content, time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	content := h.asked
	if !h.isPublisher() {
		now := h.service.content()
		content = &now
		if now.Fingerprint == "" || now.Fingerprint == h.cursor.Fingerprint || h.cursor.Gone == h.endpoint.Revision {
			return nil, 0
		}
	}
	now := h.now() // first: it may change cursor.At
	return content, h.cursor.At.Add(h.wait).Sub(now)
}

// now returns the time. When the clock was set back since the last call, that call
// counts as made now: else the next would wait until the clock reaches the old time.
// The caller holds mu.
func (h *hook) now() time.Time {
	now := h.service.opts.Clock.Now()
	if h.cursor.At.After(now) {
		h.cursor.At = now
	}
	return now
}

// try tells the endpoint once.
func (h *hook) try(ctx context.Context, content Content) {
	s := h.service
	m, err := h.message(content)
	if err != nil {
		s.opts.Log.Error("a webhook cannot be told", "endpoint", h.endpoint.Name, "error", err)
		return
	}
	h.advance("", nil)
	status, err := s.send(ctx, h.endpoint, m)
	if ctx.Err() != nil {
		return
	}
	d := h.endpoint.delivery(m, h.triesOf(m)+1, s.opts.Clock.Now(), status, err)
	switch {
	case err == nil:
		h.taken(d)
		h.advance(content.Fingerprint, &d)
	case status == http.StatusGone && !h.isPublisher():
		s.opts.Log.Warn("a webhook is gone; it is told nothing more until it is saved again", "endpoint", h.endpoint.Name)
		h.gone(&d)
		h.advance("", &d)
	default:
		if h.failed(&d, err) == 1 {
			s.opts.Log.Warn("a webhook was not taken; will try again", "endpoint", h.endpoint.Name, "error", err, "cause",
				errors.Unwrap(err))
		}
		h.advance("", &d)
	}
	s.record(d)
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

// taken notes that the endpoint took a message.
func (h *hook) taken(d Delivery) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.takenAt = d.LastAttemptAt
	if h.asked != nil && h.asked.Fingerprint == d.Fingerprint && (d.Force || !h.asked.Force) {
		h.asked = nil
	}
	h.reset()
}

// reset forgets failures. The caller holds mu.
func (h *hook) reset() {
	h.open, h.failures, h.failingSince, h.wait, h.cursor.Later = nil, 0, time.Time{}, h.endpoint.interval(), later{}
	h.pauses.Reset()
}

// dismiss gives up what the endpoint was asked to take.
func (h *hook) dismiss() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked = nil
	if h.open != nil {
		h.supersede(*h.open)
	}
	h.reset()
}

// gone notes that the endpoint answered 410. It is told again once it is saved, or
// takes a message that somebody sends again.
func (h *hook) gone(d *Delivery) {
	h.mu.Lock()
	defer h.mu.Unlock()
	d.State, d.NextTryAt = stateFailed, nil
	d.Error += "; it is told nothing more until the webhook is saved again"
	h.open, h.cursor.Gone = nil, h.endpoint.Revision
}

// failed notes that a message was not taken, sets when it is tried again, and returns
// how many failed in a row. Pauses begin with the interval and double; they are longer
// when the endpoint asks for that.
func (h *hook) failed(d *Delivery, err error) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.isPublisher() && h.asked == nil {
		d.State = stateSuperseded // dismissed during the call
		return 0
	}
	pause := h.pauses.NextBackOff()
	h.wait = pause + rand.N(pause/5+1)
	var answer busy
	if !h.isPublisher() && errors.As(err, &answer) {
		asked := retryAfter(answer.retryAfter, d.LastAttemptAt)
		h.wait = max(h.wait, asked)
		h.cursor.Later = later{h.endpoint.Revision, d.LastAttemptAt.Add(asked)}
	}
	next := d.LastAttemptAt.Add(h.wait)
	d.State, d.NextTryAt = stateFailing, &next
	open := *d
	h.open = &open
	if h.failures++; h.failures == 1 {
		h.failingSince = d.LastAttemptAt
	}
	return h.failures
}

// message returns the message that is being tried, unless the content has changed since:
// then that one is given up for another.
func (h *hook) message(content Content) (*message, error) {
	h.mu.Lock()
	open := h.open
	h.mu.Unlock()
	if open != nil && open.Fingerprint != content.Fingerprint {
		h.supersede(*open)
		open = nil
	}
	if open == nil {
		return h.service.message("", content)
	}
	m, err := h.service.message(open.ID, content)
	m.created = open.CreatedAt
	return m, err
}

// advance stores what the endpoint has taken, and what happened last when that is known.
func (h *hook) advance(fingerprint string, last *Delivery) {
	h.mu.Lock()
	h.cursor = cursor{
		ID: h.endpoint.ID, URL: h.endpoint.URL, Fingerprint: fingerprint, At: h.service.opts.Clock.Now().UTC(),
		Gone: h.cursor.Gone, Later: h.cursor.Later, Last: last,
	}
	state := h.cursor
	h.mu.Unlock()
	if !h.isPublisher() {
		h.service.records.Add(func(ctx context.Context) error { return h.service.store.putCursor(ctx, state) })
	}
}

// learn takes over what the endpoint took meanwhile from another sender: a test or a
// message that was sent again, in any process.
func (h *hook) learn(state cursor) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.now()
	if state.URL != h.cursor.URL || !state.At.After(h.cursor.At) || state.At.After(now) {
		return
	}
	h.cursor = state
	if state.Fingerprint == "" {
		return
	}
	if h.open != nil && state.Last != nil && state.Last.ID != h.open.ID {
		h.supersede(*h.open)
	}
	h.reset()
}

// position returns how far the endpoint was told.
func (h *hook) position() cursor {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.cursor
}

// supersede records that a message is not tried any more.
func (h *hook) supersede(d Delivery) {
	d.State, d.NextTryAt = stateSuperseded, nil
	h.service.record(d)
}

// delivery describes a try.
func (e Endpoint) delivery(m *message, tries int, at time.Time, status int, err error) Delivery {
	d := Delivery{
		ID: m.id, EndpointID: e.ID, Endpoint: e.Name, Type: typeChanged, Fingerprint: m.data.Fingerprint,
		Revision: m.data.Revision, Force: m.data.Force, State: stateDelivered, Attempts: tries, StatusCode: status,
		CreatedAt: m.created, LastAttemptAt: at.UTC(),
	}
	if err != nil {
		d.Error = err.Error()
	}
	return d
}
