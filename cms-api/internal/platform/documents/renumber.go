package documents

import (
	"context"
	"maps"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/problem"
)

// maxRenumberings is how often Renumber begins again when others reorder too.
const maxRenumberings = 5

// Begun is the revision of a document that a change of it was begun over.
type Begun struct {
	ID       string
	Revision int
}

// Renumber numbers a list 1..n in the order that arrange returns, of the list
// in its present order, and returns it. Number is where a document keeps its
// place; others at the same place stand by their ids. Each document is written
// by itself, so that wherever it stops the list is whole and in some order.
//
// When the document that moved names is at another revision by now, nothing is
// written, and the error is a Stale problem with the list as it is; nil moved
// names none.
func (d *Collection[T, P]) Renumber(
	ctx context.Context, w Write, field string, number func(P) *int, arrange func([]T) ([]T, error), moved *Begun,
) (ordered []T, made []Change[T], err error) {
	for range maxRenumberings {
		all, err := d.All(ctx, field)
		if err != nil {
			return nil, made, err
		}
		if moved != nil && slices.ContainsFunc(all, func(doc T) bool {
			base := P(&doc).Base()
			return base.ID == moved.ID && base.Revision != moved.Revision
		}) {
			stale := problem.StaleRevision(d.what, d.shownAll(all))
			stale.Detail = "Somebody else has moved or changed this " + d.what + " since you read the list. " +
				"Look at the list as it is now, and move it again if need be."
			return nil, made, stale
		}
		ordered, err := arrange(all)
		if err != nil || d.inOrder(ordered, number) {
			return ordered, made, err
		}
		written, err := d.number(ctx, w, ordered, number, moved)
		made = append(made, written...)
		if moved != nil && problem.Is(err, problem.Stale) {
			continue // it was overtaken after the list was read: which is said with the list of now
		}
		if err != nil {
			return nil, made, err
		}
		// Somebody else may have done the same meanwhile.
		arrange, moved = func(all []T) ([]T, error) { return all, nil }, nil
	}
	return nil, made, problem.New(problem.Conflict, "This list is being reordered by others right now. Please try again.")
}

func (d *Collection[T, P]) inOrder(list []T, number func(P) *int) bool {
	for i := range list {
		if *number(P(&list[i])) != i+1 {
			return false
		}
	}
	return true
}

func (d *Collection[T, P]) shownAll(list []T) []any {
	shown := make([]any, len(list))
	for i, doc := range list {
		shown[i] = d.Shown(doc)
	}
	return shown
}

// number writes the documents that stand elsewhere, and has views see them at once. The one
// that moved names is written first: when that is refused, nothing is written.
func (d *Collection[T, P]) number(
	ctx context.Context, w Write, list []T, number func(P) *int, moved *Begun,
) (made []Change[T], err error) {
	places := map[string]int{}
	for i := range list {
		if doc := P(&list[i]); *number(doc) != i+1 {
			places[doc.Base().ID] = i + 1
		}
	}
	ids := slices.Sorted(maps.Keys(places))
	if at := slices.IndexFunc(ids, func(id string) bool { return moved != nil && id == moved.ID }); at > 0 {
		ids = slices.Insert(slices.Delete(ids, at, at+1), 0, moved.ID)
	}
	unlock, err := d.followed.Lock(ctx, ids...)
	if err != nil {
		return nil, err
	}
	defer unlock()
	written := map[string]bson.Raw{}
	for _, id := range ids {
		if w.Expected = nil; moved != nil && id == moved.ID {
			w.Expected = &moved.Revision
		}
		change := func(doc P) error {
			*number(doc) = places[id]
			return nil
		}
		var one Change[T]
		var raw bson.Raw
		one, raw, err = d.update(ctx, edit[P]{Write: w, id: id, change: change})
		if problem.Is(err, problem.NotFound) { // deleted meanwhile: then it needs no number
			err = nil
			continue
		}
		if err != nil {
			break
		}
		if raw != nil {
			made, written[id] = append(made, one), raw
		}
	}
	d.followed.Wrote(ctx, written)
	return made, err
}
