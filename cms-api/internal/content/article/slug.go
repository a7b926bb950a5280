package article

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/gosimple/slug"

	"academy/cms-api/internal/platform/latin"
	"academy/cms-api/internal/platform/mongodb"
)

const (
	maxSlug = 80
	// maxNumber is how much longer a slug may be of which some were taken: earlier versions
	// numbered them behind the cut.
	maxNumber = len("-1000020")
	// Beyond this number slugs that are taken are not tried one after the other:
	// every title without a letter that can be spelt in Latin suggests the same.
	slugsInOrder = 20
)

// slugOf returns the address that a title suggests: lower-case Latin words
// joined by hyphens, cut at a word, never empty and never of a form that is an
// id or an address of the site.
func slugOf(title string) string {
	words := strings.FieldsFunc(slug.Make(latin.Spell(title)), func(r rune) bool { return r == '-' || r == '_' })
	made := strings.Join(words, "-")
	longest := maxSlug
	if made == title { // a slug already, perhaps with a number that was added to it
		longest += maxNumber
	}
	if len(made) > longest {
		made = made[:maxSlug]
		if at := strings.LastIndexByte(made, '-'); at > maxSlug/2 {
			made = made[:at]
		}
		made = strings.Trim(made, "-")
	}
	if made == "" {
		made = "article"
	}
	if mongodb.IsID(made) || made == "page" { // /blog/page/2 … are the pages of the list
		made = "article-" + made
	}
	return made
}

// numbered returns the n-th candidate for a slug that may be taken: the slug
// itself, then -2, -3 …, at last any number.
func numbered(base string, n int) string {
	if n <= 1 {
		return base
	}
	if n > slugsInOrder {
		n += rand.IntN(1_000_000)
	}
	return withNumber(base, n)
}

// withNumber returns a slug with a number, not longer than a slug is.
func withNumber(base string, n int) string {
	number := "-" + strconv.Itoa(n)
	return strings.TrimRight(base[:min(len(base), maxSlug-len(number))], "-") + number
}
