package main

import (
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"

	"academy/infra/spawner"
)

// process is a running program that leads a process group of its own. So Ctrl-C reaches
// only the supervisor, which stops programs in order, and a signal to the group also
// reaches the program's children.
type process struct {
	cmd   *exec.Cmd
	stdin io.Closer
	guard *guardian
	ended chan struct{}
}

// wait waits for the program's end and then ends the processes that it has left behind.
func (p *process) wait() error {
	err := p.cmd.Wait()
	p.kill()
	p.stdin.Close()
	p.guard.forget(p.cmd.Process.Pid)
	close(p.ended)
	return err
}

func (p *process) terminate() { _ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGTERM) }
func (p *process) kill()      { _ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) }

// spawn starts a program. The guard ends it if this process is killed.
func spawn(s *spawner.Spawner, p program, stdout, stderr io.Writer, g *guardian) (*process, error) {
	cmd := exec.Command(p.path, p.args()...)
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), p.env...)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	// Something that the program started may hold its output open after its end.
	cmd.WaitDelay = 500 * time.Millisecond
	// Open as long as this process runs: a program that reads it notices its end.
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := s.Start(cmd); err != nil {
		return nil, err
	}
	g.watch(cmd.Process.Pid)
	return &process{cmd: cmd, stdin: stdin, guard: g, ended: make(chan struct{})}, nil
}
