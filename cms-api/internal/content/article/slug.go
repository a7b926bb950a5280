package article

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/gosimple/slug"
)

const (
	maxSlug = 80
	// Beyond this number slugs that are taken are not tried one after the other:
	// every title without a letter that can be spelt in Latin suggests the same.
	slugsInOrder = 20
)

// slugOf returns the address that a title suggests: lower-case Latin words
// joined by hyphens, cut at a word, never empty and never of a form that is an
// id or an address of the site.
func slugOf(title string) string {
	words := strings.FieldsFunc(slug.Make(title), func(r rune) bool { return r == '-' || r == '_' })
	made := strings.Join(words, "-")
	if len(made) > maxSlug {
		made = made[:maxSlug]
		if at := strings.LastIndexByte(made, '-'); at > maxSlug/2 {
			made = made[:at]
		}
		made = strings.Trim(made, "-")
	}
	if made == "" {
		made = "article"
	}
	if isID(made) || made == "page" { // /blog/page/2 … are the pages of the list
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
	return base + "-" + strconv.Itoa(n)
}

// isID reports whether text could be a document's id.
func isID(text string) bool {
	return len(text) == 24 && strings.Trim(text, "0123456789abcdef") == ""
}
