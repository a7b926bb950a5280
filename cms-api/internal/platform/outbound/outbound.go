// Package outbound calls addresses that people have typed in, and keeps such calls out
// of the network that this process runs in.
package outbound

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"syscall"
	"time"

	"code.dny.dev/ssrf"
)

// Reach is a set of network addresses that may be called.
type Reach int

const (
	// Public allows addresses of the internet only.
	Public Reach = iota
	// Private allows loopback and private networks only.
	Private
	// Anywhere allows both.
	Anywhere
)

// ErrRefused means that an address is not within the reach.
var ErrRefused = errors.New("the address may not be called")

// maxHeader bounds the memory for the header of an answer.
const maxHeader = 64 << 10

// Options configure NewClient.
type Options struct {
	Reach Reach
	// Timeout bounds a whole call including its answer.
	Timeout time.Duration
	// Resolver resolves names; nil means the system's resolver.
	Resolver *net.Resolver
}

// Client returns a client that checks each network address after the name was resolved
// and right before it is dialled, so that a name cannot resolve to another address
// after the check. It follows no redirects. A proxy of the environment, which would
// resolve names itself, is used only with Anywhere.
func Client(o Options) *http.Client {
	dialer := &net.Dialer{Timeout: o.Timeout, Resolver: o.Resolver,
		Control: func(_, address string, _ syscall.RawConn) error {
			at, err := netip.ParseAddrPort(address)
			if err == nil && o.Reach.Allows(at.Addr()) {
				return nil
			}
			return ErrRefused
		}}
	transport := &http.Transport{
		DialContext: dialer.DialContext, ForceAttemptHTTP2: true,
		MaxIdleConnsPerHost: 1, IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: maxHeader,
	}
	if o.Reach == Anywhere {
		transport.Proxy = http.ProxyFromEnvironment
	}
	return &http.Client{
		Transport: transport, Timeout: o.Timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// guard checks addresses against the registries of special-purpose addresses.
var guard = ssrf.New(ssrf.WithAnyPort())

// Allows reports whether an address is within the reach.
func (r Reach) Allows(address netip.Addr) bool {
	address = address.Unmap()
	// Clouds serve their machines' credentials at a link-local address. No endpoint is
	// at such an address, at an unspecified or at a multicast one.
	if address.IsLinkLocalUnicast() || address.IsMulticast() || address.IsUnspecified() {
		return false
	}
	network := "tcp6"
	if address.Is4() {
		network = "tcp4"
	}
	public := guard.Safe(network, netip.AddrPortFrom(address, 443).String(), nil) == nil
	return r == Anywhere || public == (r == Public)
}

// Explain returns in a few words why a call failed. It reveals nothing about the
// network behind a name.
func Explain(err error) string {
	var name *net.DNSError
	var certificate *tls.CertificateVerificationError
	var timeout net.Error
	switch {
	case errors.Is(err, ErrRefused):
		return "its address is in a network that may not be called"
	case errors.As(err, &name) && name.IsNotFound:
		return "its name is not known"
	case errors.As(err, &timeout) && timeout.Timeout(), errors.Is(err, os.ErrDeadlineExceeded):
		return "it did not answer in time"
	case errors.As(err, &name):
		return "its name could not be looked up"
	case errors.As(err, &certificate):
		return "its certificate is not valid: " + certificate.Err.Error()
	case errors.Is(err, http.ErrSchemeMismatch):
		return "it does not speak TLS"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "nothing listens at its address"
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF),
		errors.Is(err, syscall.EPIPE):
		return "the connection was cut before it answered"
	}
	return "it could not be reached"
}
