package cluster

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// client calls the product.
type client struct {
	t      *testing.T
	http   *http.Client
	cookie string
}

func newClient(t *testing.T) *client {
	c := &client{t: t, http: &http.Client{
		Timeout:       30 * time.Second,
		Transport:     &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 4},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	t.Cleanup(c.http.CloseIdleConnections)
	return c
}

type answer struct {
	status int
	header http.Header
	body   []byte
}

// ask sends a request; a body that is not nil goes as JSON. Headers are pairs.
func (c *client) ask(method, address string, body any, headers ...string) (answer, error) {
	var sent io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return answer{}, err
		}
		sent = bytes.NewReader(data)
	}
	request, err := http.NewRequest(method, address, sent)
	if err != nil {
		return answer{}, err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
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
	return readAnswer(response)
}

func readAnswer(response *http.Response) (answer, error) {
	got, err := io.ReadAll(response.Body)
	return answer{response.StatusCode, response.Header, got}, err
}

// text returns a field of an answer in JSON.
func (a answer) text(t *testing.T, field string) string {
	t.Helper()
	var fields map[string]any
	if err := json.Unmarshal(a.body, &fields); err != nil {
		t.Fatal(err)
	}
	text, _ := fields[field].(string)
	return text
}

// must is ask for a request that has to be answered with a status.
func (c *client) must(status int, method, address string, body any, headers ...string) answer {
	c.t.Helper()
	got, err := c.ask(method, address, body, headers...)
	if err != nil {
		c.t.Fatal(err)
	}
	if got.status != status {
		c.t.Fatalf("%s %s answered %d, want %d: %.300s", method, address, got.status, status, got.body)
	}
	return got
}

func (c *client) wants(address string, status int) error {
	got, err := c.ask(http.MethodGet, address, nil)
	if err == nil && got.status != status {
		err = fmt.Errorf("%s answered %d, want %d", address, got.status, status)
	}
	return err
}

// remember keeps the cookies of an answer.
func (c *client) remember(got answer) {
	var pairs []string
	for _, line := range got.header.Values("Set-Cookie") {
		pair, _, _ := strings.Cut(line, ";")
		pairs = append(pairs, pair)
	}
	c.cookie = strings.Join(pairs, "; ")
}

const (
	patience = 2 * time.Minute
	between  = 20 * time.Millisecond
)

// answers waits until an address is answered with a status.
func (p *product) answers(address string, status int) {
	p.t.Helper()
	// One for all tries: each new one would hold a connection of its own.
	c := newClient(p.t)
	p.eventually(fmt.Sprintf("%s answers %d", address, status), func() error { return c.wants(address, status) })
}

// eventually asks until there is no error.
func (p *product) eventually(what string, ask func() error) {
	p.t.Helper()
	deadline := time.Now().Add(patience)
	for {
		err := ask()
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("not within %s: %s: %v", patience, what, err)
		}
		time.Sleep(between)
	}
}
