package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"time"
)

// patience is how long a caller waits for an answer. It is longer than any fault, so
// that a request that was given up is rarely still in flight.
const patience = 30 * time.Second

// client calls the product; with a cookie it is a signed-in editor.
type client struct {
	http   *http.Client
	cookie string
}

func newClient() *client {
	return &client{http: &http.Client{
		Timeout:   patience,
		Transport: &http.Transport{MaxIdleConnsPerHost: 4, DisableCompression: true},
		// Redirects are part of what is checked, and not followed.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

type answer struct {
	status int
	header http.Header
	body   []byte
}

func (a answer) good() bool { return a.status >= 200 && a.status < 300 }

// err describes an answer that is not a success.
func (a answer) err() error {
	if a.good() {
		return nil
	}
	return fmt.Errorf("answered %d: %.200s", a.status, a.body)
}

// do sends a request with a body of a media type; empty means none.
func (c *client) do(
	ctx context.Context, method, address, mediaType string, body []byte, headers ...string,
) (answer, error) {
	request, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body))
	if err != nil {
		return answer{}, err
	}
	if mediaType != "" {
		request.Header.Set("Content-Type", mediaType)
	}
	if c.cookie != "" {
		request.Header.Set("Cookie", c.cookie)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := c.http.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	got, err := io.ReadAll(response.Body)
	return answer{response.StatusCode, response.Header, got}, err
}

func (c *client) get(ctx context.Context, address string, headers ...string) (answer, error) {
	return c.do(ctx, http.MethodGet, address, "", nil, headers...)
}

// send sends JSON.
func (c *client) send(ctx context.Context, method, address string, body any, headers ...string) (answer, error) {
	data, err := json.Marshal(body)
	if err != nil {
		return answer{}, err
	}
	return c.do(ctx, method, address, "application/json", data, headers...)
}

// read gets JSON; an answer that is no success is an error.
func (c *client) read(ctx context.Context, address string, into any) error {
	got, err := c.get(ctx, address)
	if err == nil {
		err = got.err()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", address, err)
	}
	return json.Unmarshal(got.body, into)
}

// register makes the first account, which is the administrator's.
func (c *client) register(ctx context.Context, api string) error {
	got, err := c.send(ctx, http.MethodPost, api+"/api/auth/register", map[string]string{
		"name": "Chaos", "email": "chaos@example.com", "password": "only while things are broken",
	})
	if err == nil {
		err = got.err()
	}
	if err != nil {
		return fmt.Errorf("register: %w", err)
	}
	var pairs []string
	for _, line := range got.header.Values("Set-Cookie") {
		pair, _, _ := strings.Cut(line, ";")
		pairs = append(pairs, pair)
	}
	c.cookie = strings.Join(pairs, "; ")
	return nil
}

// answers returns nil when the address answers 200.
func answers(ctx context.Context, address string) error {
	got, err := newClient().get(ctx, address)
	if err == nil {
		err = got.err()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", address, err)
	}
	return nil
}

// refused reports whether the connection was refused, so that the request reached no
// process.
func refused(err error) bool {
	var dial *net.OpError
	return errors.Is(err, syscall.ECONNREFUSED) || errors.As(err, &dial) && dial.Op == "dial"
}
