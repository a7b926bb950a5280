package revision

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

// Answer is a document and its ETag.
type Answer[T any] struct {
	ETag string `header:"ETag"`
	Body T
}

// One returns the answer of a call that returned a document, or its error.
func One[T any, P interface {
	*T
	Base() *Document
}](doc T, err error) (*Answer[T], error) {
	if err != nil {
		return nil, err
	}
	return &Answer[T]{ETag: P(&doc).Base().ETag(), Body: doc}, nil
}
