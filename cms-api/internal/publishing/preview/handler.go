package preview

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/httpapi"
	"academy/cms-api/internal/platform/paging"
)

// Where pages are shown, SharedPath to people without an account. Their addresses are secrets,
// which httpapi keeps out of the log.
const (
	pagesPath  = httpapi.PreviewPath + "pages/"
	SharedPath = httpapi.PreviewPath + "shared/"
)

// Handler answers the preview calls.
type Handler struct {
	previews *Service
	values   map[string]httpapi.Part // by kind
}

// NewHandler returns a Handler.
func NewHandler(previews *Service) *Handler { return &Handler{previews, map[string]httpapi.Part{}} }

// Values are an update of any kind of content.
type Values struct{ json.RawMessage }

// Schema describes any object.
func (Values) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeObject, AdditionalProperties: &huma.Schema{},
		Description: "What an update of the kind takes: what is missing stays as it is stored. Of page-content each " +
			"text, or an update of it, by its key, which has the section before a dot where the id has none; of menus items.",
		Examples: []any{map[string]any{"title": "How monsoons form"}},
	}
}

type makeInput struct {
	Body struct {
		Kind   string `json:"kind" enum:"article,page,page-content,settings,menus"`
		ID     string `json:"id,omitempty" maxLength:"130" doc:"The document's, or new for an article or page that is not stored yet; of page-content the page, and behind a dot the section that the values are of, unless they are of several; of menus the place. Settings need none." example:"home.hero"`
		Values Values `json:"values,omitempty"`
		Route  string `json:"route,omitempty" maxLength:"300" doc:"The path of the page to show; the one that shows it best unless given." example:"/about-us"`
		Frame  string `json:"frame,omitempty" maxLength:"64" doc:"What shows the page, where a person has several open: each has a preview of its own that waits." example:"3b9f0c"`
	} `nameHint:"NewPreview"`
}

type madeOutput struct{ Body Made }

// Themed is how a page is to be shown.
type Themed struct {
	Theme string `query:"theme" enum:"light,dark" doc:"The theme to show it in, whatever the browser has chosen."`
}

type pageInput struct {
	ID string `path:"id" example:"KB3TQMZ6W5XV2A7YJN4RHEUDOC"`
	Themed
}

type openInput struct {
	Token string `path:"token" example:"KB3TQMZ6W5XV2A7YJN4RHEUDOC"`
	Themed
}

type shareInput struct {
	Body struct {
		Kind      string `json:"kind" enum:"article,page"`
		ID        string `json:"id" maxLength:"64" example:"665f1f77bcf86cd799439012"`
		ExpiresIn int    `json:"expires_in" minimum:"1" maximum:"2592000" doc:"Seconds." example:"604800"`
	} `nameHint:"NewPreviewLink"`
}

type sharedOutput struct{ Body Shared }

type linksInput struct {
	paging.Window
	Kind string `query:"kind" enum:"article,page" doc:"Only links to this kind of document."`
	ID   string `query:"id" maxLength:"64" doc:"Only links to the document of this id."`
}

type linksOutput struct {
	paging.Headers
	Body []Link `nullable:"false"`
}

type linkInput struct {
	ID string `path:"id"`
}

const maxBody = 16 << 20 // as an update has

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	for name, kind := range h.previews.o.Kinds {
		h.values[name] = httpapi.PartOf(api, reflect.TypeOf(kind.Update))
	}
	tags := []string{"previews"}
	html := func(says string) *huma.Response {
		content := map[string]*huma.MediaType{"text/html": {Schema: &huma.Schema{Type: huma.TypeString}}}
		return &huma.Response{Description: says, Content: content}
	}
	const orPage = " Browsers get a page that says so, others a problem."
	huma.Register(api, access.Needs(access.ContentRead, access.OrOwner(huma.Operation{
		OperationID: "createPreview", Method: http.MethodPost, Path: "/preview",
		Summary: "Render a page of the site with what is typed, and keep it for 15 minutes",
		Description: "Articles and pages are shown as if they were published now, though what is required may be blank " +
			"yet; a page whose path is blank or taken is shown at the one that it has. Of each person the newest 20 pages " +
			"are kept. One that waits gives way to a newer one of the same person and frame with 409.",
		Tags: tags, DefaultStatus: http.StatusCreated, MaxBodyBytes: maxBody,
		Errors: []int{http.StatusNotFound, http.StatusConflict, http.StatusServiceUnavailable},
	})), h.make)
	huma.Register(api, access.Needs(access.ContentRead, access.OrOwner(huma.Operation{
		OperationID: "getPreviewPage", Method: http.MethodGet, Path: "/preview/pages/{id}",
		Summary: "A page that was rendered", Tags: tags,
		Responses: map[string]*huma.Response{"200": html("The page.")},
	})), h.page)
	huma.Register(api, access.Needs(access.ContentWrite, access.OrOwner(huma.Operation{
		OperationID: "createPreviewLink", Method: http.MethodPost, Path: "/preview/links",
		Summary:     "Make a link that shows an article or page to people without an account, before it is public",
		Description: fmt.Sprintf("Of one person at most %d work at a time; one more is a 409.", mostLinks),
		Tags:        tags, DefaultStatus: http.StatusCreated, Errors: []int{http.StatusNotFound, http.StatusConflict},
	})), h.share)
	huma.Register(api, access.Needs(access.ContentRead, access.OrOwner(huma.Operation{
		OperationID: "listPreviewLinks", Method: http.MethodGet, Path: "/preview/links",
		Summary: "The links that can be opened, newest first", Tags: tags,
	})), h.links)
	huma.Register(api, access.Needs(access.ContentWrite, access.OrOwner(huma.Operation{
		OperationID: "deletePreviewLink", Method: http.MethodDelete, Path: "/preview/links/{id}",
		Summary: "Revoke a link", Tags: tags,
	})), h.revoke)
	huma.Register(api, access.Public(huma.Operation{
		OperationID: "openPreviewLink", Method: http.MethodGet, Path: "/preview/shared/{token}",
		Summary: "What a link shows, as it is now", Tags: tags,
		Responses: map[string]*huma.Response{
			"200": html("The page."),
			"404": html("The link is over, was revoked, or never was." + orPage),
			"409": html("Something else stands in the way of the page." + orPage),
			"422": html("The page cannot be rendered." + orPage),
			"503": html("The page cannot be rendered at the moment." + orPage),
		},
	}), h.open)
}

func (h *Handler) make(ctx context.Context, in *makeInput) (*madeOutput, error) {
	b := in.Body
	values := []byte(b.Values.RawMessage)
	if len(values) == 0 {
		values = []byte("{}")
	}
	made, err := h.previews.Make(ctx, Asked{
		Kind: b.Kind, ID: b.ID, Route: b.Route, Frame: b.Frame,
		Read: func(update any) error { return h.values[b.Kind].Read(values, update) },
	})
	return &madeOutput{made}, err
}

func (h *Handler) page(ctx context.Context, in *pageInput) (*huma.StreamResponse, error) {
	return show(in.Theme)(h.previews.Page(ctx, in.ID))
}

func (h *Handler) open(ctx context.Context, in *openInput) (*huma.StreamResponse, error) {
	return show(in.Theme)(h.previews.Open(ctx, in.Token))
}

// show answers a page, in a theme unless that is "".
func show(theme string) func(Page, error) (*huma.StreamResponse, error) {
	return func(page Page, err error) (*huma.StreamResponse, error) {
		if err != nil {
			return nil, err
		}
		html := page.HTML
		if theme != "" {
			// The page's own script shows it, before the first paint.
			html = bytes.Replace(html, []byte("<html"), []byte(`<html data-preview-theme="`+theme+`"`), 1)
		}
		return &huma.StreamResponse{Body: func(call huma.Context) {
			call.SetHeader("Content-Type", "text/html; charset=utf-8")
			call.SetHeader("Content-Security-Policy", page.Policy)
			_, _ = call.BodyWriter().Write(html)
		}}, nil
	}
}

func (h *Handler) share(ctx context.Context, in *shareInput) (*sharedOutput, error) {
	made, err := h.previews.Share(ctx, in.Body.Kind, in.Body.ID, time.Duration(in.Body.ExpiresIn)*time.Second)
	return &sharedOutput{made}, err
}

func (h *Handler) links(ctx context.Context, in *linksInput) (*linksOutput, error) {
	found, total, err := h.previews.Links(ctx, in.Kind, in.ID, in.Window)
	return &linksOutput{in.Headers(total), found}, err
}

func (h *Handler) revoke(ctx context.Context, in *linkInput) (*struct{}, error) {
	return nil, h.previews.Revoke(ctx, in.ID)
}
