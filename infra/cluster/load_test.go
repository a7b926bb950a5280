package cluster

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"
)

// load is the requests of visitors: they read pages and the API, and send forms.
type load struct {
	stop chan struct{}
	done sync.WaitGroup

	mu     sync.Mutex
	counts map[string]int
	failed []failure
}

// failure is a request with an unexpected answer.
type failure struct {
	method, path string
	began, ended time.Time
	why          string
}

func (f failure) String() string {
	return fmt.Sprintf("%s %s after %s: %s", f.method, f.path, f.ended.Sub(f.began).Round(time.Millisecond), f.why)
}

var (
	pagesRead = []string{"/", "/blog", "/videos", "/contact-us", "/release.json", "/sitemap.xml"}
	callsMade = []string{
		"/api/settings", "/api/articles?status=published", "/api/sections", "/api/videos", "/api/snapshot",
	}
)

const (
	visitors = 3                    // of each kind
	rest     = 4 * time.Millisecond // between two requests of one
)

// begin begins it at the entrance.
func begin(t *testing.T, entrance string) *load {
	l := &load{stop: make(chan struct{}), counts: map[string]int{}}
	for who := range visitors {
		reads := func(kind string, paths []string) func(*client, int) {
			return func(c *client, i int) {
				l.one(c, kind, http.MethodGet, entrance, paths[i%len(paths)], nil, http.StatusOK)
			}
		}
		for _, step := range []func(*client, int){
			reads("pages", pagesRead), reads("calls", callsMade),
			func(c *client, i int) {
				l.one(c, "forms", http.MethodPost, entrance, "/api/contact", map[string]string{
					"name": "Asha", "email": "asha@example.com",
					"message": fmt.Sprintf("Question %d of %d at %d", i, who, time.Now().UnixNano()),
				}, http.StatusCreated)
			},
		} {
			l.run(newClient(t), step)
		}
	}
	return l
}

// run repeats a step until the load ends.
func (l *load) run(c *client, step func(*client, int)) {
	l.done.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-l.stop:
				return
			case <-time.After(rest):
				step(c, i)
			}
		}
	})
}

// one makes a request, and reports whether it was answered as wanted.
func (l *load) one(c *client, kind, method, entrance, path string, body any, want int) bool {
	began := time.Now()
	got, err := c.ask(method, entrance+path, body)
	why := ""
	switch {
	case err != nil:
		why = err.Error()
	case got.status != want:
		why = fmt.Sprintf("answered %d: %.200s", got.status, got.body)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.counts[kind]++
	if why != "" {
		l.failed = append(l.failed, failure{method, path, began, time.Now(), why})
	}
	return why == ""
}

// counted waits until every kind of request has been made that often since the call.
func (l *load) counted(t *testing.T, times int) {
	t.Helper()
	l.mu.Lock()
	from := map[string]int{}
	for kind, n := range l.counts {
		from[kind] = n
	}
	l.mu.Unlock()
	deadline := time.Now().Add(patience)
	for {
		l.mu.Lock()
		enough := len(l.counts) > 0
		for kind, n := range l.counts {
			enough = enough && n-from[kind] >= times
		}
		l.mu.Unlock()
		if enough {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("the load stands still")
		}
		time.Sleep(between)
	}
}

// end ends it and returns what failed.
func (l *load) end() []failure {
	close(l.stop)
	l.done.Wait()
	return l.failed
}
