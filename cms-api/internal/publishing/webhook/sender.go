package webhook

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/outbound"
)

const typeChanged = "content.changed"

// Content is the data of a message. A receiver need not trust it: it asks for the
// snapshot.
type Content struct {
	Fingerprint string `json:"fingerprint"`
	Revision    int64  `json:"revision"`
	Force       bool   `json:"force"`
}

// message keeps its id over all tries, so that a receiver can tell when it gets one
// twice.
type message struct {
	id      string
	payload []byte
	data    Content
	created time.Time
}

// message returns a message; an empty id stands for a new one.
func (s *Service) message(id string, data Content) (*message, error) {
	if id == "" {
		id = "msg_" + mongodb.NewID()
	}
	now := s.opts.Clock.Now()
	payload, err := encode(typeChanged, now, data)
	return &message{id: id, payload: payload, data: data, created: now.UTC()}, err
}

func encode(kind string, now time.Time, data any) ([]byte, error) {
	payload, err := json.Marshal(map[string]any{
		"type": kind, "timestamp": now.UTC().Format(time.RFC3339Nano), "data": data,
	})
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", kind, err)
	}
	return payload, nil
}

// sender sends messages to one endpoint, each once.
type sender struct {
	url    string
	client *http.Client
	signer *Signer // nil for build hooks, which take an empty message
}

// sender returns the sender of an endpoint, or an error for people when the endpoint
// must not be called.
func (s *Service) sender(e Endpoint) (*sender, error) {
	if e.ID == Publisher {
		return s.toPublisher, nil
	}
	if reason := s.refuseURL(e.URL); reason != "" {
		// The configuration may have allowed it when it was stored.
		return nil, sendFailure{reason: reason}
	}
	scheme, _, _ := strings.Cut(e.URL, ":")
	to := &sender{url: e.URL, client: outbound.Client(outbound.Options{
		Reach: s.reach(strings.ToLower(scheme)), Timeout: s.timing.Timeout, Resolver: s.opts.Resolver,
	})}
	if e.Kind == BuildHook {
		return to, nil
	}
	secrets := []string{e.Secret}
	if e.PreviousSecret != "" && s.opts.Clock.Now().Sub(e.RotatedAt) < secretOverlap {
		secrets = append(secrets, e.PreviousSecret)
	}
	var err error
	to.signer, err = NewSigner(secrets, s.opts.Clock)
	return to, err
}

// publisherSender returns the sender of the publisher, which keeps its connection.
func (s *Service) publisherSender() (*sender, error) {
	address, err := url.Parse(s.opts.PublisherURL)
	if err != nil || address.Host == "" || (address.Scheme != "http" && address.Scheme != "https") {
		return nil, fmt.Errorf("the address of the publisher is not an http or https address: %q", s.opts.PublisherURL)
	}
	client := outbound.Client(outbound.Options{Reach: outbound.Anywhere, Timeout: s.timing.Timeout})
	if s.opts.Watch.Outwards != nil {
		client.Transport = s.opts.Watch.Outwards(client.Transport)
	}
	return &sender{url: s.opts.PublisherURL, client: client, signer: s.opts.Signer}, nil
}

// send sends a message to an endpoint once. It returns the status of the answer, 0
// without one, and an error unless that is 2xx.
func (s *Service) send(ctx context.Context, e Endpoint, m *message) (status int, err error) {
	to, err := s.sender(e)
	if err != nil {
		return 0, err
	}
	if to != s.toPublisher {
		defer to.client.CloseIdleConnections()
	} else if s.opts.Watch.Sending != nil {
		ctx = s.opts.Watch.Sending(ctx)
	}
	return to.post(ctx, m)
}

// sendFailure is why a try failed. The reason is for people, the cause for the log.
type sendFailure struct {
	reason string
	cause  error
}

func (f sendFailure) Error() string { return f.reason }
func (f sendFailure) Unwrap() error { return f.cause }

// busy is an answer of 429 or 503 with its Retry-After, which may be empty.
type busy struct {
	error
	retryAfter string
}

// maxAnswer is how much of an answer is read, so that its connection can be reused.
const maxAnswer = 64 << 10

func (to *sender) post(ctx context.Context, m *message) (status int, err error) {
	payload := m.payload
	if to.signer == nil {
		payload = []byte("{}")
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, to.url, bytes.NewReader(payload))
	if err != nil {
		return 0, sendFailure{"its address is not one", err}
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "cms-api")
	if to.signer != nil {
		if err := to.signer.Sign(request.Header, m.id, payload); err != nil {
			return 0, err
		}
	}
	response, err := to.client.Do(request)
	if err != nil {
		return 0, sendFailure{outbound.Explain(err), err}
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, maxAnswer))
	switch status = response.StatusCode; {
	case status >= 200 && status <= 299:
		return status, nil
	case status >= 300 && status < 400:
		return status, fmt.Errorf("it answered %s; redirects are not followed", response.Status)
	}
	err = fmt.Errorf("it answered %s", response.Status)
	if status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable {
		err = busy{err, response.Header.Get("Retry-After")}
	}
	return status, err
}
