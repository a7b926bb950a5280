package mongodb

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/x/bsonx/bsoncore"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
)

// VersionsCollection has the former versions of documents, in packs. One of revision r is a
// copy of the document as it was at r. The newest are part of the document
// (revision.Document.Recent), and written with it; a full pack is stored here before the
// save that leaves it out of the document: whoever stores it stores the same, so that a
// repetition, a race or a crash changes nothing. The list of what happened is part of the
// document too (Past): so there is an entry for a save exactly when it was made.
const VersionsCollection = "versions"

// Version is one state of a document.
type Version struct {
	Revision int           `json:"r"`
	At       time.Time     `json:"at"`
	By       string        `json:"by,omitempty"` // the id of an account; empty: none
	What     revision.What `json:"what"`
	Fields   []string      `json:"fields,omitempty"`
}

// NamesOf says what finds the uploads that a document names. Call it before collections
// are made.
func (d *Database) NamesOf(find func(raw []byte) []string) { d.namesOf = find }

// Versioned has d keep the former versions of its documents, and leave out saves that change
// nothing. It returns d; call it before anything is asked of d.
func (d *Documents[T, P]) Versioned() *Documents[T, P] {
	d.fields = fieldNames(reflect.TypeFor[T]())
	return d
}

// withoutFormer projects documents to what they are now.
var withoutFormer = bson.D{{Key: "past", Value: 0}, {Key: "recent", Value: 0}}

// present is withoutFormer where former versions are kept: only what writes a document, or
// asks for its history, reads those.
func (d *Documents[T, P]) present() bson.D {
	if d.fields == nil {
		return nil
	}
	return withoutFormer
}

// apiFields returns the names in the API of the fields that the database calls names, less
// those that the API does not show.
func (d *Documents[T, P]) apiFields(names []string) []string {
	shown := []string{}
	for _, name := range names {
		if field := d.fields[name]; field != "" {
			shown = append(shown, field)
		}
	}
	return shown
}

// fieldNames leads from a struct type's names in the database to those in the API.
func fieldNames(t reflect.Type) map[string]string {
	names := map[string]string{}
	for _, field := range reflect.VisibleFields(t) {
		stored, _, _ := strings.Cut(field.Tag.Get("bson"), ",")
		shown, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if !field.Anonymous && stored != "-" && stored != "" && shown != "-" {
			names[stored] = shown
		}
	}
	return names
}

// unchanged matches a document that was not written since it was read. Forget changes the
// list of versions without raising the revision, and so does a write of the working copy.
func (d *Documents[T, P]) unchanged(base *revision.Document) bson.D {
	filter := bson.D{{Key: "_id", Value: base.ID}, {Key: "revision", Value: base.Revision}}
	if d.fields == nil {
		return filter
	}
	var past, copies any = bson.D{{Key: "$exists", Value: false}}, bson.D{{Key: "$exists", Value: false}}
	if len(base.Past) > 0 {
		past = base.Past
	}
	if base.Copies > 0 {
		copies = base.Copies
	}
	return append(filter, bson.E{Key: "past", Value: past}, bson.E{Key: "copies", Value: copies})
}

// history is what withHistory changes in a document that is encoded already.
type history struct {
	Saved   revision.Saved    `bson:"saved"`
	Past    []byte            `bson:"past,omitempty"`
	Recent  *revision.Pack    `bson:"recent,omitempty"`
	Working *revision.Working `bson:"working,omitempty"`
}

// withHistory completes a document that is about to take the place of raw, and is encoded as
// next, with its history; a copy of the former is part of that. It returns the encoded whole.
func (d *Documents[T, P]) withHistory(
	ctx context.Context, made *Change[T], raw, next bson.Raw, what revision.What,
) (bson.Raw, error) {
	was, base := P(&made.Before).Base(), P(&made.After).Base()
	base.Working = overtaken(base.Working, next)
	switch {
	case d.fields == nil:
	case was.Revision == 0 && base.Saved.By == "": // its beginning is what came with the site
		base.Saved.What = revision.Created
	default:
		base.Saved.What, base.Saved.Fields = cmp.Or(what, revision.Changed), d.apiFields(made.Fields)
		if after, is := any(P(&made.After)).(Composite); is {
			base.Saved.Fields = DifferingValues(any(P(&made.Before)).(Composite).Values(), after.Values())
		}
		past, err := pastOf(*was)
		if err != nil {
			return nil, d.wrap("read the history of", err)
		}
		if base.Past, err = encodePast(append(past, versionOf(*was))); err != nil {
			return nil, err
		}
		if base.Recent, err = d.keep(ctx, was, raw); err != nil {
			return nil, err
		}
	}
	return replaced(next, history{base.Saved, base.Past, base.Recent, base.Working}, "saved", "past", "recent", "working")
}

// keep returns the newest copies of a document that is about to be replaced: those that it
// has, and one of what it is. It stores them elsewhere when a pack is full.
func (d *Documents[T, P]) keep(ctx context.Context, base *revision.Document, raw bson.Raw) (*revision.Pack, error) {
	whole, err := replaced(raw, nil, "past", "recent", "working", "copies")
	if err != nil {
		return nil, d.wrap("copy", err)
	}
	copies, err := copiesIn(base.Recent)
	if err != nil {
		return nil, d.wrap("read the newest versions of", err)
	}
	copies[base.Revision] = whole
	if len(whole) <= packedCopy && (base.Revision == 0 || base.Revision%packSize != 0) {
		return d.db.packed(copies), nil
	}
	return nil, d.storeCopies(ctx, base.ID, copies)
}

// replaced returns a document in which other fields, unless with is nil, take the place of those
// that have the names.
func replaced(raw bson.Raw, with any, names ...string) (bson.Raw, error) {
	elements, err := raw.Elements()
	if err != nil {
		return nil, err
	}
	at, out := bsoncore.AppendDocumentStart(make([]byte, 0, len(raw)))
	for _, element := range elements {
		if !slices.Contains(names, element.Key()) {
			out = append(out, element...)
		}
	}
	if with != nil {
		fields, err := marshal(with)
		if err != nil {
			return nil, err
		}
		out = append(out, fields[4:len(fields)-1]...)
	}
	return bsoncore.AppendDocumentEnd(out, at)
}

// History returns what happened to a document, in the trash or not, newest first; the
// first is what it is now. It returns a NotFound problem where there is no such document.
func (d *Documents[T, P]) History(ctx context.Context, id string) ([]Version, error) {
	raw, err := d.raw(ctx, id, only("saved", "past"))
	if problem.Is(err, problem.NotFound) {
		first, err := d.beginning(ctx, id)
		return []Version{versionOf(*P(&first).Base())}, err
	}
	if err != nil {
		return nil, err
	}
	var base revision.Document
	if err := bson.Unmarshal(raw, &base); err != nil {
		return nil, d.wrap("read the history of", err)
	}
	past, err := pastOf(base)
	if err != nil {
		return nil, d.wrap("read the history of", err)
	}
	all := append(past, versionOf(base))
	slices.Reverse(all)
	return all, nil
}

// versionOf returns the entry of what a document is now.
func versionOf(base revision.Document) Version {
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

// pastOf returns the former versions of a document, oldest first.
func pastOf(base revision.Document) ([]Version, error) {
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

// At returns a document, in the trash or not, as it was at a revision, which may be the
// present one; or a NotFound problem.
func (d *Documents[T, P]) At(ctx context.Context, id string, at int) (T, error) {
	var none T
	raw, err := d.raw(ctx, id)
	if problem.Is(err, problem.NotFound) && at == 0 {
		return d.beginning(ctx, id)
	}
	if err != nil {
		return none, err
	}
	if revisionOf(raw) != at {
		if raw, err = d.copyAt(ctx, raw, id, at); err != nil {
			return none, err
		}
	}
	doc, err := d.decode(raw)
	if err != nil {
		return none, err
	}
	d.takeBack(&doc)
	P(&doc).Base().Working = nil
	return doc, nil
}
