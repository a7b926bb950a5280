package richtext

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/atom"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
	"academy/cms-api/internal/platform/weburl"
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
	if err := checkMedia(html); err != nil {
		return "", err
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
		return "", problem.Wrap(problem.Invalid, err, fmt.Sprintf(`Picture %d, which begins with "%s", could not be used: %s`,
			refused.Number, beginning(refused.Address), known.Detail))
	}
	return "", fmt.Errorf("move pasted pictures: %w", err)
}

// onDevice are the schemes of pictures that only the device has on which they were copied.
var onDevice = regexp.MustCompile(`(?i)^\s*(blob|file|cid|content|webkit-fake-url):`)

// Unseen says why no visitor could see a picture with an address; "": visitors can, or it is one of the
// data: addresses, which Data reads.
func Unseen(address string) string {
	switch {
	case onDevice.MatchString(address):
		return "It is only where it was copied from."
	case !isData(address) && !weburl.File(address):
		return "Its address is neither a full one (https://…) nor a path of this site (/media/…)."
	}
	return ""
}

// onWeb matches addresses of other sites.
var onWeb = regexp.MustCompile(`(?i)^\s*(https?:)?//`)

// checkMedia returns an Invalid problem for the first picture that no visitor could see or whose
// description is too long, and for the first video that no page can embed.
func checkMedia(content string) error {
	if !strings.Contains(content, "<") {
		return nil
	}
	nodes, err := parse(content)
	if err != nil {
		return nil // the policy makes text of it
	}
	pictures, videos := 0, 0
	for n := range elements(nodes) {
		address, alt := attribute(n, "src"), attribute(n, "alt")
		fault := ""
		switch n.DataAtom {
		case atom.Img:
			pictures++
			switch unseen := Unseen(address); {
			case strings.TrimSpace(address) != "" && unseen != "":
				fault = unseen + " Upload it, and give the address that it gets."
			case text.LongerThan(alt, MaxWords):
				fault = "Its description (alt) is too long. " + text.TooLong(alt, MaxWords)
			}
			if fault != "" {
				return refuseMedia("Picture", pictures, address, "could not be used: "+fault)
			}
		case atom.Iframe:
			videos++
			// Frames that have no address of the web are taken out, as are other elements that nobody typed.
			_, _, embedded := weburl.VideoOf(address)
			if onWeb.MatchString(address) && !embedded && !player.MatchString(address) {
				return refuseMedia("Video", videos, address, "cannot be embedded: "+
					"Give a link to a video on YouTube or Vimeo, or to a playlist on YouTube; link to others.")
			}
		}
	}
	return nil
}

func refuseMedia(what string, number int, address, fault string) error {
	return problem.New(problem.Invalid, fmt.Sprintf(`%s %d, which begins with "%s", %s`,
		what, number, beginning(address), fault))
}

// beginning returns the first 60 characters of an address.
func beginning(address string) string {
	characters := []rune(address[:min(len(address), 60*utf8.UTFMax)])
	return string(characters[:min(len(characters), 60)])
}
