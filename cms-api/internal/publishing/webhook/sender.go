package webhook

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"academy/cms-api/internal/platform/outbound"
)

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
	once   bool // the connection is not kept
	client *http.Client
	signer *Signer // nil for build hooks, which take an empty message
}

// sender returns the sender of an endpoint, or an error for people when the endpoint
// must not be called.
func (s *Service) sender(e Endpoint) (*sender, error) {
	if s.isPublisher(e) {
		return s.toPublisher, nil
	}
	if reason := s.refuseURL(e.URL); reason != "" {
		// The configuration may have allowed it when it was stored.
		return nil, sendFailure{reason: reason}
	}
	scheme, _, _ := strings.Cut(e.URL, ":")
	to := &sender{url: e.URL, once: true, client: outbound.Client(outbound.Options{
		Reach: s.reach(strings.ToLower(scheme)), Timeout: s.opts.Timing.Timeout, Resolver: s.opts.Resolver,
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
	client := outbound.Client(outbound.Options{Reach: outbound.Anywhere, Timeout: s.opts.Timing.Timeout})
	if s.opts.Watch.Transport != nil {
		client.Transport = s.opts.Watch.Transport(client.Transport)
	}
	return &sender{url: s.opts.PublisherURL, client: client, signer: s.opts.Signer}, nil
}

// send sends a message to an endpoint once, and notes in it what became of that. The
// error, unless the answer is 2xx, says why.
func (s *Service) send(ctx context.Context, e Endpoint, d *Delivery) error {
	d.Endpoint, d.State, d.StatusCode, d.Error, d.NextTryAt = e.Name, stateDelivered, 0, "", nil
	d.Attempts++
	data, err := s.message(ctx, *d)
	var payload []byte
	if err == nil {
		payload, err = encode(d.Type, s.opts.Clock.Now(), data)
	}
	if reason := s.refuseLeads(e); err == nil && d.Type == typeLead && (reason != "" || !e.Leads) {
		// The configuration may have allowed it when it was stored, or it was switched off since.
		err = sendFailure{reason: cmp.Or(reason, "it is not told of leads any more")}
	}
	var to *sender
	if err == nil {
		to, err = s.sender(e)
	}
	if err == nil {
		d.StatusCode, err = to.post(s.opts.Watch.Sending(ctx), d.ID, payload)
	}
	if err != nil {
		d.State, d.Error = stateFailing, err.Error()
	}
	d.LastAttemptAt = s.opts.Clock.Now().UTC()
	return err
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

// retryAfter reads the header of that name, seconds or a time; 0 when it is neither.
func retryAfter(header string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseUint(header, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(header); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}

// maxAnswer is how much of an answer is read, so that its connection can be reused.
const maxAnswer = 64 << 10

// post returns the status of the answer, 0 without one, and an error unless that is 2xx.
func (to *sender) post(ctx context.Context, id string, payload []byte) (status int, err error) {
	if to.once {
		defer to.client.CloseIdleConnections()
	}
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
		if err := to.signer.Sign(request.Header, id, payload); err != nil {
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
