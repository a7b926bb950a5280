package audit

import (
	"slices"

	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/mongodb"
)

// Titled is a document that is public, and is called something.
type Titled interface{ Called() string }

// titleOf returns what the one document that was written is called; "" where
// there are several, or where it is not Titled.
func titleOf(writes []changes.Write) string {
	var titles []string
	for _, each := range writes {
		doc := each.After
		if doc == nil {
			doc = each.Before
		}
		if titled, ok := doc.(Titled); ok {
			titles = append(titles, titled.Called())
		}
	}
	if len(titles) != 1 {
		return ""
	}
	return titles[0]
}

// fieldsOf returns the names of the fields that became different, never their
// values.
func fieldsOf(writes []changes.Write) []string {
	fields := []string{}
	for _, each := range writes {
		if each.Before != nil && each.After != nil {
			fields = append(fields, mongodb.Differing(each.Before, each.After)...)
		}
	}
	slices.Sort(fields)
	return slices.Compact(fields)
}

// Changed returns the entry with what a call wrote: the title of the document and
// the names of its fields that became different.
func (e Entry) Changed(call *changes.Journal) Entry {
	writes := call.Writes()
	e.Title, e.Changes = call.Subject(), fieldsOf(writes)
	if e.Title == "" {
		e.Title = titleOf(writes)
	}
	return e
}
