//go:build !linux

package spawner

import "syscall"

func withParent(a *syscall.SysProcAttr) *syscall.SysProcAttr { return a }
