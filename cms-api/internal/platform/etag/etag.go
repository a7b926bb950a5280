// Package etag has the conditions of calls and the answers to them: the ETag of a document is its
// revision in quotes, and a write with an If-Match of an old one is refused with the current
// document.
package etag

import (
	"context"
	"regexp"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
)

// Of returns the ETag of a revision.
func Of(revision int) string { return strconv.Quote(strconv.Itoa(revision)) }

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

// Write returns the write of the caller, over the revision that the edit began from.
func (m Match) Write(ctx context.Context) documents.Write {
	return documents.Write{By: access.By(ctx), Expected: m.Expected()}
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

// ByID is the id in the path of a call; embed it in an operation's input.
type ByID struct {
	ID string `path:"id"`
}

// Edit is the input of a call that changes a document.
type Edit[U any] struct {
	Match
	ByID
	Body U
}

// Removal is the input of a call that deletes a document.
type Removal struct {
	Match
	ByID
}

// Answer is a document and its ETag.
type Answer[T any] struct {
	ETag string `header:"ETag"`
	Body T
}

// One returns the answer of a call that returned a document, or its error.
func One[T any, P documents.Document[T]](doc T, err error) (*Answer[T], error) {
	if err != nil {
		return nil, err
	}
	return &Answer[T]{ETag: Of(P(&doc).Base().Revision), Body: doc}, nil
}

// Removed is the answer of a call that put a document into the trash: the ETag that it has
// there, with which it can be had back as long as nobody else has had it.
type Removed struct {
	ETag string `header:"ETag"`
}

// RemovedAt returns the answer of a call that returned the revision in the trash, or its
// error.
func RemovedAt(at int, err error) (*Removed, error) {
	if err != nil {
		return nil, err
	}
	return &Removed{Of(at)}, nil
}
