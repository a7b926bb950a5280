package httpapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/problem"
)

// Part reads an object that stands in a body whose schema leaves open what it is.
type Part struct {
	registry huma.Registry
	schema   *huma.Schema
}

// PartOf returns the reader of parts of a type. Call it while operations are registered.
func PartOf(api huma.API, t reflect.Type) Part {
	registry := api.OpenAPI().Components.Schemas
	return Part{registry, registry.Schema(t, true, "")}
}

// Read reads an object into a value of the type. It is checked as a body of that type is,
// and says where it is wrong as if it were one; but members that no such body has are
// refused.
func (p Part) Read(data []byte, into any) error {
	data, err := inspect(p.registry, p.schema, data)
	if err != nil {
		return err
	}
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		return problem.Wrap(problem.Malformed, err, "The body is not valid JSON.")
	}
	var bad []problem.Field
	if object, is := value.(map[string]any); is {
		for _, name := range slices.Sorted(maps.Keys(object)) {
			if !p.has(name) {
				bad = append(bad, problem.Field{Location: "body." + name, Message: "There is no such field."})
			}
		}
	}
	var found huma.ValidateResult
	path := huma.NewPathBuffer([]byte{}, 0)
	path.Push("body")
	huma.Validate(p.registry, p.schema, path, huma.ModeWriteToServer, countable(value), &found)
	for _, err := range found.Errors {
		var each *huma.ErrorDetail
		if errors.As(err, &each) {
			bad = append(bad, fieldOf(each))
		}
	}
	if err := problem.InvalidFields(bad); err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("read a part of a body: %w", err)
	}
	return nil
}

func (p Part) has(name string) bool {
	schema := p.schema
	if schema.Ref != "" {
		schema = p.registry.SchemaFromRef(schema.Ref)
	}
	return propertyOf(schema, name) != nil
}

// fieldOf returns a place that the library found wrong in words for people.
func fieldOf(found *huma.ErrorDetail) problem.Field {
	field := problem.Field{Location: found.Location, Message: found.Message}
	if member, missing := strings.CutSuffix(field.Message, isMissing); missing {
		field.Location, field.Message = field.Location+"."+member, strings.TrimSpace(isMissing)
	}
	return field
}
