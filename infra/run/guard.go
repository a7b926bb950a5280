package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"syscall"
)

// guardCommand makes this program the guard: a second process that ends after the
// supervisor. When the pipe between them closes, it kills the process groups that are
// left. So even `kill -9` of the supervisor leaves no process behind, on every system,
// including grandchildren.
const guardCommand = "guard"

// guard reads "+pid" and "-pid" lines until the pipe closes, and then kills the groups
// of the pids that were added and not removed.
func guard(r io.Reader) {
	signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	groups := map[int]bool{}
	for lines := bufio.NewScanner(r); lines.Scan(); {
		pid, err := strconv.Atoi(lines.Text())
		if err != nil {
			continue
		}
		if pid < 0 {
			delete(groups, -pid)
		} else {
			groups[pid] = true
		}
	}
	for pid := range groups {
		_ = syscall.Kill(-pid, syscall.SIGKILL)
	}
}

// guardian is the supervisor's side of the guard.
type guardian struct {
	cmd  *exec.Cmd
	pipe io.WriteCloser
}

func startGuardian() (*guardian, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, guardCommand)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	pipe, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	return &guardian{cmd: cmd, pipe: pipe}, cmd.Start()
}

func (g *guardian) watch(pid int)  { fmt.Fprintf(g.pipe, "+%d\n", pid) }
func (g *guardian) forget(pid int) { fmt.Fprintf(g.pipe, "-%d\n", pid) }

// dismiss ends the guard and waits until it has gone.
func (g *guardian) dismiss() {
	g.pipe.Close()
	_ = g.cmd.Wait()
}
