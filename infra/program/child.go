package program

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"academy/infra/spawner"
)

// endsWithin is how long a program's children may keep its output open.
const endsWithin = 500 * time.Millisecond

// Child is a running program that leads a process group. The group is killed when the
// program or this process ends. Its methods may be called from several goroutines.
type Child struct {
	cmd   *exec.Cmd
	ended chan struct{}
}

// Launch starts a program. Its output is appended to the file log. Its input stays open
// while it runs.
func Launch(starts *spawner.Spawner, cmd *exec.Cmd, log string) (*Child, error) {
	file, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(file, "---- %s starts %s\n", time.Now().Format(time.RFC3339Nano), filepath.Base(cmd.Path))
	// Through a pipe, because limits of files must not apply to the output.
	said := struct{ io.Writer }{file}
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = said, said, endsWithin
	stdin, err := cmd.StdinPipe()
	if err == nil {
		err = starts.Start(cmd)
	}
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("start %s: %w", filepath.Base(cmd.Path), err)
	}
	c := &Child{cmd: cmd, ended: make(chan struct{})}
	go func() {
		_ = cmd.Wait()
		stdin.Close()
		file.Close()
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		close(c.ended)
	}()
	return c, nil
}

// Ended is closed once the program has ended.
func (c *Child) Ended() <-chan struct{} { return c.ended }

// Running reports whether the program runs. It returns false for nil.
func (c *Child) Running() bool {
	if c == nil {
		return false
	}
	select {
	case <-c.ended:
		return false
	default:
		return true
	}
}

// PID is the id of the process and of its group.
func (c *Child) PID() int { return c.cmd.Process.Pid }

// End sends a signal to the program alone, and returns its exit code once it has
// ended; below 0, a signal ended it.
func (c *Child) End(signal syscall.Signal) int {
	_ = c.cmd.Process.Signal(signal)
	<-c.ended
	return c.cmd.ProcessState.ExitCode()
}
