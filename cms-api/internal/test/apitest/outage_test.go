package apitest_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"sync"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

// cable is a connection to a store that tests can cut and mend.
type cable struct {
	listener net.Listener
	target   string

	mu    sync.Mutex
	cut   bool
	conns []net.Conn
}

func plugIn(t *testing.T, target string) *cable {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cable{listener: listener, target: target}
	t.Cleanup(func() { c.Cut(); _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			c.connect(conn)
		}
	}()
	return c
}

func (c *cable) connect(conn net.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cut {
		_ = conn.Close()
		return
	}
	other, err := net.Dial("tcp", c.target)
	if err != nil {
		_ = conn.Close()
		return
	}
	c.conns = append(c.conns, conn, other)
	go func() { _, _ = io.Copy(conn, other); _ = conn.Close() }()
	go func() { _, _ = io.Copy(other, conn); _ = other.Close() }()
}

// Cut ends every connection and refuses new ones.
func (c *cable) Cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cut = true
	for _, conn := range c.conns {
		_ = conn.Close()
	}
	c.conns = nil
}

// Mend lets connections through again.
func (c *cable) Mend() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cut = false
}

func TestDatabaseOutage_PublicReadsGoOnAndWritesComeBack(t *testing.T) {
	var database *cable
	app := apitest.New(t, apitest.OnEmbedded(t), func(o *apitest.Options) {
		address, err := url.Parse(o.Config.MongoURI)
		if err != nil {
			t.Fatal(err)
		}
		database = plugIn(t, address.Host)
		o.Config.MongoURI = "mongodb://" + database.listener.Addr().String() + "/"
		o.Web = true
	}).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	made := write(t, staff, apitest.JSON{"title": "One", "status": "published"})
	draft := write(t, staff, apitest.JSON{"title": "Not out yet"})

	database.Cut()
	// Who asks cannot be found out: that is no reason to say that the draft is gone,
	// or that there are no others than what readers see.
	staff.Get("/api/articles/" + draft.ID).Problem(http.StatusServiceUnavailable)
	staff.Get("/api/articles").Problem(http.StatusServiceUnavailable)
	refused := staff.Put("/api/articles/"+made.ID, apitest.JSON{"title": "Two"})
	refused.Problem(http.StatusServiceUnavailable)
	if refused.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	if got := anyone.Get("/api/articles/one").Want(http.StatusOK).Text("title"); got != "One" {
		t.Errorf("title = %s", got)
	}
	anyone.Get("/api/settings").Want(http.StatusOK)
	anyone.Get("/api/articles/unknown").Problem(http.StatusNotFound)
	// A cookie that nobody signed opens no way to the database.
	for _, path := range []string{"/api/articles/one", "/api/articles", "/api/settings"} {
		anyone.Get(path, "Cookie", "session=eyJhbGciOiJIUzI1NiJ9.e30.forged").Want(http.StatusOK)
	}
	apitest.Eventually(t, func() bool {
		return anyone.Get("/api/health/ready").Status == http.StatusServiceUnavailable
	})
	// What was being built goes live all the same.
	hands := handsOf(t, app)
	id := hands.release(hands.change(map[string]string{"/index.html": "<!doctype html>built"})).
		Want(http.StatusCreated).Text("release")
	if got := anyone.Get("/release.json").Want(http.StatusOK).Text("release"); got != id {
		t.Errorf("live is %s, made was %s", got, id)
	}

	database.Mend()
	app.Ready(t)
	apitest.Eventually(t, func() bool {
		return staff.Put("/api/articles/"+made.ID, apitest.JSON{"title": "Three"}).Status == http.StatusOK
	})
	apitest.Eventually(t, func() bool { return anyone.Get("/api/articles/one").Text("title") == "Three" })
}

func TestTwoProcesses_SeeEachOthersWritesAndLoseNone(t *testing.T) {
	one := apitest.New(t).Ready(t)
	two := apitest.Start(t, one.Database).Ready(t)
	first, second := one.Staff(t), two.Staff(t)
	made := write(t, first, apitest.JSON{"title": "One", "status": "published"})
	apitest.Eventually(t, func() bool {
		return two.Anonymous(t).Get("/api/articles/one").Status == http.StatusOK
	})

	bodies := []apitest.JSON{
		{"title": "T"}, {"excerpt": "E"}, {"category": "C"}, {"tags": []string{"t"}}, {"content": "<p>c</p>"},
		{"banner_image": "/media/x.png"},
	}
	done := make(chan int, len(bodies))
	for i, body := range bodies {
		who := first
		if i%2 == 0 {
			who = second
		}
		go func() { done <- who.Put("/api/articles/"+made.ID, body).Status }()
	}
	for range bodies {
		if status := <-done; status != http.StatusOK {
			t.Errorf("answered %d", status)
		}
	}
	var now article
	first.Get("/api/articles/" + made.ID).Want(http.StatusOK).Into(&now)
	if now.Title != "T" || now.Excerpt != "E" || now.Category != "C" || len(now.Tags) != 1 || now.Content != "<p>c</p>" ||
		now.BannerImage == "" || now.Revision != 7 {
		t.Errorf("now = %+v", now)
	}
	apitest.Eventually(t, func() bool {
		var a, b article
		one.Anonymous(t).Get("/api/articles/one").Into(&a)
		two.Anonymous(t).Get("/api/articles/one").Into(&b)
		return a.Title == "T" && a.Excerpt == "E" && a.Content == "<p>c</p>" && b.Title == a.Title &&
			b.Excerpt == a.Excerpt && b.Content == a.Content && b.BannerImage != ""
	})
}

// Both write at once, again and again: each announces every change, and in the
// end they know the same.
func TestTwoProcesses_AgreeOnWhatIsPublic(t *testing.T) {
	one := apitest.New(t).Ready(t)
	two := apitest.Start(t, one.Database).Ready(t)
	writers := []*apitest.Client{one.Staff(t), two.Staff(t)}
	const each = 10
	var writing sync.WaitGroup
	for n, who := range writers {
		writing.Go(func() {
			for i := range each {
				title := fmt.Sprintf("Article %d of %d", i, n)
				if got := who.Post("/api/articles", apitest.JSON{
					"title": title, "status": "published",
				}).Status; got != http.StatusCreated {
					t.Errorf("%s: answered %d", title, got)
				}
				if got := who.Put("/api/settings", apitest.JSON{"site_description": title}).Status; got != http.StatusOK {
					t.Errorf("settings: answered %d", got)
				}
			}
		})
	}
	writing.Wait()
	type public struct {
		Fingerprint string
		Revision    int
		Articles    []struct{ ID string }
	}
	apitest.Eventually(t, func() bool {
		var a, b public
		one.Anonymous(t).Get("/api/snapshot").Into(&a)
		two.Anonymous(t).Get("/api/snapshot").Into(&b)
		return a.Fingerprint == b.Fingerprint && len(a.Articles) == 2*each && len(b.Articles) == 2*each
	})
}
