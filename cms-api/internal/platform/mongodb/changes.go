package mongodb

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/changes"
)

// kept are fields that every write changes.
var kept = map[string]bool{"_id": true, "revision": true, "saved": true, "updated_at": true}

// fieldsOf returns a document as it is stored, when somebody gathers changes.
func fieldsOf(ctx context.Context, doc any) bson.Raw {
	if !changes.Wanted(ctx) {
		return nil
	}
	raw, _ := bson.Marshal(doc) // it came from there
	return raw
}

// noteChanges notes the names of the fields in which a document differs from
// what it was.
func noteChanges(ctx context.Context, before bson.Raw, doc any) {
	if before == nil {
		return
	}
	after := fieldsOf(ctx, doc)
	for _, pair := range [][2]bson.Raw{{before, after}, {after, before}} {
		elements, _ := pair[0].Elements()
		for _, element := range elements {
			if name := element.Key(); !kept[name] && !element.Value().Equal(lookup(pair[1], name)) {
				changes.Note(ctx, name)
			}
		}
	}
}
