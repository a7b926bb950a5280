package mongodb

import (
	"cmp"
	"context"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
)

// VersionsWith returns the revisions of the former versions, by document, in whose bytes
// found reports something. It reads all of them.
func (d *Documents[T, P]) VersionsWith(ctx context.Context, found func(raw []byte) bool) (map[string][]int, error) {
	with := map[string][]int{}
	look := func(id string, p *revision.Pack) error {
		copies, err := copiesIn(p)
		for at, raw := range copies {
			if found(raw) && !slices.Contains(with[id], at) {
				with[id] = append(with[id], at)
			}
		}
		return err
	}
	err := eachIn(ctx, d.db.Collection(VersionsCollection), bson.D{idsBelow(d.c.Name())}, nil, func(p pack) error {
		return look(packedDocument(p.ID), &p.Pack)
	})
	if err == nil {
		err = eachIn(ctx, d.c, bson.D{}, Only("recent"), func(base revision.Document) error {
			return look(base.ID, base.Recent)
		})
	}
	return with, d.wrap("read the versions of every", err)
}

// eachIn calls do with what matches in a collection, until it fails.
func eachIn[T any](ctx context.Context, c *mongo.Collection, filter, project bson.D, do func(T) error) error {
	cursor, err := c.Find(ctx, filter, options.Find().SetProjection(project).SetBatchSize(scanBatch))
	if err != nil {
		return err
	}
	defer cursor.Close(context.WithoutCancel(ctx))
	for cursor.Next(ctx) {
		var each T
		if err := cursor.Decode(&each); err != nil {
			return err
		}
		if err := do(each); err != nil {
			return err
		}
	}
	return cursor.Err()
}

// EachHistory calls do with the former versions, oldest first, of every document, in the
// trash or not, that has any.
func (d *Documents[T, P]) EachHistory(ctx context.Context, do func(id string, past []Version)) error {
	return d.eachPast(ctx, func(base revision.Document, past []Version) {
		if len(past) > 0 {
			do(base.ID, past)
		}
	})
}

func (d *Documents[T, P]) eachPast(
	ctx context.Context, do func(base revision.Document, past []Version), fields ...string,
) error {
	err := eachIn(ctx, d.c, bson.D{}, Only(append(fields, "past")...), func(base revision.Document) error {
		past, err := pastOf(base)
		if err == nil {
			do(base, past)
		}
		return err
	})
	return d.wrap("read the history of every", err)
}

// SavesBy calls do with each document that an account has saved, in the trash or not, and those
// of its saves that are in the history, oldest first.
func (d *Documents[T, P]) SavesBy(ctx context.Context, account string, do func(id string, saves []Version)) error {
	return d.eachPast(ctx, func(base revision.Document, past []Version) {
		saves := slices.DeleteFunc(append(past, versionOf(base)), func(v Version) bool { return v.By != account })
		if len(saves) > 0 {
			do(base.ID, saves)
		}
	}, "revision", "saved")
}

// DropStrays removes the copies of a document at some revisions, as Strays found them, unless
// its history names them by now; and returns the revisions of those that it removed.
func (d *Documents[T, P]) DropStrays(ctx context.Context, id string, found []int) (gone []int, err error) {
	for _, pack := range packsOf(d.c.Name(), id, found) {
		var dropped []int
		var failed error
		// Looked at once the pack is read: whoever makes one of them a version writes the pack
		// before the document, so that what is seen here is no more than the pack has, or else
		// the pack is written in vain and read again.
		err := d.db.editPack(ctx, pack, func(copies map[int]bson.Raw) bool {
			var needed map[int]bool
			if needed, failed = d.needed(ctx, id); failed != nil {
				return false
			}
			dropped = nil
			for _, at := range found {
				if copies[at] != nil && !needed[at] {
					dropped = append(dropped, at)
					delete(copies, at)
				}
			}
			return len(dropped) > 0
		})
		if err = cmp.Or(err, failed); err != nil {
			return gone, d.wrap("remove stray versions of", err)
		}
		gone = append(gone, dropped...)
	}
	return gone, nil
}

// needed returns the revisions that a document's history names, and that which it has; none
// where there is no document.
func (d *Documents[T, P]) needed(ctx context.Context, id string) (map[int]bool, error) {
	raw, err := d.raw(ctx, id, only("past"))
	if problem.Is(err, problem.NotFound) {
		return nil, nil
	}
	var base revision.Document
	if err == nil {
		err = bson.Unmarshal(raw, &base)
	}
	if err != nil {
		return nil, err
	}
	past, err := pastOf(base)
	all := map[int]bool{base.Revision: true}
	for _, each := range past {
		all[each.Revision] = true
	}
	return all, err
}

// Strays returns the revisions of the copies, by document, that no history names and that
// are not of what is current. A save leaves one when a purge, a removal of old versions or
// another save overtakes it, and so does a backup that is made while people save.
func (d *Documents[T, P]) Strays(ctx context.Context) (map[string][]int, error) {
	strays := map[string][]int{}
	packs, revisions := d.db.Collection(VersionsCollection), bson.D{{Key: "revisions", Value: 1}}
	err := eachIn(ctx, packs, bson.D{idsBelow(d.c.Name())}, revisions, func(p pack) error {
		id := packedDocument(p.ID)
		strays[id] = append(strays[id], p.Revisions...)
		return nil
	})
	if err != nil {
		return nil, d.wrap("list the versions of every", err)
	}
	// Read after the copies: what belongs to a save is current here, or named.
	err = d.eachPast(ctx, func(base revision.Document, past []Version) {
		left := slices.DeleteFunc(strays[base.ID], func(copied int) bool {
			named := slices.ContainsFunc(past, func(v Version) bool { return v.Revision == copied })
			return named || copied == base.Revision
		})
		if strays[base.ID] = left; len(left) == 0 {
			delete(strays, base.ID)
		}
	})
	return strays, err
}
