package documents

import (
	"context"
	"slices"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/storage"
	"academy/cms-api/internal/platform/versions"
)

// WithTrash gives d a trash for Discard, where nothing but what is in this file finds
// documents. Unique is where a document has its value of the collection's unique index,
// which others may take meanwhile; nil when it has none. It returns d; call it before
// anything is asked of d.
func (d *Collection[T, P]) WithTrash(unique func(P) *string) *Collection[T, P] {
	if unique == nil {
		unique = func(P) *string { return new(string) }
	}
	d.unique = unique
	d.db.Sparse(d.c.Name(), "deleted")
	return d
}

func (d *Collection[T, P]) hasTrash() bool { return d.unique != nil }

// notInTrash adds to a filter that documents of the trash are left out.
func (d *Collection[T, P]) notInTrash(filter bson.D) bson.D {
	if !d.hasTrash() {
		return filter
	}
	return append(slices.Clip(filter), bson.E{Key: "deleted", Value: bson.D{{Key: "$exists", Value: false}}})
}

func inTrash(raw bson.Raw) bool {
	return storage.Lookup(raw, "deleted").Type == bson.TypeEmbeddedDocument
}

// Discard puts a document into the trash, or returns a NotFound problem; and a Stale one when
// the write expects another revision than it has.
func (d *Collection[T, P]) Discard(ctx context.Context, id string, w Write) (Change[T], error) {
	w.What = revision.Discarded
	return d.edit(ctx, edit[P]{Write: w, id: id, change: func(doc P) error {
		base, unique, by := doc.Base(), d.unique(doc), d.saved(w)
		base.Deleted = &revision.Deleted{At: by.At, By: by.By, Was: *unique}
		*unique = "trash:" + id // nothing that people choose has a colon
		return nil
	}})
}

// takeBack undoes Discard in memory.
func (d *Collection[T, P]) takeBack(doc P) {
	if base := doc.Base(); base.Deleted != nil {
		*d.unique(doc) = base.Deleted.Was
		base.Deleted = nil
	}
}

// EditDiscarded edits every text of a document of the trash, those of its working copy included, or returns a
// NotFound problem. Its former versions stay as they are.
func (d *Collection[T, P]) EditDiscarded(
	ctx context.Context, id string, w Write, text func(string) string,
) (Change[T], error) {
	return d.edit(ctx, edit[P]{Write: w, id: id, fromTrash: true, change: func(doc P) error {
		before := *doc.Base()
		if err := d.EditTexts(doc, text); err != nil {
			return err
		}
		base := doc.Base()
		base.Past, base.Recent = before.Past, before.Recent
		if before.Working != nil && before.Working.Fields != base.Working.Fields {
			base.Working.Number = before.Copies + 1
			base.SetWorking(base.Working)
		}
		return nil
	}})
}

// EditTexts edits every text of a document, in memory.
func (d *Collection[T, P]) EditTexts(doc P, text func(string) string) error {
	data, err := bson.MarshalExtJSON(doc, true, false)
	if err != nil {
		return d.wrap("edit", err)
	}
	edited := P(new(T))
	if err := bson.UnmarshalExtJSON([]byte(text(string(data))), true, edited); err != nil {
		return d.wrap("edit", err)
	}
	*doc = *edited
	return nil
}

// Undelete takes a document out of the trash, as it was but for what settle changes, given when
// it was put there; nil changes nothing. Where there is none it returns a NotFound problem, and
// a Stale one when the write expects another revision than the document has, there or out of it
// by now. A unique index's refusal is recognised by IsDuplicate.
func (d *Collection[T, P]) Undelete(
	ctx context.Context, id string, w Write, settle func(doc P, since time.Time) error,
) (Change[T], error) {
	w.What = revision.Restored
	return d.edit(ctx, edit[P]{
		Write: w, id: id, fromTrash: true,
		change: func(doc P) error {
			since := doc.Base().Deleted.At
			d.takeBack(doc)
			if settle == nil {
				return nil
			}
			return settle(doc, since)
		},
	})
}

// Trash returns the documents of the trash, as they were, with Deleted set.
func (d *Collection[T, P]) Trash(ctx context.Context) ([]T, error) {
	filter := bson.D{{Key: "deleted", Value: bson.D{{Key: "$exists", Value: true}}}}
	project := d.listing.Project
	if project == nil {
		project = d.present()
	}
	docs, err := mongodb.FindIn[T](ctx, d.c, filter, options.Find().SetProjection(project))
	for i := range docs {
		deleted := P(&docs[i]).Base().Deleted
		d.takeBack(&docs[i])
		P(&docs[i]).Base().Deleted = deleted
	}
	return slices.DeleteFunc(docs, func(doc T) bool {
		_, err := d.readable(ctx, doc)
		return err != nil
	}), err
}

// Purge deletes a document of the trash and its former versions for good, or returns a
// NotFound problem, also where the write expects another revision than it has: then somebody had
// it back.
func (d *Collection[T, P]) Purge(ctx context.Context, id string, w Write) (made Change[T], err error) {
	unlock, err := d.followed.Lock(ctx, id)
	if err != nil {
		return made, err
	}
	defer unlock()
	raw, err := d.raw(ctx, id)
	if err != nil {
		return made, err
	}
	if !inTrash(raw) || w.Expected != nil && *w.Expected != storage.RevisionOf(raw) {
		return made, problem.Missing(d.what)
	}
	var base revision.Document
	if err := bson.Unmarshal(raw, &base); err != nil {
		return made, d.wrap("purge", err)
	}
	past, err := versions.PastOf(base)
	if err != nil {
		return made, d.wrap("purge", err)
	}
	result, err := d.c.DeleteOne(ctx, bson.D{{Key: "_id", Value: id}, {Key: "revision", Value: storage.RevisionOf(raw)}})
	if err != nil {
		return made, d.wrap("purge", err)
	}
	if result.DeletedCount == 0 { // somebody had it back, or purged it
		return made, problem.Missing(d.what)
	}
	if doc, err := d.decode(raw); err == nil { // what nobody can read is purged all the same
		d.takeBack(&doc)
		made.Before = doc
	}
	// Last, since somebody may have it back until it is deleted; what is cut short here leaves
	// strays. A crash may have left a copy of the present version.
	gone := []int{base.Revision}
	for _, version := range past {
		gone = append(gone, version.Revision)
	}
	return made, d.Versions.Drop(ctx, id, gone)
}
