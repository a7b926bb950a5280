package proxy

import (
	"fmt"
	"regexp"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// maxDepth bounds how deep conditions are nested.
const maxDepth = 100

// condition reports whether an event is wanted.
type condition func(event bson.Raw) bool

// compile returns the condition of a $match: fields that are equal, one of a list or
// like a regular expression, and $and, $or and $nor of these.
func compile(filter bson.Raw, depth int) (condition, error) {
	if depth > maxDepth {
		return nil, errBadValue("the filter is nested too deeply")
	}
	all, err := compileEach(fields(filter), func(each field) (condition, error) {
		if strings.HasPrefix(each.key, "$") {
			return compileList(each.key, each.value, depth)
		}
		return compileField(each.key, each.value)
	})
	return every(all), err
}

func compileEach[T any](list []T, compile func(T) (condition, error)) ([]condition, error) {
	all := make([]condition, len(list))
	for i, each := range list {
		var err error
		if all[i], err = compile(each); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func every(all []condition) condition {
	return func(event bson.Raw) bool {
		for _, each := range all {
			if !each(event) {
				return false
			}
		}
		return true
	}
}

func some(all []condition) condition {
	return func(event bson.Raw) bool {
		for _, each := range all {
			if each(event) {
				return true
			}
		}
		return false
	}
}

func not(one condition) condition { return func(event bson.Raw) bool { return !one(event) } }

func compileList(operator string, value bson.RawValue, depth int) (condition, error) {
	list, _ := value.ArrayOK()
	values, _ := list.Values()
	all, err := compileEach(values, func(each bson.RawValue) (condition, error) {
		filter, ok := each.DocumentOK()
		if !ok {
			return nil, errBadValue(operator + " entries need to be full objects")
		}
		return compile(filter, depth+1)
	})
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, errBadValue(operator + " must be a nonempty array")
	}
	switch operator {
	case "$and":
		return every(all), nil
	case "$or":
		return some(all), nil
	case "$nor":
		return not(some(all)), nil
	}
	return nil, errNotImplemented(operator + " in the $match of a change stream")
}

func compileField(key string, want bson.RawValue) (condition, error) {
	path := strings.Split(key, ".")
	if path[0] == "fullDocument" {
		return nil, errNotImplemented("a $match on the documents of a change stream")
	}
	operators, ok := want.DocumentOK()
	if !ok || !isOperator(operators) {
		return compileValue(path, want)
	}
	all, err := compileEach(fields(operators), func(each field) (condition, error) {
		return compileOperator(path, each.key, each.value)
	})
	return every(all), err
}

func compileOperator(path []string, operator string, value bson.RawValue) (condition, error) {
	switch operator {
	case "$eq":
		return equals(path, value), nil
	case "$ne":
		return not(equals(path, value)), nil
	case "$regex":
		if pattern, ok := value.StringValueOK(); ok {
			return matches(path, pattern, "")
		}
		return compileValue(path, value)
	case "$in", "$nin":
		list, ok := value.ArrayOK()
		values, err := list.Values()
		if !ok || err != nil {
			return nil, errBadValue(operator + " needs an array")
		}
		all, err := compileEach(values, func(each bson.RawValue) (condition, error) { return compileValue(path, each) })
		if err != nil {
			return nil, err
		}
		if operator == "$nin" {
			return not(some(all)), nil
		}
		return some(all), nil
	}
	return nil, errNotImplemented(operator + " in the $match of a change stream")
}

// compileValue returns the condition that a field is equal to a value, or like it when
// it is a regular expression.
func compileValue(path []string, value bson.RawValue) (condition, error) {
	if pattern, options, ok := value.RegexOK(); ok {
		return matches(path, pattern, options)
	}
	return equals(path, value), nil
}

func equals(path []string, want bson.RawValue) condition {
	return func(event bson.Raw) bool {
		have, err := event.LookupErr(path...)
		if err != nil {
			return want.Type == bson.TypeNull // what is missing is equal to null
		}
		return have.Equal(want)
	}
}

func matches(path []string, pattern, options string) (condition, error) {
	if strings.Trim(options, "im") != "" {
		return nil, errNotImplemented(fmt.Sprintf("a regular expression with the options %q", options))
	}
	if options != "" {
		pattern = "(?" + options + ")" + pattern
	}
	expression, err := regexp.Compile(pattern)
	if err != nil {
		return nil, &commandError{51091, "Location51091", "Regular expression is invalid: " + err.Error()}
	}
	return func(event bson.Raw) bool {
		s, ok := event.Lookup(path...).StringValueOK()
		return ok && expression.MatchString(s)
	}, nil
}

// projection says which fields of a document are wanted: nil is the whole value.
type projection map[string]projection

// compileProject reads a $project that names the fields that stay.
func compileProject(spec bson.Raw) (projection, error) {
	root := projection{"_id": nil} // the resume token always stays
	for _, each := range fields(spec) {
		if each.value.Type != bson.TypeBoolean && !each.value.IsNumber() || !truth(spec, each.key) {
			return nil, errNotImplemented("a $project of a change stream that does more than to name fields that stay")
		}
		at, path := root, strings.Split(each.key, ".")
		for i, name := range path {
			next, known := at[name]
			if known && next == nil {
				break // the whole of it is wanted already
			}
			if i == len(path)-1 {
				at[name] = nil
				break
			}
			if !known {
				next = projection{}
				at[name] = next
			}
			at = next
		}
	}
	return root, nil
}

func (p projection) wants(key string) bool {
	_, ok := p[key]
	return ok || p == nil
}

// of returns what is wanted of a document.
func (p projection) of(raw bson.Raw) bson.D {
	out := bson.D{}
	for _, each := range fields(raw) {
		inner, wanted := p[each.key]
		switch nested, ok := each.value.DocumentOK(); {
		case !wanted:
		case inner == nil:
			out = append(out, bson.E{Key: each.key, Value: each.value})
		case ok:
			out = append(out, bson.E{Key: each.key, Value: inner.of(nested)})
		}
	}
	return out
}

// ofFull returns what is wanted of a document that may be missing.
func (p projection) ofFull(raw bson.Raw) any {
	switch {
	case raw == nil:
		return nil
	case p == nil:
		return raw
	}
	return p.of(raw)
}
