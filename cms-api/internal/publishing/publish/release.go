package publish

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"time"

	"academy/cms-api/internal/platform/outbound"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/signal"
	"academy/cms-api/internal/publishing/release"
)

// maxHandedOver bounds a file, and what a release is made of.
const maxHandedOver = 32 << 20

// NewRelease is what the publisher makes a release of.
type NewRelease struct {
	release.Change
	Progress Progress `json:"progress"`
}

// Made names the release that was made.
type Made struct {
	Release   string   `json:"release" format:"release"`
	Unpatched []string `json:"unpatched" nullable:"false" doc:"Routes that a patch does not fit" example:"/blog/withdrawn"`
}

// PutFile stores the content of a public file for a release that follows. It returns an
// Unauthorized problem unless the publisher has signed it.
func (s *Service) PutFile(ctx context.Context, by Signature, hash, path string, content []byte) error {
	if err := s.verify(by, content); err != nil {
		return err
	}
	return storeFull(s.opts.Releases.Put(ctx, hash, path, content))
}

// Live returns what is live. It returns an Unauthorized problem unless the publisher has
// signed the question.
func (s *Service) Live(ctx context.Context, by Signature, query release.LiveQuery) (*release.LiveRelease, error) {
	if err := s.verify(by, nil); err != nil {
		return nil, err
	}
	return s.opts.Releases.Live(ctx, query)
}

// Release makes a release and makes it live. It returns an Unauthorized problem unless the
// message is signed, fresh and new to this process; a Conflict one when the release would
// have another parent than the live one, or an older one is pinned; and an Invalid one when
// the store lacks files of it. After any of them nothing has changed.
func (s *Service) Release(ctx context.Context, by Signature, payload []byte) (*Made, error) {
	if err := s.verifyOnce(by, payload); err != nil {
		return nil, err
	}
	var next NewRelease
	if err := json.Unmarshal(payload, &next); err != nil {
		return nil, problem.Wrap(problem.Malformed, err, "This is not a release.")
	}
	if s.withheld(ctx, next.Fingerprint) {
		return nil, errPinned()
	}
	if next.Routes == nil {
		next.Routes = make(map[string]release.ChangedRoute)
	}
	unpatched, err := s.opts.Releases.Patch(ctx, &next.Change)
	if err != nil {
		return nil, storeFull(err)
	}
	m, err := s.opts.Releases.Commit(ctx, next.Change)
	if err != nil {
		return nil, storeFull(err)
	}
	s.edges.tell()
	report := Report{
		State: reportLive, Fingerprint: next.Fingerprint, Progress: &next.Progress,
		StartedAt: next.StartedAt, DurationMS: m.DurationMS,
	}
	if next.Partial {
		report.State = reportBuilding
	} else {
		// Run may find the next release already.
		s.remember(ctx)
		s.built(report)
		s.opts.Log.Info("site published", "release", m.Release, "changed", next.RoutesChanged,
			"removed", next.RoutesRemoved, "ms", m.DurationMS)
	}
	s.took(report)
	return &Made{m.Release, unpatched}, nil
}

// Page returns a page of a release, by its path as a file. It returns an Unauthorized
// problem unless the publisher has signed the question, and a NotFound one when there is
// no such page.
func (s *Service) Page(ctx context.Context, by Signature, id, file string) ([]byte, error) {
	if err := s.verify(by, nil); err != nil {
		return nil, err
	}
	content, err := s.opts.Releases.Page(ctx, id, file)
	if errors.Is(err, release.ErrUnknown) || errors.Is(err, fs.ErrNotExist) {
		return nil, problem.Missing("page")
	}
	return content, err
}

// storeFull makes an error of a release store that cannot be written to a Full problem.
func storeFull(err error) error {
	for _, cause := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG, syscall.EROFS, syscall.EIO} {
		if errors.Is(err, cause) {
			return problem.Wrap(problem.Full, err,
				"The release store cannot store anything: its disk is full or broken. What is live stays so.")
		}
	}
	return err
}

func errPinned() *problem.Error {
	refused := problem.New(problem.Conflict, "An earlier release is held live. This content is not to be published.")
	refused.Held = true
	return refused
}

func (s *Service) built(report Report) {
	s.opts.Built(report.State, time.Duration(report.DurationMS)*time.Millisecond)
}

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
	mu      sync.Mutex // locked while it is told
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
