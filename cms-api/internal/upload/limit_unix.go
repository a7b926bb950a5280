//go:build linux || darwin

package upload

import "syscall"

// limitMyself makes the kernel end this process when it takes more memory or
// processor time than a picture may.
func limitMyself() error {
	if err := syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: decodeCPU, Max: decodeCPU}); err != nil {
		return err
	}
	return syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: decodeMemory, Max: decodeMemory})
}
