package apitest_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"academy/cms-api/internal/test/apitest"
)

// hands is a publisher: it signs what it hands over.
type hands struct {
	t      *testing.T
	client *apitest.Client
	key    *standardwebhooks.Webhook
	sent   int
}

func handsOf(t *testing.T, app *apitest.App) *hands {
	t.Helper()
	key, err := standardwebhooks.NewWebhook(app.Config.PublishSecrets[0])
	if err != nil {
		t.Fatal(err)
	}
	return &hands{t: t, client: app.Anonymous(t), key: key}
}

// signature returns the headers of a message that is sent at a time.
func (h *hands) signature(body []byte, at time.Time) []string {
	h.t.Helper()
	h.sent++
	id := fmt.Sprint("msg_", time.Now().UnixNano(), h.sent)
	signature, err := h.key.Sign(id, at, body)
	if err != nil {
		h.t.Fatal(err)
	}
	return []string{"webhook-id", id, "webhook-timestamp", fmt.Sprint(at.Unix()), "webhook-signature", signature}
}

func (h *hands) call(method, path string, body []byte) *apitest.Response {
	h.t.Helper()
	headers := append(h.signature(body, time.Now()), "Content-Type", "application/json")
	return h.client.Do(method, path, bytes.NewReader(body), headers...)
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

func (h *hands) put(path, text string) *apitest.Response {
	h.t.Helper()
	return h.call(http.MethodPut, "/api/publish/files/"+hashOf(text)+"?path="+path, []byte(text))
}

type liveState struct {
	Release, Fingerprint, Since string
	CodeVersion                 string `json:"code_version"`
	Partial                     bool
	Routes                      map[string]string
	Removed                     []string
	Failures                    []struct{ Path string }
}

func (h *hands) live(query string) liveState {
	h.t.Helper()
	var live liveState
	h.call(http.MethodGet, "/api/publish/live"+query, nil).Want(http.StatusOK).Into(&live)
	return live
}

// change hands over files and returns the release that consists of them, on top of the live
// one.
func (h *hands) change(files map[string]string) apitest.JSON {
	h.t.Helper()
	routes := apitest.JSON{}
	for path, text := range files {
		h.put(path, text).Want(http.StatusNoContent)
		route := strings.TrimSuffix(path, ".html")
		if route == "/index" {
			route = "/"
		}
		routes[route] = apitest.JSON{"hash": "inputs " + text, "files": apitest.JSON{path: hashOf(text)}}
	}
	return apitest.JSON{
		"parent": h.live("").Release, "fingerprint": hashOf("content"), "code_version": "code", "content_model": "model",
		"partial": false, "routes": routes, "removed": []string{}, "failures": []string{},
		"assets": apitest.JSON{}, "started_at": time.Now(), "routes_changed": len(routes), "routes_removed": 0,
		"changed": []string{}, "origin": "", "progress": apitest.JSON{"done": len(routes), "total": len(routes)},
	}
}

func (h *hands) release(change apitest.JSON) *apitest.Response {
	h.t.Helper()
	body, err := json.Marshal(change)
	if err != nil {
		h.t.Fatal(err)
	}
	return h.call(http.MethodPost, "/api/publish/releases", body)
}

func TestHandingOver_IsForThePublisher(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff, h := app.Staff(t), handsOf(t, app)
	body, text := `{"parent":"x"}`, "text"
	for name, ask := range map[string]func(*apitest.Client, ...string) *apitest.Response{
		"live": func(c *apitest.Client, headers ...string) *apitest.Response {
			return c.Get("/api/publish/live?verify=true", headers...)
		},
		"files": func(c *apitest.Client, headers ...string) *apitest.Response {
			return c.Do(http.MethodPut, "/api/publish/files/"+hashOf(text)+"?path=/a.html", strings.NewReader(text), headers...)
		},
		"releases": func(c *apitest.Client, headers ...string) *apitest.Response {
			return c.Post("/api/publish/releases", body, headers...)
		},
		"report": func(c *apitest.Client, headers ...string) *apitest.Response {
			return c.Post("/api/publish/report", body, headers...)
		},
	} {
		t.Run(name, func(t *testing.T) {
			payload := map[string]string{"live": "", "files": text, "releases": body, "report": body}[name]
			ask(app.Anonymous(t)).Problem(http.StatusUnauthorized)
			ask(staff.In(t)).Problem(http.StatusUnauthorized)
			for _, at := range []time.Duration{-6 * time.Minute, 6 * time.Minute} {
				ask(app.Anonymous(t), h.signature([]byte(payload), time.Now().Add(at))...).Problem(http.StatusUnauthorized)
			}
			ask(app.Anonymous(t), h.signature([]byte(payload+" "), time.Now())...).Problem(http.StatusUnauthorized)
		})
	}
	if found, _ := filepath.Glob(filepath.Join(app.Config.ReleasesDir, "*", "*")); len(found) > 0 {
		t.Errorf("what was refused left %v", found)
	}
}

func TestHandingOver(t *testing.T) {
	app := apitest.New(t, webOf(t)).Ready(t)
	staff, h := app.Staff(t), handsOf(t, app)
	if live := h.live(""); live.Release != "" || live.Routes == nil || len(live.Routes) != 0 || live.Failures == nil {
		t.Fatalf("before the first release: %+v", live)
	}
	home := strings.Repeat("<p>the home page</p>", 100)
	first := h.change(map[string]string{"/index.html": home, "/404.html": "nothing here", "/blog.html": "the blog"})
	h.put("/index.html", home).Want(http.StatusNoContent) // again
	h.call(http.MethodPut, "/api/publish/files/"+hashOf("a")+"?path=/a.html", []byte("b")).
		Problem(http.StatusUnprocessableEntity)
	h.call(http.MethodPut, "/api/publish/files/"+hashOf("a")+"?path=/a.html", make([]byte, 32<<20+1)).
		Problem(http.StatusRequestEntityTooLarge)

	var status struct {
		State              string
		ContentFingerprint string `json:"content_fingerprint"`
		Progress           *struct{ Done, Total int }
	}
	look := func() {
		status.Progress = nil
		staff.Get("/api/publish/status").Want(http.StatusOK).Into(&status)
	}
	look()
	first["fingerprint"] = status.ContentFingerprint
	id := h.release(first).Want(http.StatusCreated).Text("release")
	page := app.Anonymous(t).Get("/", "Accept-Encoding", "identity").Want(http.StatusOK)
	if string(page.Body) != home || page.Header.Get("Content-Type") != "text/html; charset=utf-8" {
		t.Errorf("served at once is %.60q as %q", page.Body, page.Header.Get("Content-Type"))
	}
	if got := app.Anonymous(t).Get("/", "Accept-Encoding", "br").Header.Get("Content-Encoding"); got != "br" {
		t.Errorf("it is not compressed: %q", got)
	}
	if look(); status.State != "live" {
		t.Errorf("the status is %+v", status)
	}
	apitest.Eventually(t, func() bool {
		rows := releasesOf(staff, "")
		return len(rows) == 1 && rows[0].Release == id && rows[0].Current
	})

	// A part of a change, and what is told of it.
	second := h.change(map[string]string{"/blog.html": "the new blog"})
	delete(second, "assets")
	second["partial"], second["fingerprint"], second["removed"] = true, hashOf("more"), []string{"/404"}
	second["progress"] = apitest.JSON{"done": 1, "total": 9}
	second["failures"] = []apitest.JSON{{"path": "/video", "reason": "It failed.", "since": time.Now(), "hash": "h"}}
	partial := h.release(second).Want(http.StatusCreated).Text("release")
	live := h.live("?since=" + id)
	if live.Release != partial || live.Since != id || !live.Partial || live.Fingerprint != status.ContentFingerprint ||
		len(live.Routes) != 1 || live.Routes["/blog"] != "inputs the new blog" ||
		!slices.Equal(live.Removed, []string{"/404"}) ||
		len(live.Failures) != 1 {
		t.Errorf("%+v", live)
	}
	if look(); status.State != "building" || status.Progress == nil || status.Progress.Total != 9 {
		t.Errorf("the status is %+v", status)
	}
	answer := h.call(http.MethodGet, "/api/publish/live", nil)
	headers := append(h.signature(nil, time.Now()), "If-None-Match", answer.Header.Get("ETag"))
	if same := h.client.Get("/api/publish/live", headers...).Want(http.StatusNotModified); len(same.Body) > 0 {
		t.Errorf("with 304 comes %q", same.Body)
	}

	// An old parent, files that are nowhere, another code without its files, a copy.
	var refused struct {
		Live    *liveState
		Missing []string
	}
	h.release(second).Want(http.StatusConflict).Into(&refused)
	if refused.Live == nil || refused.Live.Release != partial || !refused.Live.Partial {
		t.Errorf("with an old parent: %+v", refused)
	}
	third := h.change(nil)
	third["routes"] = apitest.JSON{"/x": apitest.JSON{"hash": "h", "files": apitest.JSON{"/x.html": hashOf("nowhere")}}}
	h.release(third).Want(http.StatusUnprocessableEntity).Into(&refused)
	if !slices.Equal(refused.Missing, []string{hashOf("nowhere")}) {
		t.Errorf("missing are %v", refused.Missing)
	}
	third["routes"] = apitest.JSON{"/x": apitest.JSON{"hash": "h", "files": apitest.JSON{"/../x.html": hashOf("x")}}}
	h.release(third).Problem(http.StatusUnprocessableEntity)
	third["routes"], third["code_version"] = apitest.JSON{}, "other"
	delete(third, "assets")
	h.release(third).Problem(http.StatusUnprocessableEntity)
	body := []byte(`{"nothing"`)
	copied := append(h.signature(body, time.Now()), "Content-Type", "application/json")
	h.client.Do(http.MethodPost, "/api/publish/releases", bytes.NewReader(body), copied...).Problem(http.StatusBadRequest)
	again := h.client.Do(http.MethodPost, "/api/publish/releases", bytes.NewReader(body), copied...)
	again.Problem(http.StatusUnauthorized)
	if live := h.live(""); live.Release != partial {
		t.Errorf("what was refused made %s live", live.Release)
	}
}

// What an editor holds live stays so, until the content is another one.
func TestHandingOver_WhileAReleaseIsHeld(t *testing.T) {
	app := apitest.New(t, webOf(t)).Ready(t)
	staff, h := app.Staff(t), handsOf(t, app)
	older := h.release(h.change(map[string]string{"/index.html": "old", "/404.html": "none"})).
		Want(http.StatusCreated).Text("release")
	h.release(h.change(map[string]string{"/index.html": "new"})).Want(http.StatusCreated)
	staff.Post("/api/publish/releases/"+older+"/activate", nil).Want(http.StatusOK)
	var status struct {
		ContentFingerprint string `json:"content_fingerprint"`
	}
	staff.Get("/api/publish/status").Want(http.StatusOK).Into(&status)
	change := h.change(map[string]string{"/index.html": "new again"})
	change["fingerprint"] = status.ContentFingerprint
	var refused struct{ Held bool }
	if h.release(change).Want(http.StatusConflict).Into(&refused); !refused.Held {
		t.Error("it does not say why")
	}
	change["fingerprint"] = hashOf("other content")
	h.release(change).Want(http.StatusCreated)
}

// Of two processes that are asked at once one makes the release, on a folder and in a bucket.
func TestHandingOver_ToTwoProcesses(t *testing.T) {
	for name, where := range map[string]func(t *testing.T, dir string) func(*apitest.Options){
		"a folder": func(_ *testing.T, dir string) func(*apitest.Options) {
			return func(o *apitest.Options) { o.Config.ReleasesDir = dir }
		},
		"a bucket": func(t *testing.T, dir string) func(*apitest.Options) {
			cache := t.TempDir()
			return func(o *apitest.Options) {
				o.Config.ReleaseStore, o.Config.ReleaseCacheDir = "s3://apitest/"+filepath.Base(filepath.Dir(dir)), cache
				o.Config.ReleasePoll = 10 * time.Millisecond
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			one := apitest.New(t, webOf(t), where(t, dir)).Ready(t)
			two := apitest.Start(t, one.Database, webOf(t), where(t, dir)).Ready(t)
			handing := []*hands{handsOf(t, one), handsOf(t, two)}
			handing[0].release(handing[0].change(map[string]string{"/index.html": "start", "/404.html": "none"})).
				Want(http.StatusCreated)
			for round := range 5 {
				var changes []apitest.JSON
				for i, h := range handing {
					changes = append(changes, h.change(map[string]string{"/index.html": fmt.Sprint("home ", round, i)}))
				}
				var answered sync.WaitGroup
				codes := make([]int, len(handing))
				for i, h := range handing {
					answered.Go(func() { codes[i] = h.release(changes[i]).Status })
				}
				answered.Wait()
				if slices.Sort(codes); !slices.Equal(codes, []int{http.StatusCreated, http.StatusConflict}) {
					t.Fatalf("answered %v", codes)
				}
				apitest.Eventually(t, func() bool {
					return string(one.Anonymous(t).Get("/").Body) == string(two.Anonymous(t).Get("/").Body)
				})
			}
		})
	}
}
