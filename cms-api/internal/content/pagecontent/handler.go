package pagecontent

import (
	"context"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/etag"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
)

// Handler answers the page content calls.
type Handler struct{ pages *Service }

// NewHandler returns a Handler.
func NewHandler(pages *Service) *Handler { return &Handler{pages: pages} }

type listOutput struct {
	Body []Item `nullable:"false"`
}

type oneOutput = etag.Answer[Item]

type pageInput struct {
	Page string `path:"page" maxLength:"60" example:"about"`
}

type sectionInput struct {
	Page    string `path:"page" maxLength:"60" example:"home"`
	Section string `path:"subpage" maxLength:"60" example:"hero"`
}

// Create is the body of a new item.
type Create struct {
	Page       string  `json:"page" minLength:"1" maxLength:"60" pattern:"^[a-z0-9-]+$" patternDescription:"lower-case letters, digits and hyphens, such as about-us" example:"home"`
	Section    string  `json:"section,omitempty" maxLength:"60" pattern:"^[a-z0-9-]*$" patternDescription:"lower-case letters, digits and hyphens, such as why-choose" example:"hero"`
	Type       string  `json:"type" minLength:"1" maxLength:"60" pattern:"^[A-Za-z0-9_-]+$" patternDescription:"letters, digits, hyphens and underscores, such as card1_title" example:"heading"`
	Content    *string `json:"content" maxLength:"20000" required:"true" nullable:"false" example:"Unlock Your Potential. Serve the Nation."`
	Empty      bool    `json:"empty,omitempty" doc:"A blank text shows nothing, instead of the page's own." example:"false"`
	OrderIndex int     `json:"order_index,omitempty" minimum:"0" maximum:"10000" default:"1"`
}

type createInput struct {
	Body Create
}

type saveInput struct {
	etag.ByID
	etag.Match
	Body map[string]Update `maxProperties:"200" doc:"The texts to change, by their types."`
}

type textsOutput = etag.Answer[Texts]

// Schema describes both forms.
func (PreviewValue) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{
		{Type: huma.TypeString}, r.Schema(reflect.TypeFor[Update](), true, ""),
	}}
}

type fieldInput struct {
	etag.Match
	Field       string `path:"field" enum:"hero-title,hero-subtitle,hero-description" doc:"Which text of the page."`
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"application/x-www-form-urlencoded"`
}

const maxContent = 20000

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	tags := []string{"page content"}
	longest := maxContent
	huma.Register(api, access.Public(huma.Operation{
		OperationID: "getPageContent", Method: http.MethodGet, Path: "/page-content/{page}",
		Summary: "A page's texts, by section and order", Tags: tags,
	}), h.ofPage)
	huma.Register(api, access.Public(huma.Operation{
		OperationID: "getSectionContent", Method: http.MethodGet, Path: "/page-content/{page}/{subpage}",
		Summary: "The texts of one section of a page", Tags: tags,
	}), h.ofSection)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "createPageContent", Method: http.MethodPost, Path: "/admin/page-content",
		Summary: "Give a field its first text", Tags: tags, DefaultStatus: http.StatusCreated,
	}), h.create)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "updatePageContent", Method: http.MethodPut, Path: "/admin/page-content/{id}",
		Summary: "Change a text", Tags: tags,
	}), h.update)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "deletePageContent", Method: http.MethodDelete, Path: "/admin/page-content/{id}",
		Summary: "Delete a text; the page shows its own again", Tags: tags,
	}), h.delete)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "getTexts", Method: http.MethodGet, Path: "/admin/texts/{id}",
		Summary: "The texts of one section of a page, to edit them", Tags: tags,
	}), h.texts)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "saveTexts", Method: http.MethodPut, Path: "/admin/texts/{id}",
		Summary: "Change texts of one section of a page: all, or none where one is refused", Tags: tags,
	}), h.save)
	form := &huma.Schema{
		Type: huma.TypeObject, Required: []string{"content"},
		Properties: map[string]*huma.Schema{"content": {Type: huma.TypeString, MaxLength: &longest}},
	}
	huma.Register(api, access.Staff(access.RawBody(form, huma.Operation{
		OperationID: "putPoliceContent", Method: http.MethodPut, Path: "/content/" + Police + "/{field}",
		Summary: "Set a text of the police programme's page", Tags: tags, MaxBodyBytes: 256 << 10,
		SkipValidateBody: true,
	})), h.putPolice)
}

func (h *Handler) ofPage(ctx context.Context, in *pageInput) (*listOutput, error) {
	items, err := h.pages.OfPage(ctx, in.Page)
	return &listOutput{Body: items}, err
}

func (h *Handler) ofSection(ctx context.Context, in *sectionInput) (*listOutput, error) {
	items, err := h.pages.OfSection(ctx, in.Page, in.Section)
	return &listOutput{Body: items}, err
}

func (h *Handler) create(ctx context.Context, in *createInput) (*oneOutput, error) {
	b := in.Body
	return one(h.pages.Create(ctx, Item{
		Page: b.Page, Section: b.Section, Type: b.Type, Content: *b.Content, Empty: b.Empty, OrderIndex: b.OrderIndex,
	}))
}

func (h *Handler) update(ctx context.Context, in *etag.Edit[Update]) (*oneOutput, error) {
	return one(h.pages.Update(ctx, in.ID, in.Expected(), in.Body))
}

func (h *Handler) delete(ctx context.Context, in *etag.Removal) (*struct{}, error) {
	return nil, h.pages.Delete(ctx, in.ID, in.Expected())
}

func (h *Handler) texts(ctx context.Context, in *etag.ByID) (*textsOutput, error) {
	return all(h.pages.Texts(ctx, in.ID))
}

func (h *Handler) save(ctx context.Context, in *saveInput) (*textsOutput, error) {
	return all(h.pages.Save(ctx, in.ID, in.Write(ctx), in.Body))
}

func all(t Texts, err error) (*textsOutput, error) {
	if err != nil {
		return nil, err
	}
	return &textsOutput{ETag: etag.Of(t.Revision), Body: t}, nil
}

func (h *Handler) putPolice(ctx context.Context, in *fieldInput) (*oneOutput, error) {
	if !strings.HasPrefix(strings.ToLower(in.ContentType), "application/x-www-form-urlencoded") {
		return nil, problem.New(problem.Unsupported,
			"Send the text as a form (application/x-www-form-urlencoded) with the field content.")
	}
	form, err := url.ParseQuery(string(in.RawBody))
	if err != nil {
		return nil, problem.Wrap(problem.Malformed, err, "The form could not be read.")
	}
	if !form.Has("content") {
		return nil, problem.InvalidField("body.content", "The field content is missing.")
	}
	content := form.Get("content")
	if !utf8.ValidString(content) {
		return nil, problem.InvalidField("body.content", "Send the text as UTF-8.")
	}
	if text.LongerThan(content, maxContent) {
		return nil, problem.InvalidField("body.content", "The text is longer than 20,000 characters.")
	}
	return one(h.pages.Put(ctx, Police, "", strings.ReplaceAll(in.Field, "-", "_"), in.Expected(), content))
}

func one(item Item, err error) (*oneOutput, error) {
	if err != nil {
		return nil, err
	}
	return &oneOutput{ETag: etag.Of(item.Revision), Body: item}, nil
}
