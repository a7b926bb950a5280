package main

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"time"
)

// balancer stands for the load balancer of production: it sends requests to the
// replicas round robin, and to the next one when one does not answer.
type balancer struct {
	url       string
	server    *http.Server
	transport *http.Transport
	targets   []*url.URL
	turn      atomic.Uint64
}

// After this time a replica that accepts a connection and does not answer is given up.
const answersWithin = 5 * time.Second

func newBalancer(targets []string) (*balancer, error) {
	b := &balancer{transport: &http.Transport{
		ResponseHeaderTimeout: answersWithin, MaxIdleConnsPerHost: 16, DisableCompression: true,
	}}
	for _, target := range targets {
		parsed, err := url.Parse(target)
		if err != nil {
			return nil, err
		}
		b.targets = append(b.targets, parsed)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	b.url = "http://" + listener.Addr().String()
	proxy := &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(b.targets[0]) }, // RoundTrip chooses
		Transport: b,
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) {
			w.WriteHeader(http.StatusBadGateway)
		},
	}
	b.server = &http.Server{Handler: proxy}
	go func() { _ = b.server.Serve(listener) }()
	return b, nil
}

// RoundTrip asks the replicas until one answers. A request that changes something is
// sent to another replica only when it has not reached the one before.
func (b *balancer) RoundTrip(request *http.Request) (*http.Response, error) {
	var body []byte
	if request.Body != nil {
		var err error
		if body, err = io.ReadAll(request.Body); err != nil {
			return nil, err
		}
	}
	var response *http.Response
	var err error
	turn := b.turn.Add(1)
	for i := range b.targets {
		target := b.targets[(turn+uint64(i))%uint64(len(b.targets))]
		again := request.Clone(request.Context())
		again.URL.Host, again.Host = target.Host, target.Host
		again.Body = io.NopCloser(bytes.NewReader(body))
		if response, err = b.transport.RoundTrip(again); err == nil {
			return response, nil
		}
		if request.Method != http.MethodGet && !refused(err) || request.Context().Err() != nil {
			break
		}
	}
	return nil, err
}

func (b *balancer) close() {
	b.server.Close()
	b.transport.CloseIdleConnections()
}
