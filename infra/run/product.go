package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"
	"time"
)

const (
	// Together these are less than the ten seconds that stopping may take.
	publisherGrace = 3 * time.Second
	cmsGrace       = 4 * time.Second
	storesGrace    = 2 * time.Second
	// waitsFor bounds the first start: building a very large site takes minutes.
	waitsFor = 30 * time.Minute
	sayEvery = 15 * time.Second
	// maxSocketPath is the lowest limit of the supported systems.
	maxSocketPath = 100
)

// product starts everything in order, prints when it is ready, and returns when ctx
// ends (nil) or when it cannot go on.
func product(ctx context.Context, s *supervisor, set settings, out *output) error {
	env := shared(set)
	mongodbURI, s3Endpoint := set.mongodbURI, set.s3Endpoint
	if mongodbURI == "" {
		var err error
		if mongodbURI, s3Endpoint, err = startStores(ctx, s, set, env); err != nil {
			return err
		}
	}
	publisherURL := set.publisherURL
	if publisherURL == "" {
		publisherURL = fmt.Sprintf("http://127.0.0.1:%d/publish", set.publisherPort)
	}
	cmsEnv := append(cmsEnvironment(set, mongodbURI, s3Endpoint), "PUBLISHER_URL="+publisherURL)
	if err := set.keepEnvironment(cmsEnv); err != nil {
		return err
	}
	cms := program{name: "cms-api", path: filepath.Join(set.bin, "cms-api"), env: cmsEnv, dir: set.root, grace: cmsGrace}

	seed := cms
	seed.name, seed.args = "seed", fixed("seed", "--dir", set.seed)
	if err := s.once(seed); err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return fmt.Errorf("the database could not be seeded (%w); what was said is above", err)
	}
	cms.args = fixed("serve", "--web")
	s.keep(cms)
	api := "http://" + net.JoinHostPort(reachable(set.host), strconv.Itoa(set.port))
	if set.publisherURL == "" {
		s.keep(program{
			name: "publisher", path: "node", args: fixed(set.publisher()), dir: filepath.Join(set.root, "site"),
			grace: publisherGrace,
			env: append(env, "CMS_API_URL="+api, "PUBLISHER_HOST=127.0.0.1",
				"PUBLISHER_PORT="+strconv.Itoa(set.publisherPort)),
		})
	}
	answers := make(chan error, 1)
	go func() {
		// The site cannot answer before there is a release; where that can be seen, requests
		// until then would only fill the log.
		if os.Getenv("RELEASE_STORE") == "" {
			release := filepath.Join(set.dataDir, "releases", "CURRENT")
			if err := awaitFile(ctx, out, release); err != nil {
				answers <- err
				return
			}
		}
		answers <- awaitAnswers(ctx, out, api+"/api/health/ready", api+"/")
	}()
	select {
	case err := <-answers:
		if err != nil {
			return err
		}
	case err := <-s.failed:
		return err
	case <-ctx.Done():
		return nil
	}
	s.settle()
	out.plain("ready: " + set.url())
	<-ctx.Done()
	return nil
}

// shared is the environment of every process. A secret in this program's environment
// takes precedence over the stored one, because stores that somebody else runs have
// their own credentials.
func shared(set settings) []string {
	var env []string
	for _, kind := range secretKinds {
		if os.Getenv(kind.name) == "" {
			env = append(env, kind.name+"="+set.secrets[kind.name])
		}
	}
	if os.Getenv("PUBLIC_URL") == "" {
		env = append(env, "PUBLIC_URL="+set.url())
	}
	return env[:len(env):len(env)] // so that append copies
}

// cmsEnvironment is the environment of cms-api without the settings of the publisher.
func cmsEnvironment(set settings, mongodbURI, s3Endpoint string) []string {
	return append(shared(set),
		"RELEASES_DIR="+filepath.Join(set.dataDir, "releases"),
		"MONGODB_URI="+mongodbURI,
		"S3_ENDPOINT="+s3Endpoint,
		"HOST="+set.host,
		"PORT="+strconv.Itoa(set.port),
		"ADMIN_DIR="+set.admin(),
	)
}

func fixed(args ...string) func() []string { return func() []string { return args } }

// reachable is the address at which this machine reaches a server that listens on host.
func reachable(host string) string {
	if ip := net.ParseIP(host); host == "" || (ip != nil && ip.IsUnspecified()) {
		return "127.0.0.1"
	}
	return host
}

// stores is the embedded program. On its first start it chooses its ports; after a
// crash it must come back on the same ones, because cms-api knows them.
type stores struct {
	set     settings
	env     []string
	ready   chan struct{}
	mu      sync.Mutex
	mongodb string // address to connect to; empty before the first start
	s3      string
}

// startStores keeps the embedded stores running and returns their addresses once
// they are ready.
func startStores(ctx context.Context, s *supervisor, set settings, env []string) (mongodb, s3 string, err error) {
	stores := newStores(set, env)
	s.keep(stores.program())
	select {
	case <-stores.ready:
		mongodb, s3 = stores.addresses()
		return mongodb, s3, nil
	case err := <-s.failed:
		return "", "", err
	case <-ctx.Done():
		return "", "", ctx.Err()
	}
}

func newStores(set settings, env []string) *stores {
	return &stores{set: set, env: env, ready: make(chan struct{})}
}

func (st *stores) addresses() (mongodb, s3 string) {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.mongodb, st.s3
}

func (st *stores) program() program {
	return program{
		name: "embedded", path: filepath.Join(st.set.bin, "embedded"),
		args: st.args, env: st.env, dir: st.set.root, heard: st.heard, grace: storesGrace,
	}
}

func (st *stores) args() []string {
	mongodb, s3 := "127.0.0.1:0", "127.0.0.1:0"
	// A socket in the data folder, rather than a port that everybody on the machine
	// can connect to.
	if socket := filepath.Join(st.set.dataDir, "mongodb.sock"); len(socket) <= maxSocketPath {
		mongodb = "unix:" + socket
	}
	known, endpoint := st.addresses()
	if u, err := url.Parse(endpoint); err == nil && u.Host != "" {
		s3 = u.Host
	}
	if u, err := url.Parse(known); err == nil && u.Port() != "" {
		mongodb = u.Host
	}
	return []string{
		"--data-dir", filepath.Join(st.set.dataDir, "stores"),
		"--mongodb-listen", mongodb, "--s3-listen", s3, "--s3-bucket", bucket(), "--exit-with-stdin",
	}
}

func bucket() string {
	if name := os.Getenv("S3_BUCKET"); name != "" {
		return name
	}
	return "academy-media"
}

var storesReady = regexp.MustCompile(`^embedded: ready mongodb=(\S+) s3=(\S+)$`)

func (st *stores) heard(line string) bool {
	match := storesReady.FindStringSubmatch(line)
	if match == nil {
		return false
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.mongodb == "" {
		st.mongodb, st.s3 = match[1], match[2]
		close(st.ready)
	}
	return true
}

// awaitFile returns nil once the file exists.
func awaitFile(ctx context.Context, out *output, name string) error {
	return await(ctx, out, "the first release of the site", func() string {
		if _, err := os.Stat(name); err != nil {
			return "it is being built"
		}
		return ""
	})
}

// awaitAnswers returns nil once every address has answered 200.
func awaitAnswers(ctx context.Context, out *output, addresses ...string) error {
	client := &http.Client{Timeout: 5 * time.Second}
	for _, address := range addresses {
		if err := await(ctx, out, address, func() string { return ask(ctx, client, address) }); err != nil {
			return err
		}
	}
	return nil
}

// await returns nil once why returns "" or when ctx ends, and an error when that takes
// too long. From time to time it prints what it waits for.
func await(ctx context.Context, out *output, what string, why func() string) error {
	began, next := time.Now(), sayEvery
	for {
		reason := why()
		if reason == "" {
			return nil
		}
		if waited := time.Since(began); waited > waitsFor {
			return fmt.Errorf("waited %s for %s: %s", waitsFor, what, reason)
		} else if waited > next {
			out.line("run", fmt.Sprintf("waiting for %s: %s", what, reason))
			next += sayEvery
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// ask returns why the address does not answer 200, or "".
func ask(ctx context.Context, client *http.Client, address string) string {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err.Error()
	}
	answer, err := client.Do(request)
	if err != nil {
		return err.Error()
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return answer.Status
	}
	return ""
}
