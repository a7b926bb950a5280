package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const report = "mongodb://127.0.0.1:1/ http://127.0.0.1:2 academy"

// command runs the program to its end, as in a release, and returns what it printed
// and its exit code.
func (s setup) command(t *testing.T, args ...string) (string, int) {
	t.Helper()
	cmd := exec.Command(s.program, args...)
	cmd.Env = s.env
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(out.String()), cmd.ProcessState.ExitCode()
}

func (s setup) logged(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(s.log, name))
	check(t, err)
	return string(content)
}

func TestACommandHasStoresOfItsOwnWhereNothingRuns(t *testing.T) {
	s := newSetup(t)
	said, code := s.command(t, "report", "3")
	if said != report+" unpublished" || code != 3 {
		t.Errorf("%q, exit code %d, want 3", said, code)
	}
	if stopped := s.logged(t, "stopped"); stopped != "embedded\n" {
		t.Errorf("stopped: %q", stopped)
	}
}

func TestACommandUsesTheStoresOfARunningProduct(t *testing.T) {
	s := newSetup(t)
	p := s.start(t)
	p.untilReady(t)
	if said, code := s.command(t, "report", "0"); said != report+" published" || code != 0 {
		t.Errorf("%q, exit code %d, want 0", said, code)
	}
	if starts := strings.Count(s.logged(t, "embedded"), "\n"); starts != 1 {
		t.Errorf("the stores were started %d times", starts)
	}
	check(t, p.cmd.Process.Signal(os.Interrupt))
	p.end(t)
}

func TestACommandThatNeedsNoStoreTouchesNothing(t *testing.T) {
	s := newSetup(t)
	s.env = append(s.env, "DATA_DIR="+filepath.Join(s.data, "none"))
	if said, code := s.command(t, "report", "0", "--help"); said != "undefined unpublished" || code != 0 {
		t.Errorf("%q, exit code %d", said, code)
	}
	if _, err := os.Stat(filepath.Join(s.data, "none")); !os.IsNotExist(err) {
		t.Errorf("the data folder was made: %v", err)
	}
}

func TestAStoreOfOnesOwnIsLeftToTheCommand(t *testing.T) {
	s := newSetup(t)
	s.env = append(s.env, "MONGODB_URI=mongodb://elsewhere/", "S3_ENDPOINT=http://elsewhere", "S3_ACCESS_KEY_ID=mine")
	if said, _ := s.command(t, "report", "0"); said != "mongodb://elsewhere/ http://elsewhere mine unpublished" {
		t.Error(said)
	}
}
