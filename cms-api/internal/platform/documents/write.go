package documents

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/storage"
)

// Write says who makes a write, and under which conditions.
type Write struct {
	By       string        // the id of the account that makes it; empty: nobody's
	What     revision.What // what the history says that it does; empty: Changed
	Expected *int          // the revision that it was begun over; nil: any
	Fence    int64         // the token of the lease that it is made under; 0: none
}

// Change is what a write made of a document. Before is the zero T, which has no id, where there
// was none; After where there is none any more. Both are equal when nothing was written.
type Change[T any] struct {
	Before, After T
	// Fields are the names of the stored fields that an update made different, sorted, without
	// those that every write changes.
	Fields []string
	// Changed says that more became different than the working copy.
	Changed bool
}

// saved says that the write is made now.
func (d *Collection[T, P]) saved(w Write) revision.Saved {
	return revision.Saved{At: d.db.Clock().UTC(), By: w.By}
}

// Insert stores a new document and gives it an id (unless it has one) and its first revision. A
// unique index's refusal is recognised by IsDuplicate.
func (d *Collection[T, P]) Insert(ctx context.Context, w Write, doc P) (Change[T], error) {
	base := doc.Base()
	if base.ID == "" {
		base.ID = mongodb.NewID()
	}
	base.Revision, base.Saved = 1, d.saved(w)
	if d.fields != nil {
		base.Saved.What = revision.Created
	}
	if err := d.mayWrite(ctx, Change[T]{After: *doc, Changed: true}); err != nil {
		return Change[T]{}, err
	}
	raw, err := storage.Marshal(doc)
	if err != nil {
		return Change[T]{}, err
	}
	return d.insert(ctx, doc, raw)
}

// insert stores a new document, which is encoded as raw.
func (d *Collection[T, P]) insert(ctx context.Context, doc P, raw bson.Raw) (Change[T], error) {
	id := doc.Base().ID
	unlock, err := d.followed.Lock(ctx, id)
	if err != nil {
		return Change[T]{}, err
	}
	defer unlock()
	if _, err := d.c.InsertOne(ctx, raw); err != nil {
		return Change[T]{}, d.wrap("store", err)
	}
	d.followed.Wrote(ctx, map[string]bson.Raw{id: raw})
	return Change[T]{After: *doc}, nil
}

const insertBatch = 500

// InsertMissing stores documents that bring their ids and are nobody's, and leaves those that
// exist as they are. It returns how many were stored.
func (d *Collection[T, P]) InsertMissing(ctx context.Context, docs []T) (int, error) {
	return d.InsertMany(ctx, Write{}, docs)
}

// InsertMany is InsertMissing for documents that somebody writes, such as the rows of a file.
func (d *Collection[T, P]) InsertMany(ctx context.Context, w Write, docs []T) (int, error) {
	stored := 0
	for batch := range slices.Chunk(docs, insertBatch) {
		count, err := d.insertMissing(ctx, w, batch)
		stored += count
		if err != nil {
			return stored, d.wrap("store many of", err)
		}
	}
	return stored, nil
}

func (d *Collection[T, P]) insertMissing(ctx context.Context, w Write, batch []T) (int, error) {
	models, written := make([]any, len(batch)), make(map[string]bson.Raw, len(batch))
	for i := range batch {
		base := P(&batch[i]).Base()
		base.Revision, base.Saved = 1, d.saved(w)
		raw, err := storage.Marshal(&batch[i])
		if err != nil {
			return 0, err
		}
		models[i], written[base.ID] = raw, raw
	}
	unlock, err := d.followed.Lock(ctx, slices.Collect(maps.Keys(written))...)
	if err != nil {
		return 0, err
	}
	defer unlock()
	_, err = d.c.InsertMany(ctx, models, options.InsertMany().SetOrdered(false))
	var bulk mongo.BulkWriteException
	if err != nil && (!errors.As(err, &bulk) || bulk.WriteConcernError != nil) {
		return 0, err
	}
	var failed error
	for _, each := range bulk.WriteErrors {
		delete(written, P(&batch[each.Index]).Base().ID)
		if !mongo.IsDuplicateKeyError(each) {
			failed = errors.Join(failed, each)
		}
	}
	d.followed.Wrote(ctx, written)
	return len(written), failed
}

// Update reads a document, lets change edit it and stores it whole, in one
// atomic step that loses nobody's edit: when somebody else wrote in between it
// begins again, or, when the write expects another revision, returns a Stale problem
// with the current document.
func (d *Collection[T, P]) Update(ctx context.Context, id string, w Write, change func(P) error) (Change[T], error) {
	return d.edit(ctx, edit[P]{Write: w, id: id, change: change})
}

// edit is a change of one document.
type edit[P any] struct {
	Write
	id        string
	fromTrash bool // the document is in the trash
	change    func(P) error
}

func (d *Collection[T, P]) edit(ctx context.Context, e edit[P]) (Change[T], error) {
	unlock, err := d.followed.Lock(ctx, e.id)
	if err != nil {
		return Change[T]{}, err
	}
	defer unlock()
	made, raw, err := d.update(ctx, e)
	if err != nil {
		return Change[T]{}, err
	}
	if raw != nil {
		d.followed.Wrote(ctx, map[string]bson.Raw{e.id: raw})
	}
	return made, nil
}

// An edit that was overtaken waits for a random time, at most this, before it begins
// again: else it would go on being just behind who overtook it, in another process.
const maxPause = 32 * time.Millisecond

// update makes an edit for who holds the document's lock and applies it to views. It returns
// the document as it is stored, nil when there was nothing to write.
func (d *Collection[T, P]) update(ctx context.Context, e edit[P]) (made Change[T], stored bson.Raw, err error) {
	for round := range storage.MaxRounds {
		made, stored, err := d.tryUpdate(ctx, e)
		if !errors.Is(err, errOvertaken) {
			return made, stored, err
		}
		if err := storage.Wait(ctx, rand.N(min(time.Millisecond<<round, maxPause)), nil); err != nil {
			return made, nil, storage.Translate(err)
		}
	}
	return made, nil, storage.Busy(d.what)
}

// errOvertaken says that somebody else wrote the document while it was being edited.
var errOvertaken = errors.New("overtaken")

func (d *Collection[T, P]) tryUpdate(ctx context.Context, e edit[P]) (made Change[T], stored bson.Raw, err error) {
	raw, err := d.raw(ctx, e.id)
	movedOn := e.Expected != nil && *e.Expected != storage.RevisionOf(raw)
	if err == nil && inTrash(raw) != e.fromTrash && !(e.fromTrash && movedOn) {
		err = problem.Missing(d.what)
	}
	if err != nil {
		return made, nil, err
	}
	before, err := d.decode(raw)
	if err != nil {
		return made, nil, err
	}
	if err := d.mayWrite(ctx, Change[T]{Before: before, After: before}); err != nil {
		return made, nil, err
	}
	was := P(&before).Base()
	if e.Fence != 0 && e.Fence < was.Fence {
		return made, nil, problem.StoreDown(storage.ErrLeaseLost, "database")
	}
	if movedOn {
		d.takeBack(&before)
		return made, nil, problem.StaleRevision(d.what, d.Shown(before))
	}
	after, err := d.decode(raw)
	if err == nil {
		err = e.change(&after)
	}
	if err != nil {
		return made, nil, err
	}
	base := P(&after).Base()
	base.ID, base.Revision, base.Saved = e.id, was.Revision+1, d.saved(e.Write)
	made = Change[T]{Before: before, After: after}
	if stored, err = d.complete(ctx, &made, raw, e.What); err != nil || stored == nil {
		return made, nil, err
	}
	if err := d.mayWrite(ctx, made); err != nil {
		return made, nil, err
	}
	result, err := d.c.ReplaceOne(ctx, d.unchanged(was), stored)
	if err != nil {
		return made, nil, d.wrap("replace", err)
	}
	if result.MatchedCount == 0 {
		return made, nil, errOvertaken
	}
	return made, stored, nil
}

// complete adds to a change what the collection keeps of it, and returns the document as it is
// to be stored in the place of raw; nil when there is nothing to store.
func (d *Collection[T, P]) complete(
	ctx context.Context, made *Change[T], raw bson.Raw, what revision.What,
) (bson.Raw, error) {
	was, base := P(&made.Before).Base(), P(&made.After).Base()
	next, err := storage.Marshal(&made.After)
	if err != nil {
		return nil, err
	}
	made.Fields = differingRaw(raw, next)
	made.Changed = len(made.Fields) > 0 || (was.Deleted == nil) != (base.Deleted == nil)
	if d.fields == nil || made.Changed {
		return d.withHistory(ctx, made, raw, next, what)
	}
	if base.Copies == was.Copies {
		made.After = made.Before
		return nil, nil
	}
	working, copies := base.Working, base.Copies // which is no save
	made.After = made.Before
	base.Working, base.Copies = overtaken(working, raw), copies
	return storage.Replaced(raw, counted{base.Working, copies}, "working", "copies")
}

// counted is what is stored of a working copy.
type counted struct {
	Working *revision.Working `bson:"working,omitempty"`
	Copies  int               `bson:"copies,omitempty"`
}

// Upsert is Update for a document that need not exist: change then gets what it begins as, or
// an empty one, whose revision is 0. If change leaves what it begins as unmodified, nothing is stored.
func (d *Collection[T, P]) Upsert(ctx context.Context, id string, w Write, change func(P) error) (Change[T], error) {
	for range storage.MaxRounds {
		made, err := d.Update(ctx, id, w, change)
		if !problem.Is(err, problem.NotFound) {
			return made, err
		}
		made, err = d.insertFirst(ctx, id, w, change)
		if err == nil {
			return made, nil
		}
		if !storage.IsDuplicate(err) {
			return Change[T]{}, err
		}
	}
	return Change[T]{}, storage.Busy(d.what)
}

// insertFirst stores the first change of a document that is not stored.
func (d *Collection[T, P]) insertFirst(
	ctx context.Context, id string, w Write, change func(P) error,
) (made Change[T], err error) {
	first, err := d.beginning(ctx, id)
	begun := err == nil
	if !begun && !problem.Is(err, problem.NotFound) {
		return made, err
	}
	if w.Expected != nil && *w.Expected != 0 {
		return made, problem.StaleRevision(d.what, d.Shown(first))
	}
	raw, err := storage.Marshal(&first)
	if err == nil {
		made.Before, err = d.decode(raw)
	}
	if err == nil {
		made.After = first
		err = change(&made.After)
	}
	if err != nil {
		return made, err
	}
	if !begun {
		return d.Insert(ctx, w, &made.After)
	}
	base := P(&made.After).Base()
	base.Revision, base.Saved = 1, d.saved(w)
	stored, err := d.complete(ctx, &made, raw, w.What)
	if err == nil {
		err = d.mayWrite(ctx, made)
	}
	if err != nil || stored == nil {
		return made, err
	}
	return d.insert(ctx, &made.After, stored)
}

// Delete removes a document for good. It returns a NotFound problem for one that does not
// exist, and a Stale problem for one that is not at the revision that the write expects.
func (d *Collection[T, P]) Delete(ctx context.Context, id string, w Write) (made Change[T], err error) {
	unlock, err := d.followed.Lock(ctx, id)
	if err != nil {
		return made, err
	}
	defer unlock()
	filter, missing := bson.D{{Key: "_id", Value: id}}, problem.Missing(d.what)
	if w.Fence != 0 {
		filter = append(filter, Not(Above("fence", w.Fence)).filter())
		missing = problem.StoreDown(storage.ErrLeaseLost, "database")
	}
	if w.Expected != nil {
		filter = append(filter, bson.E{Key: "revision", Value: *w.Expected})
	}
	raw, err := d.c.FindOneAndDelete(ctx, filter).Raw()
	if storage.IsMissing(err) {
		if now, err := d.Get(ctx, id); w.Expected != nil && err == nil && P(&now).Base().Revision != *w.Expected {
			return made, problem.StaleRevision(d.what, d.Shown(now))
		}
		return made, missing
	}
	if err != nil {
		return made, d.wrap("delete", err)
	}
	if doc, err := d.decode(raw); err == nil { // what nobody can read is deleted all the same
		made.Before = doc
	}
	d.followed.Wrote(ctx, map[string]bson.Raw{id: nil})
	return made, nil
}

// DeleteAll removes every document that meets all conditions, and returns how many
// there were. Views miss them soon after.
func (d *Collection[T, P]) DeleteAll(ctx context.Context, where ...Condition) (int, error) {
	result, err := d.c.DeleteMany(ctx, matching(where))
	if err != nil {
		return 0, d.wrap("delete many of", err)
	}
	return int(result.DeletedCount), nil
}

// Fence makes the documents that meet all conditions refuse, from now on, the writes of
// earlier holders of the lease that the token is of. Call it before reading documents that a
// decision depends on. A collection is fenced by one lease.
func (d *Collection[T, P]) Fence(ctx context.Context, token int64, where ...Condition) error {
	_, err := d.c.UpdateMany(ctx, matching(where), bson.D{
		{Key: "$max", Value: bson.D{{Key: "fence", Value: token}}},
		{Key: "$inc", Value: bson.D{{Key: "revision", Value: 1}}}, // who has read one must read it again
	})
	return d.wrap("fence", err)
}
