package videofile

import (
	"errors"
	"io"
	"slices"
)

const (
	windowSize = 128 << 10
	maxReads   = 400 // for one file, of a window each
)

var errTooMuch = errors.New("too many reads")

// window reads a file through a buffer, forwards or backwards, and gives up
// after maxReads.
type window struct {
	r      io.ReaderAt
	size   int64
	buf    []byte
	start  int64 // of buf in the file
	reads  int
	failed error // the reader's own error
}

// bytes returns n bytes at an offset; they are good until the next call. What
// lies beyond the end of the file is a DamagedError.
func (w *window) bytes(offset int64, n int) ([]byte, error) {
	if offset < 0 || n < 0 || offset > w.size-int64(n) {
		return nil, damaged("it is cut off at byte %d", w.size)
	}
	if offset >= w.start && offset+int64(n) <= w.start+int64(len(w.buf)) {
		return w.buf[offset-w.start:][:n], nil
	}
	size := int(min(int64(max(n, windowSize)), w.size-offset))
	if w.reads += 1 + size/windowSize; w.reads > maxReads {
		return nil, errTooMuch
	}
	w.buf, w.start = slices.Grow(w.buf[:0], size)[:size], offset
	if read, err := w.r.ReadAt(w.buf, offset); read < size {
		w.buf, w.failed = nil, errors.Join(err, io.ErrUnexpectedEOF)
		return nil, w.failed
	}
	return w.buf[:n], nil
}

// ReadAt implements io.ReaderAt.
func (w *window) ReadAt(p []byte, offset int64) (int, error) {
	data, err := w.bytes(offset, len(p))
	return copy(p, data), err
}
