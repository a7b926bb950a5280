package mongodb

import (
	"context"

	"academy/cms-api/internal/platform/problem"
)

// BeginsAs says what a document is before anybody has stored it, at revision 0, or that there
// is none of an id then. Its history begins with that, unless it is first stored by nobody
// with an account: then it is what came with the site. It returns d; call it before anything
// is asked of d.
func (d *Documents[T, P]) BeginsAs(begin func(ctx context.Context, id string) (T, bool, error)) *Documents[T, P] {
	d.begin = begin
	return d
}

// beginning returns what the document of an id is before anybody has stored it, or a NotFound
// problem.
func (d *Documents[T, P]) beginning(ctx context.Context, id string) (doc T, err error) {
	is := false
	if d.begin != nil {
		doc, is, err = d.begin(ctx, id)
	}
	if err == nil && !is {
		err = problem.Missing(d.what)
	}
	P(&doc).Base().ID = id
	return doc, err
}

// GetOrBeginning is Get, for a document that need not be stored.
func (d *Documents[T, P]) GetOrBeginning(ctx context.Context, id string) (T, error) {
	doc, err := d.Get(ctx, id)
	if problem.Is(err, problem.NotFound) {
		return d.beginning(ctx, id)
	}
	return doc, err
}

// Exists returns a NotFound problem unless there is a document of an id, in the trash or not,
// stored or not.
func (d *Documents[T, P]) Exists(ctx context.Context, id string) error {
	_, err := d.raw(ctx, id, only("_id"))
	if problem.Is(err, problem.NotFound) {
		_, err = d.beginning(ctx, id)
	}
	return err
}
