package metrics

import (
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Requests measures answered requests. The key stands for a route and is
// anything that is the same for all its requests: the series is looked up by it
// without making strings of numbers.
type Requests[K comparable] struct {
	metrics *Metrics
	series  sync.Map // of seriesKey[K] to *series
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
func NewRequests[K comparable](m *Metrics) *Requests[K] { return &Requests[K]{metrics: m} }

// Answered counts a request. Pattern and method name the route; they are asked
// for when the route answers with that status for the first time.
func (r *Requests[K]) Answered(route K, status int, took time.Duration, name func() (pattern, method string)) {
	key := seriesKey[K]{route, status}
	found, ok := r.series.Load(key)
	if !ok {
		pattern, method := name()
		found, _ = r.series.LoadOrStore(key, r.metrics.newSeries(pattern, method, status))
	}
	s := found.(*series)
	s.count.Inc()
	s.duration.Observe(took.Seconds())
	if s.also != nil {
		s.also.Inc()
	}
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
