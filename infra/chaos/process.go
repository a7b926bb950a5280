package main

import (
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"academy/infra/program"
	"academy/infra/spawner"
)

// restartAfter is the pause of `make run` before it starts a program again.
const restartAfter = 200 * time.Millisecond

// part is one of the product's programs. It can be killed, suspended and started again.
// When it ends by itself it is counted and started again. Its methods may be called
// from several goroutines.
type part struct {
	command func() *exec.Cmd // made anew for each start
	log     string           // file that its output is added to
	spawner *spawner.Spawner

	mu      sync.Mutex
	wanted  bool
	child   *program.Child
	crashes int
}

// up starts the program unless it runs.
func (p *part) up() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wanted = true
	return p.start()
}

// start is called with mu held.
func (p *part) start() (err error) {
	if p.child.Running() {
		return nil
	}
	if p.child, err = program.Launch(p.spawner, p.command(), p.log); err == nil {
		go p.await(p.child)
	}
	return err
}

// await waits for the end of a process, and starts it again when it was not stopped on
// purpose.
func (p *part) await(child *program.Child) {
	<-child.Ended()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.wanted && p.child == child {
		p.crashes++
		time.AfterFunc(restartAfter, p.restart)
	}
}

func (p *part) restart() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.wanted {
		if err := p.start(); err != nil {
			fmt.Fprintln(os.Stderr, "chaos:", err)
		}
	}
}

// down kills the program and returns once it has ended.
func (p *part) down() {
	p.mu.Lock()
	p.wanted = false
	child := p.child
	p.mu.Unlock()
	if child != nil {
		child.End(syscall.SIGKILL)
	}
}

// hold suspends the program; resume lets it go on.
func (p *part) hold()   { p.signal(syscall.SIGSTOP) }
func (p *part) resume() { p.signal(syscall.SIGCONT) }

func (p *part) signal(s syscall.Signal) {
	if pid := p.pid(); pid > 0 {
		_ = syscall.Kill(-pid, s)
	}
}

// pid is 0 while it does not run.
func (p *part) pid() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.child.Running() {
		return 0
	}
	return p.child.PID()
}

// crashed is how often it has ended by itself.
func (p *part) crashed() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.crashes
}
