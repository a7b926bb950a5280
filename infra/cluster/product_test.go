package cluster

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"academy/infra/ports"
	programs "academy/infra/program"
	"academy/infra/spawner"
)

const (
	replicas      = 3
	edgesCount    = 2
	media         = "academy-media"
	releaseBucket = "academy-releases"
)

// product is everything that runs.
type product struct {
	t        *testing.T
	dir      string
	spawner  *spawner.Spawner
	all      []*program
	apis     []*program
	edges    []*program
	apiAt    []string // their addresses
	edgeAt   []string
	entrance string // Caddy's
}

// launch starts everything and returns once the site and the API answer through
// Caddy. It is ended with the test.
func launch(t *testing.T) *product {
	t.Helper()
	p := &product{t: t, dir: t.TempDir(), spawner: spawner.New()}
	t.Cleanup(p.stop)
	mongo, s3 := p.database(), p.minio()
	keeperKey, readerKey := p.buckets(s3)

	secret := "whsec_" + base64.StdEncoding.EncodeToString(random(32))
	publisherAt, caddyAt := freeAddress(t), freeAddress(t)
	p.entrance = "http://" + caddyAt
	common := []string{
		// Caddy, whose connections are everybody's.
		"TRUSTED_PROXIES=127.0.0.1",
		"PUBLIC_URL=" + p.entrance, "HOST=127.0.0.1", "ADMIN_DIR=" + filepath.Dir(built(t, "admin", "dist", "index.html")),
	}
	bucket := []string{"RELEASE_STORE=s3://" + releaseBucket + "/site", "RELEASE_S3_ENDPOINT=" + s3}
	cms := slices.Concat(common, bucket, keeperKey.env("S3"), []string{
		"MONGODB_URI=" + mongo, "S3_ENDPOINT=" + s3, "S3_BUCKET=" + media,
		"AUTH_SECRET=" + hex.EncodeToString(random(32)), "PUBLISH_SECRET=" + secret,
		"PUBLISHER_URL=http://" + publisherAt + "/publish",
		"RATE_LIMIT_FORMS=off", "RATE_LIMIT_LOGIN=6/15m", "RATE_LIMIT_FORGOT_ADDRESS=5/1h",
		// Longer than Caddy takes to notice, which HEALTH_INTERVAL says below.
		"SHUTDOWN_DELAY=4s",
	})
	binary := built(t, ".build", "bin", "cms-api")
	if err := programs.Seed(t.Context(), filepath.Dir(binary), append(os.Environ(), cms...),
		filepath.Join(root(t), "content-seed")); err != nil {
		t.Fatal(err)
	}
	for range edgesCount {
		p.edgeAt = append(p.edgeAt, "http://"+freeAddress(t))
	}
	cms = append(cms, "RELEASE_TELL="+strings.Join(p.edgeAt, ","))
	for i := range replicas {
		at := freeAddress(t)
		name := fmt.Sprintf("cms-api-%d", i+1)
		p.apis = append(p.apis, p.program(name, binary,
			append(slices.Clone(cms), port(at), "RELEASE_CACHE_DIR="+filepath.Join(p.dir, name)), "serve", "--web"))
		p.apiAt = append(p.apiAt, "http://"+at)
	}
	for i, at := range p.edgeAt {
		name := fmt.Sprintf("edge-%d", i+1)
		env := slices.Concat(common, bucket, readerKey.env("RELEASE_S3"), []string{
			port(strings.TrimPrefix(at, "http://")), "RELEASE_CACHE_DIR=" + filepath.Join(p.dir, name),
		})
		p.edges = append(p.edges, p.program(name, binary, env, "edge"))
	}
	publisher := p.program("publisher", "node", []string{
		"CMS_API_URL=" + p.entrance, "PUBLIC_URL=" + p.entrance, "PUBLISH_SECRET=" + secret,
		"PUBLISHER_HOST=127.0.0.1", "PUBLISHER_" + port(publisherAt),
	}, built(t, "site", ".publisher", "main.mjs"))
	publisher.dir = filepath.Join(root(t), "site")
	p.caddy("caddy", "http://"+caddyAt)
	for _, program := range p.all {
		if program.child == nil {
			program.start()
		}
	}
	for _, at := range append(slices.Clone(p.edgeAt), p.entrance) {
		p.answers(at+"/", http.StatusOK)
	}
	for _, at := range append(slices.Clone(p.apiAt), p.entrance) {
		p.answers(at+"/api/health/ready", http.StatusOK)
	}
	return p
}

// database starts the embedded one and returns its address.
func (p *product) database() string {
	mongoAt := freeAddress(p.t)
	key := []string{"S3_ACCESS_KEY_ID=unused", "S3_SECRET_ACCESS_KEY=unused-but-wanted"}
	p.program("mongodb", built(p.t, ".build", "bin", "embedded"), key, "--data-dir", filepath.Join(p.dir, "mongodb"),
		"--mongodb-listen", mongoAt, "--s3-listen", "127.0.0.1:0", "--s3-bucket", "unused", "--exit-with-stdin").start()
	return "mongodb://" + mongoAt + "/"
}

// minio starts one with four drives and returns its address.
func (p *product) minio() string {
	s3At := freeAddress(p.t)
	// CI: four drives of one disk, which is the root's, are no drives otherwise.
	p.program("minio", built(p.t, ".build", "bin", "minio"), []string{
		"MINIO_ROOT_USER=" + rootUser, "MINIO_ROOT_PASSWORD=" + rootPassword, "MINIO_CI_CD=on", "MINIO_BROWSER=off",
		"MINIO_UPDATE=off",
	}, "server", "--quiet", "--address", s3At, filepath.Join(p.dir, "minio", "drive{1...4}")).start()
	p.answers("http://"+s3At+"/minio/health/cluster", http.StatusOK)
	return "http://" + s3At
}

const rootUser, rootPassword = "cluster-root", "cluster-root-password"

// key is one of a user of MinIO.
type key struct{ id, secret string }

func (k key) env(prefix string) []string {
	return []string{prefix + "_ACCESS_KEY_ID=" + k.id, prefix + "_SECRET_ACCESS_KEY=" + k.secret}
}

// buckets makes buckets and users, with keys that nobody had before, by the script of
// production.
func (p *product) buckets(s3 string) (keeper, reader key) {
	keeper = key{"keeper-" + hex.EncodeToString(random(4)), hex.EncodeToString(random(16))}
	reader = key{"reader-" + hex.EncodeToString(random(4)), hex.EncodeToString(random(16))}
	file := func(name, value string) string {
		file := filepath.Join(p.dir, name)
		if err := os.WriteFile(file, []byte(value), 0o600); err != nil {
			p.t.Fatal(err)
		}
		return name + "_FILE=" + file
	}
	init := exec.Command("sh", filepath.Join(root(p.t), "infra", "minio", "init.sh"))
	init.Env = append(os.Environ(), "PATH="+filepath.Dir(built(p.t, ".build", "bin", "mc"))+":"+os.Getenv("PATH"),
		"MC_CONFIG_DIR="+p.dir,
		"MINIO_URL="+s3, file("MINIO_ROOT_USER", rootUser), file("MINIO_ROOT_PASSWORD", rootPassword),
		file("S3_ACCESS_KEY_ID", keeper.id), file("S3_SECRET_ACCESS_KEY", keeper.secret),
		file("EDGE_ACCESS_KEY_ID", reader.id), file("EDGE_SECRET_ACCESS_KEY", reader.secret))
	if said, err := init.CombinedOutput(); err != nil {
		p.t.Fatalf("minio/init.sh: %v\n%s", err, said)
	}
	return keeper, reader
}

// caddy prepares a Caddy with our Caddyfile at an address.
func (p *product) caddy(name, address string, env ...string) *program {
	hosts := func(addresses []string) string {
		return strings.ReplaceAll(strings.Join(addresses, " "), "http://", "")
	}
	plain, err := url.Parse(address)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.program(name, built(p.t, ".build", "bin", "caddy"), append([]string{
		"SITE_ADDRESS=" + address, "HTTP_PORT=" + plain.Port(), "CMS_UPSTREAMS=" + hosts(p.apiAt),
		"EDGE_UPSTREAMS=" + hosts(p.edgeAt), "BIND=127.0.0.1", "CADDY_ADMIN=off",
		"HEALTH_INTERVAL=200ms", "XDG_DATA_HOME=" + filepath.Join(p.dir, name),
		"XDG_CONFIG_HOME=" + filepath.Join(p.dir, name),
	}, env...), "run", "--config", filepath.Join(root(p.t), "infra", "Caddyfile"))
}

func (p *product) program(name, path string, env []string, args ...string) *program {
	made := &program{
		t: p.t, name: name, path: path, args: args, dir: p.dir, env: env, log: filepath.Join(p.dir, name+".log"),
		spawner: p.spawner,
	}
	p.all = append(p.all, made)
	return made
}

// stop ends everything, the stores last, and shows what was said when the test failed.
func (p *product) stop() {
	for _, program := range slices.Backward(p.all) {
		program.end(syscall.SIGKILL)
		if p.t.Failed() {
			p.t.Log(program.tail())
		}
	}
}

func freeAddress(t *testing.T) string {
	t.Helper()
	at, err := ports.Free()
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func port(at string) string {
	_, port, _ := net.SplitHostPort(at)
	return "PORT=" + port
}

func random(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails
	return b
}
