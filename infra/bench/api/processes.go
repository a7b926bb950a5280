package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
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

// processes are what was started. All of them end when the context they were
// started with ends.
type processes struct {
	running sync.WaitGroup
}

// wait returns once all have ended.
func (p *processes) wait() { p.running.Wait() }

// process is a program that said it is ready.
type process struct {
	cmd   *exec.Cmd
	ready []string // the line that said so, and the parts that were asked for
	ended chan struct{}
}

func (p *process) pid() int { return p.cmd.Process.Pid }

// stop ends the program and returns once it has ended.
func (p *process) stop() error {
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

// start runs a program and waits until a line of its output matches; no pattern
// is ready at once.
func (p *processes) start(ctx context.Context, cmd *exec.Cmd, ready *regexp.Regexp) (*process, error) {
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
	started := &process{cmd: cmd, ended: make(chan struct{})}
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
		started.ready = match
		return started, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// freeAddress returns an address of the loopback interface that nobody listens
// on at the moment.
func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("find a free port: %w", err)
	}
	return listener.Addr().String(), listener.Close()
}
