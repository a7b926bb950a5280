// Package wholefile writes files that appear under their names only when they are whole.
package wholefile

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Suffix ends the names of files that are being written. A process that is killed leaves
// them behind.
const Suffix = ".next"

// Write has write write a file, which then takes the place of one that was there. Several may
// write the same one. Durably means that it survives a power cut once Write has returned. An
// error leaves the file that was there, and nothing else.
func Write(name string, mode fs.FileMode, durably bool, write func(io.Writer) error) (err error) {
	next := name + "." + rand.Text() + Suffix
	file, err := os.OpenFile(next, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(next)
		}
	}()
	err = write(file)
	if err == nil && durably {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	if err := os.Rename(next, name); err != nil || !durably {
		return err
	}
	return syncFolder(filepath.Dir(name))
}

func syncFolder(folder string) error {
	opened, err := os.Open(folder)
	if err != nil {
		return fmt.Errorf("keep the name of a file: %w", err)
	}
	defer opened.Close()
	if err := opened.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) { // which some file systems answer
		return fmt.Errorf("keep the name of a file: %w", err)
	}
	return nil
}
