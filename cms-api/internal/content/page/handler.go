package page

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/etag"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/publishing/snapshot"
)

// TransformSchema says what a new page needs.
func (Create) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Required = []string{"title"}
	s.Properties["path"].Description =
		"One to three segments of lower-case letters, digits and hyphens; made from the title unless given."
	s.Properties["status"].Description = "draft when it is missing."
	return s
}

// TransformSchema lets the title be blank.
func (CopyFields) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Properties["title"].MinLength = nil
	s.Properties["path"].Description = "Which others have is only known when it is published."
	return s
}

type listInput struct {
	paging.Query
	Status string `query:"status" enum:"draft,published" doc:"Only pages of this status."`
}

type listOutput struct {
	paging.Headers
	Body []Summary `nullable:"false"`
}

type createInput struct {
	Body Create
}

type oneOutput = etag.Answer[Page]

const maxBody = 16 << 20 // pasted pictures come inside rich texts

// Name returns what pages are called.
func (s *Service) Name() collection.Name { return name }

// Parts returns none: no call answers the pages as the snapshot has them.
func (s *Service) Parts() map[string]string { return nil }

// Serve registers nothing: the public reads of pages have no other answer for staff.
func (s *Service) Serve(snapshot.Reads) {}

// Register adds the calls to the API, and the public reads.
func (s *Service) Register(api huma.API, public snapshot.Reads) {
	tags := []string{string(name)}
	huma.Register(api, access.Needs(access.ContentRead, huma.Operation{
		OperationID: "listPages", Method: http.MethodGet, Path: "/admin/pages",
		Summary: "Pages that editors made, without their blocks, by path", Tags: tags,
	}), s.list)
	huma.Register(api, access.Needs(access.ContentRead, huma.Operation{
		OperationID: "getPage", Method: http.MethodGet, Path: "/admin/pages/{id}",
		Summary: "A whole page", Tags: tags,
	}), s.get)
	huma.Register(api, access.Needs(access.ContentWrite, huma.Operation{
		OperationID: "createPage", Method: http.MethodPost, Path: "/admin/pages",
		Summary: "Make a page", Tags: tags, DefaultStatus: http.StatusCreated, MaxBodyBytes: maxBody,
	}), s.create)
	huma.Register(api, access.Needs(access.ContentWrite, huma.Operation{
		OperationID: "updatePage", Method: http.MethodPut, Path: "/admin/pages/{id}",
		Summary: "Change a page; what is missing stays", Tags: tags, MaxBodyBytes: maxBody,
	}), s.update)
	huma.Register(api, access.Needs(access.ContentWrite, huma.Operation{
		OperationID: "deletePage", Method: http.MethodDelete, Path: "/admin/pages/{id}",
		Summary: "Delete a page, and the redirects to it", Tags: tags,
	}), s.delete)
	s.copies().Register(api)

	public.Get("/pages", public.Serve(name.Stored()+":list"))
	snapshot.Describe[[]Listed](api, access.Public(huma.Operation{
		OperationID: "listPublicPages", Method: http.MethodGet, Path: "/pages",
		Summary: "The public pages that editors made, by path", Tags: tags,
	}), nil, nil)
	public.Get("/pages/by-path", public.Find("page", func(c fiber.Ctx) string {
		return name.Stored() + ":/" + strings.Trim(c.Query("path"), "/")
	}))
	snapshot.Describe[Page](api, access.Public(huma.Operation{
		OperationID: "getPublicPage", Method: http.MethodGet, Path: "/pages/by-path",
		Summary: "A public page, with the blocks that are not hidden", Tags: tags,
	}), []*huma.Param{snapshot.Text("path", "The page's path, such as /kas-2027.", true)},
		map[string]string{"404": "No public page has this path"})
}

func (s *Service) list(ctx context.Context, in *listInput) (*listOutput, error) {
	summaries, total, err := s.List(ctx, ListQuery{Query: in.Query, Status: Status(in.Status)})
	return &listOutput{Headers: in.Headers(total), Body: summaries}, err
}

func (s *Service) get(ctx context.Context, in *etag.ByID) (*oneOutput, error) {
	return etag.One(s.Get(ctx, in.ID))
}

func (s *Service) create(ctx context.Context, in *createInput) (*oneOutput, error) {
	return etag.One(s.Create(ctx, Update(in.Body)))
}

func (s *Service) update(ctx context.Context, in *etag.Edit[Update]) (*oneOutput, error) {
	return etag.One(s.Update(ctx, in.ID, in.Write(ctx), in.Body))
}

func (s *Service) delete(ctx context.Context, in *etag.Removal) (*etag.Removed, error) {
	return etag.RemovedAt(s.Delete(ctx, in.ID, in.Write(ctx)))
}

// SentCopy is the body of a working copy.
type SentCopy struct {
	CopyFields
	working.Plan
}

// WorkingCopy is a working copy as it is answered.
type WorkingCopy struct {
	working.State
	CopyFields
}

// copies answers the calls about working copies.
func (s *Service) copies() *working.Handler[Page, *Page, CopyFields, SentCopy, WorkingCopy] {
	return working.NewHandler(s.Copies, working.Calls[Page, CopyFields, SentCopy, WorkingCopy]{
		Path: "/admin/pages/{id}", One: "Page", Tag: string(name), MaxBody: maxBody,
		Sent:     func(sent SentCopy) (CopyFields, working.Plan) { return sent.CopyFields, sent.Plan },
		Shown:    func(state working.State, fields CopyFields) WorkingCopy { return WorkingCopy{state, fields} },
		Document: func(p Page, err error) (*etag.Answer[Page], error) { return etag.One(p, err) },
	})
}
