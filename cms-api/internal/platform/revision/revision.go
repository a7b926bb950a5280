// Package revision implements optimistic concurrency. Every write raises a document's
// revision, whose quoted form is the ETag. A write with an If-Match of an old revision
// is refused with the current document.
package revision

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/problem"
)

// Document is embedded in every stored document.
type Document struct {
	ID       string `json:"id" bson:"_id" doc:"Identifies the document; never changes." example:"665f1f77bcf86cd799439011"`
	Revision int    `json:"revision,omitempty" bson:"revision" doc:"Raised by every write; send it as If-Match to notice the edits of others. Absent for anonymous readers."`
	Saved    Saved  `json:"-" bson:"saved"`
	// Fence is the token of the last lease under which it was looked at; see mongodb.Fence.
	Fence int64 `json:"-" bson:"fence,omitempty"`
}

// Saved says when a document was written last, and by whose account; By is empty where
// none did it.
type Saved struct {
	At time.Time `bson:"at"`
	By string    `bson:"by,omitempty"`
}

// Base returns the document itself. Generic stores use it to access the id and revision
// of any type that embeds Document.
func (d *Document) Base() *Document { return d }

// ETag returns the quoted revision.
func (d *Document) ETag() string { return strconv.Quote(strconv.Itoa(d.Revision)) }

// Match is the If-Match header of a write, to embed in the input of an operation.
type Match struct {
	IfMatch string `header:"If-Match" doc:"The ETag (quoted revision) that the edit began from. When the document has moved on, the answer is 412 with the newest as current. Without it the write always happens."`
}

// Expected returns the revision that the edit began from, or nil without an If-Match.
// For a tag that is not a revision it returns -1, which no document has.
func (m Match) Expected() *int {
	text := strings.TrimSpace(m.IfMatch)
	if text == "" || text == "*" {
		return nil
	}
	number, err := strconv.Atoi(strings.Trim(strings.TrimPrefix(text, "W/"), `"`))
	if err != nil {
		number = -1
	}
	return &number
}

// entityTag matches one quoted tag. Proxies that compress answers make tags weak.
var entityTag = regexp.MustCompile(`^(W/)?"[\x21\x23-\x7e]*"$`)

// Resolve refuses a header that is not an entity tag.
func (m *Match) Resolve(huma.Context) []error {
	text := strings.TrimSpace(m.IfMatch)
	if text == "" || text == "*" || entityTag.MatchString(text) {
		return nil
	}
	return []error{
		problem.New(problem.Malformed, `If-Match takes the ETag of the document that the edit began from, quotes included, such as "3", or *.`),
	}
}
