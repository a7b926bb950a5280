package model

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
)

// Values are the values of fields by their keys: a JSON object. They are stored as its
// text, since the keys are the model's and not the database's.
type Values string

// MarshalJSON writes the object.
func (v Values) MarshalJSON() ([]byte, error) {
	if v == "" {
		return []byte("{}"), nil
	}
	return []byte(v), nil
}

// UnmarshalJSON reads an object.
func (v *Values) UnmarshalJSON(data []byte) error {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(data, &object); err != nil {
		return err
	}
	*v = Values(data)
	return nil
}

func (v Values) object() map[string]any {
	object := map[string]any{}
	if v != "" {
		_ = json.Unmarshal([]byte(v), &object) // it was JSON when it was stored
	}
	return object
}

// current returns the values under the keys that the fields have today.
func (v Values) current(fields Fields) map[string]any { return renamed(fields, v.object()) }

func renamed(fields Fields, object map[string]any) map[string]any {
	for i := range fields {
		f := &fields[i]
		for _, former := range f.Was {
			value, stored := object[former]
			if _, has := object[f.Key]; stored && !has {
				object[f.Key] = value
			}
			delete(object, former)
		}
		if entries, is := object[f.Key].([]any); is && f.Type == List {
			for _, entry := range entries {
				if inner, is := entry.(map[string]any); is {
					renamed(f.Fields, inner)
				}
			}
		}
	}
	return object
}

// In returns the values under the keys that the fields have today, in the fields' order;
// values that no field has follow.
func (v Values) In(fields Fields) Values {
	return Values(appendObject(nil, fields, v.current(fields)))
}

func valuesOf(object map[string]any) Values { return Values(appendObject(nil, nil, object)) }

// encode returns the text of page content that a value is.
func encode(f *Field, value any) string {
	if picture, is := value.(map[string]any); is && len(picture) == 1 && f.Type == Image {
		address, _ := picture["url"].(string)
		return address
	}
	return string(appendValue(nil, f, value))
}

var imageFields = Fields{{Key: "url"}, {Key: "alt"}, {Key: "focus"}}

func appendValue(dst []byte, f *Field, value any) []byte {
	switch value := value.(type) {
	case map[string]any:
		return appendObject(dst, imageFields, value)
	case []any:
		dst = append(dst, '[')
		for i, each := range value {
			if i > 0 {
				dst = append(dst, ',')
			}
			if entry, is := each.(map[string]any); is && f != nil {
				dst = appendObject(dst, f.Fields, entry)
			} else {
				dst = appendValue(dst, nil, each)
			}
		}
		return append(dst, ']')
	}
	return appendJSON(dst, value)
}

// appendObject appends the members in the order of the fields, others behind them.
func appendObject(dst []byte, fields Fields, object map[string]any) []byte {
	rest := maps.Clone(object)
	dst = append(dst, '{')
	member := func(key string, f *Field) {
		if dst[len(dst)-1] != '{' {
			dst = append(dst, ',')
		}
		dst = append(appendJSON(dst, key), ':')
		dst = appendValue(dst, f, object[key])
		delete(rest, key)
	}
	for i := range fields {
		if _, has := object[fields[i].Key]; has {
			member(fields[i].Key, &fields[i])
		}
	}
	for _, key := range slices.Sorted(maps.Keys(rest)) {
		member(key, nil)
	}
	return append(dst, '}')
}

func appendJSON(dst []byte, value any) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(value) // it was read from JSON
	return append(dst, bytes.TrimSuffix(out.Bytes(), []byte("\n"))...)
}
