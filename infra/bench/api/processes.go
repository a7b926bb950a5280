package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	bucket   = "bench-media"
	stopWait = 5 * time.Second
	// Good for this run only, on the loopback interface.
	accessKey = "bench-access-key"
	secretKey = "bench-not-for-anything-else"
)

// processes are what was started, in a folder of its own. All of them end when
// the context they were started with ends.
type processes struct {
	dir     string
	running sync.WaitGroup
}

// wait returns once all have ended.
func (p *processes) wait() { p.running.Wait() }

// start runs a program and returns its output, up to where a line matches.
func (p *processes) start(ctx context.Context, cmd *exec.Cmd, ready *regexp.Regexp) ([]string, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.Stdout, cmd.Stderr = write, write
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = stopWait
	if err := cmd.Start(); err != nil {
		return nil, errors.Join(fmt.Errorf("start %s: %w", cmd.Path, err), read.Close(), write.Close())
	}
	_ = write.Close()
	found := make(chan []string, 1)
	var said strings.Builder
	p.running.Go(func() {
		defer read.Close()
		defer close(found)
		lines := bufio.NewScanner(read)
		for lines.Scan() {
			if match := ready.FindStringSubmatch(lines.Text()); match != nil {
				found <- match
				break
			}
			said.WriteString(lines.Text() + "\n")
		}
		_, _ = io.Copy(io.Discard, read)
		_ = cmd.Wait()
	})
	select {
	case match, ok := <-found:
		if !ok {
			return nil, fmt.Errorf("%s ended:\n%s", filepath.Base(cmd.Path), said.String())
		}
		return match, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

var (
	storesReady = regexp.MustCompile(`^embedded: ready mongodb=(\S+) s3=(\S+)`)
	apiReady    = regexp.MustCompile(`"msg":"listening","address":"([^"]+)"`)
)

// startProduct starts the stores, fills them and starts cms-api. It returns the
// address of cms-api.
func (p *processes) startProduct(ctx context.Context, o options) (string, error) {
	stores := exec.CommandContext(ctx, filepath.Join(o.bin, "embedded"), "--data-dir", filepath.Join(p.dir, "data"),
		"--mongodb-listen", "127.0.0.1:0", "--s3-listen", "127.0.0.1:0", "--s3-bucket", bucket)
	env := append(os.Environ(), "S3_ACCESS_KEY_ID="+accessKey, "S3_SECRET_ACCESS_KEY="+secretKey)
	stores.Env = env
	match, err := p.start(ctx, stores, storesReady)
	if err != nil {
		return "", err
	}
	env = append(env, "MONGODB_URI="+match[1], "S3_ENDPOINT="+match[2], "S3_BUCKET="+bucket, "HOST=127.0.0.1", "PORT=0",
		"PUBLISHER_URL=", "RELEASES_DIR="+filepath.Join(p.dir, "releases"), "LOG_LEVEL=info", "LOG_FORMAT=json",
		"AUTH_SECRET="+strings.Repeat("for measuring only ", 2))

	folder := filepath.Join(p.dir, "seed")
	if err := writeSeed(folder, o.seed, o.articles); err != nil {
		return "", fmt.Errorf("make content: %w", err)
	}
	api := filepath.Join(o.bin, "cms-api")
	seed := exec.CommandContext(ctx, api, "seed", "--dir", folder)
	seed.Env = env
	if out, err := seed.CombinedOutput(); err != nil {
		return "", fmt.Errorf("seed: %w\n%s", err, out)
	}
	serve := exec.CommandContext(ctx, api, "serve")
	serve.Env = env
	match, err = p.start(ctx, serve, apiReady)
	if err != nil {
		return "", err
	}
	return match[1], nil
}

// nginxConfig is what one would write for static files that are asked for often.
const nginxConfig = `daemon off;
%s
worker_processes 2;
pid %[2]s/nginx.pid;
error_log stderr warn;
events { worker_connections 1024; }
http {
  types { application/json json; }
  default_type application/octet-stream;
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  open_file_cache max=1000 inactive=60s;
  open_file_cache_valid 60s;
  client_body_temp_path %[2]s/body;
  proxy_temp_path %[2]s/proxy;
  fastcgi_temp_path %[2]s/fastcgi;
  uwsgi_temp_path %[2]s/uwsgi;
  scgi_temp_path %[2]s/scgi;
  server {
    listen %[3]s;
    root %[2]s/files;
  }
}
`

// startNginx serves the subjects' bytes as files and returns the address.
func (p *processes) startNginx(ctx context.Context, subjects []*subject) (string, error) {
	dir := filepath.Join(p.dir, "nginx")
	if err := os.MkdirAll(filepath.Join(dir, "files"), 0o755); err != nil {
		return "", err
	}
	for _, s := range subjects {
		if err := os.WriteFile(filepath.Join(dir, "files", s.file), s.body, 0o644); err != nil {
			return "", err
		}
	}
	address, err := freeAddress()
	if err != nil {
		return "", err
	}
	user := ""
	if os.Geteuid() == 0 {
		// The workers must be able to read the folder, which is root's alone.
		user = "user root;"
	}
	config := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(config, fmt.Appendf(nil, nginxConfig, user, dir, address), 0o644); err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, "nginx", "-p", dir, "-c", config)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = stopWait
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		return "", fmt.Errorf("start nginx: %w", err)
	}
	p.running.Go(func() { _ = cmd.Wait() })
	return "http://" + address, nil
}

// freeAddress returns an address of the loopback interface that nobody listens
// on at the moment.
func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("find a free port: %w", err)
	}
	return listener.Addr().String(), listener.Close()
}
