// Package documents reads and writes the documents of a collection: each write raises the revision
// of its document, and loses nobody's edit.
package documents

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/storage"
	"academy/cms-api/internal/platform/versions"
	"academy/cms-api/internal/platform/views"
)

// Document is a pointer to a stored type: one that embeds revision.Document.
type Document[T any] interface {
	*T
	Base() *revision.Document
}

// Collection is a collection of one type. Its methods return problems for what
// a caller can act on (missing, stale, store down) and wrapped errors
// otherwise.
type Collection[T any, P Document[T]] struct {
	what     string
	db       *mongodb.Database
	c        *mongo.Collection
	followed *views.Collection
	Versions *versions.Store                                       // the former versions; see Versioned
	listing  Listing                                               // see Listed
	list     *listView                                             // nil unless listed in memory
	fields   map[string]string                                     // see Versioned; nil unless versions are kept
	unique   func(P) *string                                       // see WithTrash; nil unless there is a trash
	show     func(T) any                                           // see ShownAs; nil: documents are shown as they are
	guard    Guard[T]                                              // see Guarded
	begin    func(ctx context.Context, id string) (T, bool, error) // see BeginsAs; nil: there is nothing
}

// New returns the collection of that name; what names one document
// in messages to people, for example "article".
func New[T any, P Document[T]](db *mongodb.Database, collection, what string) *Collection[T, P] {
	followed := db.Followed(collection, withoutCopies)
	return &Collection[T, P]{
		what: what, db: db, c: db.Collection(collection), followed: followed,
		Versions: versions.In(db, collection, what, followed.Lock),
	}
}

// ShownAs says how staff read a document, where that is not as it is stored: so Stale
// problems show it, and its history. It returns d; call it before anything is asked of d.
func (d *Collection[T, P]) ShownAs(show func(T) any) *Collection[T, P] {
	d.show = show
	return d
}

// Shown returns a document as staff read it.
func (d *Collection[T, P]) Shown(doc T) any {
	if d.show == nil {
		return doc
	}
	return d.show(doc)
}

// Guard decides what the caller of a context may do with documents: its functions return a problem for what the
// caller may not. A nil one allows all.
type Guard[T any] struct {
	// Read is asked before a document is returned by its id, and for each of the trash.
	Read func(ctx context.Context, doc T) error
	// Write is asked before a document is touched, with it before and after; then before a change is stored.
	Write func(ctx context.Context, made Change[T]) error
}

// Guarded has g decide who may read and write. It returns d; call it before anything is asked of d.
func (d *Collection[T, P]) Guarded(g Guard[T]) *Collection[T, P] {
	d.guard = g
	return d
}

// readable returns doc, unless the caller may not read it.
func (d *Collection[T, P]) readable(ctx context.Context, doc T) (T, error) {
	if d.guard.Read != nil {
		if err := d.guard.Read(ctx, doc); err != nil {
			return *new(T), err
		}
	}
	return doc, nil
}

// mayWrite returns a problem for a change that the caller may not make.
func (d *Collection[T, P]) mayWrite(ctx context.Context, made Change[T]) error {
	if d.guard.Write == nil {
		return nil
	}
	return d.guard.Write(ctx, made)
}

// Raw returns the driver's collection, for what is not here.
func (d *Collection[T, P]) Raw() *mongo.Collection { return d.c }

// Get returns the document of an id, or a NotFound problem.
func (d *Collection[T, P]) Get(ctx context.Context, id string) (T, error) {
	raw, err := d.raw(ctx, id, options.FindOne().SetProjection(d.present()))
	if err == nil && inTrash(raw) {
		err = problem.Missing(d.what)
	}
	if err != nil {
		return *new(T), err
	}
	doc, err := d.decode(raw)
	if err != nil {
		return doc, err
	}
	return d.readable(ctx, doc)
}

// raw returns the bytes of a document, in the trash or not, or a NotFound problem.
func (d *Collection[T, P]) raw(
	ctx context.Context, id string, opts ...options.Lister[options.FindOneOptions],
) (bson.Raw, error) {
	return storage.Find(ctx, d.c, d.what, id, opts...)
}

func (d *Collection[T, P]) wrap(doing string, err error) error {
	return storage.Wrap(doing, d.what, err)
}

// only has a document read no further than the names say.
func only(fields ...string) *options.FindOneOptionsBuilder {
	return options.FindOne().SetProjection(storage.Only(fields...))
}

func (d *Collection[T, P]) decode(raw bson.Raw) (T, error) {
	var doc T
	err := bson.Unmarshal(raw, &doc)
	return doc, d.wrap("read", err)
}

// First returns a document that matches, or a NotFound problem.
func (d *Collection[T, P]) First(
	ctx context.Context, filter any, opts ...options.Lister[options.FindOneOptions],
) (T, error) {
	var doc T
	all := []options.Lister[options.FindOneOptions]{options.FindOne().SetProjection(d.present())}
	err := d.c.FindOne(ctx, filter, append(all, opts...)...).Decode(&doc)
	if storage.IsMissing(err) {
		return doc, problem.Missing(d.what)
	}
	return doc, d.wrap("find", err)
}

// Find returns every document that matches, never nil.
func (d *Collection[T, P]) Find(
	ctx context.Context, filter any, opts ...options.Lister[options.FindOptions],
) ([]T, error) {
	all := []options.Lister[options.FindOptions]{options.Find().SetProjection(d.present())}
	return mongodb.FindIn[T](ctx, d.c, filter, append(all, opts...)...)
}

// All returns every document, whole, that meets all conditions, sorted by a field and its
// id; never nil. The field "id" is the order in which they were made.
func (d *Collection[T, P]) All(ctx context.Context, field string, where ...Condition) ([]T, error) {
	return d.Find(ctx, d.notInTrash(matching(where)), options.Find().SetSort(mongodb.Sorting(field, false)))
}

// Empty reports whether there is no document at all.
func (d *Collection[T, P]) Empty(ctx context.Context) (bool, error) {
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

// Known reports whether there is a document of an id, in the trash or not.
func (d *Collection[T, P]) Known(ctx context.Context, id string) (bool, error) {
	_, err := d.raw(ctx, id, only("_id"))
	if problem.Is(err, problem.NotFound) {
		return false, nil
	}
	return err == nil, err
}

// BeginsAs says what a document is before anybody has stored it, at revision 0, or that there
// is none of an id then. Its history begins with that, unless it is first stored by nobody
// with an account: then it is what came with the site. It returns d; call it before anything
// is asked of d.
func (d *Collection[T, P]) BeginsAs(begin func(ctx context.Context, id string) (T, bool, error)) *Collection[T, P] {
	d.begin = begin
	return d
}

// beginning returns what the document of an id is before anybody has stored it, or a NotFound
// problem.
func (d *Collection[T, P]) beginning(ctx context.Context, id string) (doc T, err error) {
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
func (d *Collection[T, P]) GetOrBeginning(ctx context.Context, id string) (T, error) {
	doc, err := d.Get(ctx, id)
	if problem.Is(err, problem.NotFound) {
		return d.beginning(ctx, id)
	}
	return doc, err
}

// Exists returns a NotFound problem unless there is a document of an id, in the trash or not,
// stored or not; and a Forbidden one where the caller may not read it.
func (d *Collection[T, P]) Exists(ctx context.Context, id string) error {
	if d.guard.Read != nil {
		if err := d.mayRead(ctx, id); err != nil {
			return err
		}
	}
	_, err := d.raw(ctx, id, only("_id"))
	if problem.Is(err, problem.NotFound) {
		_, err = d.beginning(ctx, id)
	}
	return err
}
