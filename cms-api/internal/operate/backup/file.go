package backup

import (
	"errors"
	"fmt"
	"io"
	"syscall"

	"academy/cms-api/internal/platform/wholefile"
)

// ToFile has write write a file that appears under its name only when it is whole
// and on disk, in the place of one that was there. Only its owner can read it. An
// error leaves the file that was there, and nothing else.
func ToFile(name string, write func(io.Writer) error) error {
	err := wholefile.Write(name, 0o600, true, write)
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("there is no room for %s: nothing was left behind; free some, or write the archive elsewhere: %w",
			name, err)
	}
	return err
}
