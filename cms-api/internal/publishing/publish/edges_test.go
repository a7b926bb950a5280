package publish

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"academy/cms-api/internal/publishing/release"
)

// Edges are told at once, and one that hangs keeps nobody waiting: it is told once more for
// all that came meanwhile.
func TestEdgesAreTold(t *testing.T) {
	told, hanging, goOn := make(chan struct{}, 10), make(chan struct{}, 10), make(chan struct{})
	good := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || r.URL.Path != release.AboutPath {
			t.Error(r.Method, r.URL)
		}
		w.WriteHeader(http.StatusNoContent)
		told <- struct{}{}
	}))
	defer good.Close()
	bad := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		hanging <- struct{}{}
		<-goOn
	}))
	defer bad.Close()
	e := newEdges([]string{bad.URL, good.URL + "/"}, slog.New(slog.DiscardHandler))
	e.client.Timeout = time.Minute
	for range 3 {
		e.tell()
		<-told
	}
	<-hanging
	close(goOn)
	<-hanging
	if len(hanging) > 0 || len(told) > 0 {
		t.Error("they are told too often")
	}
}
