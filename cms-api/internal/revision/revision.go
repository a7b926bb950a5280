// Package revision is optimistic concurrency: every edited document carries a
// revision that each write raises, its ETag is the quoted revision, and a
// write with an If-Match of an old one is refused with the current document.
package revision

import (
	"strconv"
	"strings"
)

// Document is what every stored document begins with.
type Document struct {
	ID       string `json:"id" bson:"_id" doc:"Identifies the document; never changes." example:"665f1f77bcf86cd799439011"`
	Revision int    `json:"revision,omitempty" bson:"revision" doc:"Raised by every write; send it as If-Match to notice the edits of others. Absent for anonymous readers."`
}

// Base returns the document itself; it lets generic stores reach id and
// revision of any type that embeds Document.
func (d *Document) Base() *Document { return d }

// ETag returns the quoted revision.
func (d *Document) ETag() string { return strconv.Quote(strconv.Itoa(d.Revision)) }

// Match is the If-Match header of a write; embed it in an operation's input.
type Match struct {
	IfMatch string `header:"If-Match" doc:"The ETag (quoted revision) that the edit began from. When the document has moved on, the answer is 412 with the newest as current. Without it the write always happens."`
}

// Expected returns the revision the caller began from, or nil when any will
// do. A header that names none of ours expects -1, which no document has.
func (m Match) Expected() *int {
	text := strings.TrimSpace(m.IfMatch)
	if text == "" || text == "*" {
		return nil
	}
	text = strings.Trim(strings.TrimPrefix(text, "W/"), `"`)
	number, err := strconv.Atoi(text)
	if err != nil {
		number = -1
	}
	return &number
}
