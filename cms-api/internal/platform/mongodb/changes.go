package mongodb

import (
	"maps"
	"reflect"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// always are fields that every write changes.
var always = []string{
	"_id", "revision", "saved", "past", "recent", "deleted", "working", "copies", "fence", "updated_at",
}

// Differing returns the sorted names of the stored fields in which two documents
// of one type differ, without those that every write changes.
func Differing(before, after any) []string {
	return differingRaw(encoded(before), encoded(after))
}

func differingRaw(was, is bson.Raw) []string {
	var names []string
	for _, pair := range [][2]bson.Raw{{was, is}, {is, was}} {
		elements, _ := pair[0].Elements()
		for _, element := range elements {
			name := element.Key()
			if !slices.Contains(always, name) && !element.Value().Equal(lookup(pair[1], name)) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func encoded(doc any) bson.Raw {
	raw, _ := marshal(doc) // it was read from the database, or written to it
	return raw
}

// Composite is a document of values that people change one by one: its history has the values in
// which it became different, in the place of its fields.
type Composite interface {
	// Values returns pointers to the values, by their names.
	Values() map[string]any
}

// DifferingValues returns the sorted names of the values in which two composites differ.
func DifferingValues(before, after map[string]any) []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(before)), maps.Keys(after))
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(name string) bool {
		return reflect.DeepEqual(before[name], after[name])
	})
}
