package text

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// MaxCluster is how many code points one character may have before they count as several: no
// script needs more, and the length of a text then bounds its size.
const MaxCluster = 16

// Length returns how many characters a text has, as people count them: grapheme clusters. A
// letter of an Indian script with its signs is one, and so is an emoji of a family.
func Length(s string) int {
	length := 0
	eachCharacter(s, func(character string, count int) { length += count })
	return length
}

// LongerThan reports whether a text has more than most characters.
func LongerThan(s string, most int) bool {
	return len(s) > most && utf8.RuneCountInString(s) > most && Length(s) > most
}

// TooLong is the message about a text of more than most characters.
func TooLong(s string, most int) string {
	return fmt.Sprintf("Give at most %d characters; these are %d.", most, Length(s))
}

// Plain returns a text of as many code points as s has characters. Those of several code points
// become signs that no name, number or address has; all others stay. It is for what counts code
// points and should not.
func Plain(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf || r == '\r' }) {
		return s
	}
	plain := make([]byte, 0, len(s))
	eachCharacter(s, func(character string, count int) {
		if len(character) == 1 || utf8.RuneCountInString(character) == 1 {
			plain = append(plain, character...)
			return
		}
		for range count {
			plain = utf8.AppendRune(plain, utf8.RuneError)
		}
	})
	return string(plain)
}

// eachCharacter calls do with each grapheme cluster and how many characters it counts for.
func eachCharacter(s string, do func(character string, count int)) {
	for characters := graphemes.FromString(s); characters.Next(); {
		character := characters.Value()
		do(character, (utf8.RuneCountInString(character)+MaxCluster-1)/MaxCluster)
	}
}
