package cluster

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"academy/infra/spawner"
)

// behindCaddy starts Caddy with production's Caddyfile in front of two handlers, which
// stand for cms-api and an edge, and returns it and its address.
func behindCaddy(t *testing.T, api, edge http.HandlerFunc, env ...string) (caddy *program, at string) {
	t.Helper()
	return behindChangedCaddy(t, "", "", api, edge, env...)
}

// behindChangedCaddy is behindCaddy with a text in a copy of the Caddyfile replaced.
func behindChangedCaddy(
	t *testing.T, from, to string, api, edge http.HandlerFunc, env ...string,
) (caddy *program, at string) {
	t.Helper()
	p := &product{t: t, dir: t.TempDir(), spawner: spawner.New()}
	t.Cleanup(p.stop)
	for handler, at := range map[*http.HandlerFunc]*[]string{&api: &p.apiAt, &edge: &p.edgeAt} {
		server := httptest.NewServer(*handler)
		t.Cleanup(server.Close)
		*at = []string{server.URL}
	}
	at = "http://" + freeAddress(t)
	caddy = p.caddy("caddy", at, env...)
	text, err := os.ReadFile(filepath.Join(root(t), "infra", "Caddyfile"))
	if err != nil || !bytes.Contains(text, []byte(from)) {
		t.Fatalf("the Caddyfile has no %q: %v", from, err)
	}
	file := filepath.Join(p.dir, "Caddyfile")
	if err := os.WriteFile(file, bytes.Replace(text, []byte(from), []byte(to), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	caddy.args = []string{"run", "--config", file}
	caddy.start()
	return caddy, at
}

// An answer that is Caddy's own does not say so either.
func TestErrorsOfCaddy(t *testing.T) {
	_, at := behindChangedCaddy(t, "lb_try_duration 15s", "lb_try_duration 1s",
		func(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) },
		func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) })
	c := newClient(t)
	for path, want := range map[string]int{
		"/api/contact": http.StatusRequestEntityTooLarge, "/": http.StatusServiceUnavailable,
	} {
		method, body := http.MethodGet, any(nil)
		if want == http.StatusRequestEntityTooLarge {
			method, body = http.MethodPost, strings.Repeat("x", 3<<20)
		}
		var got answer
		(&product{t: t}).eventually(path, func() (err error) {
			got, err = c.ask(method, at+path, body)
			if err == nil && got.status != want {
				err = fmt.Errorf("answered %d, want %d", got.status, want)
			}
			return err
		})
		if server := got.header.Values("Server"); len(server) > 0 {
			t.Errorf("%s: %d says that it comes from %s", path, want, server)
		}
	}
}

// Caddy accepts bodies of editors and publishers up to the size that cms-api accepts, and
// none above it.
func TestSizeOfWhatIsWritten(t *testing.T) {
	_, at := behindChangedCaddy(t, "lb_try_duration 15s", "lb_try_duration 1s",
		func(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) },
		func(http.ResponseWriter, *http.Request) {})
	c := newClient(t)
	for path, most := range map[string]int{
		"/api/articles": 16 << 20, "/api/articles/1": 16 << 20, "/api/admin/pages": 16 << 20,
		"/api/admin/pages/1": 16 << 20, "/api/preview": 16 << 20, "/api/publish/files/1": 32 << 20,
		"/api/publish/releases": 32 << 20, "/api/preview/links": 2_000_000, "/api/publish/report": 2_000_000,
	} {
		// Quotes are sent around it.
		for size, want := range map[int]int{most - 2: http.StatusOK, most - 1: http.StatusRequestEntityTooLarge} {
			(&product{t: t}).eventually(path, func() error {
				got, err := c.ask(http.MethodPost, at+path, strings.Repeat("x", size))
				if err == nil && got.status != want {
					err = fmt.Errorf("%d bytes: answered %d, want %d", size, got.status, want)
				}
				return err
			})
		}
	}
}

// A process that does not answer is asked each second, and logged once in an interval.
func TestLogOfFailedHealthChecks(t *testing.T) {
	const enough = 20
	var asked atomic.Int64
	nothing := func(http.ResponseWriter, *http.Request) {}
	// Longer than the test, however slow the machine is.
	caddy, _ := behindChangedCaddy(t, "interval 1m", "interval 24h", nothing,
		func(w http.ResponseWriter, _ *http.Request) {
			asked.Add(1)
			w.WriteHeader(http.StatusServiceUnavailable)
		})
	(&product{t: t}).eventually("the edge is asked", func() error {
		if n := asked.Load(); n < enough {
			return fmt.Errorf("%d times", n)
		}
		return nil
	})
	said, err := os.ReadFile(caddy.log)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(said, []byte("status code out of tolerances")); n != 1 {
		t.Errorf("%d lines of %d checks:\n%s", n, enough, said)
	}
}

// The container's own health check is not logged.
func TestLogOfHealthOfCaddy(t *testing.T) {
	nothing := func(http.ResponseWriter, *http.Request) {}
	// Without the exclusion it is.
	for excluded, logged := range map[string]bool{" admin.api\n": false, "\n": true} {
		admin := freeAddress(t)
		caddy, _ := behindChangedCaddy(t, " admin.api\n", excluded, nothing, nothing, "CADDY_ADMIN="+admin)
		(&product{t: t}).answers("http://"+admin+"/config/", http.StatusOK)
		caddy.end(syscall.SIGTERM)
		said, err := os.ReadFile(caddy.log)
		if err != nil || bytes.Contains(said, []byte("received request")) != logged {
			t.Errorf("%v, want a line: %v\n%s", err, logged, said)
		}
	}
}

// The address is the peer's, whatever a header claims, unless the peer is a proxy of
// PROXY_NETWORK.
func TestProxyBeforeCaddy(t *testing.T) {
	for env, want := range map[string]string{
		"PROXY_NETWORK=":            "127.0.0.1",
		"PROXY_NETWORK=127.0.0.0/8": "203.0.113.7, 127.0.0.1",
		"PROXY_NETWORK=10.0.0.1":    "127.0.0.1",
	} {
		_, at := behindCaddy(t, func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, r.Header.Get("X-Forwarded-For"))
		}, func(http.ResponseWriter, *http.Request) {}, env)
		c := newClient(t)
		(&product{t: t}).eventually(env, func() error {
			got, err := c.ask(http.MethodGet, at+"/api/settings", nil, "X-Forwarded-For", "203.0.113.7")
			if err == nil && got.status != http.StatusOK {
				err = errors.New(http.StatusText(got.status))
			}
			if err == nil && string(got.body) != want {
				t.Errorf("%s: %q, want %q", env, got.body, want)
			}
			return err
		})
	}
}
