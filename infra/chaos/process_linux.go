package main

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// limitFiles makes every write of the process beyond that many bytes of a file
// fail, as on a full disk. Below 0 there is no limit.
func limitFiles(pid int, bytes int64) error {
	limit := unix.Rlimit{Cur: uint64(bytes), Max: unix.RLIM_INFINITY}
	if bytes < 0 {
		limit.Cur = unix.RLIM_INFINITY
	}
	if err := unix.Prlimit(pid, unix.RLIMIT_FSIZE, &limit, nil); err != nil {
		return fmt.Errorf("limit the files of process %d: %w", pid, err)
	}
	return nil
}
