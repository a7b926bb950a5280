package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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

func TestACommandOnReleasesStartsNoStores(t *testing.T) {
	s := newSetup(t)
	releases := filepath.Join(s.data, "releases")
	for _, command := range []string{
		"edge", "mirror --to elsewhere", "release verify --all",
	} {
		if said, code := s.command(t, strings.Fields(command)...); said != releases+" no database 0" || code != 0 {
			t.Errorf("%s: %q, exit code %d", command, said, code)
		}
	}
	if _, err := os.Stat(filepath.Join(s.log, "embedded")); err == nil {
		t.Error("the embedded stores were started")
	}
	s.env = append(s.env, "RELEASES_DIR=/srv/releases")
	if said, _ := s.command(t, "edge"); said != "/srv/releases no database 0" {
		t.Errorf("with a folder of its own: %q", said)
	}
}

func TestACommandOnReleasesBesideARunningProduct(t *testing.T) {
	s := newSetup(t)
	p := s.start(t)
	p.untilReady(t)
	releases := filepath.Join(s.data, "releases")
	if said, _ := s.command(t, "mirror", "--to", "elsewhere"); !strings.HasPrefix(said, releases+
		" mongodb://127.0.0.1:1/ ") {
		t.Errorf("it does not have the settings of the product: %q", said)
	}
	s.env = append(s.env, "PORT=1234")
	if said, _ := s.command(t, "edge"); said != releases+" no database 1234" {
		t.Errorf("the edge does not have its own settings: %q", said)
	}
	check(t, p.cmd.Process.Signal(os.Interrupt))
	p.end(t)
}

func TestAStoreOfOnesOwnIsLeftToTheCommand(t *testing.T) {
	s := newSetup(t)
	s.env = append(s.env, "MONGODB_URI=mongodb://elsewhere/", "S3_ENDPOINT=http://elsewhere", "S3_ACCESS_KEY_ID=mine")
	if said, _ := s.command(t, "report", "0"); said != "mongodb://elsewhere/ http://elsewhere mine unpublished" {
		t.Error(said)
	}
	secrets, err := loadSecrets(filepath.Join(s.data, secretsFile))
	check(t, err)
	want := "AUTH_SECRET=" + secrets["AUTH_SECRET"] + "\nRELEASES_DIR=" + filepath.Join(s.data, "releases")
	if said, _ := s.command(t, "show", "AUTH_SECRET", "RELEASES_DIR"); said != want {
		t.Errorf("%q, want %q", said, want)
	}
}

// says fails unless the program fails with a sentence that has these words.
func (s setup) says(t *testing.T, want string, args ...string) {
	t.Helper()
	p := s.startCommand(t, exec.Command(s.program, args...))
	if code := p.end(t); code == 0 || !strings.Contains(p.all.String(), want) {
		t.Errorf("%q: exit code %d, said %q, want %q", args, code, &p.all, want)
	}
}

// file is one with this content.
func file(t *testing.T, content string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "value")
	check(t, os.WriteFile(name, []byte(content), 0o600))
	return name
}

func TestACommandHasTheSettingsOfTheProduct(t *testing.T) {
	s := newSetup(t)
	p := s.start(t, "MONGODB_URI=mongodb://elsewhere/", "S3_ENDPOINT=http://elsewhere", "MONGODB_DATABASE=theirs",
		"S3_BUCKET_FILE="+file(t, "their-bucket\n"))
	p.untilReady(t)
	s.env = append(s.env, "MONGODB_DATABASE=other")
	want := "MONGODB_URI=mongodb://elsewhere/\nMONGODB_DATABASE=theirs\nS3_BUCKET=their-bucket"
	if said, _ := s.command(t, "show", "MONGODB_URI", "MONGODB_DATABASE", "S3_BUCKET"); said != want {
		t.Errorf("%q, want %q", said, want)
	}
	check(t, p.cmd.Process.Signal(os.Interrupt))
	p.end(t)
	s.says(t, "last started with stores of its own", "show")
	if _, err := os.Stat(filepath.Join(s.log, "embedded")); err == nil {
		t.Error("the embedded stores were started")
	}
}

func TestAPublisherOfOnesOwnIsCalledAndNoneIsStarted(t *testing.T) {
	s := newSetup(t)
	p := s.start(t, "PUBLISHER_URL=http://elsewhere/publish")
	p.until(t, "waiting for the first release")
	want := "PUBLISHER_URL=http://elsewhere/publish"
	if said, _ := s.command(t, "show", "PUBLISHER_URL"); said != want {
		t.Errorf("%q, want %q", said, want)
	}
	if _, err := os.Stat(filepath.Join(s.log, "publisher")); err == nil {
		t.Error("a publisher was started")
	}
	check(t, p.cmd.Process.Signal(os.Interrupt))
	p.end(t)
}

func TestSettingsInFiles(t *testing.T) {
	s := newSetup(t)
	s.env = append(s.env, "MONGODB_URI_FILE="+file(t, "mongodb://elsewhere/\n"), "S3_ENDPOINT_FILE="+
		file(t, "http://elsewhere"),
		"AUTH_SECRET_FILE="+file(t, "mine"))
	want := "MONGODB_URI=mongodb://elsewhere/\nS3_ENDPOINT=http://elsewhere\nAUTH_SECRET=mine\nAUTH_SECRET_FILE="
	if said, _ := s.command(t, "show", "MONGODB_URI", "S3_ENDPOINT", "AUTH_SECRET", "AUTH_SECRET_FILE"); said != want {
		t.Errorf("%q, want %q", said, want)
	}
	for add, want := range map[string]string{
		"AUTH_SECRET=mine too":                "AUTH_SECRET and AUTH_SECRET_FILE are both set",
		"AUTH_SECRET_FILE=/nonexistent":       "AUTH_SECRET_FILE: open /nonexistent",
		"AUTH_SECRET_FILE=" + file(t, "\r\n"): "is empty",
	} {
		wrong := s
		wrong.env = append(slices.Clone(s.env), add)
		wrong.says(t, want, "show")
	}
}

// A command ignores the addresses that an ended product left, and a product that starts
// meanwhile is told that the command has the data folder.
func TestACommandHasTheDataFolderToItself(t *testing.T) {
	s := newSetup(t)
	check(t, os.WriteFile(filepath.Join(s.data, "cms-api.env"), []byte("MONGODB_URI=mongodb://gone/\n"), 0o600))
	check(t, os.WriteFile(filepath.Join(s.data, lockFile), []byte("a product (process 1)"), 0o600))
	first := s.startCommand(t, exec.Command(s.program, "wait"))
	first.until(t, "^waiting$")
	holder := fmt.Sprintf("in use by the command wait (process %d)", first.cmd.Process.Pid)
	s.says(t, holder, "show")
	s.says(t, holder, "--root", s.root, "run")
	check(t, first.cmd.Process.Signal(os.Interrupt))
	first.end(t)
}

func TestACommandIsInterruptedWhileItsStoresStart(t *testing.T) {
	s := newSetup(t)
	s.env = append(s.env, "TEST_FAIL=stores")
	p := s.startCommand(t, exec.Command(s.program, "show"))
	eventually(t, "the stores are started", func() bool {
		_, err := os.Stat(filepath.Join(s.log, "embedded"))
		return err == nil
	})
	check(t, p.cmd.Process.Signal(os.Interrupt))
	p.until(t, "interrupt before the stores were ready")
	if code := p.end(t); code == 0 {
		t.Errorf("exit code %d:\n%s", code, &p.all)
	}
}

func TestAWordAfterACommandIsNotTheCommand(t *testing.T) {
	s := newSetup(t)
	if said, _ := s.command(t, "show", "MONGODB_URI", "health"); said != "MONGODB_URI=mongodb://127.0.0.1:1/\nhealth=" {
		t.Errorf("%q", said)
	}
}
