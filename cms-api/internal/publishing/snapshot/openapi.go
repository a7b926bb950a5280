package snapshot

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Document describes GET /api/snapshot. The parts are further members, which the
// resources describe in their own calls.
type Document struct {
	Fingerprint string            `json:"fingerprint" doc:"64 hexadecimal digits that stand for the content" example:"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"`
	Revision    int64             `json:"revision"`
	Base        *string           `json:"base" nullable:"true" doc:"The fingerprint that articles and removed are relative to; null when articles are all there are" example:"60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752"`
	Articles    []DocumentArticle `json:"articles" nullable:"false" doc:"Newest first"`
	Removed     []string          `json:"removed" nullable:"false" doc:"Ids of the articles that left since base" example:"665f1f77bcf86cd799439011"`
	Moved       []Moved           `json:"moved_articles,omitempty" nullable:"false" doc:"Where former slugs of public articles lead, by the former one; absent when there are none"`
	_           struct{}          `additionalProperties:"true"`
}

// DocumentArticle names the members of an article that a snapshot itself knows.
type DocumentArticle struct {
	ID      string   `json:"id" example:"665f1f77bcf86cd799439011"`
	Slug    string   `json:"slug" example:"how-monsoons-form"`
	Hash    string   `json:"hash" doc:"sha256 of the whole public article" example:"60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752"`
	Content string   `json:"content,omitempty" doc:"Only in /snapshot/articles" example:"<p>Warm air rises over the land in summer.</p>"`
	_       struct{} `additionalProperties:"true"`
}

// Describe adds a raw GET route that answers T to the API description.
func Describe[T any](api huma.API, op huma.Operation, parameters []*huma.Param, failures map[string]string) {
	registry := api.OpenAPI().Components.Schemas
	problem := registry.Schema(reflect.TypeOf(huma.NewError(0, "")), true, "Error")
	op.Parameters = parameters
	op.Responses = answers[T](api, op.OperationID)
	for status, description := range failures {
		op.Responses[status] = &huma.Response{
			Description: description,
			Content:     map[string]*huma.MediaType{"application/problem+json": {Schema: problem}},
		}
	}
	api.OpenAPI().AddOperation(&op)
}

// Text describes a parameter of a raw GET route.
func Text(name, description string, required bool) *huma.Param {
	return &huma.Param{
		Name: name, In: "query", Required: required, Description: description,
		Schema: &huma.Schema{Type: huma.TypeString},
	}
}

// answers returns the description of a raw answer that is a T.
func answers[T any](api huma.API, operation string) map[string]*huma.Response {
	schema := api.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[T](), true, operation)
	return map[string]*huma.Response{
		"200": {Description: "OK", Content: map[string]*huma.MediaType{"application/json": {Schema: schema}}},
	}
}
