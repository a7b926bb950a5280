package preview

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/publishing/snapshot"
)

const (
	// rendering is how long a page may take, the wait in the queue included.
	rendering = 25 * time.Second
	// tries is how often the publisher is asked while the content changes under it.
	tries = 4
	// following is how long is waited for the publisher's content to be what this process has
	// seen, each time.
	following = time.Second
)

// content returns what a preview shows, made from the present content, and the path of the
// page that shows it best.
type content func(context.Context) (snapshot.Preview, string, error)

// render returns the page at a path, "" for the one that shows it best. Of the
// previews that one frame asks for, only the newest waits.
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
		pattern, param, err := s.place(next, shown)
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
		// what was here before this data were restored, and reads anew.
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

// place returns the pattern of the site's routes that a path belongs to, and its parameter.
func (s *Service) place(content *snapshot.Snapshot, path string) (pattern, param string, err error) {
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
		if name, is := strings.CutPrefix(segment, "{"); is {
			segments[i], param = "["+strings.TrimSuffix(name, "}")+"]", values[i]
		}
	}
	return strings.Join(segments, "/"), param, nil
}
