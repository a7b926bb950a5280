package model

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/publishing/snapshot"
)

// Path is where the model is read, below /api.
const Path = "/content-model"

// Register adds the call to router, which stands at /api, and to the API's description.
func (m *Model) Register(router fiber.Router, api huma.API) {
	snapshot.Get(router, Path, snapshot.Fixed(snapshot.BodyOf(m.raw)))
	snapshot.Describe[Model](api, access.Public(huma.Operation{
		OperationID: "getContentModel", Method: http.MethodGet, Path: Path,
		Summary:     "Which blocks, pages and menus the site has, and which fields they have",
		Description: "The site declares it. Writes are checked against it.", Tags: []string{"content model"},
	}), nil, nil)
}

// Schema describes values as an object.
func (Values) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeObject, AdditionalProperties: &huma.Schema{},
		Description: "By the key of each field; see the content model.",
		Examples:    []any{map[string]any{"heading": "Unlock Your Potential."}},
	}
}
