// Package versions keeps the former versions of documents.
package versions

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/storage"
)

// Collection has the former versions of documents, in packs. One of revision r is a
// copy of the document as it was at r. The newest are part of the document
// (revision.Document.Recent), and written with it; a full pack is stored here before the
// save that leaves it out of the document: whoever stores it stores the same, so that a
// repetition, a race or a crash changes nothing. The list of what happened is part of the
// document too (Past): so there is an entry for a save exactly when it was made.
const Collection = "versions"

// Version is one state of a document.
type Version struct {
	Revision int           `json:"r"`
	At       time.Time     `json:"at"`
	By       string        `json:"by,omitempty"` // the id of an account; empty: none
	What     revision.What `json:"what"`
	Fields   []string      `json:"fields,omitempty"`
}

// Store keeps the former versions of a collection's documents.
type Store struct {
	db       *mongodb.Database
	c, packs *mongo.Collection
	lock     func(ctx context.Context, ids ...string) (unlock func(), err error)
	what     string // names one document in messages to people
}

// In returns the former versions of a collection, whose documents lock excludes from being written.
func In(
	db *mongodb.Database, collection, what string, lock func(context.Context, ...string) (func(), error),
) *Store {
	return &Store{db, db.Collection(collection), db.Collection(Collection), lock, what}
}

func (s *Store) wrap(doing string, err error) error { return storage.Wrap(doing, s.what, err) }

// Add adds to the versions of a document, which is stored as raw and about to be replaced, what it
// is now, and returns the list of them and the newest copies.
func (s *Store) Add(ctx context.Context, was *revision.Document, raw bson.Raw) ([]byte, *revision.Pack, error) {
	past, err := PastOf(*was)
	if err != nil {
		return nil, nil, s.wrap("read the history of", err)
	}
	list, err := encodePast(append(past, Of(*was)))
	if err != nil {
		return nil, nil, err
	}
	recent, err := s.keep(ctx, was, raw)
	return list, recent, err
}

// keep returns the newest copies of a document that is about to be replaced: those that it
// has, and one of what it is. It stores them elsewhere when a pack is full.
func (s *Store) keep(ctx context.Context, base *revision.Document, raw bson.Raw) (*revision.Pack, error) {
	whole, err := storage.Replaced(raw, nil, "past", "recent", "working", "copies")
	if err != nil {
		return nil, s.wrap("copy", err)
	}
	copies, err := copiesIn(base.Recent)
	if err != nil {
		return nil, s.wrap("read the newest versions of", err)
	}
	copies[base.Revision] = whole
	if len(whole) <= packedCopy && (base.Revision == 0 || base.Revision%packSize != 0) {
		return s.packed(copies), nil
	}
	return nil, s.StoreCopies(ctx, base.ID, copies)
}

// Unchanged matches a document that was not written since it was read. Forget changes the
// list of versions without raising the revision, and so does a write of the working copy.
func Unchanged(base *revision.Document) bson.D {
	var past, copies any = bson.D{{Key: "$exists", Value: false}}, bson.D{{Key: "$exists", Value: false}}
	if len(base.Past) > 0 {
		past = base.Past
	}
	if base.Copies > 0 {
		copies = base.Copies
	}
	return bson.D{
		{Key: "_id", Value: base.ID}, {Key: "revision", Value: base.Revision},
		{Key: "past", Value: past}, {Key: "copies", Value: copies},
	}
}

// Of returns the entry of what a document is now.
func Of(base revision.Document) Version {
	v := Version{base.Revision, base.Saved.At, base.Saved.By, base.Saved.What, base.Saved.Fields}
	switch {
	case v.What != "":
	case base.Revision <= 1: // what came with the site
		v.What = revision.Created
	default: // saved before versions were kept
		v.What = revision.Changed
	}
	return v
}

// PastOf returns the former versions of a document, oldest first.
func PastOf(base revision.Document) ([]Version, error) {
	if len(base.Past) == 0 {
		return nil, nil
	}
	data, err := decompress(base.Past)
	if err != nil {
		return nil, err
	}
	var past []Version
	if err := json.Unmarshal(data, &past); err != nil {
		return nil, fmt.Errorf("decode the list of former versions: %w", err)
	}
	return past, nil
}

func encodePast(past []Version) ([]byte, error) {
	if len(past) == 0 {
		return nil, nil
	}
	data, err := json.Marshal(past)
	if err != nil {
		return nil, fmt.Errorf("encode the list of former versions: %w", err)
	}
	return compress(data), nil
}
