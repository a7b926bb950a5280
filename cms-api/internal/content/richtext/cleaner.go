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

// Cleaner makes HTML that people send what is stored.
type Cleaner struct {
	whole, inline *Policy
	storeImage    func(ctx context.Context, data []byte) (url string, err error)
}

// NewCleaner returns a Cleaner. StoreImage keeps a picture that was pasted into HTML and
// returns its address.
func NewCleaner(storeImage func(context.Context, []byte) (string, error)) *Cleaner {
	return &Cleaner{NewPolicy(), NewInlinePolicy(), storeImage}
}

// spaces are where lines ended, which says nothing within a line.
var spaces = regexp.MustCompile(`[ \t\r\n]+`)

// Clean returns HTML with pasted pictures moved to storage, and only what the editor can
// make; inline: within a line. It returns an Invalid problem for a picture that cannot be
// used, which says which one it is.
func (c *Cleaner) Clean(ctx context.Context, html string, inline bool) (string, error) {
	if inline {
		return strings.Trim(spaces.ReplaceAllString(c.inline.Sanitise(html), " "), " "), nil
	}
	moved, err := MoveDataImages(html, func(data []byte) (string, error) { return c.storeImage(ctx, data) })
	if err == nil {
		return c.whole.Sanitise(moved), nil
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
