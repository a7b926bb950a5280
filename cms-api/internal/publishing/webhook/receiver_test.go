package webhook

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// receiver is an endpoint's server.
type receiver struct {
	*httptest.Server
	t    testing.TB
	got  chan received
	mu   sync.Mutex
	code int
	// after is its Retry-After; empty for none.
	after string
}

type received struct {
	header http.Header
	body   []byte
	Content
}

func newReceiver(t testing.TB) *receiver {
	t.Helper()
	r := &receiver{t: t, got: make(chan received, 1000), code: http.StatusNoContent}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err != nil {
			return
		}
		var message struct{ Data Content }
		_ = json.Unmarshal(body, &message)
		r.mu.Lock()
		code := r.code
		if r.after != "" {
			w.Header().Set("Retry-After", r.after)
		}
		r.mu.Unlock()
		w.WriteHeader(code)
		r.got <- received{request.Header, body, message.Data}
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) answers(code int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.code = code
}

func (r *receiver) receive() received {
	r.t.Helper()
	select {
	case got := <-r.got:
		return got
	case <-time.After(20 * time.Second):
		r.t.Fatal("nothing was received")
		return received{}
	}
}

func (r *receiver) receives(fingerprint string) received {
	r.t.Helper()
	got := r.receive()
	if got.Fingerprint != fingerprint {
		r.t.Fatalf("received %+v, want the content %s", got.Content, fingerprint)
	}
	return got
}
