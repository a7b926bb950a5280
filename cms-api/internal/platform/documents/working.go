package documents

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/storage"
	"academy/cms-api/internal/platform/views"
)

// AddWorkingView is AddView for a view of working copies, in a collection whose documents may have
// one. Of is given those that have, of which it needs no more than the working copy and some fields.
func AddWorkingView[T, E any, P Document[T]](
	d *Collection[T, P], view views.View[E], of func(T) (E, bool, error), fields ...string,
) {
	d.db.Sparse(d.c.Name(), "working.at")
	has := func(raw bson.Raw) bool {
		return !inTrash(raw) && storage.Lookup(raw, "working").Type == bson.TypeEmbeddedDocument
	}
	keep(d, view, of, has, views.List, storage.Only(append(fields, "working", "deleted")...))
}

// Stamps identify the values that a document has in fields.
func Stamps(doc any, fields []string) []revision.Stamp { return stampsIn(encoded(doc), fields) }

func stampsIn(raw bson.Raw, fields []string) []revision.Stamp {
	stamps := make([]revision.Stamp, len(fields))
	for i, field := range fields {
		value := storage.Lookup(raw, field)
		sum := sha256.Sum256(append([]byte{byte(value.Type)}, value.Value...))
		stamps[i] = revision.Stamp{Field: field, Hash: hex.EncodeToString(sum[:16])}
	}
	return stamps
}

// ChangedSince returns the fields of a working copy that are not in the document what they
// were when they came into the copy.
func ChangedSince(doc any, w *revision.Working) []string { return changedSince(encoded(doc), w) }

func changedSince(raw bson.Raw, w *revision.Working) []string {
	names := make([]string, len(w.Was))
	for i, each := range w.Was {
		names[i] = each.Field
	}
	changed := []string{}
	for i, now := range stampsIn(raw, names) {
		if now != w.Was[i] {
			changed = append(changed, now.Field)
		}
	}
	return changed
}

// overtaken returns a working copy, if there is one, with a note of what ChangedSince finds in
// the document, which is encoded as raw: for lists, which do not have the document's fields.
func overtaken(w *revision.Working, raw bson.Raw) *revision.Working {
	if w == nil {
		return nil
	}
	marked := *w
	marked.Overtaken = changedSince(raw, w)
	return &marked
}

// EachWorkingCopy calls do with every document that has a working copy, in the trash or not, of
// which it reads no more than that and some fields. It holds few at a time.
func (d *Collection[T, P]) EachWorkingCopy(ctx context.Context, do func(T) error, fields ...string) error {
	filter := bson.D{{Key: "working.at", Value: bson.D{{Key: "$exists", Value: true}}}}
	project := storage.Only(append(fields, "working")...)
	return d.wrap("read every working copy of", storage.Each(ctx, d.c, filter, project, do))
}

// DropWorking removes a document's working copy, in the trash or not, if it has one that is
// unwanted; or returns a NotFound problem where there is no such document.
func (d *Collection[T, P]) DropWorking(
	ctx context.Context, id string, w Write, unwanted func(*revision.Working) bool,
) (made Change[T], err error) {
	for _, fromTrash := range []bool{false, true} {
		made, err = d.edit(ctx, edit[P]{Write: w, id: id, fromTrash: fromTrash, change: func(doc P) error {
			if base := doc.Base(); base.Working != nil && unwanted(base.Working) {
				base.SetWorking(nil)
			}
			return nil
		}})
		if !problem.Is(err, problem.NotFound) {
			return made, err
		}
	}
	return made, err
}

// AddView has Follow keep a view of d up to date. Of returns what the view needs of a
// document, false when that is nothing. What is written through d is in the view
// when the call that writes it returns. Call AddView before Follow.
func AddView[T, E any, P Document[T]](d *Collection[T, P], view views.View[E], of func(T) (E, bool, error)) {
	keep(d, view, of, func(raw bson.Raw) bool { return !inTrash(raw) }, views.Content, d.present())
}

func keep[T, E any, P Document[T]](
	d *Collection[T, P], view views.View[E], of func(T) (E, bool, error), shows func(bson.Raw) bool,
	when views.Stage, project bson.D,
) {
	decode := func(raw bson.Raw) (item E, ok bool, err error) {
		if !shows(raw) {
			return item, false, nil
		}
		var doc T
		if err := bson.Unmarshal(raw, &doc); err != nil {
			return item, false, err
		}
		base := P(&doc).Base()
		base.Past, base.Recent = nil, nil // a write of this process comes with them
		return of(doc)
	}
	views.Add(d.followed, when, project, view, decode)
}
