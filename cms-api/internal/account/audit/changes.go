package audit

import (
	"cmp"
	"slices"

	"academy/cms-api/internal/platform/changes"
)

// Changed returns the entry with the title of the document that a call wrote, empty when there are
// several, and the names of the fields that it changed in existing documents; never their values.
func (e Entry) Changed(call changes.Record) Entry {
	title := ""
	if len(call.Titles) == 1 {
		title = call.Titles[0]
	}
	slices.Sort(call.Fields)
	e.Title, e.Changes = cmp.Or(call.Subject, title), append([]string{}, slices.Compact(call.Fields)...)
	return e
}
