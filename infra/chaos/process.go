package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"academy/infra/spawner"
)

// restartAfter is the pause of `make run` before it starts a program again.
const restartAfter = 200 * time.Millisecond

// endsWithin is how long what a program has started may hold its output open.
const endsWithin = 500 * time.Millisecond

// program is one of the product's programs. It is killed, held and started again;
// one that ends by itself is started again as well, and counted. Its methods may
// be called from several goroutines.
type program struct {
	name    string
	command func() *exec.Cmd // made anew for each start
	log     string           // file that its output is added to
	spawner *spawner.Spawner

	mu      sync.Mutex
	wanted  bool
	cmd     *exec.Cmd
	stdin   io.Closer
	ended   chan struct{} // closed when cmd has ended
	crashes int
}

// up starts the program unless it runs.
func (p *program) up() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wanted = true
	if p.cmd != nil {
		return nil
	}
	return p.start()
}

// start is called with mu held.
func (p *program) start() error {
	cmd := p.command()
	log, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	fmt.Fprintf(log, "---- %s starts %s\n", time.Now().Format(time.RFC3339Nano), p.name)
	// Through a pipe: what a program says must not count as a file that it writes.
	said := struct{ io.Writer }{log}
	cmd.Stdout, cmd.Stderr = said, said
	cmd.WaitDelay = endsWithin
	// Open for as long as we live: the stores end when it closes.
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := p.spawner.Start(cmd); err != nil {
		log.Close()
		return fmt.Errorf("start %s: %w", filepath.Base(cmd.Path), err)
	}
	p.cmd, p.stdin, p.ended = cmd, stdin, make(chan struct{})
	go p.await(cmd, log, p.ended)
	return nil
}

// await notes the end of a process, and starts it again when nobody wanted that.
func (p *program) await(cmd *exec.Cmd, log io.Closer, ended chan struct{}) {
	_ = cmd.Wait()
	log.Close()
	// What it had started itself must not outlive it.
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stdin.Close()
	p.cmd = nil
	close(ended)
	if p.wanted {
		p.crashes++
		time.AfterFunc(restartAfter, p.restart)
	}
}

func (p *program) restart() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.wanted && p.cmd == nil {
		if err := p.start(); err != nil {
			fmt.Fprintln(os.Stderr, "chaos:", err)
		}
	}
}

// down kills the program without warning and returns once it has ended.
func (p *program) down() {
	p.mu.Lock()
	p.wanted = false
	cmd, ended := p.cmd, p.ended
	p.mu.Unlock()
	if cmd == nil {
		return
	}
	_ = cmd.Process.Kill()
	<-ended
}

// hold stops the program in the middle of whatever it does; resume lets it go on.
func (p *program) hold()   { p.signal(syscall.SIGSTOP) }
func (p *program) resume() { p.signal(syscall.SIGCONT) }

func (p *program) signal(s syscall.Signal) {
	if pid := p.pid(); pid > 0 {
		_ = syscall.Kill(-pid, s)
	}
}

// pid is 0 while it does not run.
func (p *program) pid() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd == nil {
		return 0
	}
	return p.cmd.Process.Pid
}

// crashed is how often it has ended by itself.
func (p *program) crashed() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.crashes
}
