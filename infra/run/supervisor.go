package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"academy/infra/spawner"
)

// program is something to run.
type program struct {
	name string
	path string
	args func() []string // asked at every start
	env  []string        // on top of our own environment
	dir  string
	// heard is called with each line of standard output; a line for which it returns
	// true is not printed. It may be nil.
	heard func(line string) bool
	// grace is how long it may take to end after SIGTERM; then it is killed.
	grace time.Duration
}

const (
	firstDelay = 200 * time.Millisecond
	// maxDelay is short enough that the site shows the content within ten seconds after
	// the last of many crashes.
	maxDelay = 2 * time.Second
	// healthyAfter is how long a process must have run for its crash to count as
	// the first one again.
	healthyAfter = 30 * time.Second
	// triesBeforeReady is how often a process may end before the product is ready for
	// the first time. Restarting does not help against a wrong setting.
	triesBeforeReady = 5
)

// supervisor keeps programs running and ends them in reverse order. Its methods
// may be called from several goroutines.
type supervisor struct {
	ctx     context.Context
	out     *output
	guard   *guardian
	spawner *spawner.Spawner
	failed  chan error
	settled atomic.Bool

	mu       sync.Mutex
	stopping bool
	children []*child
}

func newSupervisor(ctx context.Context, out *output) (*supervisor, error) {
	g, err := startGuardian()
	if err != nil {
		return nil, fmt.Errorf("the guard against processes left behind cannot be started: %w", err)
	}
	return &supervisor{ctx: ctx, out: out, guard: g, spawner: spawner.New(), failed: make(chan error, 1)}, nil
}

// settle marks the product as ready: from now on a program that ends is started again,
// however often.
func (s *supervisor) settle() { s.settled.Store(true) }

// keep starts the program and starts it again whenever it ends.
func (s *supervisor) keep(p program) {
	if c := s.add(p); c != nil {
		go c.loop()
	}
}

// once runs the program to its end.
func (s *supervisor) once(p program) error {
	c := s.add(p)
	if c == nil {
		return context.Canceled
	}
	defer close(c.done)
	return c.run()
}

func (s *supervisor) add(p program) *child {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopping {
		return nil
	}
	c := &child{program: p, s: s, quit: make(chan struct{}), done: make(chan struct{})}
	s.children = append(s.children, c)
	return c
}

// fail reports the first reason to give up.
func (s *supervisor) fail(err error) {
	select {
	case s.failed <- err:
	default:
	}
}

// stop ends all programs in reverse order, or at once after another signal. When it
// returns, no process is left.
func (s *supervisor) stop(hurry <-chan os.Signal) {
	s.mu.Lock()
	s.stopping = true
	children := s.children
	s.mu.Unlock()

	now := make(chan struct{})
	finished := make(chan struct{})
	defer close(finished)
	go func() {
		select {
		case <-hurry:
			close(now)
		case <-finished:
		}
	}()
	for i := len(children) - 1; i >= 0; i-- {
		children[i].stop(now)
	}
	s.guard.dismiss()
}

// child is one program under the supervisor.
type child struct {
	program
	s    *supervisor
	quit chan struct{} // closed: do not start again
	done chan struct{} // closed: ended for good

	mu      sync.Mutex
	running *process
}

var errStopping = errors.New("stopping")

// run starts the program and waits for its end.
func (c *child) run() error {
	show := func(line string) { c.s.out.line(c.name, line) }
	stdout, flushOut := lines(func(line string) {
		if c.heard == nil || !c.heard(line) {
			show(line)
		}
	})
	stderr, flushErr := lines(show)
	if err := c.begin(stdout, stderr); err != nil {
		return err
	}
	err := c.running.wait()
	flushOut()
	flushErr()
	return err
}

func (c *child) begin(stdout, stderr io.Writer) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-c.quit:
		return errStopping
	default:
	}
	p, err := spawn(c.s.spawner, c.program, stdout, stderr, c.s.guard)
	if err != nil {
		return err
	}
	c.running = p
	return nil
}

func (c *child) loop() {
	defer close(c.done)
	delay, tries := firstDelay, 0
	for {
		started := time.Now()
		err := c.run()
		select {
		case <-c.quit:
			return
		default:
		}
		if time.Since(started) >= healthyAfter {
			delay, tries = firstDelay, 0
		}
		tries++
		if !c.s.settled.Load() && tries >= triesBeforeReady {
			c.s.fail(fmt.Errorf("%s ended %d times before everything was ready (%s); what it said is above", c.name, tries,
				ending(err)))
			<-c.quit
			return
		}
		c.s.out.line("run", fmt.Sprintf("%s ended (%s); starting it again in %s", c.name, ending(err), delay))
		select {
		case <-c.quit:
			return
		case <-time.After(delay):
		}
		delay = min(2*delay, maxDelay)
	}
}

func ending(err error) string {
	if err == nil {
		return "exit status 0"
	}
	return err.Error()
}

// stop ends the program with SIGTERM, and after its grace or when now is closed with
// SIGKILL.
func (c *child) stop(now <-chan struct{}) {
	close(c.quit)
	c.mu.Lock()
	p := c.running
	c.mu.Unlock()
	if p == nil {
		return
	}
	select {
	case <-p.ended: // between two starts
		<-c.done
		return
	default:
	}
	p.terminate()
	select {
	case <-p.ended:
	case <-now:
	case <-time.After(c.grace):
		c.s.out.line("run", fmt.Sprintf("%s did not end within %s: killed", c.name, c.grace))
	}
	p.kill()
	<-c.done
}
