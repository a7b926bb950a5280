package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
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
		check(t, os.WriteFile(target, content, 0o755))
	}
	check(t, os.WriteFile(filepath.Join(s.root, ".build/bin/package.json"), []byte(`{"type":"module"}`), 0o644))
	s.program = filepath.Join(s.root, ".build/bin/run")
	s.env = append(os.Environ(), "DATA_DIR="+s.data, "PORT=0", "TEST_LOG="+s.log, "MONGODB_URI=", "S3_ENDPOINT=", "HOST=")
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

const patience = 20 * time.Second

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

// end waits for the program and returns its exit code and how long it took.
func (p *session) end(t *testing.T) (code int, took time.Duration) {
	t.Helper()
	began := time.Now()
	for line := range p.lines {
		p.all.WriteString(line + "\n")
	}
	_ = p.cmd.Wait()
	return p.cmd.ProcessState.ExitCode(), time.Since(began)
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

func TestSignalStopsEverythingInReverseOrder(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) {
			s := newSetup(t)
			p := s.start(t)
			p.untilReady(t)
			eventually(t, "the publisher runs", func() bool {
				content, _ := os.ReadFile(filepath.Join(s.log, "publisher"))
				return strings.Count(string(content), "\n") == 2
			})
			check(t, p.cmd.Process.Signal(signal))
			if code, _ := p.end(t); code != 0 {
				t.Errorf("exit code %d, want 0", code)
			}
			s.allGone(t)
			order, err := os.ReadFile(filepath.Join(s.log, "stopped"))
			check(t, err)
			if string(order) != "publisher\ncms-api\nembedded\n" {
				t.Errorf("stopped in this order:\n%s", order)
			}
		})
	}
}

func TestAProcessThatDoesNotStopIsKilled(t *testing.T) {
	s := newSetup(t)
	p := s.start(t, "TEST_FAIL=stop")
	p.untilReady(t)
	eventually(t, "the publisher runs", func() bool {
		content, _ := os.ReadFile(filepath.Join(s.log, "publisher"))
		return strings.Count(string(content), "\n") == 2
	})
	check(t, p.cmd.Process.Signal(os.Interrupt))
	code, took := p.end(t)
	if code != 0 || took > 10*time.Second {
		t.Errorf("exit code %d after %s, want 0 within 10 s", code, took)
	}
	s.allGone(t)
}

func TestAKilledSupervisorLeavesNothingBehind(t *testing.T) {
	s := newSetup(t)
	p := s.start(t)
	p.untilReady(t)
	eventually(t, "the publisher runs", func() bool {
		content, _ := os.ReadFile(filepath.Join(s.log, "publisher"))
		return strings.Count(string(content), "\n") == 2
	})
	check(t, p.cmd.Process.Kill())
	p.end(t)
	s.allGone(t)
}

func TestInterruptingOnlyMakeStopsTheProduct(t *testing.T) {
	s := newSetup(t)
	check(t, os.WriteFile(filepath.Join(s.root, "Makefile"), []byte("run:\n\t@"+s.program+" --root "+s.root+"\n"), 0o644))
	p := s.startCommand(t, exec.Command("make", "-C", s.root, "run"))
	p.untilReady(t)
	check(t, p.cmd.Process.Signal(os.Interrupt)) // to make alone, not to its group
	p.until(t, `make was interrupted: stopping`)
	p.end(t)
	s.allGone(t)
}

func TestTheEndOfTheParentStopsTheProduct(t *testing.T) {
	s := newSetup(t)
	p := s.startCommand(t, exec.Command("sh", "-c", s.program+" --root "+s.root+" & wait"))
	p.untilReady(t)
	check(t, p.cmd.Process.Kill())
	p.until(t, `the process that started this one has ended: stopping`)
	p.end(t)
	s.allGone(t)
}

func TestWhatCrashesIsStartedAgain(t *testing.T) {
	s := newSetup(t)
	p := s.start(t)
	p.untilReady(t)
	eventually(t, "the publisher runs", func() bool {
		content, _ := os.ReadFile(filepath.Join(s.log, "publisher"))
		return strings.Count(string(content), "\n") == 2
	})
	before := s.pids(t, "publisher")
	check(t, syscall.Kill(before[0], syscall.SIGKILL))
	p.until(t, `publisher ended \(signal: killed\); starting it again`)
	eventually(t, "the publisher runs again", func() bool { return len(s.pids(t, "publisher")) == 4 })
	eventually(t, "what the killed one had started is gone", func() bool {
		return syscall.Kill(before[1], 0) == syscall.ESRCH || zombie(before[1])
	})
}

func TestTheStoresComeBackOnTheSamePorts(t *testing.T) {
	s := newSetup(t)
	p := s.start(t)
	p.until(t, `seed      \| seeding with mongodb://127.0.0.1:1/ and http://127.0.0.1:2$`)
	p.untilReady(t)
	starts := func() []string {
		content, err := os.ReadFile(filepath.Join(s.log, "embedded"))
		check(t, err)
		return strings.Split(strings.TrimSpace(string(content)), "\n")
	}
	first, _, _ := strings.Cut(starts()[0], " ")
	pid, err := strconv.Atoi(first)
	check(t, err)
	check(t, syscall.Kill(pid, syscall.SIGKILL))
	eventually(t, "the stores run again", func() bool {
		lines := starts()
		return len(lines) == 2 && strings.Contains(lines[1], "--mongodb-listen 127.0.0.1:1 --s3-listen 127.0.0.1:2")
	})
}

func TestItGivesUpInOneSentence(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	t.Cleanup(func() { taken.Close() })
	_, port, _ := net.SplitHostPort(taken.Addr().String())
	for name, c := range map[string]struct {
		env  []string
		lack string // removed from the repository first
		want string
	}{
		"port taken":             {env: []string{"PORT=" + port}, want: "port " + port + " is taken by another program"},
		"not a port":             {env: []string{"PORT=http"}, want: `PORT is "http"`},
		"half of the stores":     {env: []string{"S3_ENDPOINT=http://127.0.0.1:9"}, want: "MONGODB_URI and S3_ENDPOINT belong together"},
		"no node":                {env: []string{"PATH=/nonexistent"}, want: "node is missing"},
		"not built":              {lack: "site/.publisher/main.mjs", want: "build it first with: make build"},
		"seed fails":             {env: []string{"TEST_FAIL=seed"}, want: "the database could not be seeded (exit status 3)"},
		"never ready":            {env: []string{"TEST_FAIL=serve"}, want: "cms-api ended 5 times before everything was ready (exit status 1)"},
		"data folder is no such": {env: []string{"DATA_DIR=/dev/null/x"}, want: "the data folder cannot be made"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSetup(t)
			if c.lack != "" {
				check(t, os.Remove(filepath.Join(s.root, c.lack)))
			}
			p := s.start(t, c.env...)
			code, _ := p.end(t)
			lines := strings.Split(strings.TrimSpace(p.all.String()), "\n")
			last := lines[len(lines)-1]
			if code == 0 || !strings.HasPrefix(last, "make run: ") || !strings.Contains(last, c.want) {
				t.Errorf("exit code %d, last line %q, want one with %q", code, last, c.want)
			}
		})
	}
}

func TestASecondStartOnTheSameDataSaysWhoIsThere(t *testing.T) {
	s := newSetup(t)
	first := s.start(t)
	first.untilReady(t)
	second := s.start(t)
	code, _ := second.end(t)
	want := fmt.Sprintf("in use by a product that runs already (process %d, %s)", first.cmd.Process.Pid, first.url)
	if code == 0 || !strings.Contains(second.all.String(), want) {
		t.Errorf("exit code %d, said %q, want %q", code, &second.all, want)
	}
}

func TestSecretsAreMadeOnceAndKept(t *testing.T) {
	name := filepath.Join(t.TempDir(), "secrets.env")
	first, err := loadSecrets(name)
	check(t, err)
	info, err := os.Stat(name)
	check(t, err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("readable by others: %s", info.Mode())
	}
	second, err := loadSecrets(name)
	check(t, err)
	for _, kind := range secretKinds {
		if first[kind.name] == "" || first[kind.name] != second[kind.name] {
			t.Errorf("%s: first %q, then %q", kind.name, first[kind.name], second[kind.name])
		}
	}
	if len(first["AUTH_SECRET"]) < 32 || !strings.HasPrefix(first["PUBLISH_SECRET"], "whsec_") {
		t.Error("a secret has the wrong form")
	}
}

func TestLinesAreWholeAndBounded(t *testing.T) {
	var got []string
	w, flush := lines(func(line string) { got = append(got, line) })
	_, _ = io.WriteString(w, "a\nb")
	_, _ = io.WriteString(w, "c\r\n"+strings.Repeat("x", maxLine+1))
	flush()
	if len(got) < 3 || got[0] != "a" || got[1] != "bc" || len(strings.Join(got[2:], "")) != maxLine+1 {
		t.Errorf("%d lines", len(got))
	}
}
