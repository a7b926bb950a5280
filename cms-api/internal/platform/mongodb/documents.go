package mongodb

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
)

// Document is a pointer to a stored type: one that embeds revision.Document.
type Document[T any] interface {
	*T
	Base() *revision.Document
}

// Documents is a collection of one type. Its methods return problems for what
// a caller can act on (missing, stale, store down) and wrapped errors
// otherwise.
type Documents[T any, P Document[T]] struct {
	what     string
	db       *Database
	c        *mongo.Collection
	followed *followed
	listing  Listing                                               // see Listed
	list     *listView                                             // nil unless listed in memory
	fields   map[string]string                                     // see Kept; nil unless versions are kept
	unique   func(P) *string                                       // see WithTrash; nil unless there is a trash
	show     func(T) any                                           // see ShownAs; nil: documents are shown as they are
	begin    func(ctx context.Context, id string) (T, bool, error) // see BeginsAs; nil: there is nothing
}

// NewDocuments returns the collection of that name; what names one document
// in messages to people, for example "article".
func NewDocuments[T any, P Document[T]](db *Database, collection, what string) *Documents[T, P] {
	return &Documents[T, P]{what: what, db: db, c: db.Collection(collection), followed: db.followed(collection)}
}

// ShownAs says how staff read a document, where that is not as it is stored: so Stale
// problems show it, and its history. It returns d; call it before anything is asked of d.
func (d *Documents[T, P]) ShownAs(show func(T) any) *Documents[T, P] {
	d.show = show
	return d
}

// Shown returns a document as staff read it.
func (d *Documents[T, P]) Shown(doc T) any {
	if d.show == nil {
		return doc
	}
	return d.show(doc)
}

// Raw returns the driver's collection, for what is not here.
func (d *Documents[T, P]) Raw() *mongo.Collection { return d.c }

// Get returns the document of an id, or a NotFound problem.
func (d *Documents[T, P]) Get(ctx context.Context, id string) (T, error) {
	raw, err := d.raw(ctx, id, options.FindOne().SetProjection(d.present()))
	if err == nil && inTrash(raw) {
		err = problem.Missing(d.what)
	}
	if err != nil {
		return *new(T), err
	}
	return d.decode(raw)
}

// raw returns the bytes of a document, in the trash or not, or a NotFound problem.
func (d *Documents[T, P]) raw(
	ctx context.Context, id string, opts ...options.Lister[options.FindOneOptions],
) (bson.Raw, error) {
	raw, err := d.c.FindOne(ctx, bson.D{{Key: "_id", Value: id}}, opts...).Raw()
	if IsMissing(err) {
		return nil, problem.Missing(d.what)
	}
	return raw, d.wrap("find", err)
}

// only has a document read no further than the names say.
func only(fields ...string) *options.FindOneOptionsBuilder {
	return options.FindOne().SetProjection(Only(fields...))
}

func (d *Documents[T, P]) decode(raw bson.Raw) (T, error) {
	var doc T
	err := bson.Unmarshal(raw, &doc)
	return doc, d.wrap("read", err)
}

// First returns a document that matches, or a NotFound problem.
func (d *Documents[T, P]) First(
	ctx context.Context, filter any, opts ...options.Lister[options.FindOneOptions],
) (T, error) {
	var doc T
	all := []options.Lister[options.FindOneOptions]{options.FindOne().SetProjection(d.present())}
	err := d.c.FindOne(ctx, filter, append(all, opts...)...).Decode(&doc)
	if IsMissing(err) {
		return doc, problem.Missing(d.what)
	}
	return doc, d.wrap("find", err)
}

// Find returns every document that matches, never nil.
func (d *Documents[T, P]) Find(
	ctx context.Context, filter any, opts ...options.Lister[options.FindOptions],
) ([]T, error) {
	all := []options.Lister[options.FindOptions]{options.Find().SetProjection(d.present())}
	return FindIn[T](ctx, d.c, filter, append(all, opts...)...)
}

// All returns every document, whole, that meets all conditions, sorted by a field and its
// id; never nil. The field "id" is the order in which they were made.
func (d *Documents[T, P]) All(ctx context.Context, field string, where ...Condition) ([]T, error) {
	return d.Find(ctx, d.notInTrash(matching(where)), options.Find().SetSort(Sorting(field, false)))
}

// Insert stores a new document and gives it an id (unless it has one) and its
// first revision. A unique index's refusal is recognised by IsDuplicate.
func (d *Documents[T, P]) Insert(ctx context.Context, doc P) error {
	base := doc.Base()
	if base.ID == "" {
		base.ID = NewID()
	}
	base.Revision, base.Saved = 1, savedBy(ctx)
	if d.fields != nil {
		base.Saved.What = revision.Created
	}
	return d.insert(ctx, doc)
}

// insert stores a new document as it is.
func (d *Documents[T, P]) insert(ctx context.Context, doc P) error {
	base := doc.Base()
	unlock, err := d.followed.locks.lock(ctx, base.ID)
	if err != nil {
		return err
	}
	defer unlock()
	if _, err := d.c.InsertOne(ctx, doc); err != nil {
		return d.wrap("store", err)
	}
	changes.Wrote(ctx, nil, doc)
	return d.followed.wrote(ctx, map[string]any{base.ID: doc})
}

// savedBy says that the caller saves now.
func savedBy(ctx context.Context) revision.Saved {
	who, _ := access.From(ctx)
	return revision.Saved{At: time.Now().UTC(), By: who.UserID}
}

const insertBatch = 500

// InsertMissing stores documents that bring their ids, and leaves those that
// exist as they are. It returns how many were stored.
func (d *Documents[T, P]) InsertMissing(ctx context.Context, docs []T) (int, error) {
	stored := 0
	for batch := range slices.Chunk(docs, insertBatch) {
		count, err := d.insertMissing(ctx, batch)
		stored += count
		if err != nil {
			return stored, d.wrap("store many of", err)
		}
	}
	return stored, nil
}

func (d *Documents[T, P]) insertMissing(ctx context.Context, batch []T) (int, error) {
	models, written := make([]any, len(batch)), make(map[string]any, len(batch))
	for i := range batch {
		base := P(&batch[i]).Base()
		base.Revision, base.Saved = 1, savedBy(ctx)
		models[i], written[base.ID] = &batch[i], &batch[i]
	}
	unlock, err := d.followed.locks.lock(ctx, slices.Collect(maps.Keys(written))...)
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
	return len(written), errors.Join(failed, d.followed.wrote(ctx, written))
}

// Empty reports whether there is no document at all.
func (d *Documents[T, P]) Empty(ctx context.Context) (bool, error) {
	_, err := d.First(ctx, bson.D{}, options.FindOne().SetProjection(bson.D{{Key: "_id", Value: 1}}))
	if problem.Is(err, problem.NotFound) {
		return true, nil
	}
	return false, err
}

// SeedID returns the id of a document that comes with the software, made of its
// collection and its natural key: the same on every installation.
func SeedID(collection string, key ...string) string {
	sum := sha256.Sum256([]byte(collection + "\x00" + strings.Join(key, "\x00")))
	return hex.EncodeToString(sum[:12])
}

// DeleteAll removes every document that meets all conditions, and returns how many
// there were. Views miss them soon after.
func (d *Documents[T, P]) DeleteAll(ctx context.Context, where ...Condition) (int, error) {
	result, err := d.c.DeleteMany(ctx, matching(where))
	if err != nil {
		return 0, d.wrap("delete many of", err)
	}
	return int(result.DeletedCount), nil
}

// Delete removes a document for good. It returns a NotFound problem for one that does not
// exist, and a Stale problem for one that is not at the expected revision; nil expects any.
func (d *Documents[T, P]) Delete(ctx context.Context, id string, expected *int) error {
	unlock, err := d.followed.locks.lock(ctx, id)
	if err != nil {
		return err
	}
	defer unlock()
	filter, missing := bson.D{{Key: "_id", Value: id}}, problem.Missing(d.what)
	if token := Fence(ctx); token != 0 {
		filter = append(filter, Not(Above("fence", token)).filter())
		missing = problem.StoreDown(errLost, "database")
	}
	if expected != nil {
		filter = append(filter, bson.E{Key: "revision", Value: *expected})
	}
	raw, err := d.c.FindOneAndDelete(ctx, filter).Raw()
	if IsMissing(err) {
		if now, err := d.Get(ctx, id); expected != nil && err == nil && P(&now).Base().Revision != *expected {
			return problem.StaleRevision(d.what, d.Shown(now))
		}
		return missing
	}
	if err != nil {
		return d.wrap("delete", err)
	}
	var before any
	if doc := P(new(T)); bson.Unmarshal(raw, doc) == nil { // what nobody can read is deleted all the same
		before = doc
	}
	changes.Wrote(ctx, before, nil)
	return d.followed.wrote(ctx, map[string]any{id: nil})
}

// Fence makes the documents that meet all conditions refuse, from now on, the writes of
// earlier holders of the caller's lease. Call it before reading documents that a decision
// depends on. A collection is fenced by one lease.
func (d *Documents[T, P]) Fence(ctx context.Context, where ...Condition) error {
	_, err := d.c.UpdateMany(ctx, matching(where), bson.D{
		{Key: "$max", Value: bson.D{{Key: "fence", Value: Fence(ctx)}}},
		{Key: "$inc", Value: bson.D{{Key: "revision", Value: 1}}}, // who has read one must read it again
	})
	return d.wrap("fence", err)
}

func (d *Documents[T, P]) wrap(doing string, err error) error {
	if err == nil {
		return nil
	}
	return Translate(fmt.Errorf("%s %s: %w", doing, d.what, err))
}
