package page

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/content/schedule"
	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/etag"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/publishing/snapshot"
)

// Handler answers the page calls.
type Handler struct {
	pages  *Service
	public *snapshot.Handler
	people working.People
}

// NewHandler returns a Handler.
func NewHandler(pages *Service, public *snapshot.Handler, people working.People) *Handler {
	return &Handler{pages, public, people}
}

// Create is the body of a new page.
type Create struct {
	Path          *string       `json:"path,omitempty" maxLength:"200" doc:"One to three segments of lower-case letters, digits and hyphens; made from the title unless given." example:"/kas-2027"`
	Title         string        `json:"title" minLength:"1" maxLength:"200" example:"KAS 2027"`
	Description   *string       `json:"description,omitempty" maxLength:"500" example:"How to prepare for the next exam."`
	Image         *string       `json:"image,omitempty" maxLength:"2000" format:"file" example:"/media/3f2a9c1d-1600x900.jpg"`
	Blocks        *[]Block      `json:"blocks,omitempty" nullable:"false" maxItems:"100"`
	Status        *Status       `json:"status,omitempty" enum:"draft,published" doc:"draft when it is missing."`
	PublishDate   schedule.Date `json:"publish_date,omitempty" doc:"When it becomes public; null or empty: at once."`
	UnpublishDate schedule.Date `json:"unpublish_date,omitempty" doc:"From when on it is public no longer; null or empty: it stays." example:"2026-07-15"`
}

type listInput struct {
	paging.Query
	Status string `query:"status" enum:"draft,published" doc:"Only pages of this status."`
}

type listOutput struct {
	paging.Headers
	Body []Summary `nullable:"false"`
}

type redirectsOutput struct {
	Body []Redirect `nullable:"false"`
}

type createInput struct {
	Body Create
}

type oneOutput = etag.Answer[Page]

const maxBody = 16 << 20 // pasted pictures come inside rich texts

// Register adds the calls to the API, and those of the public to router, which stands at
// /api.
func (h *Handler) Register(router fiber.Router, api huma.API) {
	tags := []string{"pages"}
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "listPages", Method: http.MethodGet, Path: "/admin/pages",
		Summary: "Pages that editors made, without their blocks, by path", Tags: tags,
	}), h.list)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "getPage", Method: http.MethodGet, Path: "/admin/pages/{id}",
		Summary: "A whole page", Tags: tags,
	}), h.get)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "createPage", Method: http.MethodPost, Path: "/admin/pages",
		Summary: "Make a page", Tags: tags, DefaultStatus: http.StatusCreated, MaxBodyBytes: maxBody,
	}), h.create)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "updatePage", Method: http.MethodPut, Path: "/admin/pages/{id}",
		Summary: "Change a page; what is missing stays", Tags: tags, MaxBodyBytes: maxBody,
	}), h.update)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "deletePage", Method: http.MethodDelete, Path: "/admin/pages/{id}",
		Summary: "Delete a page, and the redirects to it", Tags: tags,
	}), h.delete)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "listRedirects", Method: http.MethodGet, Path: "/admin/redirects",
		Summary:     "Which former paths of pages lead where",
		Description: "As they are for visitors now: those of pages that are not public lead nowhere.", Tags: tags,
	}), h.redirects)
	h.copies().Register(api)

	snapshot.Get(router, "/pages", h.public.Serve(Part+":list"))
	snapshot.Describe[[]Listed](api, access.Public(huma.Operation{
		OperationID: "listPublicPages", Method: http.MethodGet, Path: "/pages",
		Summary: "The public pages that editors made, by path", Tags: tags,
	}), nil, nil)
	snapshot.Get(router, "/pages/by-path", h.public.Find("page", func(c fiber.Ctx) string {
		return Part + ":" + "/" + strings.Trim(c.Query("path"), "/")
	}))
	snapshot.Describe[Page](api, access.Public(huma.Operation{
		OperationID: "getPublicPage", Method: http.MethodGet, Path: "/pages/by-path",
		Summary: "A public page, with the blocks that are not hidden", Tags: tags,
	}), []*huma.Param{snapshot.Text("path", "The page's path, such as /kas-2027.", true)},
		map[string]string{"404": "No public page has this path"})
}

func (h *Handler) list(ctx context.Context, in *listInput) (*listOutput, error) {
	summaries, total, err := h.pages.List(ctx, ListQuery{Query: in.Query, Status: Status(in.Status)})
	return &listOutput{Headers: in.Headers(total), Body: summaries}, err
}

func (h *Handler) get(ctx context.Context, in *etag.ByID) (*oneOutput, error) {
	return etag.One(h.pages.Get(ctx, in.ID))
}

func (h *Handler) create(ctx context.Context, in *createInput) (*oneOutput, error) {
	b := in.Body
	return etag.One(h.pages.Create(ctx, Update{
		Path: b.Path, Title: &b.Title, Description: b.Description, Image: b.Image, Blocks: b.Blocks, Status: b.Status,
		PublishDate: b.PublishDate, UnpublishDate: b.UnpublishDate,
	}))
}

func (h *Handler) update(ctx context.Context, in *etag.Edit[Update]) (*oneOutput, error) {
	return etag.One(h.pages.Update(ctx, in.ID, in.Write(ctx), in.Body))
}

func (h *Handler) redirects(ctx context.Context, _ *struct{}) (*redirectsOutput, error) {
	redirects, err := h.pages.Redirects(ctx)
	return &redirectsOutput{Body: redirects}, err
}

func (h *Handler) delete(ctx context.Context, in *etag.Removal) (*etag.Removed, error) {
	return etag.RemovedAt(h.pages.Delete(ctx, in.ID, in.Write(ctx)))
}
