package publish

import (
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"academy/cms-api/internal/platform/outbound"
	"academy/cms-api/internal/platform/signal"
	"academy/cms-api/internal/publishing/release"
)

// tellTime is how long telling one edge may take; it looks by itself as well.
const tellTime = 2 * time.Second

// edges are those that are told when another release is live.
type edges struct {
	all    []*edge
	client *http.Client
	log    *slog.Logger
}

type edge struct {
	address string
	due     signal.Signal
	mu      sync.Mutex // held while it is told
	failed  bool
}

func newEdges(addresses []string, log *slog.Logger) *edges {
	e := &edges{log: log, client: outbound.Client(outbound.Options{Reach: outbound.Anywhere, Timeout: tellTime})}
	for _, address := range addresses {
		e.all = append(e.all, &edge{address: strings.TrimSuffix(address, "/") + release.AboutPath, due: signal.New()})
	}
	return e
}

// tell tells all edges, and waits for none: one that does not answer keeps neither
// others nor the next release waiting, and is told once for all that came meanwhile.
func (e *edges) tell() {
	for _, each := range e.all {
		each.due.Notify()
		go e.tellOne(each)
	}
}

func (e *edges) tellOne(to *edge) {
	to.mu.Lock()
	defer to.mu.Unlock()
	select {
	case <-to.due:
	default:
		return // it was told of this release with another one
	}
	err := e.post(to.address)
	if err != nil && !to.failed {
		e.log.Warn("an edge could not be told of a release; it looks by itself", "edge", to.address, "error", err)
	}
	to.failed = err != nil
}

func (e *edges) post(address string) error {
	answer, err := e.client.Post(address, "", nil)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode > 299 {
		return fmt.Errorf("it answered %s", answer.Status)
	}
	return nil
}
