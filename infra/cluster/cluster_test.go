package cluster

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// TestCluster shows that several processes are one product. CLUSTER_ROUNDS says how
// often everything is restarted and killed (once; make cluster: five times).
func TestCluster(t *testing.T) {
	rounds := 1
	if text := os.Getenv("CLUSTER_ROUNDS"); text != "" {
		var err error
		if rounds, err = strconv.Atoi(text); err != nil {
			t.Fatal("CLUSTER_ROUNDS is not a number: ", err)
		}
	}
	began := time.Now()
	p := launch(t)
	t.Logf("three cms-api, two edges, publisher, MongoDB, MinIO and Caddy run after %.1f s", time.Since(began).Seconds())
	staff := newClient(t)
	staff.remember(staff.must(http.StatusCreated, http.MethodPost, p.entrance+"/api/auth/register", map[string]string{
		"name": "Asha", "email": email, "password": password,
	}))
	for _, part := range []struct {
		name string
		run  func(t *testing.T, p *product, staff *client)
	}{
		{"sessions", sessions}, {"limits", limits}, {"publishing", publishing}, {"entrance", entrance}, {"TLS", overTLS},
	} {
		t.Run(part.name, func(t *testing.T) {
			staff.t = t
			part.run(t, p, staff)
		})
	}
	for range rounds {
		t.Run("rolling restart", func(t *testing.T) { rolling(t, p, staff) })
		t.Run("killed", func(t *testing.T) { killed(t, p, staff) })
	}
}

const email, password = "asha@example.com", "only while this test runs"

func signIn(t *testing.T, at string) *client {
	t.Helper()
	c := newClient(t)
	c.remember(c.must(http.StatusOK, http.MethodPost, at+"/api/auth/login", map[string]string{
		"email": email, "password": password,
	}))
	return c
}

// A session that begins on one replica is valid on all, and one that ends is valid on
// none.
func sessions(t *testing.T, p *product, _ *client) {
	c := signIn(t, p.apiAt[0])
	c.t = t
	for _, at := range p.apiAt {
		c.must(http.StatusOK, http.MethodGet, at+"/api/auth/me", nil)
	}
	c.must(http.StatusNoContent, http.MethodPost, p.apiAt[1]+"/api/auth/logout", nil)
	for _, at := range p.apiAt {
		c.must(http.StatusUnauthorized, http.MethodGet, at+"/api/auth/me", nil)
	}
}

// Replicas count limits together: RATE_LIMIT_LOGIN is 6.
func limits(t *testing.T, p *product, _ *client) {
	c := newClient(t)
	wrong := map[string]string{"email": "nobody@example.com", "password": "a wrong password"}
	for i := range 6 {
		c.must(http.StatusUnauthorized, http.MethodPost, p.apiAt[i%replicas]+"/api/auth/login", wrong)
	}
	for _, at := range p.apiAt {
		got := c.must(http.StatusTooManyRequests, http.MethodPost, at+"/api/auth/login", wrong)
		if got.header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
	}
}

// Edits on all replicas at once end in one release, which both edges show whole.
func publishing(t *testing.T, p *product, staff *client) {
	const edits = 4
	failed := make(chan error, replicas)
	for i, at := range p.apiAt {
		go func() {
			field := []string{"contact_address", "contact_email", "site_description"}[i]
			for n := range edits {
				got, err := staff.ask(http.MethodPut, at+"/api/settings", map[string]string{
					field: fmt.Sprintf("%d@example.com", n+1),
				})
				if err == nil && got.status != http.StatusOK {
					err = fmt.Errorf("%s answered %d: %s", at, got.status, got.body)
				}
				if err != nil {
					failed <- err
					return
				}
			}
			failed <- nil
		}()
	}
	for range replicas {
		if err := <-failed; err != nil {
			t.Fatal(err)
		}
	}
	c := newClient(t)
	p.eventually("both edges and all replicas show the same content", func() error {
		var content string
		for _, at := range p.apiAt {
			fingerprint, _, err := c.fingerprint(at + "/api/snapshot")
			if err != nil {
				return err
			}
			if content == "" {
				content = fingerprint
			}
			if fingerprint != content {
				return fmt.Errorf("%s has other content", at)
			}
		}
		for _, at := range p.edgeAt {
			fingerprint, partial, err := c.fingerprint(at + "/release.json")
			if err != nil {
				return err
			}
			if fingerprint != content || partial {
				return fmt.Errorf("%s shows %.12s (partial: %v), not %.12s", at, fingerprint, partial, content)
			}
		}
		return nil
	})
	for _, path := range pagesRead {
		one := c.must(http.StatusOK, http.MethodGet, p.edgeAt[0]+path, nil)
		other := c.must(http.StatusOK, http.MethodGet, p.edgeAt[1]+path, nil)
		if !bytes.Equal(one.body, other.body) || one.header.Get("ETag") != other.header.Get("ETag") {
			t.Errorf("the edges show different things at %s", path)
		}
	}
	shown := c.must(http.StatusOK, http.MethodGet, p.edgeAt[0]+"/contact-us", nil)
	if !bytes.Contains(shown.body, fmt.Appendf(nil, "%d@example.com", edits)) {
		t.Error("the last edit is not shown")
	}
}

func (c *client) fingerprint(address string) (fingerprint string, partial bool, err error) {
	got, err := c.ask(http.MethodGet, address, nil)
	if err != nil {
		return "", false, err
	}
	var about struct {
		Fingerprint string
		Partial     bool
	}
	if err := json.Unmarshal(got.body, &about); err != nil || about.Fingerprint == "" {
		return "", false, fmt.Errorf("%s answered %d: %.100s", address, got.status, got.body)
	}
	return about.Fingerprint, about.Partial, nil
}

// All processes are restarted one after the other, and no request fails.
func rolling(t *testing.T, p *product, staff *client) {
	l := begin(t, p.entrance)
	typists := l.typing(t, staff, p.entrance)
	l.counted(t, 20)
	for i, program := range append(p.apis[:replicas:replicas], p.edges...) {
		if code := program.end(syscall.SIGTERM); code != 0 {
			t.Errorf("%s ended with %d\n%s", program.name, code, program.tail())
		}
		program.start()
		address := append(p.apiAt[:replicas:replicas], p.edgeAt...)[i] + "/api/health/traffic"
		if i >= replicas {
			address = p.edgeAt[i-replicas] + "/release.json"
		}
		p.answers(address, http.StatusOK)
		l.counted(t, 20)
	}
	failed := l.end()
	t.Logf("five processes restarted under load: %d pages, %d calls, %d forms, %d writes of texts; %d failed",
		l.counts["pages"], l.counts["calls"], l.counts["forms"], l.counts["texts"], len(failed))
	for _, f := range failed {
		t.Error(f)
	}
	checkTyped(t, p, typists)
}

// A replica and an edge are killed under load. Reads are answered by another process,
// and no writes fail except those that were in flight to the killed one.
func killed(t *testing.T, p *product, staff *client) {
	l := begin(t, p.entrance)
	typists := l.typing(t, staff, p.entrance)
	l.counted(t, 50)
	program, edge := p.apis[1], p.edges[1]
	program.end(syscall.SIGKILL)
	gone := time.Now()
	edge.end(syscall.SIGKILL)
	l.counted(t, 60)
	failed := l.end()
	t.Logf("a replica and an edge killed under load: %d pages, %d calls, %d forms, %d writes of texts; %d failed, all of them on their way to it",
		l.counts["pages"], l.counts["calls"], l.counts["forms"], l.counts["texts"], len(failed))
	if len(failed) > 2*visitors {
		t.Errorf("%d failed; no more than %d writes can have been on their way", len(failed), 2*visitors)
	}
	for _, f := range failed {
		if f.method == http.MethodGet || f.began.After(gone) {
			t.Error(f)
		}
	}
	program.start()
	edge.start()
	p.answers(p.apiAt[1]+"/api/health/traffic", http.StatusOK)
	p.answers(p.edgeAt[1]+"/release.json", http.StatusOK)
	checkTyped(t, p, typists)
}

// checkTyped has each replica say what was typed.
func checkTyped(t *testing.T, p *product, typists []*typist) {
	t.Helper()
	for i, each := range typists {
		each.check(t, p.apiAt[i%replicas])
	}
}
