package httpapi

import (
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// exampleMaker puts examples together from those of the fields, so that they
// cannot differ from what the fields are.
type exampleMaker struct {
	schemas huma.Registry
	missing []string
}

// complete adds an example to what an operation takes and to what it answers.
func (m *exampleMaker) complete(op *huma.Operation) {
	add := func(content map[string]*huma.MediaType, where string) {
		if media := content["application/json"]; media != nil && media.Example == nil && media.Schema != nil {
			media.Example = m.of(media.Schema, op.OperationID+" "+where)
		}
	}
	if op.RequestBody != nil {
		add(op.RequestBody.Content, "body")
	}
	for status, response := range op.Responses {
		add(response.Content, status)
	}
}

// of returns an example of a schema; where names it in a complaint.
func (m *exampleMaker) of(schema *huma.Schema, where string) any {
	if schema.Ref != "" {
		name := schema.Ref[strings.LastIndexByte(schema.Ref, '/')+1:]
		return m.of(m.schemas.SchemaFromRef(schema.Ref), name)
	}
	switch {
	case len(schema.Examples) > 0:
		return schema.Examples[0]
	case schema.Default != nil:
		return schema.Default
	case len(schema.Enum) > 0:
		return schema.Enum[0]
	case len(schema.OneOf) > 0:
		return m.of(schema.OneOf[0], where)
	}
	switch schema.Type {
	case huma.TypeObject:
		object := map[string]any{}
		for name, property := range schema.Properties {
			object[name] = m.of(property, where+"."+name)
		}
		return object
	case huma.TypeArray:
		return []any{m.of(schema.Items, where)}
	case huma.TypeBoolean:
		return true
	case huma.TypeInteger, huma.TypeNumber:
		if schema.Minimum != nil {
			return *schema.Minimum
		}
		return 1
	case huma.TypeString:
		return m.text(schema, where)
	}
	return nil
}

func (m *exampleMaker) text(schema *huma.Schema, where string) string {
	switch schema.Format {
	case "date-time":
		return "2026-01-15T09:30:00Z"
	case "date":
		return "2026-01-15"
	case "sha256":
		return "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
	case "release":
		return "20260115T093000000Z-1a2b3c4d"
	}
	m.missing = append(m.missing, where+" is text without an example: give its field an `example` tag")
	return ""
}
