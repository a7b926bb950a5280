package section

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/etag"
	"academy/cms-api/internal/publishing/snapshot"
)

// TransformSchema says what a new section needs: no place, because it comes last on the page.
func (Create) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Required = []string{"name", "type"}
	delete(s.Properties, "display_order")
	s.Properties["block"].Description = "A block of the content model; that of its type when it is missing or empty."
	s.Properties["is_visible"].Description = "Shown when it is missing."
	return s
}

// Place puts one section at a position of the landing page.
type Place struct {
	ID           string `json:"id" minLength:"1" maxLength:"64" example:"665f1f77bcf86cd799439011"`
	DisplayOrder int    `json:"display_order" minimum:"1" maximum:"10000"`
}

type reorderInput struct {
	etag.Match
	Body struct {
		Sections []Place `json:"sections" nullable:"false" minItems:"1" maxItems:"500"`
	} `nameHint:"SectionOrder"`
}

type listOutput struct {
	Body []Section `nullable:"false"`
}

// Register adds the calls to the API.
func (s *Service) Register(api huma.API, _ snapshot.Reads) {
	s.RegisterLists(api)
	s.RegisterCreate(api)
	huma.Register(api, access.Needs(access.ContentPublish, huma.Operation{
		OperationID: "reorderSections", Method: http.MethodPut, Path: "/admin/sections/reorder",
		Summary: "Move sections; all are renumbered 1..n", Tags: []string{"sections"},
	}), s.reorder)
	s.RegisterEdits(api)
}

func (s *Service) reorder(ctx context.Context, in *reorderInput) (*listOutput, error) {
	places := make([]collection.Position, len(in.Body.Sections))
	for i, each := range in.Body.Sections {
		places[i] = collection.Position{ID: each.ID, At: each.DisplayOrder}
	}
	all, err := s.Reorder(ctx, places, in.Expected(), "body.sections")
	return &listOutput{Body: all}, err
}
