package mongodb

import (
	"context"
	"maps"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/revision"
)

// Forget removes the former versions of a document that stays does not keep, given all of
// them, oldest first; and returns their revisions. The document itself stays as it is.
func (d *Documents[T, P]) Forget(
	ctx context.Context, id string, stays func([]Version) []Version,
) (gone []int, err error) {
	unlock, err := d.followed.locks.lock(ctx, id)
	if err != nil {
		return nil, err
	}
	defer unlock()
	for range maxRounds {
		gone, done, err := d.tryForget(ctx, id, stays)
		if done || err != nil {
			return gone, err
		}
	}
	return nil, d.busy()
}

func (d *Documents[T, P]) tryForget(
	ctx context.Context, id string, stays func([]Version) []Version,
) (gone []int, done bool, err error) {
	raw, err := d.raw(ctx, id)
	if err != nil {
		return nil, false, err
	}
	var base revision.Document
	if err := bson.Unmarshal(raw, &base); err != nil {
		return nil, false, d.wrap("forget versions of", err)
	}
	past, err := pastOf(base)
	if err != nil {
		return nil, false, d.wrap("forget versions of", err)
	}
	left := stays(slices.Clone(past))
	for _, each := range past {
		if !slices.ContainsFunc(left, func(v Version) bool { return v.Revision == each.Revision }) {
			gone = append(gone, each.Revision)
		}
	}
	if len(gone) == 0 {
		return nil, true, nil
	}
	encoded, err := encodePast(left)
	if err != nil {
		return nil, false, err
	}
	copies, err := copiesIn(base.Recent)
	if err != nil {
		return nil, false, d.wrap("forget versions of", err)
	}
	maps.DeleteFunc(copies, func(at int, _ bson.Raw) bool { return slices.Contains(gone, at) })
	set := bson.D{{Key: "recent", Value: d.db.packed(copies)}}
	change := bson.D{{Key: "$set", Value: append(set, bson.E{Key: "past", Value: encoded})}}
	if encoded == nil {
		change = bson.D{{Key: "$set", Value: set}, {Key: "$unset", Value: bson.D{{Key: "past", Value: ""}}}}
	}
	result, err := d.c.UpdateOne(ctx, d.unchanged(&base), change)
	if err != nil {
		return nil, false, d.wrap("forget versions of", err)
	}
	if result.MatchedCount == 0 {
		return nil, false, nil
	}
	// Last, so that the list names none that is gone; what is cut short here leaves strays.
	return gone, true, d.DropCopies(ctx, id, gone)
}
