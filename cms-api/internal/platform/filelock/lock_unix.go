//go:build unix

// Package filelock locks files between processes. A lock ends with its process, however
// that ends, or when the file is closed.
package filelock

import (
	"errors"
	"os"
	"syscall"
)

// Try takes the lock of an open file. It returns false when somebody else has it.
func Try(file *os.File) (bool, error) {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}
