package apitest_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"academy/cms-api/internal/test/apitest"
)

type webhook struct {
	ID, Name, URL, Kind, Secret string
	Active                      bool
	Revision                    int
	IntervalSeconds             int       `json:"interval_seconds"`
	LastDelivery                *delivery `json:"last_delivery"`
}

type delivery struct {
	ID, Endpoint, State, Error, Fingerprint string
	EndpointID                              string `json:"endpoint_id"`
	StatusCode                              int    `json:"status_code"`
	Attempts                                int
	NextTryAt                               *time.Time `json:"next_try_at"`
}

// hookServer answers with a status and keeps what it was sent.
func hookServer(t *testing.T) (address string, status *atomic.Int32, got chan *http.Request) {
	t.Helper()
	status, got = &atomic.Int32{}, make(chan *http.Request, 100)
	status.Store(http.StatusAccepted)
	listening := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		w.WriteHeader(int(status.Load()))
		got <- r
	}))
	t.Cleanup(listening.Close)
	return listening.URL + "/hook", status, got
}

func receive(t *testing.T, got chan *http.Request) (*http.Request, []byte) {
	t.Helper()
	select {
	case r := <-got:
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return r, body
	case <-time.After(readyIn):
		t.Fatal("nothing was received")
		return nil, nil
	}
}

const readyIn = 2 * time.Minute

func privateTargets(o *apitest.Options) { o.Config.WebhookPrivateTargets = true }

func deliveriesOf(t *testing.T, c *apitest.Client, query string) []delivery {
	t.Helper()
	var found []delivery
	c.Get("/api/publish/deliveries" + query).Want(http.StatusOK).Into(&found)
	return found
}

func TestWebhooks_FromAdditionToDeletion(t *testing.T) {
	app := apitest.New(t, privateTargets).Ready(t)
	admin := app.Staff(t)
	address, status, got := hookServer(t)

	answer := admin.Post("/api/admin/webhooks", apitest.JSON{"name": " Mirror ", "url": address}).Want(http.StatusCreated)
	var made webhook
	answer.Into(&made)
	if made.Name != "Mirror" || made.Kind != "standard" || !made.Active || made.IntervalSeconds != 10 ||
		!strings.HasPrefix(made.Secret, "whsec_") || answer.Header.Get("ETag") != `"1"` {
		t.Fatalf("made %+v with ETag %s", made, answer.Header.Get("ETag"))
	}
	verifier, err := standardwebhooks.NewWebhook(made.Secret)
	if err != nil {
		t.Fatal(err)
	}
	r, body := receive(t, got)
	if err := verifier.Verify(body, r.Header); err != nil {
		t.Fatalf("the receiver refuses it: %v", err)
	}
	var listed []webhook
	apitest.Eventually(t, func() bool {
		admin.Get("/api/admin/webhooks").Want(http.StatusOK).Into(&listed)
		return len(listed) == 1 && listed[0].LastDelivery != nil && listed[0].LastDelivery.State == "delivered"
	})
	for _, path := range []string{"/api/admin/webhooks", "/api/publish/deliveries", "/api/admin/audit-log"} {
		if body := string(admin.Get(path).Body); strings.Contains(body, made.Secret) || strings.Contains(body, "whsec_") {
			t.Errorf("%s shows the secret: %s", path, body)
		}
	}

	// Another secret, by who saw the newest revision only.
	path := "/api/admin/webhooks/" + made.ID
	admin.Post(path+"/secret", apitest.JSON{}, "If-Match", `"7"`).Problem(http.StatusPreconditionFailed)
	var rotated webhook
	admin.Post(path+"/secret", apitest.JSON{}, "If-Match", `"1"`).Want(http.StatusOK).Into(&rotated)
	if rotated.Secret == made.Secret || rotated.Revision != 2 {
		t.Errorf("rotated to %+v", rotated)
	}

	// A test is sent now, and says how it went.
	var tested delivery
	admin.Post(path+"/test", apitest.JSON{}).Want(http.StatusOK).Into(&tested)
	if tested.State != "delivered" || tested.StatusCode != http.StatusAccepted || tested.EndpointID != made.ID {
		t.Errorf("tested: %+v", tested)
	}
	r, body = receive(t, got)
	if verifier, err = standardwebhooks.NewWebhook(rotated.Secret); err != nil || verifier.Verify(body, r.Header) != nil {
		t.Error("the new secret does not verify")
	}
	status.Store(http.StatusInternalServerError)
	admin.Post(path+"/test", apitest.JSON{}).Want(http.StatusOK).Into(&tested)
	if tested.State != "failed" || tested.StatusCode != 500 || tested.Error == "" || tested.NextTryAt != nil {
		t.Errorf("tested: %+v", tested)
	}

	// Changed with and without the revision that was seen.
	stale := admin.Put(path, apitest.JSON{"name": "Late"}, "If-Match", `"1"`)
	stale.Problem(http.StatusPreconditionFailed)
	if strings.Contains(string(stale.Body), "whsec_") || !strings.Contains(string(stale.Body), `"current"`) {
		t.Errorf("the refusal says %s", stale.Body)
	}
	var changed webhook
	admin.Put(path, apitest.JSON{
		"name": "Host", "kind": "build-hook", "active": false, "interval_seconds": 60,
	}, "If-Match", `"2"`).Want(http.StatusOK).Into(&changed)
	if changed.Name != "Host" || changed.Kind != "build-hook" || changed.Active || changed.IntervalSeconds != 60 ||
		changed.URL != address || changed.Revision != 3 || changed.LastDelivery == nil {
		t.Errorf("changed to %+v", changed)
	}

	// Sent again once it answers well.
	receive(t, got)
	status.Store(http.StatusOK)
	var again delivery
	admin.Post("/api/publish/deliveries/"+tested.ID+"/redeliver", apitest.JSON{}).Want(http.StatusOK).Into(&again)
	if again.ID != tested.ID || again.State != "delivered" || again.Attempts != 2 {
		t.Errorf("again: %+v", again)
	}
	if _, body := receive(t, got); string(body) != "{}" {
		t.Errorf("a build hook was sent %s", body)
	}

	// The log is narrowed and comes in pages.
	all := deliveriesOf(t, admin, "?endpoint="+made.ID)
	if len(all) != 3 || all[0].ID != again.ID || len(deliveriesOf(t, admin, "?endpoint=publisher")) != 0 ||
		len(deliveriesOf(t, admin, "?state=failed")) != 0 {
		t.Errorf("the log is %+v", all)
	}
	page := admin.Get("/api/publish/deliveries?limit=1&offset=1").Want(http.StatusOK)
	if page.Header.Get("X-Total-Count") != "3" || !strings.Contains(page.Header.Get("Link"), `rel="next"`) ||
		!strings.Contains(page.Header.Get("Link"), `rel="prev"`) {
		t.Errorf("a page has %v", page.Header)
	}

	if stale := admin.Delete(path, "If-Match", `"2"`); !strings.Contains(string(stale.Body), `"name":"Host"`) {
		t.Errorf("a deletion of an older revision is refused with %s", stale.Body)
	} else {
		stale.Problem(http.StatusPreconditionFailed)
	}
	admin.Delete(path, "If-Match", `"3"`).Want(http.StatusNoContent)
	admin.Delete(path, "If-Match", `"3"`).Problem(http.StatusNotFound)
	admin.Post("/api/publish/deliveries/"+tested.ID+"/redeliver", apitest.JSON{}).Problem(http.StatusConflict)
	if left := deliveriesOf(t, admin, ""); len(left) != 3 {
		t.Errorf("%d deliveries are left", len(left))
	}
	var actions []string
	for _, entry := range auditLog(t, admin, "&resource=webhooks") {
		actions = append(actions, entry.Action)
		if entry.ResourceID != made.ID && entry.Action != "testWebhook" {
			t.Errorf("the audit log has %+v", entry)
		}
	}
	if want := []string{
		"createWebhook", "rotateWebhookSecret", "testWebhook", "testWebhook", "updateWebhook", "deleteWebhook",
	}; !slices.Equal(actions, want) {
		t.Errorf("the audit log has %v", actions)
	}
}

// Everybody who is told of the content is told of a change; drafts are none.
func TestWebhooks_AreToldOfWhatThePublicSees(t *testing.T) {
	clock := &moved{}
	app := apitest.New(t, privateTargets, func(o *apitest.Options) { o.Clock = clock }).Ready(t)
	admin := app.Staff(t)
	address, _, got := hookServer(t)
	var made webhook
	admin.Post("/api/admin/webhooks", apitest.JSON{"name": "Mirror", "url": address}).Want(http.StatusCreated).Into(&made)
	fingerprint := func() string { return admin.Get("/api/snapshot").Want(http.StatusOK).Text("fingerprint") }
	told := func() string {
		_, body := receive(t, got)
		var message struct{ Data struct{ Fingerprint string } }
		if err := json.Unmarshal(body, &message); err != nil {
			t.Fatal(err)
		}
		return message.Data.Fingerprint
	}
	if told() != fingerprint() {
		t.Error("a new webhook is told of something else than the present content")
	}
	apitest.Eventually(t, func() bool { return len(deliveriesOf(t, admin, "?state=delivered")) == 1 })
	clock.ahead.Store(int64(time.Minute))
	write(t, admin, apitest.JSON{"title": "Nobody sees it", "status": "draft"})
	write(t, admin, apitest.JSON{"title": "Everybody sees it", "status": "published"})
	if told() != fingerprint() || len(got) != 0 {
		t.Error("the change was not told, or something else was too")
	}
}

func TestWebhooks_BadInputAndWhoMay(t *testing.T) {
	app := apitest.New(t).Ready(t)
	admin := app.Staff(t)
	author, _ := invite(t, app, admin, "ravi@example.com", "author")
	good := apitest.JSON{"name": "Mirror", "url": "https://build.example.com/hook", "active": false}
	var made webhook
	admin.Post("/api/admin/webhooks", good).Want(http.StatusCreated).Into(&made)
	path := "/api/admin/webhooks/" + made.ID
	for name, bad := range map[string]struct {
		body     apitest.JSON
		location string
	}{
		"no name":             {apitest.JSON{"name": "", "url": "https://a.example/"}, "body.name"},
		"an invisible name":   {apitest.JSON{"name": " \u200b ", "url": "https://a.example/"}, "body.name"},
		"a long name":         {apitest.JSON{"name": strings.Repeat("x", 81), "url": "https://a.example/"}, "body.name"},
		"no address":          {apitest.JSON{"name": "x", "url": ""}, "body.url"},
		"a script":            {apitest.JSON{"name": "x", "url": "javascript:alert(1)"}, "body.url"},
		"a file":              {apitest.JSON{"name": "x", "url": "file:///etc/passwd"}, "body.url"},
		"without TLS":         {apitest.JSON{"name": "x", "url": "http://build.example.com/"}, "body.url"},
		"this machine":        {apitest.JSON{"name": "x", "url": "https://127.0.0.1/"}, "body.url"},
		"this machine's name": {apitest.JSON{"name": "x", "url": "https://localhost:9000/"}, "body.url"},
		"a private network":   {apitest.JSON{"name": "x", "url": "https://192.168.1.1/"}, "body.url"},
		"cloud credentials":   {apitest.JSON{"name": "x", "url": "https://169.254.169.254/latest"}, "body.url"},
		"a password":          {apitest.JSON{"name": "x", "url": "https://a:b@build.example.com/"}, "body.url"},
		"another kind": {
			apitest.JSON{"name": "x", "url": "https://a.example/", "kind": "carrier-pigeon"}, "body.kind",
		},
		"no interval": {
			apitest.JSON{"name": "x", "url": "https://a.example/", "interval_seconds": 0}, "body.interval_seconds",
		},
		"a long interval": {
			apitest.JSON{"name": "x", "url": "https://a.example/", "interval_seconds": 86401}, "body.interval_seconds",
		},
	} {
		for _, answer := range []*apitest.Response{admin.Post("/api/admin/webhooks", bad.body), admin.Put(path, bad.body)} {
			if _, locations := answer.Problem(http.StatusUnprocessableEntity); !slices.Contains(locations, bad.location) {
				t.Errorf("%s is refused at %v", name, locations)
			}
		}
	}
	admin.Post("/api/admin/webhooks", "{").Problem(http.StatusBadRequest)
	admin.Put(path, apitest.JSON{"name": "x"}, "If-Match", "soon").Problem(http.StatusBadRequest)
	admin.Get("/api/publish/deliveries?state=lost").Problem(http.StatusUnprocessableEntity)
	admin.Get("/api/publish/deliveries?limit=0").Problem(http.StatusUnprocessableEntity)
	admin.Post("/api/publish/deliveries/unknown/redeliver", apitest.JSON{}).Problem(http.StatusNotFound)

	for _, call := range []struct{ method, path string }{
		{http.MethodGet, "/api/admin/webhooks"}, {http.MethodPost, "/api/admin/webhooks"}, {http.MethodPut, path},
		{http.MethodDelete, path}, {http.MethodPost, path + "/secret"}, {http.MethodPost, path + "/test"},
	} {
		author.JSON(call.method, call.path, good).Problem(http.StatusForbidden)
		app.Anonymous(t).JSON(call.method, call.path, good).Problem(http.StatusUnauthorized)
		if unknown := strings.Replace(call.path, made.ID, "unknown", 1); unknown != call.path {
			admin.JSON(call.method, unknown, good).Problem(http.StatusNotFound)
		}
	}
	// Authors see the log and may send again.
	author.Get("/api/publish/deliveries").Want(http.StatusOK)
	author.Post("/api/publish/deliveries/unknown/redeliver", apitest.JSON{}).Problem(http.StatusNotFound)
	app.Anonymous(t).Get("/api/publish/deliveries").Problem(http.StatusUnauthorized)
	app.Anonymous(t).Post("/api/publish/deliveries/unknown/redeliver", apitest.JSON{}).Problem(http.StatusUnauthorized)

	for range 9 {
		admin.Post("/api/admin/webhooks", good).Want(http.StatusCreated)
	}
	admin.Post("/api/admin/webhooks", good).Problem(http.StatusConflict)
}
