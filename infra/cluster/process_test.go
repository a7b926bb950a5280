package cluster

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	programs "academy/infra/program"
	"academy/infra/spawner"
)

// program is one of the processes. Its output goes to a file.
type program struct {
	t       *testing.T
	name    string
	path    string
	args    []string
	dir     string
	env     []string
	log     string
	spawner *spawner.Spawner

	mu    sync.Mutex
	child *programs.Child
}

// start runs it. It ends with the test at the latest.
func (p *program) start() {
	p.t.Helper()
	cmd := exec.Command(p.path, p.args...)
	cmd.Dir, cmd.Env = p.dir, append(os.Environ(), p.env...)
	child, err := programs.Launch(p.spawner, cmd, p.log)
	if err != nil {
		p.t.Fatal(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.child = child
}

// end sends a signal and returns once the process is gone, with its exit code; below
// 0, a signal ended it.
func (p *program) end(signal syscall.Signal) int {
	p.mu.Lock()
	child := p.child
	p.mu.Unlock()
	if child == nil {
		return 0
	}
	return child.End(signal)
}

// tail is the end of its output.
func (p *program) tail() string {
	const enough = 3000
	said, err := os.ReadFile(p.log)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("---- %s\n%s\n", p.name, bytes.TrimSpace(said[max(0, len(said)-enough):]))
}

// root is the folder of the repository.
func root(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// built returns the path of a file that make builds; without it the test fails.
func built(t *testing.T, parts ...string) string {
	t.Helper()
	file, err := programs.Built(root(t), parts...)
	if err != nil {
		t.Fatal(err)
	}
	return file
}
