package mongodb

import (
	"context"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/storage"
	"academy/cms-api/internal/platform/text"
)

// FindIn returns everything that matches in a collection, never nil.
func FindIn[T any](
	ctx context.Context, c *mongo.Collection, filter any, opts ...options.Lister[options.FindOptions],
) ([]T, error) {
	found := []T{}
	cursor, err := c.Find(ctx, filter, opts...)
	if err == nil {
		err = cursor.All(ctx, &found)
	}
	if err != nil {
		return nil, storage.Wrap("read from", c.Name(), err)
	}
	return found, nil
}

// GetIn returns the document with an id, and false when there is none.
func GetIn[T any](ctx context.Context, c *mongo.Collection, id string) (doc T, found bool, err error) {
	err = c.FindOne(ctx, bson.D{{Key: "_id", Value: id}}).Decode(&doc)
	if storage.IsMissing(err) {
		return doc, false, nil
	}
	return doc, err == nil, storage.Wrap("read from", c.Name(), err)
}

// PutIn stores a document under an id, whether there is one or not.
func PutIn(ctx context.Context, c *mongo.Collection, id string, doc any) error {
	_, err := c.ReplaceOne(ctx, bson.D{{Key: "_id", Value: id}}, doc, options.Replace().SetUpsert(true))
	return storage.Wrap("store in", c.Name(), err)
}

// DeleteIn deletes everything that matches in a collection.
func DeleteIn(ctx context.Context, c *mongo.Collection, filter any) error {
	_, err := c.DeleteMany(ctx, filter)
	return storage.Wrap("delete from", c.Name(), err)
}

// PageOf returns one page of what matches in a collection, never nil, and how many match in
// all. Fields other than those left out by project are filled in.
func PageOf[T any](
	ctx context.Context, c *mongo.Collection, filter, sort, project bson.D, page paging.Window,
) ([]T, int, error) {
	opts := options.Find().SetSort(sort).SetProjection(project).SetSkip(int64(page.Offset)).SetLimit(int64(page.Limit))
	found, err := FindIn[T](ctx, c, filter, opts)
	if err != nil {
		return nil, 0, err
	}
	if len(found) < page.Limit && (len(found) > 0 || page.Offset == 0) {
		return found, page.Offset + len(found), nil // the last page counts for itself
	}
	total, err := c.CountDocuments(ctx, filter) // never an estimate: the last page is reckoned from it
	if err != nil {
		return nil, 0, storage.Wrap("count", c.Name(), err)
	}
	return found, int(total), nil
}

// Sorting returns a sort by one field and, for a settled order, by id.
func Sorting(field string, descending bool) bson.D {
	direction := 1
	if descending {
		direction = -1
	}
	if field == "id" || field == "_id" {
		return bson.D{{Key: "_id", Value: direction}}
	}
	return bson.D{{Key: field, Value: direction}, {Key: "_id", Value: direction}}
}

// Containing returns whether a document contains a text in one of the fields, which are
// texts or lists of them, as text.Fold compares texts. The database cannot: its regular
// expressions see two ways to write a letter as two letters.
func Containing(wanted string, fields ...string) func(bson.Raw) bool {
	wanted = text.Fold(wanted)
	return func(raw bson.Raw) bool { return strings.Contains(Searchable(raw, fields), wanted) }
}

// Searchable returns the texts of the fields, folded. No text that is searched for has a
// line feed, so none reaches from one field into the next.
func Searchable(raw bson.Raw, fields []string) string {
	var found []string
	for _, field := range fields {
		found = appendTexts(found, bson.RawValue{Type: bson.TypeEmbeddedDocument, Value: raw}, strings.Split(field, "."))
	}
	return text.Fold(strings.Join(found, "\n"))
}

// appendTexts appends the texts at a path below a value. Of a list, every entry is asked.
func appendTexts(found []string, value bson.RawValue, path []string) []string {
	if list, ok := value.ArrayOK(); ok {
		values, _ := list.Values()
		for _, each := range values {
			found = appendTexts(found, each, path)
		}
		return found
	}
	if len(path) == 0 {
		if each, ok := value.StringValueOK(); ok {
			found = append(found, each)
		}
		return found
	}
	if inner, ok := value.DocumentOK(); ok {
		return appendTexts(found, storage.Lookup(inner, path[0]), path[1:])
	}
	return found
}

// SearchIn returns one page of the documents of a collection that match and are wanted,
// never nil, and how many are wanted in all. It reads every document that matches, one
// after the other. Fields other than those left out by project are filled in.
func SearchIn[T any](
	ctx context.Context, c *mongo.Collection, filter, sort, project bson.D, page paging.Window,
	wanted func(bson.Raw) bool,
) ([]T, int, error) {
	found, total := []T{}, 0
	cursor, err := c.Find(ctx, filter, options.Find().SetSort(sort).SetProjection(project))
	if err != nil {
		return nil, 0, storage.Wrap("search", c.Name(), err)
	}
	defer cursor.Close(context.WithoutCancel(ctx))
	for cursor.Next(ctx) {
		if !wanted(cursor.Current) {
			continue
		}
		if total >= page.Offset && len(found) < page.Limit {
			var doc T
			if err := cursor.Decode(&doc); err != nil {
				return nil, 0, storage.Wrap("search", c.Name(), err)
			}
			found = append(found, doc)
		}
		total++
	}
	if err := cursor.Err(); err != nil {
		return nil, 0, storage.Wrap("search", c.Name(), err)
	}
	return found, total, nil
}

// EachDocument calls each with the bytes of every document of the database but
// those of the collections that are left out; texts stand in them as they are.
// The bytes are good until each returns. It holds few documents at a time.
func (d *Database) EachDocument(ctx context.Context, leftOut []string, each func(document []byte)) error {
	names, err := d.db.ListCollectionNames(ctx, bson.D{})
	if err != nil {
		return storage.Wrap("list", "the collections", err)
	}
	for _, name := range names {
		if slices.Contains(leftOut, name) {
			continue
		}
		err := storage.Each(ctx, d.db.Collection(name), bson.D{}, nil, func(raw bson.Raw) error {
			each(raw)
			return nil
		})
		if err != nil {
			return storage.Wrap("read all of", name, err)
		}
	}
	return nil
}
