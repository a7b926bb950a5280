package publish

import (
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"academy/cms-api/internal/platform/outbound"
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
	waiting chan struct{} // has room for one that is to be told once mu is free
	mu      sync.Mutex
	failed  bool
}

func newEdges(addresses []string, log *slog.Logger) *edges {
	e := &edges{log: log, client: outbound.Client(outbound.Options{Reach: outbound.Anywhere, Timeout: tellTime})}
	for _, address := range addresses {
		e.all = append(e.all, &edge{
			address: strings.TrimSuffix(address, "/") + release.AboutPath, waiting: make(chan struct{}, 1),
		})
	}
	return e
}

// tell tells all edges, and waits for none: one that does not answer keeps neither
// others nor the next release waiting, and is told once for all that came meanwhile.
func (e *edges) tell() {
	for _, each := range e.all {
		select {
		case each.waiting <- struct{}{}:
			go e.tellOne(each)
		default:
		}
	}
}

func (e *edges) tellOne(to *edge) {
	to.mu.Lock()
	defer to.mu.Unlock()
	<-to.waiting
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
