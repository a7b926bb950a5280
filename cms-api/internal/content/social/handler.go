package social

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/etag"
)

// Handler answers the social link calls.
type Handler struct{ links *Service }

// NewHandler returns a Handler.
func NewHandler(links *Service) *Handler { return &Handler{links: links} }

type listOutput struct {
	Body []Link `nullable:"false"`
}

type oneOutput = etag.Answer[Link]

// Create is the body of a new link.
type Create struct {
	Platform   string `json:"platform" enum:"Facebook,Instagram,YouTube,LinkedIn,Twitter,Telegram,WhatsApp,Github"`
	URL        string `json:"url" minLength:"1" maxLength:"2000" format:"web" example:"https://t.me/example"`
	Color      string `json:"color,omitempty" default:"#667eea" pattern:"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$" patternDescription:"a hex colour such as #667eea"`
	OrderIndex int    `json:"order_index,omitempty" default:"0" minimum:"-10000" maximum:"10000"`
	Active     *bool  `json:"active,omitempty" doc:"Active when it is missing."`
}

type createInput struct {
	Body Create
}

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	tags := []string{"social links"}
	huma.Register(api, access.Public(huma.Operation{
		OperationID: "listActiveSocialLinks", Method: http.MethodGet, Path: "/social-media",
		Summary: "The active social links, by order", Tags: tags,
	}), h.active)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "listSocialLinks", Method: http.MethodGet, Path: "/admin/social-media",
		Summary: "All social links, by order", Tags: tags,
	}), h.all)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "createSocialLink", Method: http.MethodPost, Path: "/admin/social-media",
		Summary: "Add a social link", Tags: tags, DefaultStatus: http.StatusCreated,
	}), h.create)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "updateSocialLink", Method: http.MethodPut, Path: "/admin/social-media/{id}",
		Summary: "Change a social link", Tags: tags,
	}), h.update)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "deleteSocialLink", Method: http.MethodDelete, Path: "/admin/social-media/{id}",
		Summary: "Delete a social link", Tags: tags,
	}), h.delete)
}

func (h *Handler) active(ctx context.Context, _ *struct{}) (*listOutput, error) {
	links, err := h.links.Active(ctx)
	return &listOutput{Body: links}, err
}

func (h *Handler) all(ctx context.Context, _ *struct{}) (*listOutput, error) {
	links, err := h.links.All(ctx)
	return &listOutput{Body: links}, err
}

func (h *Handler) create(ctx context.Context, in *createInput) (*oneOutput, error) {
	b := in.Body
	return etag.One(h.links.Create(ctx, Link{
		Platform: b.Platform, URL: b.URL, Color: b.Color, OrderIndex: b.OrderIndex, Active: b.Active == nil || *b.Active,
	}))
}

func (h *Handler) update(ctx context.Context, in *etag.Edit[Update]) (*oneOutput, error) {
	return etag.One(h.links.Update(ctx, in.ID, in.Write(ctx), in.Body))
}

func (h *Handler) delete(ctx context.Context, in *etag.Removal) (*etag.Removed, error) {
	return etag.RemovedAt(h.links.Delete(ctx, in.ID, in.Write(ctx)))
}
