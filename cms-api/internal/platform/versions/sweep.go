package versions

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/storage"
)

// With returns the revisions of the former versions, by document, in whose bytes
// found reports something. It reads all of them.
func (s *Store) With(ctx context.Context, found func(raw []byte) bool) (map[string][]int, error) {
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
	err := storage.Each(ctx, s.packs, bson.D{storage.IDsBelow(s.c.Name())}, nil, func(p pack) error {
		return look(packedDocument(p.ID), &p.Pack)
	})
	if err == nil {
		err = storage.Each(ctx, s.c, bson.D{}, storage.Only("recent"), func(base revision.Document) error {
			return look(base.ID, base.Recent)
		})
	}
	return with, s.wrap("read the versions of every", err)
}

// Each calls do with the former versions, oldest first, of every document, in the
// trash or not, that has any.
func (s *Store) Each(ctx context.Context, do func(id string, past []Version)) error {
	return s.eachPast(ctx, func(base revision.Document, past []Version) {
		if len(past) > 0 {
			do(base.ID, past)
		}
	})
}

func (s *Store) eachPast(
	ctx context.Context, do func(base revision.Document, past []Version), fields ...string,
) error {
	err := storage.Each(ctx, s.c, bson.D{}, storage.Only(append(fields, "past")...), func(base revision.Document) error {
		past, err := PastOf(base)
		if err == nil {
			do(base, past)
		}
		return err
	})
	return s.wrap("read the history of every", err)
}

// SavesBy calls do with each document that an account has saved, in the trash or not, and those
// of its saves that are in the history, oldest first.
func (s *Store) SavesBy(ctx context.Context, account string, do func(id string, saves []Version)) error {
	return s.eachPast(ctx, func(base revision.Document, past []Version) {
		saves := slices.DeleteFunc(append(past, Of(base)), func(v Version) bool { return v.By != account })
		if len(saves) > 0 {
			do(base.ID, saves)
		}
	}, "revision", "saved")
}

// DropStrays removes the copies of a document at some revisions, as Strays found them, unless
// its history names them by now; and returns the revisions of those that it removed.
func (s *Store) DropStrays(ctx context.Context, id string, found []int) (gone []int, err error) {
	for _, pack := range packsOf(s.c.Name(), id, found) {
		var dropped []int
		var failed error
		// Looked at once the pack is read: whoever makes one of them a version writes the pack
		// before the document, so that what is seen here is no more than the pack has, or else
		// the pack is written in vain and read again.
		err := s.editPack(ctx, pack, func(copies map[int]bson.Raw) bool {
			var needed map[int]bool
			if needed, failed = s.needed(ctx, id); failed != nil {
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
			return gone, s.wrap("remove stray versions of", err)
		}
		gone = append(gone, dropped...)
	}
	return gone, nil
}

// needed returns the revisions that a document's history names, and that which it has; none
// where there is no document.
func (s *Store) needed(ctx context.Context, id string) (map[int]bool, error) {
	raw, err := storage.Find(ctx, s.c, s.what, id, options.FindOne().SetProjection(storage.Only("past")))
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
	past, err := PastOf(base)
	all := map[int]bool{base.Revision: true}
	for _, each := range past {
		all[each.Revision] = true
	}
	return all, err
}

// Strays returns the revisions of the copies, by document, that no history names and that
// are not of what is current. A save leaves one when a purge, a removal of old versions or
// another save overtakes it, and so does a backup that is made while people save.
func (s *Store) Strays(ctx context.Context) (map[string][]int, error) {
	strays := map[string][]int{}
	packs, revisions := s.packs, bson.D{{Key: "revisions", Value: 1}}
	err := storage.Each(ctx, packs, bson.D{storage.IDsBelow(s.c.Name())}, revisions, func(p pack) error {
		id := packedDocument(p.ID)
		strays[id] = append(strays[id], p.Revisions...)
		return nil
	})
	if err != nil {
		return nil, s.wrap("list the versions of every", err)
	}
	// Read after the copies: what belongs to a save is current here, or named.
	err = s.eachPast(ctx, func(base revision.Document, past []Version) {
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

// Forget removes the former versions of a document that stays does not keep, given all of
// them, oldest first; and returns their revisions. The document itself stays as it is.
func (s *Store) Forget(
	ctx context.Context, id string, stays func([]Version) []Version,
) (gone []int, err error) {
	unlock, err := s.lock(ctx, id)
	if err != nil {
		return nil, err
	}
	defer unlock()
	for range storage.MaxRounds {
		gone, done, err := s.tryForget(ctx, id, stays)
		if done || err != nil {
			return gone, err
		}
	}
	return nil, storage.Busy(s.what)
}

func (s *Store) tryForget(
	ctx context.Context, id string, stays func([]Version) []Version,
) (gone []int, done bool, err error) {
	raw, err := storage.Find(ctx, s.c, s.what, id)
	if err != nil {
		return nil, false, err
	}
	var base revision.Document
	if err := bson.Unmarshal(raw, &base); err != nil {
		return nil, false, s.wrap("forget versions of", err)
	}
	past, err := PastOf(base)
	if err != nil {
		return nil, false, s.wrap("forget versions of", err)
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
		return nil, false, s.wrap("forget versions of", err)
	}
	maps.DeleteFunc(copies, func(at int, _ bson.Raw) bool { return slices.Contains(gone, at) })
	set := bson.D{{Key: "recent", Value: s.packed(copies)}}
	change := bson.D{{Key: "$set", Value: append(set, bson.E{Key: "past", Value: encoded})}}
	if encoded == nil {
		change = bson.D{{Key: "$set", Value: set}, {Key: "$unset", Value: bson.D{{Key: "past", Value: ""}}}}
	}
	result, err := s.c.UpdateOne(ctx, Unchanged(&base), change)
	if err != nil {
		return nil, false, s.wrap("forget versions of", err)
	}
	if result.MatchedCount == 0 {
		return nil, false, nil
	}
	// Last, so that the list names none that is gone; what is cut short here leaves strays.
	return gone, true, s.Drop(ctx, id, gone)
}
