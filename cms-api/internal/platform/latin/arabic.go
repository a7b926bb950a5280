package latin

import (
	"strings"
	"unicode"
)

// isArabic reports whether r belongs to a word in Arabic letters, or is a mark in one.
func isArabic(r rune) bool {
	return unicode.Is(unicode.Arabic, r) && (unicode.IsLetter(r) || unicode.IsMark(r)) || r >= '\u064b' && r <= '\u0652'
}

// urdu are the consonants. Vowels are in spellArabic.
var urdu = map[rune]string{
	'ب': "b", 'پ': "p", 'ت': "t", 'ٹ': "t", 'ث': "s", 'ج': "j", 'چ': "ch", 'ح': "h", 'خ': "kh", 'د': "d", 'ڈ': "d",
	'ذ': "z", 'ر': "r", 'ڑ': "r", 'ز': "z", 'ژ': "zh", 'س': "s", 'ش': "sh", 'ص': "s", 'ض': "z", 'ط': "t", 'ظ': "z",
	'غ': "gh", 'ف': "f", 'ق': "q", 'ک': "k", 'ك': "k", 'گ': "g", 'ل': "l", 'م': "m", 'ن': "n", 'ں': "n", 'ه': "h",
	'ہ': "h", 'ھ': "h", 'ة': "h", 'و': "v", 'ی': "y", 'ي': "y",
}

// spellArabic spells a word of which short vowels are not written. It puts an a between
// two consonants that begin a word: which vowel is spoken only a dictionary knows.
func spellArabic(word []rune) string {
	var out strings.Builder
	vowel, begun := true, 0 // whether the last sound is a vowel; how many consonants begin the word
	write := func(text string, isVowel bool) {
		if !isVowel && begun == 1 && text != "h" {
			out.WriteString("a")
		}
		if isVowel {
			begun = 2
		} else {
			begun++
		}
		out.WriteString(text)
		vowel = isVowel
	}
	for i, r := range word {
		first, last := i == 0, i == len(word)-1
		switch {
		case r == 'آ', r == 'ا', r == 'أ', r == 'ى', r == 'ٰ', r == '\u064e', r == 'ع' && first:
			write("a", true)
		case r == 'إ', r == '\u0650':
			write("i", true)
		case r == '\u064f':
			write("u", true)
		case r == 'و' && !first && !vowel, r == 'ؤ':
			write("u", true)
		case r == 'ی' && !first && !vowel, r == 'ي' && !first && !vowel, r == 'ئ':
			write("i", true)
		case r == 'ے', r == 'ۓ':
			write("e", true)
		case r == 'ہ' && last && !first && !vowel, r == 'ۃ', r == 'ة' && last:
			write("a", true)
		case urdu[r] != "":
			write(urdu[r], false)
		}
	}
	return out.String()
}
