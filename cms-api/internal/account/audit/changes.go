package audit

import (
	"cmp"
	"slices"

	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/mongodb"
)

// Titled is a public document that has a title.
type Titled interface{ DisplayName() string }

// titleOf returns the title of the document that was written; "" when it has none,
// or when there are several.
func titleOf(writes []changes.Write) string {
	var titles []string
	for _, each := range writes {
		doc := each.After
		if doc == nil {
			doc = each.Before
		}
		if titled, ok := doc.(Titled); ok {
			titles = append(titles, titled.DisplayName())
		}
	}
	if len(titles) != 1 {
		return ""
	}
	return titles[0]
}

// fieldsOf returns the names of the fields that were changed in existing documents,
// sorted; never their values.
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

// Changed returns the entry with the title of the document that a call wrote, and
// the names of the fields that it changed.
func (e Entry) Changed(call changes.Record) Entry {
	e.Title, e.Changes = cmp.Or(call.Subject, titleOf(call.Writes)), fieldsOf(call.Writes)
	return e
}
