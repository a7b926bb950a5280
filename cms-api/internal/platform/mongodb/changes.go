package mongodb

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// kept are fields that every write changes.
var kept = []string{"_id", "revision", "updated_at"}

// Differing returns the names of the fields in which two documents of one type
// differ as they are stored, sorted; those that every write changes aside.
func Differing(before, after any) []string {
	var names []string
	was, is := stored(before), stored(after)
	for _, pair := range [][2]bson.Raw{{was, is}, {is, was}} {
		elements, _ := pair[0].Elements()
		for _, element := range elements {
			name := element.Key()
			if !slices.Contains(kept, name) && !element.Value().Equal(lookup(pair[1], name)) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func stored(doc any) bson.Raw {
	raw, _ := bson.Marshal(doc) // it came from there
	return raw
}

// copied returns a copy of a document that shares nothing with it.
func copied[T any](doc T) *T {
	made := new(T)
	_ = bson.Unmarshal(stored(doc), made) // so was doc
	return made
}
