// Package listen bounds how many connections of a server a peer can have open, and how
// long one may be idle. It does not bound how long an answer or a body takes as a
// whole, because a large video may take hours.
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

// Pace is how many bytes of an answer a peer has to receive, and how many of a body it
// has to send, in every Limits.Stall.
const Pace = 64 << 10

// maxConnections is how many connections a process accepts when nothing else bounds
// them. They take some hundred megabytes of memory.
const maxConnections = 20_000

// Connections returns how many connections a process should accept: three quarters of
// its limit of file descriptors, so that there are always some for stores and files.
func Connections() int {
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err != nil {
		return maxConnections
	}
	return int(min(files.Cur/4*3, maxConnections))
}

// Limits bound one peer.
type Limits struct {
	// PerAddress is how many connections one network address may have open.
	PerAddress int
	// Uncounted are networks whose connections are not counted: those of proxies, which
	// forward everybody's requests.
	Uncounted []netip.Prefix
	// Stall is how long Pace bytes may take to arrive or leave.
	Stall time.Duration
}

// Listener accepts connections and enforces Limits. Its connections are *Conn.
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

// tooMany is the answer to an address that has too many connections. It fits into the
// buffer of a new connection, so writing it does not block.
const tooMany = "HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nRetry-After: 10\r\nContent-Length: 0\r\n\r\n"

// The first and the longest pause after a failure that passes.
const (
	firstPause = 5 * time.Millisecond
	lastPause  = time.Second
)

// Accept returns the next connection. It waits while the process has no file descriptor
// left, because the server need not end for that.
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

// passing reports whether accepting failed for a reason that passes by itself.
func passing(err error) bool {
	return slices.ContainsFunc([]error{
		syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM, syscall.ECONNABORTED,
	}, func(reason error) bool {
		return errors.Is(err, reason)
	})
}

// keyOf returns the key that a connection is counted under, or "" when it is not
// counted.
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
