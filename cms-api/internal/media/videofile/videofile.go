// Package videofile tells what kind of video a file is and how long it plays,
// from a few small reads at its ends. It never reads a file whole, whatever is in
// it.
package videofile

import (
	"errors"
	"fmt"
	"io"

	"github.com/gabriel-vasile/mimetype"
)

// Type is a kind of video that is taken.
type Type struct {
	MediaType string // as it is served
	Extension string // with its dot
}

// The kinds there are. Every browser plays MP4 and WebM; QuickTime and Matroska are
// containers of the same families, and play where the browser knows what is inside.
var (
	MP4       = Type{"video/mp4", ".mp4"}
	WebM      = Type{"video/webm", ".webm"}
	QuickTime = Type{"video/quicktime", ".mov"}
	Matroska  = Type{"video/matroska", ".mkv"}
)

// Taken names them to people.
const Taken = "MP4, WebM, QuickTime (MOV) and Matroska (MKV)"

// HeadSize is how many bytes of a file's beginning Detect wants.
const HeadSize = 3072

// Detect tells a file's kind from its beginning. It returns false for any other
// kind of video, and for what is no video at all.
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

// DamagedError says that a file is not what its beginning promised.
type DamagedError struct{ reason string }

// Error says what is wrong.
func (e *DamagedError) Error() string { return "damaged video: " + e.reason }

func damaged(format string, args ...any) error { return &DamagedError{fmt.Sprintf(format, args...)} }

// Duration returns how long a video of size bytes plays, in seconds; 0 when the
// file does not say and it cannot be found out with little work. It returns a
// DamagedError for a file that is cut off, broken or without pictures, and the
// reader's own error when that fails.
func Duration(r io.ReaderAt, size int64, t Type) (float64, error) {
	w := &window{r: r, size: size}
	var seconds float64
	var err error
	if t == WebM || t == Matroska {
		seconds, err = webmDuration(w)
	} else {
		seconds, err = mp4Duration(w, t == QuickTime)
	}
	switch {
	case w.failed != nil:
		return 0, fmt.Errorf("read a video: %w", w.failed)
	case errors.Is(err, errTooMuch):
		return 0, damaged("it is in too many pieces")
	case err != nil:
		return 0, err
	case !(seconds > 0 && seconds < maxSeconds): // false for what is no number, too
		return 0, nil
	}
	return seconds, nil
}

// maxSeconds is more than any video plays: a year.
const maxSeconds = 365 * 24 * 3600

// unlessTooMuch lets a duration that takes too much work to find be unknown.
func unlessTooMuch(seconds float64, err error) (float64, error) {
	if errors.Is(err, errTooMuch) {
		return 0, nil
	}
	return seconds, err
}
