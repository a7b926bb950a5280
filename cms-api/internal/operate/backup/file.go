package backup

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
)

// ToFile has write write a file that appears under its name only when it is whole
// and on disk, in the place of one that was there. Only its owner can read it. An
// error leaves the file that was there, and nothing else.
func ToFile(name string, write func(io.Writer) error) error {
	folder := filepath.Dir(name)
	file, err := os.CreateTemp(folder, "."+filepath.Base(name)+".*.part")
	if err != nil {
		return fmt.Errorf("begin the archive: %w", err)
	}
	err = write(file)
	if err == nil {
		err = file.Sync()
	}
	err = errors.Join(err, file.Close())
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		return roomFor(name, errors.Join(err, os.Remove(file.Name())))
	}
	return syncFolder(folder)
}

// roomFor says of a full disk what it is.
func roomFor(name string, err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("there is no room for %s: nothing was left behind; free some, or write the archive elsewhere: %w", name, err)
	}
	return err
}

func syncFolder(folder string) error {
	opened, err := os.Open(folder)
	if err != nil {
		return fmt.Errorf("keep the archive's name: %w", err)
	}
	defer opened.Close()
	if err := opened.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) { // which some file systems answer
		return fmt.Errorf("keep the archive's name: %w", err)
	}
	return nil
}
