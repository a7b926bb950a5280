package mongodb

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
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

// insertChanged stores a document that is the first change of its beginning, which is encoded
// as raw. It reports whether the two differ; if not, it stores nothing.
func (d *Documents[T, P]) insertChanged(ctx context.Context, raw bson.Raw, doc P) (changed bool, err error) {
	base := doc.Base()
	base.Revision, base.Saved = 1, savedBy(ctx)
	changed, err = d.note(ctx, revision.WhatOf(ctx), raw, &revision.Document{ID: base.ID}, doc)
	if err != nil || !changed {
		return changed, err
	}
	if base.Saved.By == "" {
		base.Past, base.Recent, base.Saved.What, base.Saved.Fields = nil, nil, revision.Created, nil
	}
	return true, d.insert(ctx, doc)
}
