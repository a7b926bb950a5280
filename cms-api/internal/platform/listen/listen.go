// Package listen bounds what a peer can hold of a server: how many connections,
// and for how long one on which nothing moves. There is no bound on how long an
// answer or a body takes as a whole: a large video may take hours.
package listen

import (
	"errors"
	"net"
	"net/netip"
	"slices"
	"sync"
	"syscall"
	"time"

	"academy/cms-api/internal/platform/ratelimit"
)

// Pace is how many bytes of an answer a peer has to take, and how many of a body
// it has to send, in every Limits.Stall.
const Pace = 64 << 10

// Limits are what one peer may do.
type Limits struct {
	// PerAddress is how many connections one network address may hold.
	PerAddress int
	// Uncounted are networks whose connections are not counted: those of proxies,
	// which bring everybody's requests.
	Uncounted []netip.Prefix
	// Stall is how long Pace bytes may take.
	Stall time.Duration
}

// Listener accepts connections that keep to Limits. Its connections are *Conn.
type Listener struct {
	net.Listener
	limits Limits

	mu      sync.Mutex
	held    map[string]int // connections by address
	refused int
}

// Wrap returns a Listener on inner.
func Wrap(inner net.Listener, limits Limits) *Listener {
	return &Listener{Listener: inner, limits: limits, held: map[string]int{}}
}

// tooMany is sent to whoever holds enough connections already. It fits into the
// buffer of a fresh connection, so writing it does not wait.
const tooMany = "HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nRetry-After: 10\r\nContent-Length: 0\r\n\r\n"

// The first and the longest pause when the machine has no room for a connection.
const (
	firstPause = 5 * time.Millisecond
	lastPause  = time.Second
)

// Accept returns the next connection. It waits when the process has no more file
// descriptors, which is no reason to end the server.
func (l *Listener) Accept() (net.Conn, error) {
	pause := firstPause
	for {
		inner, err := l.Listener.Accept()
		if passing(err) {
			time.Sleep(pause)
			pause = min(2*pause, lastPause)
			continue
		}
		if err != nil {
			return nil, err
		}
		key := l.keyOf(inner.RemoteAddr())
		if !l.enter(key) {
			_, _ = inner.Write([]byte(tooMany))
			_ = inner.Close()
			continue
		}
		limitUnsent(inner)
		return &Conn{Conn: inner, listener: l, key: key}, nil
	}
}

// passing reports whether accepting failed for a reason that passes.
func passing(err error) bool {
	return slices.ContainsFunc([]error{
		syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM, syscall.ECONNABORTED,
	}, func(reason error) bool {
		return errors.Is(err, reason)
	})
}

// keyOf returns what a connection is counted by, empty when it is not.
func (l *Listener) keyOf(peer net.Addr) string {
	at, err := netip.ParseAddrPort(peer.String())
	if err != nil || l.limits.PerAddress == 0 {
		return ""
	}
	address := at.Addr().Unmap()
	if slices.ContainsFunc(l.limits.Uncounted, func(network netip.Prefix) bool { return network.Contains(address) }) {
		return ""
	}
	return ratelimit.AddressKey(address.String())
}

func (l *Listener) enter(key string) bool {
	if key == "" {
		return true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held[key] >= l.limits.PerAddress {
		l.refused++
		return false
	}
	l.held[key]++
	return true
}

func (l *Listener) leave(key string) {
	if key == "" {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held[key]--; l.held[key] == 0 {
		delete(l.held, key)
	}
}

// Refused returns how many connections were refused.
func (l *Listener) Refused() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.refused
}
