package agent

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/httpapi"
)

// arguments are those of a tool, by name.
type arguments map[string]any

// text returns an argument that is text, empty where it is none.
func (a arguments) text(name string) string {
	text, _ := a[name].(string)
	return text
}

// object is a value of JSON, or a JSON Schema.
type object = map[string]any

// operation is a call of the API as its description has it.
type operation struct {
	method, path string
	needs        access.Permission // empty: none
	// properties are the schemas of what it takes, by name; in says where each goes: path, query or body.
	properties object
	in         map[string]string
	required   []string
}

// readOperations reads the description of the API, by operation id.
func readOperations(description []byte) (map[string]operation, error) {
	var whole struct {
		Paths map[string]map[string]struct {
			OperationID string            `json:"operationId"`
			Permission  access.Permission `json:"x-permission"`
			Parameters  []struct {
				Name, In, Description string
				Required              bool
				Schema                object
			}
			RequestBody struct {
				Content map[string]struct{ Schema object }
			}
		}
		Components struct{ Schemas map[string]object }
	}
	if err := json.Unmarshal(description, &whole); err != nil {
		return nil, fmt.Errorf("read the description of the API: %w", err)
	}
	schemas := schemas(whole.Components.Schemas)
	all := map[string]operation{}
	for path, methods := range whole.Paths {
		for method, described := range methods {
			op := operation{
				method: strings.ToUpper(method), path: path, needs: described.Permission, properties: object{},
				in: map[string]string{},
			}
			for _, each := range described.Parameters {
				if each.In == "header" {
					continue
				}
				op.properties[each.Name], op.in[each.Name] = schemas.whole(each.Schema), each.In
				if each.Required {
					op.required = append(op.required, each.Name)
				}
			}
			body, _ := schemas.whole(described.RequestBody.Content["application/json"].Schema).(object)
			properties, _ := body["properties"].(object)
			for name, schema := range properties {
				op.properties[name], op.in[name] = schema, "body"
			}
			required, _ := body["required"].([]any)
			for _, name := range required {
				op.required = append(op.required, fmt.Sprint(name))
			}
			all[described.OperationID] = op
		}
	}
	return all, nil
}

// schemas are those that others refer to, by name.
type schemas map[string]object

// whole returns a schema, or a part of one, with what it refers to in the place of the references. One that contains
// itself, so that it is within its own name, is any object there.
func (s schemas) whole(value any, within ...string) any {
	switch value := value.(type) {
	case object:
		if ref, is := value["$ref"].(string); is && slices.Contains(within, ref) {
			return object{"type": "object"}
		} else if is {
			return s.whole(s[strings.TrimPrefix(ref, "#/components/schemas/")], append(slices.Clone(within), ref)...)
		}
		made := object{}
		for name, member := range value {
			made[name] = s.whole(member, within...)
		}
		return made
	case []any:
		made := make([]any, len(value))
		for i := range value {
			made[i] = s.whole(value[i], within...)
		}
		return made
	}
	return value
}

// segment is an id, a slug or a name in a path, of which none leads to another address.
var segment = regexp.MustCompile(`^[\pL\pN_-][\pL\pN._-]*$`)

// request returns the call of an operation with arguments. Others than the operation's are left out.
func (op operation) request(args arguments) (request, error) {
	r := request{method: op.method, address: httpapi.Path + op.path, headers: map[string]string{}}
	query, body := url.Values{}, object{}
	for _, name := range slices.Sorted(maps.Keys(args)) {
		value := args[name]
		switch op.in[name] {
		case "path":
			given := fmt.Sprint(value)
			if !segment.MatchString(given) {
				return r, refusal(fmt.Sprintf("Give an id or a slug as %s, without slashes.", name))
			}
			r.address = strings.Replace(r.address, "{"+name+"}", url.PathEscape(given), 1)
		case "query":
			query.Set(name, fmt.Sprint(value))
		case "body":
			body[name] = value
		}
	}
	if strings.Contains(r.address, "{") {
		return r, refusal("Give " + strings.Join(op.required, ", ") + ".")
	}
	if len(query) > 0 {
		r.address += "?" + query.Encode()
	}
	if op.method != "GET" {
		data, err := json.Marshal(body)
		if err != nil {
			return r, fmt.Errorf("write the body of a call: %w", err)
		}
		r.contentType, r.body = "application/json", string(data)
	}
	return r, nil
}
