package upload

import (
	"bytes"
	"fmt"
	"os"
	"syscall"
)

// limitMyself makes the kernel end this process when it takes more memory or
// processor time than a picture may. What is limited is address space: Go reserves
// it before it uses memory, and maps memory into it in a way that no other limit
// counts.
func limitMyself() error {
	if err := syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: decodeCPU, Max: decodeCPU}); err != nil {
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
