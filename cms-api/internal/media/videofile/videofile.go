// Package videofile tells the format of a video file, its duration and whether it starts at once from a few small
// reads at its beginning and end. It never reads a whole file.
package videofile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/gabriel-vasile/mimetype"
)

// Type is a format of videos.
type Type struct {
	MediaType string // as it is served
	Extension string // with its dot
}

// The formats that are accepted. Every browser plays MP4 and WebM. QuickTime and
// Matroska are related containers, which a browser plays when it knows the codec
// inside.
var (
	MP4       = Type{"video/mp4", ".mp4"}
	WebM      = Type{"video/webm", ".webm"}
	QuickTime = Type{"video/quicktime", ".mov"}
	Matroska  = Type{"video/matroska", ".mkv"}
)

// TypeOf returns the format whose files have an extension, with its dot.
func TypeOf(extension string) Type {
	for _, t := range []Type{WebM, QuickTime, Matroska} {
		if t.Extension == extension {
			return t
		}
	}
	return MP4
}

// Taken names the accepted formats for people.
const Taken = "MP4, WebM, QuickTime (MOV) and Matroska (MKV)"

// HeadSize is how many bytes of a file's beginning Detect needs.
const HeadSize = 3072

// Detect returns the format of a file from its beginning. It returns false for any
// other file.
func Detect(head []byte) (Type, bool) {
	switch found := mimetype.Detect(head); {
	case found.Is("video/mp4"), found.Is("video/x-m4v"):
		return MP4, true
	case found.Is("video/webm"):
		return WebM, true
	case found.Is("video/quicktime"):
		return QuickTime, true
	case found.Is("video/matroska"):
		return Matroska, true
	}
	return Type{}, false
}

// DamagedError says that a file is not a valid file of its format.
type DamagedError struct{ reason string }

// Error implements error.
func (e *DamagedError) Error() string { return "damaged video: " + e.reason }

// CodecError says that browsers cannot play what is in a file, or only some of them on some
// machines.
type CodecError struct{ Codec string }

// Error implements error.
func (e *CodecError) Error() string { return "video coded as " + e.Codec }

// Names, for people, of what browsers do not play.
const (
	hevc   = "HEVC (H.265)"
	proRes = "ProRes"
	mpeg4  = "MPEG-4 Part 2"
)

// unplayable are the codecs that browsers do not play, as MP4 and Matroska name them.
var unplayable = map[string]string{
	"hvc1": hevc, "hev1": hevc, "dvh1": hevc, "dvhe": hevc, "V_MPEGH/ISO/HEVC": hevc,
	"apch": proRes, "apcn": proRes, "apcs": proRes, "apco": proRes, "ap4h": proRes, "ap4x": proRes, "V_PRORES": proRes,
	"mp4v": mpeg4, "V_MPEG4/ISO/ASP": mpeg4, "V_MPEG4/ISO/SP": mpeg4,
}

func damaged(format string, args ...any) error { return &DamagedError{fmt.Sprintf(format, args...)} }

// Info is what a video file says of itself.
type Info struct {
	// Seconds is how long it plays; 0 when the file does not say and finding out would take too many reads.
	Seconds float64
	// SlowStart says that its index stands behind its pictures, so that nothing is shown before the end is loaded.
	SlowStart bool
}

// Read reads what a video of size bytes says of itself. It returns a DamagedError for
// a file that is truncated, broken or without a video track, a CodecError for one that
// browsers do not play, and the reader's error when reading fails.
func Read(r io.ReaderAt, size int64, t Type) (Info, error) {
	w := &window{r: r, size: size}
	var info Info
	var err error
	if t == WebM || t == Matroska {
		info.Seconds, err = webmDuration(w)
	} else {
		info, err = readMP4(w, t == QuickTime)
	}
	switch {
	case w.failed != nil:
		return Info{}, fmt.Errorf("read a video: %w", w.failed)
	case errors.Is(err, errTooMuch):
		return Info{}, damaged("it is in too many pieces")
	case err != nil:
		return Info{}, err
	case !(info.Seconds > 0 && info.Seconds < maxSeconds): // false for NaN, too
		info.Seconds = 0
	}
	return info, nil
}

// maxSeconds is a year, longer than any video.
const maxSeconds = 365 * 24 * 3600

// unlessTooMuch turns errTooMuch into an unknown duration.
func unlessTooMuch(seconds float64, err error) (float64, error) {
	if errors.Is(err, errTooMuch) {
		return 0, nil
	}
	return seconds, err
}

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

// searchBack is how far from its end a file's last fragment or cluster is looked
// for.
const searchBack = 32 << 20

// backwards calls each with the offsets of a pattern, the last one first, until
// it returns true.
func backwards(w *window, pattern []byte, each func(offset int64) (bool, error)) error {
	limit := max(0, w.size-searchBack)
	for end := w.size; end > limit; {
		start := max(limit, end-windowSize)
		// Chunks overlap, so that a pattern across their border is found.
		chunk, err := w.bytes(start, int(end-start))
		if err != nil {
			return err
		}
		chunk = bytes.Clone(chunk)
		for {
			at := bytes.LastIndex(chunk, pattern)
			if at < 0 {
				break
			}
			done, err := each(start + int64(at))
			if done || err != nil {
				return err
			}
			chunk = chunk[:at+len(pattern)-1]
		}
		if start == limit {
			return nil
		}
		end = start + int64(len(pattern)) - 1
	}
	return nil
}
