package publish

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/publishing/release"
	"academy/cms-api/internal/publishing/snapshot"
	"academy/cms-api/internal/publishing/webhook"
	"academy/cms-api/internal/test/manualclock"
	"academy/cms-api/internal/test/teststore"
)

func TestMain(m *testing.M) { os.Exit(teststore.Main(m)) }

const testSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="

// quick is a service that is not patient.
func quick() timing {
	return timing{
		compareEvery: 5 * time.Millisecond, quietFirst: 150 * time.Millisecond, quietMost: time.Second,
		buildRetry: 20 * time.Millisecond, buildRetryMax: 100 * time.Millisecond,
		leaseTTL: 500 * time.Millisecond, leaseEvery: 50 * time.Millisecond, leaseFailingMax: time.Second,
		retainEvery: 20 * time.Millisecond,
	}
}

// quickCalls is the same of webhooks.
func quickCalls() webhook.Timing {
	return webhook.Timing{
		Timeout: 20 * time.Second, PublisherRetry: 5 * time.Millisecond, PublisherRetryMax: 20 * time.Millisecond,
	}
}

// setup is what a test may change of a fixture.
type setup struct {
	Options
	url   string // of the publisher
	calls webhook.Timing
}

// onClock makes a service go by a clock that the test moves.
func onClock(clock *manualclock.Clock) func(*setup) {
	return func(s *setup) { s.Clock = clock }
}

// part is content that a test sets.
type part struct {
	mu       sync.Mutex
	title    string
	at       time.Time // when it was written; zero means now
	articles []snapshot.Article
	shown    []*snapshot.PartView[words, *words] // by each process
}

// words is the one document of the part that the content has.
type words struct {
	revision.Document
	title string
}

func (p *part) texts() map[string]words {
	at := p.at
	if at.IsZero() {
		at = time.Now()
	}
	return map[string]words{"": {revision.Document{Saved: revision.Saved{At: at}}, p.title}}
}

// removal has all later edits look like removals: what is left was written long ago.
func (p *part) removal() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.at = time.Unix(1, 0)
}

// showIn has a process show the content.
func (p *part) showIn(snapshots *snapshot.Store) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	settings := snapshot.NewPartView[words](snapshots, "settings", func(docs []words) snapshot.Content {
		return snapshot.Content{Value: map[string]string{"site_title": docs[0].title}}
	})
	p.shown = append(p.shown, settings)
	all := map[string]snapshot.Article{}
	for _, each := range p.articles {
		all[each.ID] = each
	}
	articles := snapshot.NewArticleView(snapshots)
	return errors.Join(settings.Replace(p.texts()), articles.Replace(all))
}

// edit has every process show another title.
func (p *part) edit(title string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.title = title
	var failed error
	for _, each := range p.shown {
		failed = errors.Join(failed, each.Apply(context.Background(), p.texts(), nil))
	}
	return failed
}

// fixture is a service with everything around it: content, a release store, the
// real database and a publisher that does what a test wants.
type fixture struct {
	*Service
	t         testing.TB
	content   *part
	webhooks  *webhook.Service
	releases  string
	publisher *publisher
	stop      func() // ends the process that it stands for; may be called twice
}

// fixtureOn starts a replica. Replicas that share stores and a directory
// are one installation.
func fixtureOn(
	t testing.TB, stores *teststore.Stores, dir string, p *publisher, change func(*timing), edits ...func(*setup),
) *fixture {
	t.Helper()
	return fixtureWith(t, &part{title: "first"}, stores, dir, p, change, edits...)
}

func fixtureWith(
	t testing.TB, content *part, stores *teststore.Stores, dir string, p *publisher, change func(*timing),
	edits ...func(*setup),
) *fixture {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	f := &fixture{t: t, content: content, releases: dir, publisher: p}
	db := stores.Database(t, "publish")
	setup := setup{Options: Options{
		DB: db, Clock: snapshot.SystemClock{}, Log: log, Built: func(string, time.Duration) {},
		Names:    func(context.Context) (map[string]string, error) { return nil, nil },
		Removers: func(context.Context, []string) (map[string]string, error) { return nil, nil },
	}, url: p.url(), calls: quickCalls()}
	for _, edit := range edits {
		edit(&setup)
	}
	snapshots := snapshot.NewStore(snapshot.Options{Clock: setup.Clock})
	if err := content.showIn(snapshots); err != nil {
		t.Fatal(err)
	}
	releases, err := release.Open(release.Options{Dir: dir, PollEvery: 5 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	timing := quick()
	if change != nil {
		change(&timing)
	}
	setup.Snapshots, setup.Releases = snapshots, releases
	if setup.Signer, err = webhook.NewSigner([]string{testSecret}, setup.Clock); err != nil {
		t.Fatal(err)
	}
	f.webhooks, err = webhook.New(webhook.Options{
		Snapshots: snapshots, DB: db, PublisherURL: setup.url, Signer: setup.Signer, PrivateTargets: true,
		Clock: setup.Clock, Timing: setup.calls, Log: setup.Log,
	})
	if err != nil {
		t.Fatal(err)
	}
	setup.Webhooks = f.webhooks
	f.Service = newService(setup.Options, timing)
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { f.webhooks.Run(ctx) })
	for _, run := range []func(context.Context) error{db.Follow, releases.Run, f.Run} {
		running.Go(func() { _ = run(ctx) })
	}
	f.stop = func() {
		cancel()
		running.Wait()
	}
	t.Cleanup(f.stop)
	return f
}

// edit changes the content and returns its fingerprint.
func (f *fixture) edit(title string) string {
	f.t.Helper()
	f.until("the content is loaded", f.opts.Snapshots.Ready)
	if err := f.content.edit(title); err != nil {
		f.t.Fatal(err)
	}
	return f.opts.Snapshots.Current().Fingerprint()
}

// log returns the newest deliveries to the publisher.
func (f *fixture) log(limit int) ([]webhook.Delivery, error) {
	filter := webhook.DeliveryFilter{EndpointID: webhook.Publisher}
	found, _, err := f.webhooks.Deliveries(context.Background(), filter, paging.Window{Limit: limit})
	return found, err
}

// until waits for a condition.
func (f *fixture) until(what string, holds func() bool) {
	f.t.Helper()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(20 * time.Second)
	for !holds() {
		select {
		case <-tick.C:
		case <-deadline:
			f.t.Fatalf("waited too long until %s; status is %+v", what, f.Status(context.Background()))
		}
	}
}

func (f *fixture) untilState(want State) Status {
	f.t.Helper()
	var status Status
	f.until("the state is "+string(want), func() bool {
		status = f.Status(context.Background())
		return status.State == want
	})
	return status
}

// publisher is the other side of the webhook, over a real connection.
type publisher struct {
	t        testing.TB
	listener net.Listener
	address  string
	got      chan webhook.Content

	mu     sync.Mutex
	answer func() int // status of the next answer
	ids    []string
	n      int
}

func newPublisher(t testing.TB) *publisher {
	p := &publisher{t: t, got: make(chan webhook.Content, 1000), answer: func() int { return http.StatusAccepted }}
	p.start()
	t.Cleanup(p.stop)
	return p
}

func (p *publisher) url() string { return "http://" + p.address + "/publish" }

// start listens, on the same address every time.
func (p *publisher) start() {
	address := p.address
	if address == "" {
		address = "127.0.0.1:0"
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		p.t.Fatal(err)
	}
	p.listener, p.address = listener, listener.Addr().String()
	go func() { _ = http.Serve(listener, p) }()
}

func (p *publisher) stop() { _ = p.listener.Close() }

func (p *publisher) answers(answer func() int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.answer = answer
}

func (p *publisher) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	library, err := standardwebhooks.NewWebhook(testSecret)
	// Tests move the clock of the service: a publisher that did not believe its
	// messages would be one that cannot be reached, and the lease be given away.
	if err != nil || library.VerifyIgnoringTimestamp(body, r.Header) != nil {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	var message struct {
		Type string          `json:"type"`
		Data webhook.Content `json:"data"`
	}
	if json.Unmarshal(body, &message) != nil || message.Type != "content.changed" {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	p.mu.Lock()
	answer := p.answer
	p.ids = append(p.ids, r.Header.Get("webhook-id"))
	p.mu.Unlock()
	status := answer()
	w.Header().Set("Connection", "close")
	w.WriteHeader(status)
	if status < 300 {
		p.got <- message.Data
	}
}

// next returns the next message that was taken.
func (p *publisher) next() webhook.Content {
	p.t.Helper()
	select {
	case data := <-p.got:
		return data
	case <-time.After(20 * time.Second):
		p.t.Fatal("the publisher was not told")
		return webhook.Content{}
	}
}

// untilTold skips messages until one is of the fingerprint.
func (p *publisher) untilTold(fingerprint string) webhook.Content {
	p.t.Helper()
	for {
		if data := p.next(); data.Fingerprint == fingerprint {
			return data
		}
	}
}

// build writes a release of the content, as the publisher would.
func (p *publisher) build(dir, fingerprint string, partial bool) string {
	p.t.Helper()
	return p.buildWith(dir, release.Manifest{Fingerprint: fingerprint, Partial: partial})
}

// buildWith writes a release of no files; of m what it shows and how far it is.
func (p *publisher) buildWith(dir string, m release.Manifest) string {
	p.t.Helper()
	p.mu.Lock()
	p.n++
	id := fmt.Sprintf("20990301T12%02d%02d000Z-%08x", p.n/60, p.n%60, p.n) // after those that are handed over
	p.mu.Unlock()
	for _, folder := range []string{"blobs", "manifests"} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o755); err != nil {
			p.t.Fatal(err)
		}
	}
	assets := []byte(`{"files":{}}`)
	sum := sha256.Sum256(assets)
	hash := hex.EncodeToString(sum[:])
	m.Release, m.BuiltAt, m.DurationMS = id, time.Now(), 42
	m.ChangedRoutes, m.ChangedCount, m.Assets, m.Shards = []string{"/"}, 1, hash, make([]*string, 256)
	manifest, err := json.Marshal(m)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, file := range []struct {
		name string
		data []byte
	}{{"blobs/" + hash, assets}, {"manifests/" + id + ".json", manifest}, {"CURRENT", []byte(id + "\n")}} {
		path := filepath.Join(dir, file.name)
		if err := os.WriteFile(path+".tmp", file.data, 0o644); err != nil {
			p.t.Fatal(err)
		}
		if err := os.Rename(path+".tmp", path); err != nil {
			p.t.Fatal(err)
		}
	}
	return id
}

// report sends a signed report straight to a service, which takes it.
func (p *publisher) report(s *Service, r Report) {
	p.t.Helper()
	if err := p.send(s, r); err != nil {
		p.t.Fatal(err)
	}
}

func (p *publisher) send(s *Service, r Report) error {
	p.t.Helper()
	payload, err := json.Marshal(reportMessage{Type: typeReport, Timestamp: time.Now(), Data: r})
	if err != nil {
		p.t.Fatal(err)
	}
	return s.Accept(context.Background(), p.signature(s, payload), bytes.Clone(payload))
}

func (p *publisher) signature(s *Service, payload []byte) Signature {
	p.t.Helper()
	header := http.Header{}
	id := "message_" + mongodb.NewID()
	if err := s.opts.Signer.Sign(header, id, payload); err != nil {
		p.t.Fatal(err)
	}
	return Signature{id, header.Get("webhook-timestamp"), header.Get("webhook-signature")}
}

// handOver makes a first release of a home page by the calls of the publisher, and returns
// its id.
func (p *publisher) handOver(s *Service, fingerprint, home string) string {
	p.t.Helper()
	sum := sha256.Sum256([]byte(home))
	hash := hex.EncodeToString(sum[:])
	if err := s.PutFile(p.t.Context(), p.signature(s, []byte(home)), hash, "/index.html", []byte(home)); err != nil {
		p.t.Fatal(err)
	}
	payload, err := json.Marshal(NewRelease{Change: release.Change{
		Fingerprint: fingerprint, CodeVersion: "code", StartedAt: time.Now().Add(-42 * time.Millisecond),
		Routes: map[string]release.ChangedRoute{"/": {Hash: "inputs", Files: map[string]string{"/index.html": hash}}},
		Assets: map[string]string{"/icon.svg": hash},
	}})
	if err != nil {
		p.t.Fatal(err)
	}
	made, err := s.Release(p.t.Context(), p.signature(s, payload), payload)
	if err != nil {
		p.t.Fatal(err)
	}
	return made.Release
}

func (f *fixture) isLeader() bool { return f.Gauges().Leader }

func (f *fixture) pinned() bool { return f.Gauges().Pinned }
