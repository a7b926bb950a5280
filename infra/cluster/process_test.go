package cluster

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"academy/infra/spawner"
)

// program is one of the processes. What it says goes to a file of its own.
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
	cmd   *exec.Cmd
	stdin io.Closer
	ended chan struct{}
	state *os.ProcessState
}

// start runs it. It ends with the test at the latest.
func (p *program) start() {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	log, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		p.t.Fatal(err)
	}
	cmd := exec.Command(p.path, p.args...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = p.dir, append(os.Environ(), p.env...), log, log
	stdin, err := cmd.StdinPipe() // the embedded stores end when it closes
	if err == nil {
		err = p.spawner.Start(cmd)
	}
	if err != nil {
		p.t.Fatalf("start %s: %v", p.name, err)
	}
	ended := make(chan struct{})
	p.cmd, p.stdin, p.ended = cmd, stdin, ended
	go func() {
		_ = cmd.Wait()
		log.Close()
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // what it had started itself
		p.mu.Lock()
		p.state = cmd.ProcessState
		p.mu.Unlock()
		close(ended)
	}()
}

// end sends a signal and returns once the process is gone, with its exit code; below
// 0, a signal ended it.
func (p *program) end(signal syscall.Signal) int {
	p.mu.Lock()
	cmd, ended := p.cmd, p.ended
	p.mu.Unlock()
	if cmd == nil {
		return 0
	}
	_ = cmd.Process.Signal(signal)
	<-ended
	return p.state.ExitCode()
}

// tail is the end of what it has said.
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

// built is a file that make makes; without it the test fails.
func built(t *testing.T, parts ...string) string {
	t.Helper()
	file := filepath.Join(append([]string{root(t)}, parts...)...)
	if _, err := os.Stat(file); err != nil {
		t.Fatalf("%s is missing; build it first with: make build outside", file)
	}
	return file
}
