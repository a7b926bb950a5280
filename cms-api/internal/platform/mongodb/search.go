package mongodb

import (
	"context"
	"fmt"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/text"
)

// Containing returns whether a document contains a text in one of the fields, which are
// texts or lists of them, as text.Fold compares texts. The database cannot: its regular
// expressions see two ways to write a letter as two letters.
func Containing(wanted string, fields ...string) func(bson.Raw) bool {
	wanted = text.Fold(wanted)
	return func(raw bson.Raw) bool { return strings.Contains(searchable(raw, fields), wanted) }
}

// searchable returns the texts of the fields, folded. No text that is searched for has a
// line feed, so none reaches from one field into the next.
func searchable(raw bson.Raw, fields []string) string {
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
		return appendTexts(found, lookup(inner, path[0]), path[1:])
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
		return nil, 0, Translate(fmt.Errorf("search %s: %w", c.Name(), err))
	}
	defer cursor.Close(context.WithoutCancel(ctx))
	for cursor.Next(ctx) {
		if !wanted(cursor.Current) {
			continue
		}
		if total >= page.Offset && len(found) < page.Limit {
			var doc T
			if err := cursor.Decode(&doc); err != nil {
				return nil, 0, fmt.Errorf("search %s: %w", c.Name(), err)
			}
			found = append(found, doc)
		}
		total++
	}
	if err := cursor.Err(); err != nil {
		return nil, 0, Translate(fmt.Errorf("search %s: %w", c.Name(), err))
	}
	return found, total, nil
}
