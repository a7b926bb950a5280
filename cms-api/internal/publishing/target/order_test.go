package target

import (
	"context"
	"maps"
	"path"
	"strings"
	"sync"
	"testing"
)

// witness notes in which order a mirror is changed.
type witness struct {
	host
	mu   sync.Mutex
	seen []string
}

func (w *witness) put(ctx context.Context, f file) error {
	err := w.host.put(ctx, f)
	w.note("put " + f.key)
	return err
}

func (w *witness) remove(ctx context.Context, key string) error {
	err := w.host.remove(ctx, key)
	w.note("remove " + key)
	return err
}

func (w *witness) note(what string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !strings.Contains(what, notesFolder) {
		w.seen = append(w.seen, what)
	}
}

// stage says when a change may come; each stage ends before the next begins.
func stage(change string) int {
	verb, key, _ := strings.Cut(change, " ")
	page := path.Ext(key) == ".html"
	switch {
	case verb == "remove" && (page || path.Ext(key) == ".xml"):
		return 4
	case verb == "remove":
		return 5
	case key == "release.json":
		return 3
	case path.Ext(key) == ".xml" || key == "robots.txt":
		return 2
	case page:
		return 1
	}
	return 0
}

// What pages need comes before pages, these before what lists them, release.json
// after all, and deletions last: pages before what they needed.
func TestMirror_Order(t *testing.T) {
	onBoth(t, func(t *testing.T, p place) {
		press := newPress(t)
		before := siteFiles("one")
		maps.Copy(before, map[string]string{
			"/blog/old.html": "old", "/blog/old.txt": "old", "/_next/static/old.js": "old", "/old.svg": "old", "/old.xml": "old",
		})
		press.publish(before)
		p.mirror(press.open())

		after := siteFiles("two")
		maps.Copy(after, map[string]string{
			"/blog/new.html": "new", "/_next/static/new.js": "new", "/new.svg": "new",
			"/sitemap.xml": "other pages", "/blog/feed.xml": "feed", "/robots.txt": "some",
		})
		press.publish(after)
		store := press.open()
		m := p.open(store)
		seen := &witness{host: m.host}
		m.host = seen
		if _, err := m.Update(t.Context(), store.Current()); err != nil {
			t.Fatal(err)
		}
		stages := map[int]int{}
		for i, change := range seen.seen {
			stages[stage(change)]++
			if i > 0 && stage(change) < stage(seen.seen[i-1]) {
				t.Errorf("%q comes after %q", change, seen.seen[i-1])
			}
		}
		if want := map[int]int{0: 2, 1: 3, 2: 3, 3: 1, 4: 2, 5: 3}; !maps.Equal(stages, want) {
			t.Errorf("changes in each stage: %v, want %v\n%s", stages, want, strings.Join(seen.seen, "\n"))
		}
		p.equal(store, after, nil)
	})
}
