package server

import "github.com/danielgtaylor/huma/v2/validation"

// isMissing ends what is said of a member that is not there; its name precedes.
const isMissing = " is missing"

// A text that may not be empty is asked for in other words than one that is
// too short.
const (
	minLength = "needs at least %d characters"
	isEmpty   = "needs at least 1 characters"
	fillIn    = "fill this in"
)

// useWords makes what is said of a wrong request say what would be right. They
// are package variables of the library, like those in useProblems.
func useWords() {
	validation.MsgExpectedRequiredProperty = "%s" + isMissing
	validation.MsgExpectedString = "give a text"
	validation.MsgExpectedNumber = "give a number"
	validation.MsgExpectedInteger = "give a whole number"
	validation.MsgExpectedBoolean = "give true or false"
	validation.MsgExpectedArray = "give a list"
	validation.MsgExpectedObject = "give an object"
	validation.MsgExpectedMatchExactlyOneSchema = "give a value of one of the described kinds"
	validation.MsgExpectedOneOf = "choose one of \"%s\""
	validation.MsgExpectedMinimumNumber = "give a number of at least %v"
	validation.MsgExpectedMaximumNumber = "give a number of at most %v"
	validation.MsgExpectedMinLength = minLength
	validation.MsgExpectedMaxLength = "may have at most %d characters"
	validation.MsgExpectedMinItems = "give at least %d of them"
	validation.MsgExpectedMaxItems = "give at most %d of them"
	validation.MsgExpectedBePattern = "give %s"
	validation.MsgExpectedMatchPattern = "must match %s"
}
