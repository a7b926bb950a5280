package apitest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	cms "academy/cms-api/internal/app"
	"academy/cms-api/internal/platform/config"
)

// Contract checks answers against the API's description, by a validator that
// knows nothing of how the description or the answers were made.
type Contract struct {
	paths    map[string]map[string]operation // by path and lower-case method
	compiler *jsonschema.Compiler

	mu      sync.Mutex
	schemas map[string]*jsonschema.Schema // by pointer
}

type operation struct {
	OperationID string `json:"operationId"`
	Responses   map[string]response
}

type response struct {
	Ref     string `json:"$ref"`
	Content map[string]json.RawMessage
	Headers map[string]json.RawMessage
	pointer string
}

const description = "openapi.json"

// NewContract reads a description.
func NewContract(raw []byte) (*Contract, error) {
	var parsed struct {
		Paths      map[string]map[string]operation
		Components struct{ Responses map[string]response }
	}
	if err := json.Unmarshal(raw, &parsed); err != nil {
		return nil, fmt.Errorf("read the API description: %w", err)
	}
	whole, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("read the API description: %w", err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020) // OpenAPI 3.1's dialect
	compiler.AssertFormat()
	if err := compiler.AddResource(description, whole); err != nil {
		return nil, fmt.Errorf("read the API description: %w", err)
	}
	for path, methods := range parsed.Paths {
		for method, op := range methods {
			for status, answer := range op.Responses {
				answer.pointer = "#/paths/" + escape(path) + "/" + method + "/responses/" + status
				if name, found := strings.CutPrefix(answer.Ref, "#/components/responses/"); found {
					answer = parsed.Components.Responses[name]
					answer.pointer = "#/components/responses/" + name
				}
				op.Responses[status] = answer
			}
		}
	}
	return &Contract{paths: parsed.Paths, compiler: compiler, schemas: map[string]*jsonschema.Schema{}}, nil
}

func escape(text string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(text)
}

// Check returns what an answer to a call of path, which begins below /api, has
// that the description does not allow.
func (c *Contract) Check(method, path string, status int, header http.Header, body []byte) error {
	template, methods := c.find(path)
	op, known := methods[strings.ToLower(method)]
	if method == http.MethodHead && !known {
		op, known = methods["get"]
	}
	if !known {
		if status == http.StatusNotFound || status == http.StatusMethodNotAllowed {
			return c.checkBody("#/components/schemas/Problem", body)
		}
		return fmt.Errorf("%s %s is not described, and answered %d", method, path, status)
	}
	answer, documented := op.Responses[strconv.Itoa(status)]
	if !documented {
		return fmt.Errorf("%s %s (%s) does not say that it can answer %d", method, template, op.OperationID, status)
	}
	for name := range answer.Headers {
		if header.Get(name) == "" && name != "Link" && name != "Set-Cookie" { // Link: only where there is more
			return fmt.Errorf("%s answered %d without the header %s", op.OperationID, status, name)
		}
	}
	if len(answer.Content) == 0 {
		if len(body) > 0 {
			return fmt.Errorf("%s answered %d with a body that is not described: %.200s", op.OperationID, status, body)
		}
		return nil
	}
	if method == http.MethodHead {
		return nil
	}
	kind, _, _ := strings.Cut(header.Get("Content-Type"), ";")
	if _, documented := answer.Content[kind]; !documented {
		return fmt.Errorf("%s answered %d as %q, which is not described", op.OperationID, status, kind)
	}
	if !strings.HasSuffix(kind, "json") {
		return nil
	}
	if err := c.checkBody(answer.pointer+"/content/"+escape(kind)+"/schema", body); err != nil {
		return fmt.Errorf("%s answered %d with what its description does not allow: %w: %.400s", op.OperationID, status, err,
			body)
	}
	return nil
}

// find returns the described path that a real one belongs to: one without
// parameters before one with.
func (c *Contract) find(path string) (template string, methods map[string]operation) {
	if methods, ok := c.paths[path]; ok {
		return path, methods
	}
	parts := strings.Split(path, "/")
	best := -1
	for candidate, found := range c.paths {
		pattern := strings.Split(candidate, "/")
		if score := matches(pattern, parts); score > best {
			template, methods, best = candidate, found, score
		}
	}
	return template, methods
}

// matches counts the parts that are equal; -1 when the path does not match.
func matches(pattern, parts []string) int {
	if len(pattern) != len(parts) {
		return -1
	}
	equal := 0
	for i, part := range pattern {
		switch {
		case part == parts[i]:
			equal++
		case !strings.HasPrefix(part, "{"):
			return -1
		}
	}
	return equal
}

func (c *Contract) checkBody(pointer string, body []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("the body is not JSON: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	schema := c.schemas[pointer]
	if schema == nil {
		if schema, err = c.compiler.Compile(description + pointer); err != nil {
			return fmt.Errorf("the description itself is wrong: %w", err)
		}
		c.schemas[pointer] = schema
	}
	return schema.Validate(value)
}

// CheckExample returns what an example in the description has that the schema
// beside it does not allow.
func (c *Contract) CheckExample(path, method, where, kind string, example []byte) error {
	return c.checkBody("#/paths/"+escape(path)+"/"+method+"/"+where+"/content/"+escape(kind)+"/schema", example)
}

// Description returns the description of the API as it is now.
func Description(t testing.TB) []byte {
	t.Helper()
	raw, err := currentDescription()
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

var currentDescription = sync.OnceValues(func() ([]byte, error) {
	cfg, err := config.Load([]string{"PORT=0"})
	if err != nil {
		return nil, err
	}
	app, err := cms.New(cms.Options{Config: cfg, Version: "test", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, err
	}
	return app.OpenAPI()
})

var currentContract = sync.OnceValues(func() (*Contract, error) {
	raw, err := currentDescription()
	if err != nil {
		return nil, err
	}
	return NewContract(raw)
})

// checkContract fails the test when an answer of the API is not as described.
func checkContract(t testing.TB, method, path string, answer *Response) {
	t.Helper()
	below, ours := strings.CutPrefix(path, "/api/")
	if !ours || method == http.MethodOptions || below == "openapi.json" || below == "docs" {
		return
	}
	contract, err := currentContract()
	if err != nil {
		t.Fatal(err)
	}
	below, _, _ = strings.Cut("/"+below, "?")
	if err := contract.Check(method, below, answer.Status, answer.Header, answer.Body); err != nil {
		t.Errorf("not as described: %v", err)
	}
}
