package storage

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
	"go.mongodb.org/mongo-driver/v2/x/bsonx/bsoncore"

	"academy/cms-api/internal/platform/problem"
)

// Marshal encodes a document as the client does.
func Marshal(doc any) (bson.Raw, error) {
	var out bytes.Buffer
	encoder := bson.NewEncoder(bson.NewDocumentWriter(&out))
	encoder.NilSliceAsEmpty()
	if err := encoder.Encode(doc); err != nil {
		return nil, fmt.Errorf("encode a document: %w", err)
	}
	return out.Bytes(), nil
}

// RevisionOf returns the revision of a document.
func RevisionOf(raw bson.Raw) int {
	revision, _ := Lookup(raw, "revision").AsInt64OK()
	return int(revision)
}

// IDOf returns the id of a document.
func IDOf(raw bson.Raw) string {
	id, _ := Lookup(raw, "_id").StringValueOK()
	return id
}

// Lookup returns a field's value; of no type when there is none.
func Lookup(raw bson.Raw, field string) bson.RawValue {
	value, err := raw.LookupErr(field)
	if err != nil {
		return bson.RawValue{Type: bson.TypeNull}
	}
	return value
}

// Replaced returns a document in which other fields, unless with is nil, take the place of those
// that have the names.
func Replaced(raw bson.Raw, with any, names ...string) (bson.Raw, error) {
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
		fields, err := Marshal(with)
		if err != nil {
			return nil, err
		}
		out = append(out, fields[4:len(fields)-1]...)
	}
	return bsoncore.AppendDocumentEnd(out, at)
}

// Find returns the bytes of the document of an id, in the trash or not, or a NotFound problem; what
// names it to people.
func Find(
	ctx context.Context, c *mongo.Collection, what, id string, opts ...options.Lister[options.FindOneOptions],
) (bson.Raw, error) {
	raw, err := c.FindOne(ctx, bson.D{{Key: "_id", Value: id}}, opts...).Raw()
	if IsMissing(err) {
		return nil, problem.Missing(what)
	}
	return raw, Wrap("find", what, err)
}

// Only projects documents to fields, their id and their revision.
func Only(fields ...string) bson.D {
	project := bson.D{{Key: "revision", Value: 1}}
	for _, field := range fields {
		project = append(project, bson.E{Key: field, Value: 1})
	}
	return project
}

// ScanBatch is how many documents are read at a time of a whole collection.
const ScanBatch = 100

// Each calls do with what matches in a collection, until it fails.
func Each[T any](ctx context.Context, c *mongo.Collection, filter, project bson.D, do func(T) error) error {
	cursor, err := c.Find(ctx, filter, options.Find().SetProjection(project).SetBatchSize(ScanBatch))
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

// IDsBelow matches documents whose ids are the name, a slash, and anything.
func IDsBelow(name string) bson.E {
	// 0 comes after /
	return bson.E{Key: "_id", Value: bson.D{{Key: "$gte", Value: name + "/"}, {Key: "$lt", Value: name + "0"}}}
}
