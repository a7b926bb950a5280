package section

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/etag"
)

// Handler answers the section calls.
type Handler struct{ sections *Service }

// NewHandler returns a Handler.
func NewHandler(sections *Service) *Handler { return &Handler{sections: sections} }

type listOutput struct {
	Body []Section `nullable:"false"`
}

type oneOutput = etag.Answer[Section]

type createInput struct {
	Body struct {
		Name      string `json:"name" minLength:"1" maxLength:"120" example:"Success Stories"`
		Type      string `json:"type" minLength:"1" maxLength:"60" pattern:"^[a-z0-9]+(-[a-z0-9]+)*$" patternDescription:"lower-case words joined by hyphens, such as success-stories" example:"success-stories"`
		Block     string `json:"block,omitempty" maxLength:"60" doc:"A block of the content model; that of its type when it is missing or empty." example:"hero"`
		IsVisible *bool  `json:"is_visible,omitempty" doc:"Shown when it is missing."`
	} `nameHint:"SectionCreate"`
}

type reorderInput struct {
	etag.Match
	Body struct {
		Sections []Place `json:"sections" nullable:"false" minItems:"1" maxItems:"500"`
	} `nameHint:"SectionOrder"`
}

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	tags := []string{"sections"}
	huma.Register(api, access.Public(huma.Operation{
		OperationID: "listSections", Method: http.MethodGet, Path: "/sections",
		Summary: "All sections, by display order", Tags: tags,
	}), h.all)
	huma.Register(api, access.Public(huma.Operation{
		OperationID: "listVisibleSections", Method: http.MethodGet, Path: "/sections/visible",
		Summary: "The visible sections, by display order", Tags: tags,
	}), h.visible)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "createSection", Method: http.MethodPost, Path: "/admin/sections",
		Summary: "Add a section at the end", Tags: tags, DefaultStatus: http.StatusCreated,
	}), h.create)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "reorderSections", Method: http.MethodPut, Path: "/admin/sections/reorder",
		Summary: "Move sections; all are renumbered 1..n", Tags: tags,
	}), h.reorder)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "updateSection", Method: http.MethodPut, Path: "/admin/sections/{id}",
		Summary: "Show, hide or rename a section", Tags: tags,
	}), h.update)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "deleteSection", Method: http.MethodDelete, Path: "/admin/sections/{id}",
		Summary: "Delete a section", Tags: tags,
	}), h.delete)
}

func (h *Handler) all(ctx context.Context, _ *struct{}) (*listOutput, error) {
	all, err := h.sections.All(ctx)
	return &listOutput{Body: all}, err
}

func (h *Handler) visible(ctx context.Context, _ *struct{}) (*listOutput, error) {
	shown, err := h.sections.Visible(ctx)
	return &listOutput{Body: shown}, err
}

func (h *Handler) create(ctx context.Context, in *createInput) (*oneOutput, error) {
	b := in.Body
	return etag.One(h.sections.Create(ctx, Section{
		Name: b.Name, Type: b.Type, Block: b.Block, IsVisible: b.IsVisible == nil || *b.IsVisible,
	}))
}

func (h *Handler) reorder(ctx context.Context, in *reorderInput) (*listOutput, error) {
	all, err := h.sections.Reorder(ctx, in.Body.Sections, in.Expected())
	return &listOutput{Body: all}, err
}

func (h *Handler) update(ctx context.Context, in *etag.Edit[Update]) (*oneOutput, error) {
	return etag.One(h.sections.Update(ctx, in.ID, in.Write(ctx), in.Body))
}

func (h *Handler) delete(ctx context.Context, in *etag.Removal) (*etag.Removed, error) {
	return etag.RemovedAt(h.sections.Delete(ctx, in.ID, in.Write(ctx)))
}
