package mongodb

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

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
	fields   map[string]string                                     // see Versioned; nil unless versions are kept
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

func (d *Documents[T, P]) wrap(doing string, err error) error {
	if err == nil {
		return nil
	}
	return Translate(fmt.Errorf("%s %s: %w", doing, d.what, err))
}
