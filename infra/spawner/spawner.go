// Package spawner starts processes that are not to outlive this one.
package spawner

import (
	"os/exec"
	"runtime"
	"syscall"
)

// Spawner starts processes from one thread that never ends: Linux signals a child about
// its parent's death when the *thread* that started it ends, and the Go runtime ends
// threads at any time.
type Spawner struct{ work chan func() }

// New returns a Spawner. Its thread stays until this process ends.
func New() *Spawner {
	s := &Spawner{work: make(chan func())}
	go func() {
		runtime.LockOSThread()
		for f := range s.work {
			f()
		}
	}()
	return s
}

// Start starts a command that leads a process group of its own. On Linux the
// kernel kills it when this process ends, however that happens.
func (s *Spawner) Start(cmd *exec.Cmd) error {
	cmd.SysProcAttr = withParent(&syscall.SysProcAttr{Setpgid: true})
	started := make(chan error)
	s.work <- func() { started <- cmd.Start() }
	return <-started
}
