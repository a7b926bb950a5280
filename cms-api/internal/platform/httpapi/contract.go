package httpapi

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
)

// failure is one way in which calls fail.
type failure struct {
	status  int
	name    string // of its component in the description
	means   string
	example string // a detail
}

const validationExample = "Give the article a title."

func failures() []failure {
	return []failure{
		{http.StatusBadRequest, "Malformed", "The request cannot be read.",
			"The body is not JSON: unexpected end of input."},
		{http.StatusUnauthorized, "Unauthorized", "Nobody is signed in, or what was given to sign in with is not right.",
			"Please sign in."},
		{http.StatusForbidden, "Forbidden", "The caller may not do this, or the call came from another site.",
			"Only an administrator may do this."},
		{http.StatusNotFound, "NotFound", "There is no such thing, or none that the caller may see.",
			"There is no such article."},
		{http.StatusConflict, "Conflict", "It collides with something that exists, or with what somebody else does at this moment.",
			"There is a section of this type already."},
		{http.StatusGone, "Gone", "It existed and is no longer kept.",
			"That snapshot is no longer known. Start again from the present one."},
		{http.StatusPreconditionFailed, "Stale",
			"The document has moved on since the revision that If-Match names; current is what it is now.",
			"Somebody else changed this article since you opened it."},
		{http.StatusRequestEntityTooLarge, "TooLarge", "The request is beyond a limit.", "The request is too large."},
		{http.StatusUnsupportedMediaType, "Unsupported", "The content type is not one that the call takes.",
			"Send JSON, with the content type application/json."},
		{http.StatusUnprocessableEntity, "Invalid", "A rule is broken; errors names each place and says what would be right.",
			validationExample},
		{http.StatusTooManyRequests, "TooMany", "There were too many tries; Retry-After says how many seconds to wait.",
			"There were too many tries. Please try again in 5 minutes."},
		{http.StatusInternalServerError, "InternalError", "Something went wrong on the server; its log has the request id.",
			"Something went wrong on our side. Please try again, and quote the request id when you ask for help."},
		{http.StatusBadGateway, "Failed", "Another service answered with a failure.",
			"The publisher did not take the message."},
		{http.StatusServiceUnavailable, "Unavailable", "A store is away; Retry-After says in how many seconds to try again.",
			"The database cannot be reached at the moment. Please try again shortly."},
		{http.StatusInsufficientStorage, "Full", "A store has no space left, or its disk is broken.",
			"The release store cannot store anything: its disk is full or broken. What is live stays so."},
	}
}

// Complete adds to the description how each operation can fail, and examples. It returns
// an error that names what an operation or a field lacks.
func Complete(description *huma.OpenAPI) error {
	examples := &exampleMaker{schemas: description.Components.Schemas}
	description.Components.Responses = map[string]*huma.Response{}
	for _, f := range failures() {
		description.Components.Responses[f.name] = f.response()
	}
	var missing []string
	for path, item := range description.Paths {
		for _, op := range operations(item) {
			if op.Summary == "" || len(op.Tags) == 0 || op.OperationID == "" {
				missing = append(missing, fmt.Sprintf("%s %s has no summary, tag or operation id", op.Method, path))
			}
			if _, ok := access.Of(op); !ok {
				missing = append(missing, fmt.Sprintf("%s %s does not say who may call it", op.Method, path))
			}
			if schema := access.RawBodyOf(op); schema != nil {
				for _, media := range op.RequestBody.Content {
					media.Schema = schema
				}
			}
			addFailures(op)
			examples.complete(op)
		}
	}
	missing = append(missing, examples.missing...)
	if len(missing) > 0 {
		slices.Sort(missing)
		return fmt.Errorf("the API's description is not complete:\n%s", strings.Join(slices.Compact(missing), "\n"))
	}
	return nil
}

func (f failure) response() *huma.Response {
	example := map[string]any{
		"type": "about:blank", "title": http.StatusText(f.status), "status": f.status, "detail": f.example,
		"request_id": "8d1f0c2a9b7e4d63a5f01c2e",
	}
	if f.status == http.StatusUnprocessableEntity {
		example["errors"] = []any{map[string]any{"location": "body.title", "message": validationExample}}
	}
	response := &huma.Response{
		Description: f.means,
		Content: map[string]*huma.MediaType{"application/problem+json": {
			Schema: &huma.Schema{Ref: "#/components/schemas/Problem"}, Example: example,
		}},
	}
	if f.status == http.StatusTooManyRequests || f.status == http.StatusServiceUnavailable {
		response.Headers = map[string]*huma.Param{
			"Retry-After": {Description: "Seconds to wait.", Schema: &huma.Schema{Type: huma.TypeInteger}},
		}
	}
	return response
}

// addFailures lists how an operation can fail: by what it takes, by who may call
// it, and by what it says itself (huma.Operation.Errors).
func addFailures(op *huma.Operation) {
	statuses := map[int]bool{http.StatusInternalServerError: true, http.StatusServiceUnavailable: true}
	for _, status := range op.Errors {
		statuses[status] = true
	}
	for text := range op.Responses {
		if status, err := strconv.Atoi(text); err == nil && status >= http.StatusBadRequest {
			statuses[status] = true
		}
	}
	level, _ := access.Of(op)
	unsafe := IsUnsafe(op.Method)
	for status, can := range map[int]bool{
		http.StatusUnauthorized:          true, // to a token that is no good, at any call
		http.StatusForbidden:             unsafe || level != access.Everyone,
		http.StatusNotFound:              strings.Contains(op.Path, "{"),
		http.StatusConflict:              unsafe && level != access.Everyone,
		http.StatusBadRequest:            unsafe || takes(op, "If-Match"),
		http.StatusRequestEntityTooLarge: unsafe,
		http.StatusUnsupportedMediaType:  unsafe,
		http.StatusUnprocessableEntity:   op.RequestBody != nil || len(op.Parameters) > 0,
		http.StatusPreconditionFailed:    takes(op, "If-Match"),
		http.StatusTooManyRequests:       level != access.PublisherOnly, // to a token, at any call
	} {
		statuses[status] = statuses[status] || can
	}
	delete(op.Responses, "default")
	for _, f := range failures() {
		said := op.Responses[strconv.Itoa(f.status)]
		switch {
		case !statuses[f.status] || said != nil && said.Content["application/json"] != nil:
		case said != nil && said.Content["text/html"] != nil: // for browsers
			maps.Copy(said.Content, f.response().Content)
		default:
			op.Responses[strconv.Itoa(f.status)] = &huma.Response{Ref: "#/components/responses/" + f.name}
		}
	}
	if op.Method == http.MethodGet && level == access.Everyone && access.NeedsDatabase(op) {
		op.Responses["304"] = &huma.Response{Description: "The caller has it: its ETag is among If-None-Match."}
	}
}

func takes(op *huma.Operation, header string) bool {
	return slices.ContainsFunc(op.Parameters, func(p *huma.Param) bool { return p.In == "header" && p.Name == header })
}

// operations returns those of one path.
func operations(item *huma.PathItem) []*huma.Operation {
	all := []*huma.Operation{item.Get, item.Head, item.Post, item.Put, item.Delete, item.Patch}
	return slices.DeleteFunc(all, func(op *huma.Operation) bool { return op == nil })
}

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
