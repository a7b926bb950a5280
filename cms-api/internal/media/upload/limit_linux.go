package upload

import (
	"bytes"
	"fmt"
	"os"
	"syscall"
)

// limitMyself makes the kernel end this process when it takes more memory or processor
// time than one picture may. It limits the address space, because no other limit counts
// the memory that Go maps.
func limitMyself(seconds uint64) error {
	if err := syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: seconds, Max: seconds}); err != nil {
		return err
	}
	usage, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return err
	}
	var pages uint64
	if _, err := fmt.Fscan(bytes.NewReader(usage), &pages); err != nil {
		return err
	}
	most := pages*uint64(os.Getpagesize()) + decodeMemory
	return syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: most, Max: most})
}
