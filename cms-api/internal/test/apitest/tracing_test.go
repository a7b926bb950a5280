package apitest_test

import (
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"academy/cms-api/internal/test/apitest"
)

// spans is a collector of traces: what it was sent.
type spans struct {
	mu   sync.Mutex
	all  []*otlp.Span
	fail error
}

func (s *spans) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	body, err := io.ReadAll(r.Body)
	var sent collector.ExportTraceServiceRequest
	if err == nil {
		err = proto.Unmarshal(body, &sent)
	}
	if err != nil || r.URL.Path != "/v1/traces" {
		s.fail = err
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	for _, resource := range sent.ResourceSpans {
		for _, scope := range resource.ScopeSpans {
			s.all = append(s.all, scope.Spans...)
		}
	}
}

// named returns the first span of a trace whose name begins so, or nil.
func (s *spans) named(trace, beginning string) *otlp.Span {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, each := range s.all {
		if hex.EncodeToString(each.TraceId) == trace && strings.HasPrefix(each.Name, beginning) {
			return each
		}
	}
	return nil
}

func attribute(span *otlp.Span, key string) string {
	for _, each := range span.Attributes {
		if each.Key == key {
			return each.Value.GetStringValue()
		}
	}
	return ""
}

func TestTracing_FollowsASaveToThePublisher(t *testing.T) {
	const trace, parent = "4bf92f3577b34da6a3ce929d0e0e4736", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
	received := &spans{}
	at := httptest.NewServer(received)
	defer at.Close()
	told := make(chan string, 100)
	publisher := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		told <- r.Header.Get("traceparent")
		w.WriteHeader(http.StatusAccepted)
	}))
	defer publisher.Close()
	app := apitest.New(t, func(o *apitest.Options) { o.Config.TracesTo, o.Config.PublisherURL = at.URL, publisher.URL }).
		Ready(t)
	staff := app.Staff(t)
	made := staff.Post("/api/articles", apitest.JSON{
		"title": "Rivers", "content": "<p>x</p>", "status": "published",
	}, "traceparent", parent).Want(http.StatusCreated)
	staff.Upload("/api/upload/image", "image", "a.png", picture(t, 8, 8))
	apitest.Eventually(t, func() bool {
		select {
		case header := <-told:
			return strings.HasPrefix(header, "00-"+trace+"-") && header != parent
		default:
			return false
		}
	})
	app.Anonymous(t).Get("/api/articles/rivers", "traceparent", parent).Want(http.StatusOK)
	app.Stop(t)

	saved := received.named(trace, "POST /api/articles")
	if saved == nil || attribute(saved, "request_id") != made.Header.Get("X-Request-Id") ||
		attribute(saved, "http.route") != "/api/articles" {
		t.Fatalf("the span of the save = %v", saved)
	}
	if stored := received.named(trace, "insert articles"); stored == nil ||
		string(stored.ParentSpanId) != string(saved.SpanId) {
		t.Errorf("the span of the database = %v, of %v", stored, received.all)
	}
	if sent := received.named(trace, "POST 127.0.0.1"); sent == nil || string(sent.ParentSpanId) != string(saved.SpanId) {
		t.Errorf("the span of the webhook = %v", sent)
	}
	if read := received.named(trace, "GET /api/articles/:slug"); read == nil {
		t.Error("a public read has no span")
	}
	found := false
	for _, each := range received.all {
		found = found || strings.HasPrefix(each.Name, "PUT 127.0.0.1")
		if strings.Contains(each.Name, "rivers") {
			t.Errorf("a span is named by an address: %s", each.Name)
		}
	}
	if !found {
		t.Error("the object storage has no span")
	}
	if !strings.Contains(app.Log.String(), "trace_id="+trace) {
		t.Error("the log does not name the trace")
	}
	if received.fail != nil {
		t.Error(received.fail)
	}
}
