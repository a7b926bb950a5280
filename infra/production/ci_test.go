package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Without a container engine CI is not red, and says so in one line.
func TestNotCheckedWithoutAnEngine(t *testing.T) {
	programs := t.TempDir()
	for _, name := range []string{"bash", "dirname", "id"} {
		path, err := exec.LookPath(name)
		if err == nil {
			err = os.Symlink(path, filepath.Join(programs, name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join("..", "..", ".ci", "production"))
	cmd.Env = []string{"PATH=" + programs}
	said, err := cmd.CombinedOutput()
	if err != nil || !strings.HasPrefix(string(said), "NOT CHECKED: make production: ") ||
		strings.Count(string(said), "\n") != 1 {
		t.Errorf("%v: %s", err, said)
	}
}
