package webhook

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"

	"academy/cms-api/internal/platform/signal"
)

// hook tells one endpoint of content until the endpoint has taken it. It runs in a goroutine of
// its own, so an endpoint that is slow delays no other.
type hook struct {
	endpoint Endpoint
	service  *Service
	// maxRetryAfter bounds for how long the endpoint can ask to be left alone.
	maxRetryAfter time.Duration
	// content returns what the endpoint is to be told of; the zero value is nothing. The caller
	// has locked mu.
	content func() Content
	// save stores how far the endpoint was told. It does not block.
	save    func(cursor)
	changed signal.Signal

	mu     sync.Mutex
	asked  Content // what Tell asks for; zero when the endpoint has taken it
	cursor cursor
	// open is the message that failed last and is tried again.
	open *Delivery
	// wait is the least time between the last call and the next. While calls fail it
	// grows, and content that changes meanwhile does not make it shorter.
	wait         time.Duration
	pauses       *backoff.ExponentialBackOff
	failures     int // in a row
	failingSince time.Time
}

// newHook returns the hook of an endpoint that was told nothing yet. Pauses between tries
// that fail begin with first and double up to most.
func (s *Service) newHook(e Endpoint, first, most time.Duration) *hook {
	h := &hook{
		endpoint: e, service: s, maxRetryAfter: most, save: func(cursor) {}, changed: signal.New(),
		cursor: cursor{ID: e.ID, URL: e.URL}, wait: e.interval(),
		pauses: &backoff.ExponentialBackOff{InitialInterval: first, MaxInterval: most, Multiplier: 2},
	}
	h.content = func() Content { return h.asked }
	return h
}

const (
	// retryMax bounds the pauses of endpoints, which begin with their interval.
	retryMax = 5 * time.Minute
	// maxRetryAfter is how long an endpoint is left alone at most when it asks for that, so
	// that a number that is too large does not leave old content there for days.
	maxRetryAfter = time.Hour
)

// storedHook returns the hook of a stored endpoint, given how far that was told. It is
// told of the public content, unless it is gone.
func (s *Service) storedHook(e Endpoint, known cursor) *hook {
	h := s.newHook(e, e.interval(), max(e.interval(), retryMax))
	h.maxRetryAfter = maxRetryAfter
	h.content = func() Content {
		if h.cursor.Gone == e.Revision {
			return Content{}
		}
		return ContentOf(s.opts.Snapshots)
	}
	h.save = func(state cursor) {
		s.records.Add(func(ctx context.Context) error { return s.store.putCursor(ctx, state) })
	}
	if known.URL == e.URL {
		h.cursor = known
	}
	if asked := h.cursor.Later; asked.Revision == e.Revision {
		h.wait = max(h.wait, min(asked.Until.Sub(h.cursor.At), maxRetryAfter))
	}
	return h
}

// run tells the endpoint until ctx ends.
func (h *hook) run(ctx context.Context) {
	for {
		stop := func() {}
		switch content, wait, due := h.next(); {
		case due && wait <= 0:
			h.try(ctx, content)
			h.changed.Notify()
		case due:
			stop = h.service.opts.Clock.AfterFunc(wait, h.changed.Notify)
		}
		select {
		case <-ctx.Done():
			stop()
			return
		case <-h.changed:
		}
		stop()
	}
}

// next returns what the endpoint has to be told, and how long that has to wait. It returns
// false when it has to be told nothing.
func (h *hook) next() (content Content, wait time.Duration, due bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.now() // first: it may change cursor.At
	content = h.content()
	at, due := h.due(content).Next()
	return content, at.Sub(now), due
}

// due returns the facts about content. The caller has locked mu.
func (h *hook) due(content Content) Due {
	due := Due{Content: content.Fingerprint, News: h.cursor.At.Add(h.wait)}
	if !h.service.isPublisher(h.endpoint) { // what Tell asks for is told even if it was taken before
		due.Shown = h.cursor.Fingerprint
	}
	return due
}

// Due are the facts that decide when an endpoint is told of content. The zero value of what is
// not known never delays it.
type Due struct {
	Content string    // the fingerprint to tell it of; empty when there is none
	Shown   string    // the fingerprint that it has taken, or that the site shows
	Told    string    // the fingerprint that it was told of last
	Pending bool      // it has not taken that message, which is tried again by itself
	News    time.Time // the earliest time to tell it of other content than Told
	Again   time.Time // the earliest time to tell it of the same content again
}

// Next returns the earliest time to tell the endpoint. It returns false when nothing has to be
// told.
func (d Due) Next() (at time.Time, due bool) {
	switch {
	case d.Content == "" || d.Content == d.Shown:
		return time.Time{}, false
	case d.Content != d.Told:
		return d.News, true
	case d.Pending:
		return time.Time{}, false
	}
	return d.Again, true
}

// now returns the time. When the clock was set back since the last call, that call
// counts as made now: else the next would wait until the clock reaches the old time.
// The caller has locked mu.
func (h *hook) now() time.Time {
	now := h.service.opts.Clock.Now()
	if h.cursor.At.After(now) {
		h.cursor.At = now
	}
	return now
}

// try tells the endpoint once.
func (h *hook) try(ctx context.Context, content Content) {
	d := h.begin(content)
	err := h.service.send(ctx, h.endpoint, &d)
	if ctx.Err() != nil {
		return
	}
	if err == nil {
		h.took(d)
	} else {
		h.failed(&d, err)
	}
	h.service.record(d)
}

// begin returns the message that is being tried, unless the content has changed since: then
// that message is superseded by a new one.
func (h *hook) begin(content Content) Delivery {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.advance("", nil) // the outcome is not known
	if h.open == nil || h.open.Fingerprint != content.Fingerprint {
		h.supersede()
		return h.service.newDelivery(h.endpoint, content)
	}
	d := *h.open
	d.Content = content
	return d
}

// took notes that the endpoint took a message.
func (h *hook) took(d Delivery) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.asked.Fingerprint == d.Fingerprint && (d.Force || !h.asked.Force) {
		h.asked = Content{}
	}
	h.reset()
	h.advance(d.Fingerprint, &d)
}

// tell has the endpoint told of content at once.
func (h *hook) tell(content Content) {
	h.mu.Lock()
	h.asked, h.wait = content, 0
	h.mu.Unlock()
	h.changed.Notify()
}

// dismiss gives up what Tell asked for.
func (h *hook) dismiss() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked = Content{}
	h.supersede()
	h.reset()
}

// reset forgets failures. The caller has locked mu.
func (h *hook) reset() {
	h.open, h.failures, h.failingSince, h.wait, h.cursor.Later = nil, 0, time.Time{}, h.endpoint.interval(), later{}
	h.pauses.Reset()
}

// failed notes that a message was not taken. It is tried again later, unless the endpoint is
// gone: that one is told again once it is saved, or takes a message that somebody sends again.
func (h *hook) failed(d *Delivery, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch _, due := h.due(h.content()).Next(); {
	case !due:
		d.State = stateSuperseded // dismissed during the call
	case d.StatusCode == http.StatusGone && !h.service.isPublisher(h.endpoint):
		d.State = stateFailed
		d.Error += "; it is told nothing more until the webhook is saved again"
		h.open, h.cursor.Gone = nil, h.endpoint.Revision
		h.service.opts.Log.Warn("a webhook is gone; it is told nothing more until it is saved again",
			"endpoint", h.endpoint.Name)
	default:
		h.tryLater(d, err)
	}
	h.advance("", d)
}

// tryLater plans the next try of a message, after a pause that grows, or a longer one that the
// endpoint asks for. The caller has locked mu.
func (h *hook) tryLater(d *Delivery, err error) {
	pause := h.pauses.NextBackOff()
	h.wait = pause + rand.N(pause/5+1)
	var answer busy
	if errors.As(err, &answer) {
		asked := min(retryAfter(answer.retryAfter, d.LastAttemptAt), h.maxRetryAfter)
		h.wait = max(h.wait, asked)
		h.cursor.Later = later{h.endpoint.Revision, d.LastAttemptAt.Add(asked)}
	}
	next := d.LastAttemptAt.Add(h.wait)
	d.NextTryAt = &next
	open := *d
	h.open = &open
	if h.failures++; h.failures == 1 {
		h.failingSince = d.LastAttemptAt
		h.service.opts.Log.Warn("a webhook was not taken; will try again", "endpoint", h.endpoint.Name, "error", err,
			"cause", errors.Unwrap(err))
	}
}

// advance notes what the endpoint has taken, and the last message when its outcome is known.
// The caller has locked mu.
func (h *hook) advance(fingerprint string, last *Delivery) {
	h.cursor.Fingerprint, h.cursor.At, h.cursor.Last = fingerprint, h.service.opts.Clock.Now().UTC(), last
	h.save(h.cursor)
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
		h.supersede()
	}
	h.reset()
}

// position returns how far the endpoint was told.
func (h *hook) position() cursor {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.cursor
}

// supersede records that the message which failed is not tried any more. The caller has locked
// mu.
func (h *hook) supersede() {
	if h.open != nil {
		h.open.State, h.open.NextTryAt = stateSuperseded, nil
		h.service.record(*h.open)
		h.open = nil
	}
}
