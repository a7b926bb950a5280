// Package program starts the product's programs for measurements and tests, and
// measures their memory and processor time.
package program

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"
)

const stopWait = 10 * time.Second

// Processes are what was started. All of them end when the context they were
// started with ends.
type Processes struct {
	running sync.WaitGroup
}

// Wait returns once all have ended.
func (p *Processes) Wait() { p.running.Wait() }

// Process is a program that has printed that it is ready.
type Process struct {
	cmd *exec.Cmd
	// Ready is the line that said so, and the parts of it that were asked for.
	Ready []string
	ended chan struct{}
}

// PID is the id of the process.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Stop ends the program and returns once it has ended.
func (p *Process) Stop() error {
	err := p.cmd.Process.Signal(syscall.SIGTERM)
	if errors.Is(err, os.ErrProcessDone) {
		err = nil
	}
	select {
	case <-p.ended:
	case <-time.After(stopWait):
		err = errors.Join(err, p.cmd.Process.Kill())
		<-p.ended
	}
	return err
}

// Start runs a program and waits until a line of its output matches a pattern. Without
// a pattern it does not wait.
func (p *Processes) Start(ctx context.Context, cmd *exec.Cmd, ready *regexp.Regexp) (*Process, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.Stdout, cmd.Stderr = write, write
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = stopWait
	if err := cmd.Start(); err != nil {
		return nil, errors.Join(fmt.Errorf("start %s: %w", cmd.Path, err), read.Close(), write.Close())
	}
	_ = write.Close()
	started := &Process{cmd: cmd, ended: make(chan struct{})}
	found := make(chan []string, 1)
	var said strings.Builder
	p.running.Go(func() {
		defer close(started.ended)
		defer read.Close()
		defer close(found)
		lines := bufio.NewScanner(read)
		for ready != nil && lines.Scan() {
			if match := ready.FindStringSubmatch(lines.Text()); match != nil {
				found <- match
				break
			}
			said.WriteString(lines.Text() + "\n")
		}
		_, _ = io.Copy(io.Discard, read)
		_ = cmd.Wait()
	})
	if ready == nil {
		return started, nil
	}
	select {
	case match, ok := <-found:
		if !ok {
			return nil, fmt.Errorf("%s ended:\n%s", filepath.Base(cmd.Path), said.String())
		}
		started.Ready = match
		return started, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
