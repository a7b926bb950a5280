package release

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/platform/negotiate"
)

// wait returns once the release is live.
func wait(t testing.TB, store *Store, id string) {
	t.Helper()
	notified, stop := store.Subscribe()
	defer stop()
	deadline := time.After(10 * time.Second)
	for store.Current() == nil || store.Current().Release != id {
		select {
		case <-notified:
		case <-deadline:
			t.Fatalf("%s did not become live", id)
		}
	}
}

func follow(t testing.TB, dir string) *Store {
	t.Helper()
	store, err := Open(Options{Dir: dir, PollEvery: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	run(t, store)
	return store
}

func TestFollowsCurrent(t *testing.T) {
	w := newWriter(t)
	store := follow(t, w.dir)
	if store.Current() != nil {
		t.Fatal("an empty store has a release")
	}
	first := w.publish("f1", site("one"))
	wait(t, store, first)
	one := store.Current()

	files := site("one")
	files["/blog/first.html"] = long("two first")
	delete(files, "/blog/v1.2.html")
	second := w.publish("f2", files)
	wait(t, store, second)
	two := store.Current()
	if got := ask(t, store, "GET", "/blog/first"); got.body != long("two first") {
		t.Fatalf("the changed page is %.40q", got.body)
	}
	if got := ask(t, store, "GET", "/blog/v1.2"); got.status != 404 {
		t.Fatalf("the removed page: %d", got.status)
	}
	read := 0
	for i := range two.shards {
		if two.shards[i] != one.shards[i] && two.shards[i].hash != "" {
			read++
		}
	}
	if read != 1 || two.assets != one.assets {
		t.Fatalf("%d shards were read again for one changed page", read)
	}
	w.point(first)
	wait(t, store, first)
}

// A release that was not written to its end is never served.
func TestHalfWrittenReleases(t *testing.T) {
	changed := site("two")
	for name, spoil := range map[string]func(w *writer, id string){
		"no manifest": func(w *writer, id string) { w.check(os.Remove(w.path("manifests", id+".json"))) },
		"truncated manifest": func(w *writer, id string) {
			w.check(os.Truncate(w.path("manifests", id+".json"), 900))
		},
		"empty manifest": func(w *writer, id string) { w.put(w.path("manifests", id+".json"), nil) },
		"another release's manifest": func(w *writer, id string) {
			w.put(w.path("manifests", id+".json"), w.json(Manifest{Release: "x", Shards: make([]*string, shardCount)}))
		},
		"missing blob": func(w *writer, id string) {
			w.check(os.Remove(w.path("blobs", hashOf([]byte(changed["/blog.html"])))))
		},
		"truncated blob": func(w *writer, id string) {
			w.check(os.Truncate(w.path("blobs", hashOf([]byte(changed["/blog.html"]))), 10))
		},
		"damaged shard": func(w *writer, id string) {
			m, err := readManifest(t.Context(), directory(w.dir), id)
			w.check(err)
			w.put(w.path("blobs", *m.Shards[shardIndex("/blog")]), []byte(`{"routes":{}}`))
		},
		"missing assets": func(w *writer, id string) {
			m, err := readManifest(t.Context(), directory(w.dir), id)
			w.check(err)
			w.check(os.Remove(w.path("blobs", m.Assets)))
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWriter(t)
			files := site("one")
			if name == "missing assets" {
				changed = maps.Clone(changed)
				changed["/new.svg"] = "<svg>new</svg>"
			}
			first := w.publish("f1", files)
			store := open(t, w.dir)
			id := w.prepare("f2", first, changed)
			spoil(w, id)
			w.point(id)
			if err := store.Reload(t.Context()); err == nil {
				t.Fatal("it was loaded without an error")
			}
			if store.Refused() != id {
				t.Fatalf("%q is known to be refused", store.Refused())
			}
			if got := ask(t, store, "GET", "/blog"); store.Current().Release != first || got.body != long("one blog") {
				t.Fatalf("%s is live", store.Current().Release)
			}
			if restarted := open(t, w.dir); name != "no manifest" && !strings.Contains(name, "manifest") &&
				restarted.Current().Release != first {
				t.Fatal("after a restart the whole parent is not served")
			}
			third := w.publish("f3", site("three"))
			if err := store.Reload(t.Context()); err != nil || store.Current().Release != third || store.Refused() != "" {
				t.Fatalf("the next whole release is not served: %v", err)
			}
		})
	}
}

func TestCurrentThatIsNoName(t *testing.T) {
	w := newWriter(t)
	w.publish("f1", site("one"))
	store := open(t, w.dir)
	for _, text := range []string{"", "\n", "../../etc/passwd\n", "a/b", "x\ny\n"} {
		w.put(w.path("CURRENT"), []byte(text))
		if err := store.Reload(t.Context()); err == nil {
			t.Errorf("CURRENT with %q gave no error", text)
		}
	}
	if store.Current() == nil {
		t.Error("the release served so far is gone")
	}
}

// Readers over real connections get whole pages of one release or the other
// while releases are swapped, with a cache that is far too small.
func TestSwapWhileReading(t *testing.T) {
	const swaps, atOnce = 40, 4
	w := newWriter(t)
	w.publish("f0", site("r0"))
	var releases []string
	for i := 1; i <= swaps; i++ {
		releases = append(releases, w.prepare(fmt.Sprint("f", i), "", site(fmt.Sprint("r", i))))
	}
	store, err := Open(Options{Dir: w.dir, CacheBytes: 5_000})
	w.check(err)
	app := fiber.New()
	app.Use(Edge(store))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	w.check(err)
	go func() { _ = app.Listener(listener, fiber.ListenConfig{DisableStartupMessage: true}) }()
	t.Cleanup(func() { _ = app.Shutdown() })

	var newest atomic.Int64
	// A reader reads on while the next release is swapped in, and then waits for it.
	read := make(chan struct{})
	reading, end := context.WithCancel(t.Context())
	var readers sync.WaitGroup
	for range atOnce {
		readers.Go(func() {
			defer end()
			client := &http.Client{Transport: &http.Transport{}}
			defer client.CloseIdleConnections()
			for {
				select {
				case <-reading.Done():
					return
				case read <- struct{}{}:
				}
				oldest := newest.Load()
				for path, name := range map[string]string{"/": "home", "/blog": "blog", "/blog/first": "first"} {
					response, err := client.Get("http://" + listener.Addr().String() + path)
					if err != nil {
						t.Error(err)
						return
					}
					body, err := io.ReadAll(response.Body)
					response.Body.Close()
					var n int64
					if _, scanErr := fmt.Sscanf(string(body), "<p>r%d ", &n); err != nil || scanErr != nil {
						t.Errorf("%s: %v %v", path, err, scanErr)
						return
					}
					if n < oldest || string(body) != long(fmt.Sprintf("r%d %s", n, name)) {
						t.Errorf("%s is torn or old: release %d, at least %d was live", path, n, oldest)
						return
					}
				}
			}
		})
	}
	for i, id := range releases {
		for range atOnce {
			select {
			case <-read:
			case <-reading.Done():
			}
		}
		w.point(id)
		w.check(store.Reload(t.Context()))
		newest.Store(int64(i + 1))
	}
	end()
	readers.Wait()
	if store.cache.contents.size > 5_000 {
		t.Errorf("the cache holds %d bytes", store.cache.contents.size)
	}
}

func TestReplacedFilesLeaveTheMemory(t *testing.T) {
	w := newWriter(t)
	w.publish("f0", site("one"))
	store := open(t, w.dir)
	read := func() {
		for _, encoding := range []string{"identity", "gzip", "br"} {
			for _, path := range []string{"/", "/blog", "/blog/first"} {
				if got := ask(t, store, "GET", path, "Accept-Encoding", encoding); got.status != http.StatusOK {
					t.Fatalf("%s: %d", path, got.status)
				}
			}
		}
	}
	read()
	held, size := len(store.cache.contents.entries), store.cache.contents.size
	for i := range 20 {
		files := site("one")
		files["/blog/first.html"] = long(fmt.Sprint("edit ", i, " first"))
		w.publish(fmt.Sprint("f", i+1), files)
		w.check(store.Reload(t.Context()))
		read()
	}
	if contents := &store.cache.contents; len(contents.entries) != held || contents.size > size+200 {
		t.Errorf("the cache holds %d contents of %d bytes instead of %d of %d", len(contents.entries), contents.size, held,
			size)
	}
	if _, ok := store.cache.contents.entries[hashOf([]byte(long("one blog")))]; !ok {
		t.Error("a page that did not change was dropped")
	}
}

func BenchmarkServe(b *testing.B) {
	w := newWriter(b)
	w.publish("f1", site("one"))
	store := open(b, w.dir)
	f, _ := store.Current().find("/blog/first")
	b.Run("find", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			store.Current().find("/blog/first")
		}
	})
	b.Run("bytes", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := store.cache.get(f, negotiate.Brotli); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkCommit is a release with one edited page.
func BenchmarkCommit(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			store := open(b, b.TempDir())
			pages := [2]map[string]string{{"/blog/a3.html": "one"}, {"/blog/a3.html": "two"}}
			c := changeTo(b, store, "f", pages[0])
			file := c.Routes["/blog/a3"].Files["/blog/a3.html"]
			for i := range n {
				path := fmt.Sprintf("/blog/a%d", i)
				c.Routes[path] = ChangedRoute{Hash: hashOf([]byte(path)), Files: map[string]string{path + ".html": file}}
			}
			commit(b, store, c)
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				i++
				next := changeTo(b, store, "f", pages[i%2])
				next.Assets = nil
				if _, err := store.Writer.commit(b.Context(), next); err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				if err := store.Reload(b.Context()); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
			}
		})
	}
}

// BenchmarkReload is one edited page made live, at sizes that must not matter.
func BenchmarkReload(b *testing.B) {
	for _, n := range []int{10, 1_000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w := newWriter(b)
			files := map[string]string{}
			for i := range n {
				files[fmt.Sprintf("/blog/a%d.html", i)] = fmt.Sprint("page ", i)
			}
			ids := []string{w.prepare("one", "", files)}
			files["/blog/a3.html"] = "changed"
			ids = append(ids, w.prepare("two", "", files))
			w.point(ids[0])
			store := open(b, w.dir)
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				i++
				w.point(ids[i%2])
				if err := store.Reload(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
