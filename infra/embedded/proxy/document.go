package proxy

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/x/bsonx/bsoncore"
)

// The functions of this file read documents that others wrote: what is missing or of
// another type is the zero value.

func text(raw bson.Raw, keys ...string) string {
	s, _ := raw.Lookup(keys...).StringValueOK()
	return s
}

func number(raw bson.Raw, keys ...string) int64 {
	n, _ := raw.Lookup(keys...).AsInt64OK()
	return n
}

// truth reads a boolean as MongoDB does, for which numbers are booleans too.
func truth(raw bson.Raw, key string) bool {
	value := raw.Lookup(key)
	if b, ok := value.BooleanOK(); ok {
		return b
	}
	n, _ := value.AsInt64OK()
	return n != 0
}

func document(raw bson.Raw, keys ...string) bson.Raw {
	d, _ := raw.Lookup(keys...).DocumentOK()
	return d
}

func documents(raw bson.Raw, keys ...string) []bson.Raw {
	list, _ := raw.Lookup(keys...).ArrayOK()
	values, _ := list.Values()
	var found []bson.Raw
	for _, each := range values {
		if d, ok := each.DocumentOK(); ok {
			found = append(found, d)
		}
	}
	return found
}

func has(raw bson.Raw, key string) bool {
	_, err := raw.LookupErr(key)
	return err == nil
}

// field is one field of a document.
type field struct {
	key   string
	value bson.RawValue
}

// fields returns the fields of a document up to the first that is malformed.
func fields(raw bson.Raw) []field {
	elements, _ := raw.Elements()
	found := make([]field, 0, len(elements))
	for _, each := range elements {
		key, err := each.KeyErr()
		if err != nil {
			break
		}
		value, err := each.ValueErr()
		if err != nil {
			break
		}
		found = append(found, field{key, value})
	}
	return found
}

// with returns a document in which a field has another value and some are missing.
func with(raw bson.Raw, key string, value any, without ...string) bson.D {
	out := bson.D{{Key: key, Value: value}}
	drop := map[string]bool{key: true}
	for _, each := range without {
		drop[each] = true
	}
	for _, each := range fields(raw) {
		if !drop[each.key] {
			out = append(out, bson.E{Key: each.key, Value: each.value})
		}
	}
	return out
}

// withID returns a document with an _id of its own in front, as MongoDB gives one. One
// that is malformed stays as it is and is refused later.
func withID(raw bson.Raw) bson.Raw {
	const shortest = 5
	if len(raw) < shortest {
		return raw
	}
	start, out := bsoncore.AppendDocumentStart(make([]byte, 0, len(raw)+17))
	out = bsoncore.AppendObjectIDElement(out, "_id", bson.NewObjectID())
	out = append(out, raw[4:len(raw)-1]...)
	out, _ = bsoncore.AppendDocumentEnd(out, start)
	return out
}

// isOperator reports whether a document begins with an operator, such as $set or $in.
func isOperator(raw bson.Raw) bool {
	all := fields(raw)
	return len(all) > 0 && strings.HasPrefix(all[0].key, "$")
}
