package etag

import "academy/cms-api/internal/platform/documents"

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
