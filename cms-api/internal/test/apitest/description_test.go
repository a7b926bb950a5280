package apitest_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

// media is what a call takes in one media type.
type media struct {
	Schema  schema
	Example json.RawMessage
}

// parameterOf is a parameter of a call.
type parameterOf struct {
	Name, In string
	Schema   schema
}

// schema is what the API's description says of a value.
type schema struct {
	Ref                  string `json:"$ref"`
	Type                 types
	Properties           map[string]schema
	Required             []string
	Items                *schema
	OneOf                []schema
	Enum, Examples       []any
	Default              any
	Format, Pattern      string
	MinLength, MaxLength *int
	MinItems, MaxItems   *int
	Minimum, Maximum     *float64
}

// types are those that a value may have: in JSON one name or a list.
type types []string

func (t *types) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*t = types{one}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(t))
}

// schemas are the described components by name.
type schemas map[string]schema

func describedSchemas(t testing.TB) schemas {
	t.Helper()
	var description struct{ Components struct{ Schemas schemas } }
	if err := json.Unmarshal(apitest.Description(t), &description); err != nil {
		t.Fatal(err)
	}
	return description.Components.Schemas
}

// resolve returns the schema that a reference leads to.
func (s schemas) resolve(of schema) schema {
	for of.Ref != "" {
		of = s[strings.TrimPrefix(of.Ref, "#/components/schemas/")]
	}
	return of
}

// place is a value in a call's body: the way to it, of keys and positions.
type place struct {
	path   []any
	schema schema
}

// String returns the place as problems name it.
func (p place) String() string {
	text := "body"
	for _, step := range p.path {
		if key, ok := step.(string); ok {
			text += "." + key
		} else {
			text += fmt.Sprintf("[%v]", step)
		}
	}
	return text
}

// deepest is how long the way to a place is at most: some schemas hold themselves.
const deepest = 8

// places returns the value itself, every member, and the first entry of every
// list.
func (s schemas) places(of schema, path ...any) []place {
	of = s.resolve(of)
	found := []place{{slices.Clone(path), of}}
	if len(path) == deepest {
		return found
	}
	for key, member := range of.Properties {
		found = append(found, s.places(member, append(slices.Clone(path), key)...)...)
	}
	if of.Items != nil {
		found = append(found, s.places(*of.Items, append(slices.Clone(path), 0)...)...)
	}
	return found
}

// with returns a value with another at a place, which is made where it is not
// there.
func with(value any, path []any, other any) any {
	if len(path) == 0 {
		return other
	}
	if key, ok := path[0].(string); ok {
		object := map[string]any{}
		if known, ok := value.(map[string]any); ok {
			for name, member := range known {
				object[name] = member
			}
		}
		object[key] = with(object[key], path[1:], other)
		return object
	}
	list, _ := value.([]any)
	if len(list) == 0 {
		list = []any{nil}
	}
	list = slices.Clone(list)
	list[0] = with(list[0], path[1:], other)
	return list
}

// bodyPlaces returns the places of the JSON that a call takes, and its example;
// none when it takes none.
func (s schemas) bodyPlaces(t testing.TB, op operation) (found []place, example any) {
	t.Helper()
	body, takes := op.RequestBody.Content["application/json"]
	if !takes {
		return nil, nil
	}
	if err := json.Unmarshal(body.Example, &example); err != nil {
		t.Fatal(err)
	}
	return s.places(body.Schema), example
}
