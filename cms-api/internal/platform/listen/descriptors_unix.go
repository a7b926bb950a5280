//go:build linux || darwin

package listen

import "syscall"

// descriptors returns how many files and connections the process may have open.
func descriptors() (most uint64, known bool) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 0, false
	}
	return limit.Cur, true
}
