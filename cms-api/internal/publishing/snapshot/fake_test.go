package snapshot

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"
)

// fakeClock stands still until it is told to advance.
type fakeClock struct {
	mu     sync.Mutex
	now    time.Time
	timers map[*fakeTimer]struct{}
}

type fakeTimer struct {
	at time.Time
	f  func()
}

func newFakeClock() *fakeClock {
	return &fakeClock{now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), timers: map[*fakeTimer]struct{}{}}
}

func (c *fakeClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *fakeClock) AfterFunc(d time.Duration, f func()) (stop func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	timer := &fakeTimer{c.now.Add(d), f}
	c.timers[timer] = struct{}{}
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.timers, timer)
	}
}

// jump sets the clock, to which timers pay no heed: time does not pass.
func (c *fakeClock) jump(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	for timer := range c.timers {
		timer.at = timer.at.Add(d)
	}
}

// advance moves the clock and runs what has become due before it returns.
func (c *fakeClock) advance(d time.Duration) {
	c.mu.Lock()
	c.now = c.now.Add(d)
	var due []*fakeTimer
	for timer := range c.timers {
		if !timer.at.After(c.now) {
			due = append(due, timer)
			delete(c.timers, timer)
		}
	}
	c.mu.Unlock()
	for _, timer := range due {
		timer.f()
	}
}

func testArticle(id, slug, title string, published time.Time) Article {
	summary := fmt.Sprintf(`{"id":%q,"slug":%q,"title":%q,"publish_date":%q}`, id, slug, title,
		published.Format(time.RFC3339))
	return Article{
		ID: id, Slug: slug, PublishedAt: published, DueAt: published,
		Summary: json.RawMessage(summary),
		Full:    json.RawMessage(summary[:len(summary)-1] + `,"content":"<p>` + title + `</p>"}`),
	}
}

func testParts(title string) []Part {
	return []Part{
		{Name: "settings", JSON: json.RawMessage(`{"site_title":"` + title + `"}`)},
		{Name: "sections", JSON: json.RawMessage(`[]`), Views: map[string]json.RawMessage{"visible": json.RawMessage(`[]`)}},
	}
}

// pageOf returns at most limit articles from offset on.
func pageOf(s *Snapshot, limit, offset int) *Body {
	return s.page(articlesPath, (*Snapshot).list, articleColumns(), filter{limit: limit, offset: offset}).body
}

// decoded is GET /api/snapshot, read back.
type decoded struct {
	Fingerprint string            `json:"fingerprint"`
	Base        *string           `json:"base"`
	Settings    json.RawMessage   `json:"settings"`
	Articles    []json.RawMessage `json:"articles"`
	Removed     []string          `json:"removed"`
}

func decode(t testing.TB, body []byte) decoded {
	t.Helper()
	var d decoded
	if err := json.Unmarshal(body, &d); err != nil {
		t.Fatalf("not JSON: %v\n%s", err, body)
	}
	return d
}
