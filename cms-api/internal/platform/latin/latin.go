// Package latin spells words of Indian scripts and Urdu in Latin letters, as people do who
// type them on a Latin keyboard: परीक्षा is pareeksha, தமிழ் is tamil.
//
// Tables that spell letter by letter, such as Unidecode's, leave out the vowel that a
// consonant has without a sign, and standards such as ISO 15919 need diacritics.
package latin

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Spell returns s with the words of the scripts of India, and of Urdu, in Latin letters.
// Other characters stay. Canonically equivalent texts give the same.
func Spell(s string) string {
	var out strings.Builder
	letters := []rune(norm.NFC.String(s))
	for len(letters) > 0 {
		if n := run(letters, isBrahmic); n > 0 {
			out.WriteString(spellBrahmic(letters[:n]))
			letters = letters[n:]
		} else if n := run(letters, isArabic); n > 0 {
			out.WriteString(spellArabic(letters[:n]))
			letters = letters[n:]
		} else {
			out.WriteRune(letters[0])
			letters = letters[1:]
		}
	}
	return out.String()
}

// run returns how many letters at the beginning belong to a word; joiners are part of it.
func run(letters []rune, belongs func(rune) bool) int {
	n := 0
	for n < len(letters) && (belongs(letters[n]) || n > 0 && isJoiner(letters[n])) {
		n++
	}
	return n
}

func isJoiner(r rune) bool { return r == '\u200c' || r == '\u200d' }

// Nine scripts have their letters at the same places of blocks of 128 code points, which
// are those of the standard ISCII.
const (
	firstBlock = 0x0900
	lastBlock  = 0x0d00

	devanagari = 0x0900
	bengali    = 0x0980
	gurmukhi   = 0x0a00
	gujarati   = 0x0a80
	tamil      = 0x0b80
	malayalam  = 0x0d00
)

// isBrahmic reports whether r belongs to a word of one of the nine scripts.
func isBrahmic(r rune) bool {
	return r >= firstBlock && r < lastBlock+0x80 && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r))
}

// Places in a block.
const (
	candrabindu = 0x01
	anusvara    = 0x02
	visarga     = 0x03
	ka          = 0x15
	ca          = 0x1a
	ja          = 0x1c
	nya         = 0x1e
	tta         = 0x1f
	ta          = 0x24
	pa          = 0x2a
	pha         = 0x2b
	ma          = 0x2e
	rra         = 0x31
	va          = 0x35
	sha         = 0x36
	sa          = 0x38
	nukta       = 0x3c
	aa          = 0x3e
	virama      = 0x4d
)

// consonants from ka to ha.
var consonants = [...]string{
	"k", "kh", "g", "gh", "n", "ch", "chh", "j", "jh", "n", "t", "th", "d", "dh", "n", "t", "th", "d", "dh", "n", "n",
	"p", "ph", "b", "bh", "m", "y", "r", "r", "l", "l", "l", "v", "sh", "sh", "s", "h",
}

// vowels are the letters from short a, and the signs that stand for the same sounds.
var (
	vowels = [...]string{
		"a", "a", "i", "ee", "u", "oo", "ri", "li", "e", "e", "e", "ai", "o", "o", "o", "au",
	}
	signs = [...]string{"a", "i", "ee", "u", "oo", "ri", "ri", "e", "e", "e", "ai", "o", "o", "o", "au"}
)

// Letters that only one script has at their place, or that sound otherwise in it.
var (
	silentLetters = map[rune]string{'ৎ': "t", 'ൺ': "n", 'ൻ': "n", 'ർ': "r", 'ൽ': "l", 'ൾ': "l", 'ൿ': "k"}
	ownVowels     = map[rune]string{'ॐ': "om", 'ௐ': "om", 'ੲ': "i", 'ੳ': "u", 'ॲ': "a", 'ॠ': "ri"}
	ownConsonants = map[rune]string{'ৰ': "r", 'ৱ': "v", 'ୱ': "v", 'ୟ': "y", 'ഴ': "zh"}
)

// sound is a consonant with the vowel that follows it, or one of them alone.
type sound struct {
	consonant, vowel string
	place            rune // of the consonant; 0 for none
	inherent         bool // the vowel is not written
}

func spellBrahmic(word []rune) string {
	block := word[0] &^ 0x7f
	var sounds []sound
	for _, r := range word {
		sounds = hear(sounds, r)
	}
	if len(sounds) == 0 {
		return ""
	}
	last := &sounds[len(sounds)-1]
	switch {
	case last.inherent && losesLast(block) && silent(sounds):
		last.vowel = ""
	case last.vowel == "ee":
		last.vowel = "i"
	case last.vowel == "oo":
		last.vowel = "u"
	}
	var out strings.Builder
	for i, each := range sounds {
		out.WriteString(consonantAt(sounds, i, block))
		out.WriteString(each.vowel)
	}
	return out.String()
}

// losesLast reports whether the languages of a script do not speak an unwritten vowel at
// the end of a word.
func losesLast(block rune) bool {
	return block == devanagari || block == bengali || block == gurmukhi || block == gujarati
}

// silent reports whether the unwritten vowel at the end of a word is not spoken: not where
// it is the only one (न), nor after the sounds that need it (मित्र, क्षत्रिय).
func silent(sounds []sound) bool {
	last, before := sounds[len(sounds)-1], sounds[:len(sounds)-1]
	if !slices.ContainsFunc(before, func(each sound) bool { return each.vowel != "" }) {
		return false
	}
	previous := before[len(before)-1]
	switch last.consonant {
	case "y":
		return previous.vowel != "" && previous.vowel != "i" && previous.vowel != "ee"
	case "r", "l", "v", "n", "m":
		return previous.vowel != "" || previous.consonant == ""
	}
	return true
}

// hear appends what a letter sounds like, or changes what is before it.
func hear(sounds []sound, r rune) []sound {
	place := r & 0x7f
	var last *sound
	if len(sounds) > 0 {
		last = &sounds[len(sounds)-1]
	}
	switch {
	case silentLetters[r] != "":
		return append(sounds, sound{consonant: silentLetters[r], place: ta})
	case ownVowels[r] != "":
		return append(sounds, sound{vowel: ownVowels[r]})
	case ownConsonants[r] != "":
		return append(sounds, sound{consonant: ownConsonants[r], vowel: "a", place: place, inherent: true})
	case unicode.IsDigit(r):
		return append(sounds, sound{consonant: string('0' + (place - 0x66))})
	case isJoiner(r):
		return sounds
	}
	switch {
	case place == candrabindu, place == anusvara, place == visarga:
		return append(sounds, sound{place: place})
	case place == 0x70 && unicode.Is(unicode.Gurmukhi, r): // tippi
		return append(sounds, sound{place: anusvara})
	case place == 0x71 && unicode.Is(unicode.Gurmukhi, r): // addak: the next consonant is long
		return append(sounds, sound{place: place})
	case place >= 0x05 && place <= 0x14:
		return append(sounds, sound{vowel: vowels[place-0x05]})
	case place >= ka && place <= 0x39:
		return append(sounds, sound{consonant: consonants[place-ka], vowel: "a", place: place, inherent: true})
	case last == nil:
	case place == nukta:
		last.consonant = withNukta(last.place, last.consonant)
	case place >= aa && place <= 0x4c:
		last.vowel, last.inherent = signs[place-aa], false
	case place == virama:
		last.vowel, last.inherent = "", false
	}
	return sounds
}

func withNukta(place rune, text string) string {
	switch place {
	case ka:
		return "q"
	case ja:
		return "z"
	case pha:
		return "f"
	case sa:
		return "sh"
	}
	return text
}

// consonantAt returns the consonant of a sound as its neighbours make it.
func consonantAt(sounds []sound, i int, block rune) string {
	each := sounds[i]
	var next sound
	if i+1 < len(sounds) {
		next = sounds[i+1]
	}
	switch each.place {
	case candrabindu:
		return "n"
	case anusvara:
		return nasal(next, block)
	case visarga:
		return "h"
	case 0x71:
		if len(next.consonant) > 0 {
			return next.consonant[:1]
		}
		return ""
	}
	if each.place == ja && each.vowel == "" && next.place == nya && losesLast(block) {
		return "g" // ज्ञ, of which the second letter is spelt y below
	}
	if each.place == nya && i > 0 && sounds[i-1].place == ja && sounds[i-1].vowel == "" && losesLast(block) {
		return "y"
	}
	if each.place == ca && each.vowel == "" && next.place == ca {
		return "c" // the second letter brings its h
	}
	if block == tamil {
		return tamilStop(sounds, i)
	}
	return each.consonant
}

// nasal returns how an anusvara is spelt before a sound.
func nasal(next sound, block rune) string {
	labial := next.place >= pa && next.place <= ma
	stop := next.place >= ka && next.place < pa
	north := losesLast(block)
	switch {
	case labial, next.place == va:
		return "m"
	case block == bengali && !stop:
		return "ng"
	case north, stop:
		return "n"
	}
	return "m"
}

// tamilStop returns a consonant of Tamil, which writes voiced and voiceless stops alike:
// they are voiced between vowels and after a nasal.
func tamilStop(sounds []sound, i int) string {
	each := sounds[i]
	if each.place == rra && i > 0 && sounds[i-1].place == rra && sounds[i-1].vowel == "" {
		return "r" // ற்ற is spelt tr
	}
	if each.place == rra && each.vowel == "" && i+1 < len(sounds) && sounds[i+1].place == rra {
		return "t"
	}
	if i == 0 || each.vowel == "" {
		return each.consonant
	}
	before := sounds[i-1]
	afterNasal := before.vowel == "" && before.consonant == "n" || before.consonant == "m" && before.vowel == ""
	if before.vowel == "" && !afterNasal {
		return each.consonant
	}
	switch each.place {
	case ka:
		return "g"
	case ca:
		if afterNasal {
			return "j"
		}
		return "s"
	case tta, ta:
		return "d"
	case pa:
		return "b"
	}
	return each.consonant
}
