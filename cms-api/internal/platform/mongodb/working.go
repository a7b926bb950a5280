package mongodb

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
)

// AddWorkingView is AddView for a view of working copies, in a collection whose documents may have
// one. Of need not be given more of a document than the working copy and some fields.
func AddWorkingView[T, E any, P Document[T]](
	d *Documents[T, P], view View[E], of func(T) (E, bool, error), fields ...string,
) {
	d.db.addIndex(d.c.Name(), []string{"working.at"}, options.Index().SetSparse(true))
	keep(d, view, of, listStage, Only(append(fields, "working", "deleted")...))
}

// Stamps identify the values that a document has in fields.
func Stamps(doc any, fields []string) []revision.Stamp { return stampsIn(encoded(doc), fields) }

func stampsIn(raw bson.Raw, fields []string) []revision.Stamp {
	stamps := make([]revision.Stamp, len(fields))
	for i, field := range fields {
		value := lookup(raw, field)
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
func (d *Documents[T, P]) EachWorkingCopy(ctx context.Context, do func(T) error, fields ...string) error {
	filter := bson.D{{Key: "working.at", Value: bson.D{{Key: "$exists", Value: true}}}}
	return d.wrap("read every working copy of", eachIn(ctx, d.c, filter, Only(append(fields, "working")...), do))
}

// DropWorking removes a document's working copy, in the trash or not, if it has one that is
// unwanted; or returns a NotFound problem where there is no such document.
func (d *Documents[T, P]) DropWorking(
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
