package pagecontent

import (
	"context"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/etag"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
	"academy/cms-api/internal/publishing/snapshot"
)

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

// Name returns what page content is called.
func (s *Service) Name() collection.Name { return name }

// Parts leads from the section of the snapshot to the call that answers it.
func (s *Service) Parts() map[string]string {
	return map[string]string{name.Stored(): "/page-content/{page}"}
}

// Serve registers the public reads.
func (s *Service) Serve(public snapshot.Reads) {
	view := func(c fiber.Ctx) string {
		return name.Stored() + ":" + strings.Trim(c.Params("page")+"/"+c.Params("subpage"), "/")
	}
	public.AnonymousFunc("/page-content/:page", view)
	public.AnonymousFunc("/page-content/:page/:subpage", view)
}

// Register adds the calls to the API.
func (s *Service) Register(api huma.API, _ snapshot.Reads) {
	tags := []string{string(name)}
	longest := maxContent
	huma.Register(api, access.Public(huma.Operation{
		OperationID: "getPageContent", Method: http.MethodGet, Path: "/page-content/{page}",
		Summary: "A page's texts, by section and order", Tags: tags,
	}), s.ofPage)
	huma.Register(api, access.Public(huma.Operation{
		OperationID: "getSectionContent", Method: http.MethodGet, Path: "/page-content/{page}/{subpage}",
		Summary: "The texts of one section of a page", Tags: tags,
	}), s.ofSection)
	huma.Register(api, access.Needs(access.ContentPublish, huma.Operation{
		OperationID: "createPageContent", Method: http.MethodPost, Path: "/admin/page-content",
		Summary: "Give a field its first text", Tags: tags, DefaultStatus: http.StatusCreated,
	}), s.create)
	huma.Register(api, access.Needs(access.ContentPublish, huma.Operation{
		OperationID: "updatePageContent", Method: http.MethodPut, Path: "/admin/page-content/{id}",
		Summary: "Change a text", Tags: tags,
	}), s.update)
	huma.Register(api, access.Needs(access.ContentPublish, huma.Operation{
		OperationID: "deletePageContent", Method: http.MethodDelete, Path: "/admin/page-content/{id}",
		Summary: "Delete a text; the page shows its own again", Tags: tags,
	}), s.delete)
	huma.Register(api, access.Needs(access.ContentRead, huma.Operation{
		OperationID: "getTexts", Method: http.MethodGet, Path: "/admin/texts/{id}",
		Summary: "The texts of one section of a page, to edit them", Tags: tags,
	}), s.texts)
	huma.Register(api, access.Needs(access.ContentPublish, huma.Operation{
		OperationID: "saveTexts", Method: http.MethodPut, Path: "/admin/texts/{id}",
		Summary: "Change texts of one section of a page: all, or none where one is refused", Tags: tags,
	}), s.save)
	form := &huma.Schema{
		Type: huma.TypeObject, Required: []string{"content"},
		Properties: map[string]*huma.Schema{"content": {Type: huma.TypeString, MaxLength: &longest}},
	}
	huma.Register(api, access.Needs(access.ContentPublish, access.RawBody(form, huma.Operation{
		OperationID: "putPoliceContent", Method: http.MethodPut, Path: "/content/" + Police + "/{field}",
		Summary: "Set a text of the police programme's page", Tags: tags, MaxBodyBytes: 256 << 10,
		SkipValidateBody: true,
	})), s.putPolice)
}

func (s *Service) ofPage(ctx context.Context, in *pageInput) (*listOutput, error) {
	items, err := s.OfPage(ctx, in.Page)
	return &listOutput{Body: items}, err
}

func (s *Service) ofSection(ctx context.Context, in *sectionInput) (*listOutput, error) {
	items, err := s.OfSection(ctx, in.Page, in.Section)
	return &listOutput{Body: items}, err
}

func (s *Service) create(ctx context.Context, in *createInput) (*oneOutput, error) {
	b := in.Body
	return one(s.Create(ctx, Item{
		Page: b.Page, Section: b.Section, Type: b.Type, Content: *b.Content, Empty: b.Empty, OrderIndex: b.OrderIndex,
	}))
}

func (s *Service) update(ctx context.Context, in *etag.Edit[Update]) (*oneOutput, error) {
	return one(s.Update(ctx, in.ID, in.Expected(), in.Body))
}

func (s *Service) delete(ctx context.Context, in *etag.Removal) (*struct{}, error) {
	return nil, s.Delete(ctx, in.ID, in.Expected())
}

func (s *Service) texts(ctx context.Context, in *etag.ByID) (*textsOutput, error) {
	return all(s.Texts(ctx, in.ID))
}

func (s *Service) save(ctx context.Context, in *saveInput) (*textsOutput, error) {
	return all(s.Save(ctx, in.ID, in.Write(ctx), in.Body))
}

func all(t Texts, err error) (*textsOutput, error) {
	if err != nil {
		return nil, err
	}
	return &textsOutput{ETag: etag.Of(t.Revision), Body: t}, nil
}

func (s *Service) putPolice(ctx context.Context, in *fieldInput) (*oneOutput, error) {
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
	return one(s.Put(ctx, Police, "", strings.ReplaceAll(in.Field, "-", "_"), in.Expected(), content))
}

func one(item Item, err error) (*oneOutput, error) {
	if err != nil {
		return nil, err
	}
	return &oneOutput{ETag: etag.Of(item.Revision), Body: item}, nil
}
