package metrics

import (
	"maps"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Requests measures answered requests. The key stands for a route and is
// anything that is the same for all its requests: the series is looked up by it
// without making strings of numbers, and without allocating.
type Requests[K comparable] struct {
	metrics *Metrics
	series  atomic.Pointer[map[seriesKey[K]]*series] // replaced as a whole

	mu sync.Mutex // held while it is replaced
}

type seriesKey[K comparable] struct {
	route  K
	status int
}

// series is what one route and status count into.
type series struct {
	count    prometheus.Counter
	duration prometheus.Observer
	also     prometheus.Counter // nil for most
}

// NewRequests returns Requests that count into m.
func NewRequests[K comparable](m *Metrics) *Requests[K] {
	r := &Requests[K]{metrics: m}
	r.series.Store(&map[seriesKey[K]]*series{})
	return r
}

// Answered counts a request. Name returns the route's pattern and method; it is
// asked when the route answers with that status for the first time.
func (r *Requests[K]) Answered(route K, status int, took time.Duration, name func() (pattern, method string)) {
	key := seriesKey[K]{route, status}
	s, ok := (*r.series.Load())[key]
	if !ok {
		s = r.add(key, name)
	}
	s.count.Inc()
	s.duration.Observe(took.Seconds())
	if s.also != nil {
		s.also.Inc()
	}
}

func (r *Requests[K]) add(key seriesKey[K], name func() (pattern, method string)) *series {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s, ok := (*r.series.Load())[key]; ok {
		return s
	}
	pattern, method := name()
	all := maps.Clone(*r.series.Load())
	all[key] = r.metrics.newSeries(pattern, method, key.status)
	r.series.Store(&all)
	return all[key]
}

func (m *Metrics) newSeries(pattern, method string, status int) *series {
	return &series{
		count:    m.requests.WithLabelValues(pattern, method, strconv.Itoa(status)),
		duration: m.durations.WithLabelValues(pattern, method),
		also:     m.meaning(method+" "+pattern, status),
	}
}

// meaning is what an answer of some routes says beyond itself.
func (m *Metrics) meaning(route string, status int) prometheus.Counter {
	done := status < 300
	if kind, ok := forms[route]; ok && done {
		return m.leads.WithLabelValues(kind)
	}
	if kind, ok := forms[route]; ok && status == http.StatusPreconditionRequired {
		return m.held.WithLabelValues(kind)
	}
	if kind, ok := uploads[route]; ok {
		return m.uploads.WithLabelValues(kind, outcome(done, "failed"))
	}
	if way, ok := signIns[route]; ok && (done || status == 401 || status == 403) {
		return m.signIns.WithLabelValues(way, outcome(done, "refused"))
	}
	return nil
}

func outcome(done bool, otherwise string) string {
	if done {
		return "done"
	}
	return otherwise
}

var (
	forms = map[string]string{
		"POST /api/contact": "contact", "POST /api/mentorship": "mentorship",
		"POST /api/enrollments": "enrollment", "POST /api/notifications": "subscription",
	}
	uploads = map[string]string{
		"POST /api/upload/image": "image", "POST /api/admin/upload-poster": "image",
		"POST /api/admin/upload-video": "video", "POST /api/videos": "video",
	}
	signIns = map[string]string{"POST /api/auth/login": "password", "POST /api/auth/phone/verify-otp": "code"}
)
