package collection

import (
	"cmp"
	"context"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/documents"
)

// Needs guards a collection that is live as it is: p is needed to write it.
func Needs[T any](p access.Permission) documents.Guard[T] {
	return documents.Guard[T]{
		Read:  func(ctx context.Context, _ T) error { return access.Check(ctx, access.ContentRead, "") },
		Write: func(ctx context.Context, _ documents.Change[T]) error { return access.Check(ctx, p, "") },
	}
}

// Drafts guards a collection of drafts and of what is live: Live reports which of them a document is. Owner returns the
// account that a document is the own one of; nil: of nobody's. What everybody may read of a document is asked for
// elsewhere: a whole one has its history and its working copy.
type Drafts[T any] struct {
	Live  func(T) bool
	Owner func(T) string
}

// Guard returns the guard.
func (d Drafts[T]) Guard() documents.Guard[T] {
	return documents.Guard[T]{Read: d.read, Write: d.write}
}

func (d Drafts[T]) owner(doc T) string {
	if d.Owner == nil {
		return ""
	}
	return d.Owner(doc)
}

func (d Drafts[T]) read(ctx context.Context, doc T) error {
	return access.Check(ctx, access.ContentRead, d.owner(doc))
}

func (d Drafts[T]) write(ctx context.Context, made documents.Change[T]) error {
	err := access.Check(ctx, access.ContentWrite, cmp.Or(d.owner(made.Before), d.owner(made.After)))
	if err == nil && made.Changed && (d.Live(made.Before) || d.Live(made.After)) {
		err = access.Check(ctx, access.ContentPublish, "")
	}
	return err
}
