package target

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

// edges are those that are told when the bucket shows another release.
type edges struct {
	all    []*edge
	client *http.Client
	log    *slog.Logger
}

type edge struct {
	address string
	mu      sync.Mutex
	telling bool
	again   bool // another release has come meanwhile
	failed  bool
}

func newEdges(addresses []string, log *slog.Logger) *edges {
	e := &edges{log: log, client: outbound.Client(outbound.Options{Reach: outbound.Anywhere, Timeout: tellTime})}
	for _, address := range addresses {
		e.all = append(e.all, &edge{address: strings.TrimSuffix(address, "/") + release.AboutPath})
	}
	return e
}

// tell tells all edges, and waits for none: one that does not answer keeps neither
// others nor the next release waiting.
func (e *edges) tell() {
	for _, each := range e.all {
		each.mu.Lock()
		if each.again = each.telling; !each.telling {
			each.telling = true
			go e.tellOne(each)
		}
		each.mu.Unlock()
	}
}

func (e *edges) tellOne(to *edge) {
	for more := true; more; {
		err := e.post(to.address)
		to.mu.Lock()
		more = to.again
		to.telling, to.again = more, false
		if err != nil && !to.failed {
			e.log.Warn("an edge could not be told of a release; it looks by itself", "edge", to.address, "error", err)
		}
		to.failed = err != nil
		to.mu.Unlock()
	}
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
