package target

import (
	"context"
	"errors"
	"io/fs"
	"syscall"

	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/platform/problem"
)

// reasonOf says why a try failed, as a sentence that whoever looks after the
// target can act on. What is not among these is told as it is.
func reasonOf(err error) string {
	for _, known := range []struct {
		is   error
		says string
	}{
		{errTaken, "Another process is mirroring to this folder."},
		{objectstore.ErrNoBucket, "There is no such bucket. Make it, or correct the address."},
		{objectstore.ErrRefused, "The object storage refuses access. Check the key, and what it may do."},
		{syscall.ENOSPC, "The disk is full."},
		{syscall.EROFS, "The disk cannot be written to."},
		{syscall.ENOTDIR, "A part of the path is a file and not a folder."},
		{fs.ErrPermission, "The folder must not be written to. Check its owner and rights."},
		{fs.ErrNotExist, "A file of the release is missing. Check the live release; publishing mends it."},
		{context.DeadlineExceeded, "It took too long."},
	} {
		if errors.Is(err, known.is) {
			return known.says
		}
	}
	if problem.Is(err, problem.Unavailable) {
		return "The object storage does not answer."
	}
	return err.Error()
}
