package target

import (
	"context"
	"errors"
	"time"

	"academy/cms-api/internal/publishing/release"
)

// host is what a mirror lies on.
type host interface {
	// open makes ready and keeps other processes out, as far as the host can.
	open(ctx context.Context) (closeHost func(), err error)
	// put writes a file in one step: readers get the old one or the new, whole.
	put(ctx context.Context, f file) error
	// remove deletes a file; one that is not there is no error.
	remove(ctx context.Context, key string) error
	// read returns a file. The error is fs.ErrNotExist when there is none.
	read(ctx context.Context, key string) ([]byte, error)
	// list looks at all files, and returns a function that says whether one of
	// them has this content.
	list(ctx context.Context) (looker, error)
	// late is for how long what a process has asked for may happen after its end.
	late() time.Duration
}

// looker says whether a file is there with the same content; nil knows of none.
type looker func(f file) bool

func (l looker) has(f file) bool { return l != nil && l(f) }

// file is what a mirror writes.
type file struct {
	key, mediaType, caching string
	data                    []byte
}

func jsonFile(key string, data []byte) file {
	return file{key, "application/json", release.Caching("/" + key), data}
}

var errTaken = errors.New("another process is mirroring to this folder")
