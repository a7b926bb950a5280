// Package text removes invisible characters from what people type, before it is stored.
package text

import (
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line returns a text in one line: without control characters and marks that change the
// reading direction, with single spaces, and trimmed.
func Line(s string) string { return strings.Join(strings.Fields(visible(s)), " ") }

// Block is like Line for a text of several lines: line breaks, tabs and spaces within a
// line stay.
func Block(s string) string {
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n").Replace(s)
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRightFunc(visible(line), unicode.IsSpace)
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n \t")
}

// Printable returns s without control characters other than tabs and line breaks,
// without noncharacters, and without U+FFFD, which replaces invalid bytes and
// surrogates.
func Printable(s string) string {
	if !strings.ContainsFunc(s, unprintable) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if unprintable(r) {
			return -1
		}
		return r
	}, s)
}

func unprintable(r rune) bool {
	switch r {
	case '\t', '\n', '\r':
		return false
	case utf8.RuneError:
		return true
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Noncharacter_Code_Point, r)
}

// visible removes invisible characters and replaces white space by spaces. Joiners
// stay, because Indian scripts and emoji need them.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t', r == '\n', r == '\r', r == '\v', r == '\f':
			return ' '
		case unprintable(r), unicode.Is(unicode.Bidi_Control, r), r == '\ufeff', r == '\u200b', r == '\u2060':
			return -1
		}
		return r
	}, s)
}

// Clean cleans every text of a struct in place, including those in slices and behind
// pointers. Texts are cleaned by Line unless the tag of their field says
//
//	text:"block"   several lines
//	text:"raw"     none of this package's business
func Clean(target any) { clean(reflect.ValueOf(target).Elem(), "") }

func clean(value reflect.Value, kind string) {
	if kind == "raw" {
		return
	}
	switch value.Kind() {
	case reflect.String:
		if kind == "block" {
			value.SetString(Block(value.String()))
		} else {
			value.SetString(Line(value.String()))
		}
	case reflect.Pointer:
		if !value.IsNil() {
			// The pointer is replaced, so that the caller's string does not change.
			fresh := reflect.New(value.Type().Elem())
			fresh.Elem().Set(value.Elem())
			clean(fresh.Elem(), kind)
			value.Set(fresh)
		}
	case reflect.Slice:
		fresh := reflect.MakeSlice(value.Type(), value.Len(), value.Len())
		reflect.Copy(fresh, value)
		for i := range fresh.Len() {
			clean(fresh.Index(i), kind)
		}
		if !value.IsNil() {
			value.Set(fresh)
		}
	case reflect.Struct:
		for i := range value.NumField() {
			if field := value.Type().Field(i); field.IsExported() {
				clean(value.Field(i), field.Tag.Get("text"))
			}
		}
	}
}
