// Package apitest runs the real application on real stores, reached over their
// real protocols, for tests that say who asks, what they send, what comes back
// and what else happened.
package apitest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

const (
	accessKey    = "apitest"
	secretKey    = "apitest-storage-key"
	storesWithin = 60 * time.Second
)

// Main runs the tests of a package with stores: those that MONGODB_URI and
// S3_ENDPOINT name, else the embedded ones, built and started for this run and
// ended with it. Call it from TestMain.
func Main(m *testing.M) int {
	if os.Getenv("MONGODB_URI") != "" && os.Getenv("S3_ENDPOINT") != "" {
		return m.Run()
	}
	stop, err := startStores()
	if err != nil {
		fmt.Fprintln(os.Stderr, "apitest: the embedded stores could not be started:", err)
		return 1
	}
	defer stop()
	return m.Run()
}

// startStores builds and starts infra/embedded and puts its addresses into the
// environment, where New finds them.
func startStores() (stop func(), err error) {
	dir, err := os.MkdirTemp("", "apitest-")
	if err != nil {
		return nil, fmt.Errorf("make a folder: %w", err)
	}
	program := filepath.Join(dir, "embedded")
	build := exec.Command("go", "build", "-o", program, "./embedded")
	build.Dir = infraDir()
	if out, err := build.CombinedOutput(); err != nil {
		return nil, errors.Join(fmt.Errorf("build: %w\n%s", err, out), os.RemoveAll(dir))
	}
	stores := exec.Command(program,
		"--data-dir", filepath.Join(dir, "data"), "--mongodb-listen", "127.0.0.1:0",
		"--s3-listen", "127.0.0.1:0", "--s3-bucket", "apitest", "--exit-with-stdin")
	stores.Env = append(os.Environ(), "S3_ACCESS_KEY_ID="+accessKey, "S3_SECRET_ACCESS_KEY="+secretKey)
	stores.Stderr = os.Stderr
	stdin, err := stores.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	stdout, err := stores.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	if err := stores.Start(); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	stop = func() {
		_ = stdin.Close()
		_ = stores.Wait()
		_ = os.RemoveAll(dir)
	}
	if err := awaitReady(stdout); err != nil {
		stop()
		return nil, err
	}
	return stop, nil
}

// awaitReady reads the line that says where the stores are.
func awaitReady(stdout io.Reader) error {
	ctx, cancel := context.WithTimeout(context.Background(), storesWithin)
	defer cancel()
	lines := make(chan string, 1)
	go func() {
		scanner := bufio.NewScanner(stdout)
		for scanner.Scan() {
			if line, ok := strings.CutPrefix(scanner.Text(), "embedded: ready "); ok {
				lines <- line
			}
		}
		close(lines)
	}()
	select {
	case line, ok := <-lines:
		if !ok {
			return errors.New("they ended before they were ready")
		}
		for word := range strings.FieldsSeq(line) {
			name, value, _ := strings.Cut(word, "=")
			switch name {
			case "mongodb":
				_ = os.Setenv("MONGODB_URI", value)
			case "s3":
				_ = os.Setenv("S3_ENDPOINT", value)
			}
		}
		_ = os.Setenv("S3_ACCESS_KEY_ID", accessKey)
		_ = os.Setenv("S3_SECRET_ACCESS_KEY", secretKey)
		return nil
	case <-ctx.Done():
		return errors.New("they did not become ready in time")
	}
}

// infraDir is the folder of the module that the stores are in.
func infraDir() string {
	_, here, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(here), "..", "..", "..", "infra")
}
