package preview

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/publishing/snapshot"
)

const (
	// rendering is how long a page may take, the wait in the queue included.
	rendering = 25 * time.Second
	// tries is how often the publisher is asked while the content changes under it.
	tries = 4
	// following is how long to wait, each time, until this process has the content that the
	// publisher has.
	following = time.Second
)

// content returns what a preview shows, made from the present content, and the path of the
// page that shows it best.
type content func(context.Context) (snapshot.Preview, string, error)

// render returns the page at a path, "" for the one that shows it best. Only
// the newest preview that a frame asks for waits.
func (s *Service) render(ctx context.Context, frame, path string, content content) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, rendering)
	defer cancel()
	done, err := s.queue.take(ctx, frame)
	if err != nil {
		return nil, err
	}
	defer done()
	changed, unsubscribe := s.o.Snapshots.Subscribe()
	defer unsubscribe()
	base := ""
	for range tries {
		preview, best, err := content(ctx)
		if err != nil {
			return nil, err
		}
		current, next := s.o.Snapshots.Current(), s.o.Snapshots.Preview(preview)
		if current == nil || next == nil {
			return nil, snapshot.NotLoaded()
		}
		shown := cmp.Or(path, best)
		if shown == "" {
			return nil, problem.New(problem.Invalid, "The site has no page yet that would show this.")
		}
		pattern, param, err := s.patternOf(next, shown)
		if err != nil {
			return nil, err
		}
		if s.publisher == nil {
			return nil, away(nil)
		}
		if base == "" {
			base = current.Fingerprint()
		}
		if known := s.o.Snapshots.Find(base); known != nil {
			differing, few := next.WholeSince(known)
			if !few {
				return nil, errChanging
			}
			html, err := s.publisher.render(ctx, question{frame, pattern, param, differing})
			var other otherContent
			if !errors.As(err, &other) {
				return html, err
			}
			base = other.fingerprint
		}
		if s.o.Snapshots.Find(base) != nil {
			continue
		}
		// Another process has written what this one will hear of in a moment; or the publisher has
		// what was here before this data were restored, and reads again.
		select {
		case <-changed:
		case <-time.After(following):
		}
		if s.o.Snapshots.Find(base) == nil {
			base = ""
		}
	}
	return nil, errChanging
}

var errChanging = &problem.Error{
	Kind: problem.Unavailable, Detail: "The content is changing too fast for a preview. Please try again shortly.",
	RetryAfter: time.Second,
}

// patternOf returns the pattern of the site's routes that a path belongs to, and its parameter.
func (s *Service) patternOf(content *snapshot.Snapshot, path string) (pattern, param string, err error) {
	if path == "/404" {
		return "/_not-found", "", nil
	}
	route := s.o.RouteOf(path)
	if route == "" {
		if content.Body("pages:"+path) == nil {
			return "", "", problem.InvalidField("body.route", "The site has no page at this path.")
		}
		return "/[...path]", strings.TrimPrefix(path, "/"), nil
	}
	segments, values := strings.Split(route, "/"), strings.Split(path, "/")
	for i, segment := range segments {
		if name, ok := strings.CutPrefix(segment, "{"); ok {
			segments[i], param = "["+strings.TrimSuffix(name, "}")+"]", values[i]
		}
	}
	return strings.Join(segments, "/"), param, nil
}

const (
	// atOnce is how many previews a process makes at a time: saves have the rest of it. The
	// publisher renders one after the other.
	atOnce = 2
	// mostWaiting is how many others wait.
	mostWaiting = 100
)

// queue lets a few previews be made at a time. Only the newest of a frame waits.
type queue struct {
	slots   *semaphore.Weighted
	mu      sync.Mutex
	waiting map[string]*waiter
}

type waiter struct{ giveUp context.CancelCauseFunc }

func newQueue() *queue {
	return &queue{slots: semaphore.NewWeighted(atOnce), waiting: map[string]*waiter{}}
}

var (
	errReplaced = problem.New(problem.Conflict, "A newer preview in the same frame has taken the place of this one.")
	errMany     = &problem.Error{
		Kind: problem.Unavailable, Detail: "Too many previews are asked for at the moment. Please try again shortly.",
		RetryAfter: 2 * time.Second,
	}
)

// take waits until a preview can be made; the caller calls done after it. It returns a Conflict when
// it is asked again for the same frame, and an Unavailable problem when ctx ends.
func (q *queue) take(ctx context.Context, frame string) (done func(), err error) {
	ctx, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	mine := &waiter{giveUp}
	q.mu.Lock()
	if older := q.waiting[frame]; older != nil {
		older.giveUp(errReplaced)
	} else if len(q.waiting) >= mostWaiting {
		q.mu.Unlock()
		return nil, errMany
	}
	q.waiting[frame] = mine
	q.mu.Unlock()
	err = q.slots.Acquire(ctx, 1)
	q.mu.Lock()
	if q.waiting[frame] == mine {
		delete(q.waiting, frame)
	}
	q.mu.Unlock()
	switch {
	case err == nil:
		return func() { q.slots.Release(1) }, nil
	case errors.Is(context.Cause(ctx), errReplaced):
		return nil, errReplaced
	}
	return nil, errMany
}
