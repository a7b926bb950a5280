package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"academy/infra/await"
	"academy/infra/ports"
	"academy/infra/program"
	"academy/infra/spawner"
)

// The programs. The embedded stores run twice, each for one of the two stores, so that
// one can be stopped alone.
const (
	mongoDB   = "mongodb"
	s3        = "s3"
	api1      = "cms-api 1"
	api2      = "cms-api 2"
	edge      = "edge"
	publisher = "publisher"
)

// product is all programs: two replicas of the API, which also serve the site, an edge
// that serves only the site, the publisher, and the stores.
type product struct {
	dir      string
	secret   string // that webhooks are signed with
	programs map[string]*part
	apis     []string // addresses of the replicas
	edges    []string // of all servers of the site: the replicas and the edge
	entrance *balancer
	hook     string // where the publisher takes webhooks
	clock    string // file that says how far the publisher's clock is ahead
	pages    string // file that says which pages fail
	seed     func(context.Context) error
	verify   func() *exec.Cmd
}

// startsWithin bounds the time until everything answers, on a busy machine.
const startsWithin = 3 * time.Minute

// arrange prepares everything and starts nothing. Root is that of the repository,
// which must be built.
func arrange(root, dir string) (*product, error) {
	bin, main := filepath.Join(root, ".build", "bin"), filepath.Join(root, "site", ".publisher", "main.mjs")
	for _, file := range []string{filepath.Join(bin, "cms-api"), filepath.Join(bin, "embedded"), main} {
		if _, err := program.Built(file); err != nil {
			return nil, err
		}
	}
	var at []string
	for range 6 {
		free, err := ports.Free(at...)
		if err != nil {
			return nil, err
		}
		at = append(at, free)
	}
	port := func(i int) string { return "PORT=" + strings.TrimPrefix(at[i], "127.0.0.1:") }
	p := &product{
		dir: dir, secret: "whsec_" + random(32), programs: map[string]*part{},
		apis: []string{"http://" + at[2], "http://" + at[3]}, hook: "http://" + at[5] + "/publish",
		clock: filepath.Join(dir, "clock"), pages: filepath.Join(dir, "pages"),
	}
	p.edges = append(slices.Clone(p.apis), "http://"+at[4])
	var err error
	if p.entrance, err = newBalancer(p.apis); err != nil {
		return nil, err
	}
	releases := p.releases()
	env := append(os.Environ(),
		"S3_ACCESS_KEY_ID=chaos", "S3_SECRET_ACCESS_KEY="+random(30), "AUTH_SECRET="+random(48), "PUBLISH_SECRET="+p.secret,
		"RELEASES_DIR="+releases, "PUBLIC_URL="+p.entrance.url, "HOST=127.0.0.1", "ADMIN_DIR=",
		// One visitor sends many forms here.
		"RATE_LIMIT_FORMS=off",
		// Soon enough for releases to be forgotten and swept while things break.
		"RELEASE_KEEP=20", "RELEASE_SWEEP_AFTER=1m",
	)
	add := func(name, path string, dir string, own []string, args ...string) {
		p.programs[name] = &part{log: filepath.Join(p.dir, slug(name)+".log"), command: func() *exec.Cmd {
			cmd := exec.Command(path, args...)
			cmd.Dir, cmd.Env = dir, append(slices.Clone(env), own...)
			return cmd
		}}
	}
	store := func(name, mongodb, s3 string) {
		add(name, filepath.Join(bin, "embedded"), root, nil, "--data-dir", filepath.Join(dir, name),
			"--mongodb-listen", mongodb, "--s3-listen", s3, "--s3-bucket", "academy-media", "--exit-with-stdin")
	}
	store(mongoDB, at[0], "127.0.0.1:0")
	store(s3, "127.0.0.1:0", at[1])
	stores := []string{"MONGODB_URI=mongodb://" + at[0] + "/", "S3_ENDPOINT=http://" + at[1], "PUBLISHER_URL=" + p.hook}
	cms := filepath.Join(bin, "cms-api")
	for i, name := range []string{api1, api2} {
		add(name, cms, root, append(slices.Clone(stores), port(2+i)), "serve", "--web")
	}
	add(edge, cms, root, []string{port(4)}, "edge")
	add(publisher, "node", filepath.Join(root, "site"),
		[]string{
			"CMS_API_URL=" + p.entrance.url, "PUBLISHER_HOST=127.0.0.1", "PUBLISHER_" + port(5), "CLOCK_FILE=" + p.clock,
			"PAGES_FILE=" + p.pages,
		},
		"--import", filepath.Join(root, "infra", "chaos", "clock.mjs"), "--import", filepath.Join(root, "infra", "chaos",
			"pages.mjs"), main)
	starts := spawner.New()
	for _, each := range p.programs {
		each.spawner = starts
	}
	p.seed = func(ctx context.Context) error {
		return program.Seed(ctx, bin, append(slices.Clone(env), stores...), filepath.Join(root, "content-seed"))
	}
	p.verify = func() *exec.Cmd {
		cmd := exec.Command(cms, "release", "verify")
		cmd.Env = append(slices.Clone(env), stores...)
		return cmd
	}
	return p, nil
}

func (p *product) releases() string { return filepath.Join(p.dir, "releases") }

// start starts everything and returns once the site answers everywhere.
func (p *product) start(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startsWithin)
	defer cancel()
	for _, name := range []string{mongoDB, s3} {
		if err := p.programs[name].up(); err != nil {
			return err
		}
	}
	if err := p.seed(ctx); err != nil {
		return err
	}
	for _, name := range []string{api1, api2, edge, publisher} {
		if err := p.programs[name].up(); err != nil {
			return err
		}
	}
	for _, at := range p.edges {
		if err := await.Success(ctx, func() error { return answers(ctx, at+"/release.json") }); err != nil {
			return fmt.Errorf("the site does not answer: %w", err)
		}
	}
	for _, at := range p.apis {
		if err := await.Success(ctx, func() error { return answers(ctx, at+"/api/health/ready") }); err != nil {
			return fmt.Errorf("the API does not answer: %w", err)
		}
	}
	return nil
}

// stop ends everything and returns once nothing is left.
func (p *product) stop() {
	for _, each := range p.programs {
		each.down()
	}
	p.entrance.close()
}

// crashes returns which programs ended by themselves, and how often.
func (p *product) crashes() map[string]int {
	found := map[string]int{}
	for name, each := range p.programs {
		if n := each.crashed(); n > 0 {
			found[name] = n
		}
	}
	return found
}

func random(bytes int) string {
	b := make([]byte, bytes)
	_, _ = rand.Read(b) // never fails
	return base64.StdEncoding.EncodeToString(b)
}

// slug is a name for files.
func slug(name string) string { return strings.ReplaceAll(name, " ", "-") }
