package publish

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"sync"
	"time"

	"academy/cms-api/internal/snapshot"
)

// endpoint is somebody who is told of changes.
type endpoint struct {
	name string
	url  string
}

// message is one thing to tell. It keeps its id over all tries, so that whoever
// gets it twice can know.
type message struct {
	id      string
	payload []byte
	data    changed
	created time.Time
}

// courier brings messages to one endpoint, one at a time, and tries again until
// one was taken or a newer one replaces it: all say the same, "look at the
// content". It never keeps anybody else waiting.
type courier struct {
	to     endpoint
	signer *signer
	client *http.Client
	clock  snapshot.Clock
	timing timing
	log    *slog.Logger
	// finished is called once for each message; tried after each failed try of
	// one that will be tried again. They must not block.
	finished func(Delivery)
	tried    func(Delivery)

	mu      sync.Mutex
	pending *message
	wake    chan struct{}
}

// newCourier fails when the endpoint's address cannot be one.
func newCourier(to endpoint, s *Service) (*courier, error) {
	address, err := url.Parse(to.url)
	if err != nil || address.Host == "" || (address.Scheme != "http" && address.Scheme != "https") {
		return nil, fmt.Errorf("the address of %s is not an http or https address: %q", to.name, to.url)
	}
	transport := &http.Transport{MaxIdleConnsPerHost: 1, IdleConnTimeout: time.Minute, Proxy: http.ProxyFromEnvironment}
	return &courier{
		to: to, signer: s.signer, clock: s.opts.Clock, timing: s.timing, log: s.opts.Log,
		finished: s.finished, tried: s.tried,
		wake: make(chan struct{}, 1),
		client: &http.Client{
			Transport:     transport,
			Timeout:       s.timing.sendTimeout,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}, nil
}

// send takes a message to be delivered at once. One that is still being tried is
// given up for it.
func (c *courier) send(m *message) {
	c.mu.Lock()
	replaced := c.pending
	c.pending = m
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
	c.pending = nil
	return m
}

// deliver tries until the message was taken, replaced, or ctx ends.
func (c *courier) deliver(ctx context.Context, m *message) {
	for tries := 1; ; tries++ {
		status, err := c.post(ctx, m)
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			c.finished(c.record(m, deliveryDelivered, tries, nil).withStatus(status))
			return
		}
		failed := c.record(m, deliveryFailing, tries, err).withStatus(status)
		if tries == 1 {
			c.log.Warn("a webhook was not taken; will try again", "endpoint", c.to.name, "error", err)
		}
		wait := backoff(c.timing.sendRetry, c.timing.sendRetryMax, tries-1)
		timer := time.NewTimer(wait*4/5 + rand.N(wait*2/5+1))
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
		replaced := c.pending != nil
		c.mu.Unlock()
		if replaced {
			failed.State = deliverySuperseded
			c.finished(failed)
			return
		}
	}
}

// post sends the message once. Only an answer of 2xx is good.
func (c *courier) post(ctx context.Context, m *message) (status int, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.to.url, bytes.NewReader(m.payload))
	if err != nil {
		return 0, fmt.Errorf("prepare the request: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "cms-api")
	if err := c.signer.sign(request.Header, m.id, m.payload); err != nil {
		return 0, err
	}
	response, err := c.client.Do(request)
	if err != nil {
		// The address is known; what happened is what matters.
		var failure *url.Error
		if errors.As(err, &failure) {
			err = failure.Err
		}
		return 0, err
	}
	defer response.Body.Close()
	// Read what there is of it, so that the connection can be used again.
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 64<<10))
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return response.StatusCode, fmt.Errorf("it answered %s", response.Status)
	}
	return response.StatusCode, nil
}

func (c *courier) record(m *message, state string, tries int, err error) Delivery {
	d := Delivery{
		ID: m.id, Endpoint: c.to.name, Type: typeChanged, Fingerprint: m.data.Fingerprint,
		Revision: m.data.Revision, Force: m.data.Force, State: state, Attempts: tries,
		CreatedAt: m.created, LastAttemptAt: c.clock.Now().UTC(),
	}
	if err != nil {
		d.Error = err.Error()
	}
	return d
}
