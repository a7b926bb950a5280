package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"academy/infra/bench/program"
)

const (
	bucket   = "bench-media"
	database = "bench"
	// Good for this run only, on the loopback interface.
	accessKey = "bench-access-key"
	secretKey = "bench-not-for-anything-else"
)

var (
	storesReady = regexp.MustCompile(`^embedded: ready mongodb=(\S+) s3=(\S+)`)
	apiReady    = regexp.MustCompile(`"msg":"listening","address":"([^"]+)"`)
)

// product is the embedded stores and cms-api on them, in a folder of their own.
type product struct {
	*program.Processes
	dir     string
	bin     string
	env     []string
	mongodb string
	stores  *program.Process
	api     *program.Process
	address string
}

// startStores starts the database and the object storage, empty.
func (p *product) startStores(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, filepath.Join(p.bin, "embedded"), "--data-dir", filepath.Join(p.dir, "data"),
		"--mongodb-listen", "127.0.0.1:0", "--s3-listen", "127.0.0.1:0", "--s3-bucket", bucket)
	p.env = append(os.Environ(), "S3_ACCESS_KEY_ID="+accessKey, "S3_SECRET_ACCESS_KEY="+secretKey)
	cmd.Env = p.env
	var err error
	if p.stores, err = p.Start(ctx, cmd, storesReady); err != nil {
		return err
	}
	p.mongodb = p.stores.Ready[1]
	p.env = append(p.env, "MONGODB_URI="+p.mongodb, "MONGODB_DATABASE="+database, "S3_ENDPOINT="+p.stores.Ready[2], "S3_BUCKET="+bucket,
		"HOST=127.0.0.1", "PORT=0", "PUBLISHER_URL=", "RELEASES_DIR="+filepath.Join(p.dir, "releases"), "ADMIN_DIR=",
		"LOG_LEVEL=info", "LOG_FORMAT=json", "AUTH_SECRET="+strings.Repeat("for measuring only ", 2))
	return nil
}

// seed fills the empty database.
func (p *product) seed(ctx context.Context, from string, articles int) error {
	folder := filepath.Join(p.dir, "seed")
	if err := writeSeed(folder, from, articles); err != nil {
		return fmt.Errorf("make content: %w", err)
	}
	cmd := exec.CommandContext(ctx, filepath.Join(p.bin, "cms-api"), "seed", "--dir", folder)
	cmd.Env = p.env
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("seed: %w\n%s", err, out)
	}
	return nil
}

// restart starts cms-api, anew when it runs already, and waits until everything
// it needs answers.
func (p *product) restart(ctx context.Context) error {
	if p.api != nil {
		if err := p.api.Stop(); err != nil {
			return fmt.Errorf("stop cms-api: %w", err)
		}
	}
	cmd := exec.CommandContext(ctx, filepath.Join(p.bin, "cms-api"), "serve", "--web")
	cmd.Env = p.env
	var err error
	if p.api, err = p.Start(ctx, cmd, apiReady); err != nil {
		return err
	}
	p.address = p.api.Ready[1]
	_, err = waitFor(ctx, p.address+"/api/health/ready", "identity")
	return err
}
