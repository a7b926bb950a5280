package publish

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/url"
	"sync"
	"time"

	"academy/cms-api/internal/platform/outbound"
	"academy/cms-api/internal/publishing/snapshot"
)

// courier brings messages to the publisher, one at a time, and tries again until
// one was taken or a newer one replaces it: all say the same, "look at the
// content". It never keeps anybody else waiting.
type courier struct {
	carrier
	clock  snapshot.Clock
	timing timing
	log    *slog.Logger
	// finished is called once for each message; tried after each failed try of
	// one that will be tried again. They must not block.
	finished func(Delivery)
	tried    func(Delivery)
	// sending is that of Watch; nil changes nothing.
	sending func(context.Context) context.Context

	mu      sync.Mutex
	pending *message
	givenUp bool      // the message that is being tried has been replaced
	failing time.Time // when the first of the latest failed tries was; zero after a success
	wake    chan struct{}
}

// newCourier fails when the endpoint's address cannot be one.
func newCourier(to target, s *Service) (*courier, error) {
	address, err := url.Parse(to.url)
	if err != nil || address.Host == "" || (address.Scheme != "http" && address.Scheme != "https") {
		return nil, fmt.Errorf("the address of %s is not an http or https address: %q", to.name, to.url)
	}
	client := outbound.Client(outbound.Options{Reach: outbound.Anywhere, Timeout: s.timing.sendTimeout})
	if s.opts.Watch.Outwards != nil {
		client.Transport = s.opts.Watch.Outwards(client.Transport)
	}
	return &courier{
		carrier: carrier{to: to, client: client, signers: s.signers},
		sending: s.opts.Watch.Sending,
		clock:   s.opts.Clock, timing: s.timing, log: s.opts.Log,
		finished: s.finished, tried: s.tried,
		wake: make(chan struct{}, 1),
	}, nil
}

// send takes a message to be delivered at once; nil for none. One that is still
// being tried is given up for it.
func (c *courier) send(m *message) {
	c.mu.Lock()
	replaced := c.pending
	c.pending, c.givenUp = m, true
	c.mu.Unlock()
	if replaced != nil {
		c.finished(c.record(replaced, deliverySuperseded, 0, nil))
	}
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// run delivers until ctx ends.
func (c *courier) run(ctx context.Context) {
	defer c.client.CloseIdleConnections()
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.wake:
		}
		for m := c.take(); m != nil; m = c.take() {
			c.deliver(ctx, m)
		}
	}
}

func (c *courier) take() *message {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.pending
	c.pending, c.givenUp = nil, false
	if m == nil {
		c.failing = time.Time{}
	}
	return m
}

// failingSince returns when the first of the latest failed tries was; zero when the
// last try succeeded, or when there is no message.
func (c *courier) failingSince() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failing
}

// note takes note of how a try ended.
func (c *courier) note(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil {
		c.failing = time.Time{}
	} else if c.failing.IsZero() {
		c.failing = c.clock.Now()
	}
}

// deliver tries until the message was taken, replaced, or ctx ends.
func (c *courier) deliver(ctx context.Context, m *message) {
	if c.sending != nil {
		ctx = c.sending(ctx)
	}
	for tries := 1; ; tries++ {
		status, err := c.post(ctx, m)
		if ctx.Err() != nil {
			return
		}
		c.note(err)
		if err == nil {
			c.finished(c.record(m, deliveryDelivered, tries, nil).withStatus(status))
			return
		}
		failed := c.record(m, deliveryFailing, tries, err).withStatus(status)
		if tries == 1 {
			c.log.Warn("a webhook was not taken; will try again", "endpoint", c.to.name, "error", err, "cause", errors.Unwrap(err))
		}
		wait := backoff(c.timing.sendRetry, c.timing.sendRetryMax, tries-1)
		wait = wait*4/5 + rand.N(wait*2/5+1)
		timer := time.NewTimer(wait)
		next := c.clock.Now().Add(wait).UTC()
		failed.NextTryAt = &next
		c.tried(failed)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
		case <-c.wake:
			timer.Stop()
		}
		c.mu.Lock()
		replaced := c.givenUp
		c.mu.Unlock()
		if replaced {
			failed.State, failed.NextTryAt = deliverySuperseded, nil
			c.finished(failed)
			return
		}
	}
}

func (c *courier) record(m *message, state string, tries int, err error) Delivery {
	return c.to.record(m, state, tries, c.clock.Now(), err)
}
