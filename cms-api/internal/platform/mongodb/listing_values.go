package mongodb

import (
	"bytes"
	"cmp"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/x/bsonx/bsoncore"
)

// project returns of a document what Listing.Project leaves of it.
func (l Listing) project(raw bson.Raw) (bson.Raw, error) {
	elements, err := raw.Elements()
	if err != nil {
		return nil, err
	}
	named, within := map[string]bool{}, map[string]string{}
	only := false
	for _, field := range l.Project {
		if outer, inner, nested := strings.Cut(field.Key, "."); nested {
			within[outer] = inner
			continue
		}
		named[field.Key] = true
		only = only || field.Value == 1
	}
	if only {
		named["_id"] = true
	}
	at, out := bsoncore.AppendDocumentStart(nil)
	for _, element := range elements {
		key, value := element.Key(), element.Value()
		switch inner, is := value.DocumentOK(); {
		case named[key] != only:
		case is && within[key] != "":
			inner, err := replaced(inner, nil, within[key])
			if err != nil {
				return nil, err
			}
			out = bsoncore.AppendDocumentElement(out, key, bsoncore.Document(inner))
		default:
			out = append(out, element...)
		}
	}
	return bsoncore.AppendDocumentEnd(out, at)
}

// lookup returns a field's value; of no type when there is none.
func lookup(raw bson.Raw, field string) bson.RawValue {
	value, err := raw.LookupErr(field)
	if err != nil {
		return bson.RawValue{Type: bson.TypeNull}
	}
	return value
}

// meets decides what the condition's filter decides in the database.
func (c Condition) meets(have, want bson.RawValue) bool {
	return c.matches(have, want) != c.not
}

func (c Condition) matches(have, want bson.RawValue) bool {
	if list, ok := have.ArrayOK(); ok && c.how == equal {
		values, _ := list.Values()
		for _, each := range values {
			if compareValues(each, want) == 0 {
				return true
			}
		}
		return false
	}
	if rank(have.Type) != rank(want.Type) {
		return false
	}
	switch order := compareValues(have, want); c.how {
	case upTo:
		return order <= 0
	case above:
		return order > 0
	default:
		return order == 0
	}
}

// compareValues orders values as the database does, as far as lists sort by
// them: nothing, numbers, texts, truth values, times.
func compareValues(a, b bson.RawValue) int {
	if order := cmp.Compare(rank(a.Type), rank(b.Type)); order != 0 {
		return order
	}
	switch a.Type {
	case bson.TypeString:
		return bytes.Compare(textOf(a), textOf(b))
	case bson.TypeDateTime:
		return cmp.Compare(a.DateTime(), b.DateTime())
	case bson.TypeBoolean:
		return bytes.Compare(a.Value, b.Value)
	case bson.TypeInt32, bson.TypeInt64, bson.TypeDouble:
		return cmp.Compare(number(a), number(b))
	}
	return 0
}

func rank(kind bson.Type) int {
	switch kind {
	case bson.TypeInt32, bson.TypeInt64, bson.TypeDouble:
		return 1
	case bson.TypeString:
		return 2
	case bson.TypeBoolean:
		return 3
	case bson.TypeDateTime:
		return 4
	}
	return 0
}

// textOf returns a string's bytes: between its length and the closing zero.
func textOf(value bson.RawValue) []byte { return value.Value[4 : len(value.Value)-1] }

func number(value bson.RawValue) float64 {
	if value.Type == bson.TypeDouble {
		return value.Double()
	}
	whole, _ := value.AsInt64OK()
	return float64(whole)
}
