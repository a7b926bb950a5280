package httpapi

import (
	"fmt"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"
)

// isMissing ends what is said of a member that is not there; its name precedes.
const isMissing = " is missing"

// Formats whose words depend on what is put into them; see phrase.
const (
	minLength = "needs at least %d characters"
	oneOf     = "choose %s"
)

// useWords makes what is said of a wrong request say what would be right. They
// are package variables of the library, like those in useProblems.
func useWords() {
	huma.ErrorFormatter = phrase
	validation.MsgExpectedRequiredProperty = "%s" + isMissing
	validation.MsgExpectedString = "give a text"
	validation.MsgExpectedNumber = "give a number"
	validation.MsgExpectedInteger = "give a whole number"
	validation.MsgExpectedBoolean = "give true or false"
	validation.MsgExpectedArray = "give a list"
	validation.MsgExpectedObject = "give an object"
	validation.MsgExpectedMatchExactlyOneSchema = "give a value of one of the described kinds"
	validation.MsgExpectedOneOf = oneOf
	validation.MsgExpectedMinimumNumber = "give a number of at least %v"
	validation.MsgExpectedMaximumNumber = "give a number of at most %v"
	validation.MsgExpectedMinLength = minLength
	validation.MsgExpectedMaxLength = "may have at most %d characters"
	validation.MsgExpectedMinItems = "give at least %d of them"
	validation.MsgExpectedMaxItems = "give at most %d of them"
	validation.MsgExpectedBePattern = "give %s"
	validation.MsgExpectedMatchPattern = "must match %s"
}

// phrase fills in a format of useWords.
func phrase(format string, args ...any) string {
	switch {
	case format == minLength && args[0] == 1:
		return "fill this in"
	case format == oneOf:
		return fmt.Sprintf(oneOf, alternatives(fmt.Sprint(args...)))
	}
	return fmt.Sprintf(format, args...)
}

// alternatives are the values of an enumeration in words, "a, b or c". Where the
// empty text ends them, the field may be left empty.
func alternatives(values string) string {
	words, mayBeEmpty := strings.CutSuffix(values, ", ")
	if last := strings.LastIndex(words, ", "); last >= 0 {
		words = words[:last] + " or " + words[last+2:]
	}
	if mayBeEmpty {
		words += ", or leave it empty"
	}
	return words
}
