package metrics

import (
	"context"
	"net/http"
	"time"
)

// Database measures commands of the database; it is an Observer of package
// mongodb.
func (m *Metrics) Database(_ context.Context, command, _ string) func(error) {
	begun := time.Now()
	return func(err error) { m.StoreCall("database", command, time.Since(begun), err != nil) }
}

// Storage measures requests to the object storage that go through it, until the
// head of the answer is there. An answer of 500 and more is a failure.
func (m *Metrics) Storage(next http.RoundTripper) http.RoundTripper { return measured{m, next} }

type measured struct {
	metrics *Metrics
	next    http.RoundTripper
}

// RoundTrip is that of http.RoundTripper.
func (t measured) RoundTrip(request *http.Request) (*http.Response, error) {
	begun := time.Now()
	response, err := t.next.RoundTrip(request)
	failed := err != nil || response.StatusCode >= http.StatusInternalServerError
	t.metrics.StoreCall("storage", request.Method, time.Since(begun), failed)
	return response, err
}
