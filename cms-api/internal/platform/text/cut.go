package text

import (
	"path"
	"strings"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// maxFileName is how many bytes a file's name may have: most file systems take 255, and
// browsers add a number to a name that is taken.
const maxFileName = 240

// FileName returns a name as a file can have it: that of a path, in one line, and cut
// between two characters as readers see them, before its extension, if it is too long.
func FileName(name string) string {
	name = Line(path.Base(strings.ReplaceAll(name, `\`, "/")))
	if len(name) <= maxFileName {
		return name
	}
	extension := path.Ext(name)
	if len(extension) > maxFileName/2 {
		extension = ""
	}
	return strings.TrimSpace(cut(strings.TrimSuffix(name, extension), maxFileName-len(extension))) + extension
}

// WithExtension returns the name of a file, ending with the extension of its type: so it is
// opened as what it is, whatever it was called.
func WithExtension(name, extension string) string {
	if strings.EqualFold(path.Ext(name), extension) {
		return name
	}
	return FileName(name + extension)
}

// Shorten returns a name as a sentence can have it: cut between two characters as readers
// see them, with an ellipsis, if it has more than most of them.
func Shorten(s string, most int) string {
	all := graphemes.FromString(s)
	for count := 1; all.Next(); count++ {
		if count == most {
			if shown := s[:all.End()]; len(shown) < len(s) {
				return s[:all.Start()] + "…"
			}
		}
	}
	return s
}

// cut returns the beginning of s that has at most so many bytes and ends with a whole
// character as readers see it.
func cut(s string, most int) string {
	end := 0
	for all := graphemes.FromString(s); all.Next() && all.End() <= most; {
		end = all.End()
	}
	return s[:end]
}
