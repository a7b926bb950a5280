package publish

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"academy/cms-api/internal/platform/outbound"
)

// target is somebody who is told of changes.
type target struct {
	id   string
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

// carrier brings messages to one target, each in one try.
type carrier struct {
	to     target
	client *http.Client
	// signers each add a signature. Without any the call is an empty one, as the
	// build hooks of hosts take it.
	signers []*signer
}

// sendFailure is why a try failed, in words for people; cause is for the log.
type sendFailure struct {
	words string
	cause error
}

func (f sendFailure) Error() string { return f.words }
func (f sendFailure) Unwrap() error { return f.cause }

// refusal is an answer that says no. retryAfter is what it says of when to come
// again, and empty when it says nothing.
type refusal struct {
	error
	retryAfter string
}

// maxAnswer is how much of an answer is read; nobody looks at it.
const maxAnswer = 64 << 10

// post sends the message once. Only an answer of 2xx is good.
func (c *carrier) post(ctx context.Context, m *message) (status int, err error) {
	payload := m.payload
	if len(c.signers) == 0 {
		payload = []byte("{}")
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.to.url, bytes.NewReader(payload))
	if err != nil {
		return 0, sendFailure{"its address is not one", err}
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "cms-api")
	if len(c.signers) > 0 {
		if err := sign(request.Header, m.id, payload, c.signers); err != nil {
			return 0, err
		}
	}
	response, err := c.client.Do(request)
	if err != nil {
		return 0, sendFailure{outbound.Explain(err), err}
	}
	defer response.Body.Close()
	// Read what there is of it, so that the connection can be used again.
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, maxAnswer))
	switch {
	case response.StatusCode >= 300 && response.StatusCode < 400:
		return response.StatusCode, fmt.Errorf("it answered %s; redirects are not followed", response.Status)
	case response.StatusCode == http.StatusTooManyRequests, response.StatusCode == http.StatusServiceUnavailable:
		return response.StatusCode, refusal{fmt.Errorf("it answered %s", response.Status), response.Header.Get("Retry-After")}
	case response.StatusCode < 200 || response.StatusCode > 299:
		return response.StatusCode, fmt.Errorf("it answered %s", response.Status)
	}
	return response.StatusCode, nil
}

// record says what became of a message.
func (to target) record(m *message, state string, tries int, at time.Time, err error) Delivery {
	d := Delivery{
		ID: m.id, EndpointID: to.id, Endpoint: to.name, Type: typeChanged, Fingerprint: m.data.Fingerprint,
		Revision: m.data.Revision, Force: m.data.Force, State: state, Attempts: tries,
		CreatedAt: m.created, LastAttemptAt: at.UTC(),
	}
	if err != nil {
		d.Error = err.Error()
	}
	return d
}
