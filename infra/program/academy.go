package program

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Built returns the absolute path of a file that make builds, from its path below root.
// The error for a missing file says what to do.
func Built(root string, parts ...string) (string, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return "", err
	}
	file := filepath.Join(append([]string{root}, parts...)...)
	if _, err := os.Stat(file); err != nil {
		return "", fmt.Errorf("%s is missing; build it first with: make build outside", file)
	}
	return file, nil
}

var (
	storesReady = regexp.MustCompile(`^embedded: ready mongodb=(\S+) s3=(\S+)`)
	apiReady    = regexp.MustCompile(`"msg":"listening","address":"([^"]+)"`)
)

// Bucket is the bucket of the media in Stores.
const Bucket = "measured-media"

// Stores starts the embedded stores in a folder; they are empty if it is. It returns
// them with the environment of a cms-api that uses them, on any free port of the
// loopback interface and without a publisher. MONGODB_URI is the first part of Ready.
func (p *Processes) Stores(ctx context.Context, bin, dir string) (*Process, []string, error) {
	// Used for this run only, on the loopback interface.
	env := append(os.Environ(), "S3_ACCESS_KEY_ID=measured", "S3_SECRET_ACCESS_KEY=only-while-it-is-measured")
	cmd := exec.CommandContext(ctx, filepath.Join(bin, "embedded"), "--data-dir", filepath.Join(dir, "data"),
		"--mongodb-listen", "127.0.0.1:0", "--s3-listen", "127.0.0.1:0", "--s3-bucket", Bucket)
	cmd.Env = env
	stores, err := p.Start(ctx, cmd, storesReady)
	if err != nil {
		return nil, nil, err
	}
	return stores, append(env, "MONGODB_URI="+stores.Ready[1], "S3_ENDPOINT="+stores.Ready[2], "S3_BUCKET="+Bucket,
		"HOST=127.0.0.1", "PORT=0", "PUBLISHER_URL=", "RELEASES_DIR="+filepath.Join(dir, "releases"), "ADMIN_DIR=",
		"LOG_LEVEL=info", "LOG_FORMAT=json", "AUTH_SECRET="+strings.Repeat("for measuring only ", 2)), nil
}

// Serve starts cms-api with the site, as the arguments of another command unless that
// is empty, and returns once it listens: the first part of Ready is its address.
func (p *Processes) Serve(ctx context.Context, bin string, env []string, under ...string) (*Process, error) {
	args := append(slices.Clone(under), filepath.Join(bin, "cms-api"), "serve", "--web")
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Env = env
	return p.Start(ctx, cmd, apiReady)
}

// Seed fills an empty database with a folder of content.
func Seed(ctx context.Context, bin string, env []string, folder string) error {
	cmd := exec.CommandContext(ctx, filepath.Join(bin, "cms-api"), "seed", "--dir", folder)
	cmd.Env = env
	if said, err := cmd.CombinedOutput(); err != nil {
		return errors.Join(fmt.Errorf("seed: %w\n%s", err, said), ctx.Err())
	}
	return nil
}
