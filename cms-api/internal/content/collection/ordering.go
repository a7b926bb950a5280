package collection

import (
	"cmp"
	"fmt"
	"slices"

	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
)

// Position is where one thing is to stand, from 1.
type Position struct {
	ID string
	At int
}

// movedOver returns what a move was begun over: the revision that If-Match names, of the one
// document that places name. Without If-Match it returns nil; with it, and several places,
// an Invalid problem.
func movedOver(expected *int, places []Position, location string) (*documents.Begun, error) {
	if expected == nil {
		return nil, nil
	}
	if len(places) != 1 {
		return nil, problem.InvalidField(location, "If-Match is the ETag of one document: name that one only.")
	}
	return &documents.Begun{ID: places[0].ID, Revision: *expected}, nil
}

// Arrange returns all in their new order: those that places name take their
// places, and the others keep their order around them. An unknown id, or one
// that is named twice, is an Invalid problem that names it; location is where
// the places stand in the request, such as "body.sections".
func Arrange[T any](all []T, id func(T) string, places []Position, location string) ([]T, error) {
	byID := map[string]T{}
	for _, each := range all {
		byID[id(each)] = each
	}
	named := map[string]bool{}
	for i, place := range places {
		at := fmt.Sprintf("%s[%d].id", location, i)
		if _, known := byID[place.ID]; !known {
			return nil, problem.InvalidField(at, "There is nothing with this id; read the list again.")
		}
		if named[place.ID] {
			return nil, problem.InvalidField(at, "This id is named twice; name each once.")
		}
		named[place.ID] = true
	}
	ordered := slices.DeleteFunc(slices.Clone(all), func(each T) bool { return named[id(each)] })
	places = slices.Clone(places)
	slices.SortStableFunc(places, func(a, b Position) int { return cmp.Compare(a.At, b.At) })
	for _, place := range places {
		at := max(0, min(place.At-1, len(ordered)))
		ordered = slices.Insert(ordered, at, byID[place.ID])
	}
	return ordered, nil
}
