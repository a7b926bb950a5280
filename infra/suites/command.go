package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// reports is where machine-readable reports are written, below the root.
const reports = ".build/reports"

// process is a program whose processor time, its children's included, is added to that
// of the suite that runs it.
type process struct {
	*exec.Cmd
	spent *atomic.Int64
}

// spentKey is the key under which a suite's context has its processor time, in nanoseconds.
type spentKey struct{}

// metered returns a context whose commands add their processor time to what it returns.
func metered(ctx context.Context) (context.Context, *atomic.Int64) {
	spent := new(atomic.Int64)
	return context.WithValue(ctx, spentKey{}, spent), spent
}

// command prepares a program to run in a folder below root. It leads a group of
// its own that is killed as a whole when ctx ends, so that an interrupted run
// leaves no test's server behind.
func command(ctx context.Context, root, dir, name string, args ...string) *process {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = filepath.Join(root, dir)
	cmd.Env = append(os.Environ(), "EMBEDDED_BIN="+filepath.Join(root, ".build/bin/embedded"), "CI=1", "NO_COLOR=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	spent, _ := ctx.Value(spentKey{}).(*atomic.Int64)
	return &process{cmd, spent}
}

func (p *process) Run() error {
	defer p.count()
	return p.Cmd.Run()
}

func (p *process) Wait() error {
	defer p.count()
	return p.Cmd.Wait()
}

func (p *process) Output() ([]byte, error) {
	defer p.count()
	return p.Cmd.Output()
}

func (p *process) CombinedOutput() ([]byte, error) {
	defer p.count()
	return p.Cmd.CombinedOutput()
}

func (p *process) count() {
	if p.ProcessState != nil && p.spent != nil {
		p.spent.Add(int64(p.ProcessState.UserTime() + p.ProcessState.SystemTime()))
	}
}

// npmProgram is a program of an npm package, run without npx, which would offer to
// download what is missing.
func npmProgram(root, name string) string {
	return filepath.Join(root, "node_modules", ".bin", name)
}

// finding is locked while a program is looked for, because two goroutines would install
// it twice.
var finding sync.Mutex

// browser finds Chromium, which the browser tests need.
func browser(ctx context.Context) (string, error) {
	// The headless shell is Chromium without a user interface, and quicker.
	return find(ctx, "Chromium", "CHROMIUM_PATH", "chromium-headless-shell",
		"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
}

// java finds the runtime of the HTML checker.
func java(ctx context.Context) (string, error) {
	return find(ctx, "Java", "JAVA_PATH", "default-jre-headless", "java")
}

// find returns the path of a program: the value of the variable, or else the first of
// the names that exists. On Debian and as root it installs the package when none does.
func find(ctx context.Context, title, variable, debianPackage string, names ...string) (string, error) {
	finding.Lock()
	defer finding.Unlock()
	if path := os.Getenv(variable); path != "" {
		return path, nil
	}
	look := func() string {
		for _, name := range names {
			if path, err := exec.LookPath(name); err == nil {
				return path
			}
		}
		return ""
	}
	if path := look(); path != "" {
		return path, nil
	}
	if _, err := exec.LookPath("apt-get"); err == nil && os.Geteuid() == 0 {
		fmt.Println("installing", title, "with apt-get")
		for _, args := range [][]string{
			{"update", "-qq"}, {"install", "-y", "-qq", "--no-install-recommends", debianPackage},
		} {
			cmd := exec.CommandContext(ctx, "apt-get", args...)
			cmd.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
			cmd.Stderr = os.Stderr
			if err := cmd.Run(); err != nil {
				return "", fmt.Errorf("apt-get %s: %w", strings.Join(args, " "), err)
			}
		}
		if path := look(); path != "" {
			return path, nil
		}
	}
	return "", fmt.Errorf("the browser tests need %s: install it (on Debian: apt-get install %s) or name it in %s", title,
		debianPackage, variable)
}
