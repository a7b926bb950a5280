// Package slug makes addresses of titles.
package slug

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/gosimple/slug"

	"academy/cms-api/internal/platform/latin"
)

const (
	maxLength = 80
	// maxNumber is how much longer a slug may be of which some were taken: earlier versions
	// numbered them behind the cut.
	maxNumber = len("-1000020")
	// Beyond this number slugs that are taken are not tried one after the other:
	// every title without a letter that can be spelt in Latin suggests the same.
	inOrder = 20
)

// MaxTries is how many candidates to try for a slug that is free.
const MaxTries = inOrder + 20

// Of returns the address that a title suggests: lower-case Latin words joined by hyphens, cut
// at a word. It is kind for a title without such words, and begins with kind where it
// would be reserved.
func Of(title, kind string, reserved func(slug string) bool) string {
	words := strings.FieldsFunc(slug.Make(latin.Spell(title)), func(r rune) bool { return r == '-' || r == '_' })
	made := strings.Join(words, "-")
	longest := maxLength
	if made == title { // a slug already, perhaps with a number that was added to it
		longest += maxNumber
	}
	if len(made) > longest {
		made = made[:maxLength]
		if at := strings.LastIndexByte(made, '-'); at > maxLength/2 {
			made = made[:at]
		}
		made = strings.Trim(made, "-")
	}
	if made == "" {
		made = kind
	}
	if reserved(made) {
		made = kind + "-" + made
	}
	return made
}

// Numbered returns the n-th candidate for a slug that may be taken: the slug itself, then
// -2, -3 …, at last any number.
func Numbered(base string, n int) string {
	if n <= 1 {
		return base
	}
	if n > inOrder {
		n += rand.IntN(1_000_000)
	}
	return withNumber(base, n)
}

// withNumber returns a slug with a number, not longer than a slug is.
func withNumber(base string, n int) string {
	number := "-" + strconv.Itoa(n)
	return strings.TrimRight(base[:min(len(base), maxLength-len(number))], "-") + number
}

// IsNumbered reports whether slug is base, or what base became when it was taken.
func IsNumbered(slug, base string) bool {
	at := strings.LastIndexByte(slug, '-') + 1
	n, err := strconv.Atoi(slug[at:])
	return slug == base || at > 0 && err == nil && (slug[:at] == base+"-" || slug == withNumber(base, n))
}
