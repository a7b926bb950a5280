//go:build unix

package target

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// lock takes a lock that ends with the process, however that ends.
func lock(root *os.Root, name string) (unlock func(), err error) {
	held, err := root.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, fmt.Errorf("lock the folder: %w", err)
	}
	if err := syscall.Flock(int(held.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(errTaken, held.Close())
	}
	return func() { _ = held.Close() }, nil
}
