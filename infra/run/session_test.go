package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// The tests run the real program, built once, on stand-ins for the processes that
// it supervises: see testdata. The browser tests in infra/e2e run it on the real
// ones.
var built = sync.OnceValues(func() (string, error) {
	name := filepath.Join(os.TempDir(), fmt.Sprintf("academy-run-%d", os.Getpid()))
	out, err := exec.Command("go", "build", "-o", name, ".").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, out)
	}
	return name, err
})

func TestMain(m *testing.M) {
	code := m.Run()
	if name, err := built(); err == nil {
		_ = os.Remove(name)
	}
	os.Exit(code)
}

// setup is a repository as the program expects it, with its own data folder.
type setup struct {
	root, data, log, program string
	env                      []string
}

func newSetup(t *testing.T) setup {
	t.Helper()
	name, err := built()
	check(t, err)
	s := setup{root: t.TempDir(), data: t.TempDir(), log: t.TempDir()}
	for from, to := range map[string]string{
		name: ".build/bin/run", "testdata/embedded": ".build/bin/embedded", "testdata/cms-api": ".build/bin/cms-api",
		"testdata/main.mjs": "site/.publisher/main.mjs", "run_test.go": "admin/dist/index.html",
	} {
		target := filepath.Join(s.root, to)
		check(t, os.MkdirAll(filepath.Dir(target), 0o755))
		content, err := os.ReadFile(from)
		check(t, err)
		// A process that another test starts meanwhile would hold the file open for writing, and then it could not be run.
		syscall.ForkLock.RLock()
		err = os.WriteFile(target, content, 0o755)
		syscall.ForkLock.RUnlock()
		check(t, err)
	}
	check(t, os.WriteFile(filepath.Join(s.root, ".build/bin/package.json"), []byte(`{"type":"module"}`), 0o644))
	s.program = filepath.Join(s.root, ".build/bin/run")
	s.env = append(os.Environ(), "DATA_DIR="+s.data, "PORT=0", "TEST_LOG="+s.log, "MONGODB_URI=", "S3_ENDPOINT=", "HOST=",
		"PUBLISHER_URL=")
	return s
}

// session is a started program whose output is read line by line.
type session struct {
	cmd   *exec.Cmd
	lines chan string
	all   strings.Builder
	url   string
}

func (s setup) start(t *testing.T, env ...string) *session {
	t.Helper()
	return s.startCommand(t, exec.Command(s.program, "--root", s.root), env...)
}

func (s setup) startCommand(t *testing.T, cmd *exec.Cmd, env ...string) *session {
	t.Helper()
	cmd.Env = append(s.env, env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	read, write, err := os.Pipe()
	check(t, err)
	cmd.Stdout, cmd.Stderr = write, write
	check(t, cmd.Start())
	write.Close()
	p := &session{cmd: cmd, lines: make(chan string, 1000)}
	go func() {
		defer close(p.lines)
		for lines := bufio.NewScanner(read); lines.Scan(); {
			p.lines <- lines.Text()
		}
	}()
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Wait()
	})
	return p
}

const patience = 2 * time.Minute

// until waits for a line that matches.
func (p *session) until(t *testing.T, pattern string) []string {
	t.Helper()
	expression, deadline := regexp.MustCompile(pattern), time.After(patience)
	for {
		select {
		case line, more := <-p.lines:
			if !more {
				t.Fatalf("ended without %q:\n%s", pattern, &p.all)
			}
			p.all.WriteString(line + "\n")
			if match := expression.FindStringSubmatch(line); match != nil {
				return match
			}
		case <-deadline:
			t.Fatalf("no line %q:\n%s", pattern, &p.all)
		}
	}
}

func (p *session) untilReady(t *testing.T) {
	t.Helper()
	p.url = p.until(t, `^ready: (http://localhost:\d+)$`)[1]
}

// end waits for the program and returns its exit code.
func (p *session) end(t *testing.T) int {
	t.Helper()
	deadline := time.After(patience)
	for {
		select {
		case line, more := <-p.lines:
			if !more {
				_ = p.cmd.Wait()
				return p.cmd.ProcessState.ExitCode()
			}
			p.all.WriteString(line + "\n")
		case <-deadline:
			t.Fatalf("has not ended after %s:\n%s", patience, &p.all)
		}
	}
}

// pids reads what a stand-in wrote about itself.
func (s setup) pids(t *testing.T, name string) (pids []int) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(s.log, name))
	check(t, err)
	for _, field := range strings.Fields(string(content)) {
		pid, err := strconv.Atoi(field)
		check(t, err)
		pids = append(pids, pid)
	}
	return pids
}

// allGone waits until none of the stand-ins and none of their children is left.
func (s setup) allGone(t *testing.T) {
	t.Helper()
	for _, pid := range append(s.pids(t, "publisher"), s.pids(t, "cms-api")...) {
		eventually(t, fmt.Sprintf("process %d is gone", pid), func() bool {
			return syscall.Kill(pid, 0) == syscall.ESRCH || zombie(pid)
		})
	}
}

// zombie says whether the process is dead and only waits to be collected; inside
// a container nobody may do that.
func zombie(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest, found := strings.Cut(string(stat), ") ")
	return err == nil && found && strings.HasPrefix(rest, "Z")
}

func eventually(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not so after %s: %s", patience, what)
		}
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
