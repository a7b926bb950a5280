package main

import (
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

func TestSignalStopsEverythingInReverseOrder(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) {
			s := newSetup(t)
			p := s.start(t)
			p.untilReady(t)
			check(t, p.cmd.Process.Signal(signal))
			if code := p.end(t); code != 0 {
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
	check(t, p.cmd.Process.Signal(os.Interrupt))
	p.until(t, `did not end within \S+: killed`)
	if code := p.end(t); code != 0 {
		t.Errorf("exit code %d, want 0", code)
	}
	s.allGone(t)
}

func TestAKilledSupervisorLeavesNothingBehind(t *testing.T) {
	s := newSetup(t)
	p := s.start(t)
	p.untilReady(t)
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
		"port taken": {env: []string{"PORT=" + port}, want: "port " + port + " is taken by another program"},
		"not a port": {env: []string{"PORT=http"}, want: `PORT is "http"`},
		"half of the stores": {
			env: []string{"S3_ENDPOINT=http://127.0.0.1:9"}, want: "MONGODB_URI and S3_ENDPOINT belong together",
		},
		"no node": {env: []string{"PATH=/nonexistent"}, want: "node is missing"},
		"old node": {
			env: []string{"PATH=" + oldNode(t)}, want: "node is v20.14.1, but version 20.15 or later is needed",
		},
		"not built":  {lack: "site/.publisher/main.mjs", want: "build it first with: make build"},
		"seed fails": {env: []string{"TEST_FAIL=seed"}, want: "the database could not be seeded (exit status 3)"},
		"never ready": {
			env: []string{"TEST_FAIL=serve"}, want: "cms-api ended 5 times before everything was ready (exit status 1)",
		},
		"data folder is no such": {env: []string{"DATA_DIR=/dev/null/x"}, want: "the data folder cannot be made"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSetup(t)
			if c.lack != "" {
				check(t, os.Remove(filepath.Join(s.root, c.lack)))
			}
			p := s.start(t, c.env...)
			code := p.end(t)
			lines := strings.Split(strings.TrimSpace(p.all.String()), "\n")
			last := lines[len(lines)-1]
			if code == 0 || !strings.HasPrefix(last, "make run: ") || !strings.Contains(last, c.want) {
				t.Errorf("exit code %d, last line %q, want one with %q", code, last, c.want)
			}
		})
	}
}

func oldNode(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	check(t, os.WriteFile(filepath.Join(dir, "node"), []byte("#!/bin/sh\necho v20.14.1\n"), 0o700))
	return dir
}

func TestASecondStartOnTheSameDataSaysWhoIsThere(t *testing.T) {
	s := newSetup(t)
	first := s.start(t)
	first.untilReady(t)
	second := s.start(t)
	code := second.end(t)
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
