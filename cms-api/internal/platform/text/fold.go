package text

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold returns s as searches compare it: texts that a reader cannot tell apart, or that
// differ in case only, are equal. It composes letters and their marks, which keyboards
// and systems write in different ways (क़, ೋ), replaces compatibility forms such as
// full-width letters and ligatures, and removes invisible characters, joiners included.
// Latin letters lose their marks, which many people do not type (é, ṭ); in other scripts
// a mark makes another letter.
func Fold(s string) string {
	latin := false
	plain := strings.Map(func(r rune) rune {
		switch {
		case ignorable(r), latin && unicode.Is(unicode.Mn, r):
			return -1
		}
		latin = unicode.Is(unicode.Latin, r)
		return r
	}, norm.NFKD.String(s))
	return norm.NFKC.String(cases.Fold().String(plain))
}

// ignorable reports whether a character has no glyph of its own.
func ignorable(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) &&
		!unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}
