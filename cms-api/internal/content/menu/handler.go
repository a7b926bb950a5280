package menu

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/content/model"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/etag"
	"academy/cms-api/internal/publishing/snapshot"
)

// Handler answers the menu calls.
type Handler struct {
	menus  *Service
	public *snapshot.Handler
}

// NewHandler returns a Handler.
func NewHandler(menus *Service, public *snapshot.Handler) *Handler { return &Handler{menus, public} }

type byPlace struct {
	Place string `path:"place" maxLength:"60" doc:"A place of the content model." example:"main"`
}

type putInput struct {
	etag.Match
	Place string `path:"place" maxLength:"60" example:"main"`
	Body  Update
}

type output struct {
	ETag string `header:"ETag"`
	Body Menu
}

// Register adds the calls to the API, and that of the public to router, which stands at
// /api.
func (h *Handler) Register(router fiber.Router, api huma.API) {
	tags := []string{"menus"}
	snapshot.Get(router, "/menus", h.public.Serve(Part))
	snapshot.Describe[map[string][]model.Entry](api, access.Public(huma.Operation{
		OperationID: "getMenus", Method: http.MethodGet, Path: "/menus",
		Summary: "The menu of every place, as visitors see it", Tags: tags,
	}), nil, nil)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "getMenu", Method: http.MethodGet, Path: "/admin/menus/{place}",
		Summary: "A menu, with what is hidden", Tags: tags,
	}), h.get)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "updateMenu", Method: http.MethodPut, Path: "/admin/menus/{place}",
		Summary: "Replace a menu", Tags: tags,
	}), h.put)
}

func (h *Handler) get(ctx context.Context, in *byPlace) (*output, error) {
	return answer(h.menus.Get(ctx, in.Place))
}

func (h *Handler) put(ctx context.Context, in *putInput) (*output, error) {
	return answer(h.menus.Put(ctx, in.Place, in.Write(ctx), in.Body.Items))
}

func answer(menu Menu, err error) (*output, error) {
	if err != nil {
		return nil, err
	}
	return &output{ETag: etag.Of(menu.Revision), Body: menu}, nil
}
