package richtext

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"academy/cms-api/internal/platform/problem"
)

// Stores is what a Cleaner needs of those that hold pictures and files.
type Stores struct {
	// Image keeps a picture that was pasted into HTML and returns its address.
	Image func(ctx context.Context, data []byte) (address string, err error)
	// File returns what is known of an uploaded file; a NotFound problem when there is none.
	File func(ctx context.Context, address string) (File, error)
}

// File is what is known of an uploaded file.
type File struct {
	Name  string // as visitors save it
	Bytes int64
}

// Cleaner makes HTML that people send what is stored.
type Cleaner struct {
	whole, inline *Policy
	stores        Stores
}

// NewCleaner returns a Cleaner.
func NewCleaner(stores Stores) *Cleaner { return &Cleaner{NewPolicy(), NewInlinePolicy(), stores} }

// spaces are where lines ended, which says nothing within a line.
var spaces = regexp.MustCompile(`[ \t\r\n]+`)

// Clean returns HTML with pasted pictures moved to storage, with the names and sizes of the
// files that it links to, and only what the editor can make; inline: within a line. It returns
// an Invalid problem, which names the place, for a picture that cannot be used and for what is
// beyond a limit.
func (c *Cleaner) Clean(ctx context.Context, html string, inline bool) (string, error) {
	if inline {
		clean, err := c.inline.Sanitise(html)
		return strings.Trim(spaces.ReplaceAllString(clean, " "), " "), err
	}
	moved, err := MoveDataImages(html, func(data []byte) (string, error) { return c.stores.Image(ctx, data) })
	if err == nil {
		clean, err := c.whole.Sanitise(moved)
		if err != nil {
			return "", err
		}
		return c.describeFiles(ctx, clean)
	}
	var refused *ImageError
	var known *problem.Error
	if errors.As(err, &refused) && errors.As(err, &known) && known.Kind != problem.Unavailable {
		return "", problem.Wrap(problem.Invalid, err, fmt.Sprintf("Picture %d, which begins with %q, could not be used: %s",
			refused.Number, beginning(refused.Address), known.Detail))
	}
	return "", fmt.Errorf("move pasted pictures: %w", err)
}

// beginning returns the first 60 characters of an address.
func beginning(address string) string {
	characters := []rune(address[:min(len(address), 60*utf8.UTFMax)])
	return string(characters[:min(len(characters), 60)])
}
