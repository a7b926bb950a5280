package publish

import (
	"context"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/negotiate"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/publishing/release"
)

// Handler answers the calls below /publish.
type Handler struct {
	service *Service
}

// NewHandler returns the calls of service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

type statusOutput struct {
	Body Status
}

type signedInput struct {
	Signature
	RawBody []byte `contentType:"application/json"`
}

type liveInput struct {
	Signature
	Since       string `query:"since" maxLength:"100" doc:"The answer is relative to it if it is kept" format:"release"`
	Verify      bool   `query:"verify" doc:"Read every file of the live release first."`
	IfNoneMatch string `header:"If-None-Match" hidden:"true"`
}

type liveOutput struct {
	Status int
	ETag   string `header:"ETag"`
	Body   *release.LiveRelease
}

type fileInput struct {
	Signature
	SHA256  string `path:"sha256" pattern:"^[0-9a-f]{64}$" doc:"Of the content" format:"sha256"`
	Path    string `query:"path" required:"true" maxLength:"1000" doc:"Its ending says what it is" example:"/blog.html"`
	RawBody []byte `contentType:"application/octet-stream"`
}

type pageInput struct {
	Signature
	Release string `query:"release" required:"true" maxLength:"100" format:"release"`
	Path    string `query:"path" required:"true" maxLength:"1000" doc:"Of the page as a file" example:"/blog.html"`
}

// pageType keeps browsers from showing a page as one.
const pageType = "application/octet-stream"

type madeOutput struct {
	Body *Made
}

type releaseInput struct {
	Release string `path:"release" maxLength:"100"`
}

type verifyOutput struct {
	Body release.Verdict
}

type differenceOutput struct {
	Body ReleaseDifference
}

type releasesOutput struct {
	paging.Headers
	Body []Published `nullable:"false"`
}

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	tags := []string{"publish"}
	huma.Register(api, access.Needs(access.ContentRead, access.OrOwner(huma.Operation{
		OperationID: "getPublishStatus", Method: http.MethodGet, Path: "/publish/status",
		Summary: "How the live site stands to the content", Tags: tags,
	})), h.status)
	huma.Register(api, access.Needs(access.ContentPublish, huma.Operation{
		OperationID: "publish", Method: http.MethodPost, Path: "/publish",
		Summary: "Tell the publisher now, for example after a failure or a roll back", Tags: tags,
		DefaultStatus: http.StatusAccepted,
	}), h.publish)
	h.registerPublisher(api, tags)
	huma.Register(api, access.Needs(access.ContentRead, huma.Operation{
		OperationID: "listReleases", Method: http.MethodGet, Path: "/publish/releases",
		Summary: "Releases that went live, newest first", Description: "The last 1,000 are remembered.", Tags: tags,
	}), h.releases)
	huma.Register(api, access.Needs(access.ContentRead, huma.Operation{
		OperationID: "getReleaseDifference", Method: http.MethodGet, Path: "/publish/releases/{release}/difference",
		Summary: "What would change on the site if a release were made live", Tags: tags,
	}), h.difference)
	huma.Register(api, access.Needs(access.ContentPublish, huma.Operation{
		OperationID: "activateRelease", Method: http.MethodPost, Path: "/publish/releases/{release}/activate",
		Summary:     "Make an older or newer release the live one",
		Description: "The site then shows that release until the public content changes or publishing is asked for.",
		Tags:        tags,
	}), h.activate)
	huma.Register(api, access.Needs(access.ContentPublish, huma.Operation{
		OperationID: "verifyRelease", Method: http.MethodPost, Path: "/publish/releases/{release}/verify",
		Summary: "Read every file of a release and compare it with its hash",
		Description: "One release at a time; it may take seconds. What cannot be mended of the live one is rendered anew " +
			"by publishing on request.",
		Tags: tags,
	}), h.verify)
}

// registerPublisher adds the publisher's calls, which it signs (Standard Webhooks). Unsigned
// bodies are not looked at, so they are not validated either.
func (h *Handler) registerPublisher(api huma.API, tags []string) {
	signed := func(op huma.Operation) huma.Operation {
		op.Tags, op.SkipValidateBody = tags, true
		return access.Publisher(access.WithoutDatabase(op))
	}
	body := func(t reflect.Type, name string) *huma.Schema {
		return api.OpenAPI().Components.Schemas.Schema(t, true, name)
	}
	huma.Register(api, signed(access.RawBody(body(reflect.TypeFor[reportMessage](), "PublishReport"), huma.Operation{
		OperationID: "reportPublish", Method: http.MethodPost, Path: "/publish/report",
		Summary:       "Say that a build goes on, and ask whether it may, or that it has failed; for the publisher, signed",
		DefaultStatus: http.StatusNoContent,
	})), h.report)
	huma.Register(api, signed(access.Upload(huma.Operation{
		OperationID: "getLiveRelease", Method: http.MethodGet, Path: "/publish/live",
		Summary:   "What is live, to make the next release of; for the publisher, signed",
		Responses: map[string]*huma.Response{"304": {Description: "The caller has it: its ETag is among If-None-Match."}},
	})), h.live)
	huma.Register(api, signed(huma.Operation{
		OperationID: "putReleaseFile", Method: http.MethodPut, Path: "/publish/files/{sha256}",
		Summary:      "Hand over the content of a file for a release; for the publisher, signed",
		MaxBodyBytes: maxHandedOver, DefaultStatus: http.StatusNoContent, Errors: []int{http.StatusInsufficientStorage},
	}), h.putFile)
	huma.Register(api, signed(access.Upload(huma.Operation{
		OperationID: "getReleasePage", Method: http.MethodGet, Path: "/publish/files",
		Summary: "A page of a release, to compare a new one with; for the publisher, signed",
		Errors:  []int{http.StatusNotFound},
		Responses: map[string]*huma.Response{"200": {
			Description: "The page as it was handed over.",
			Content:     map[string]*huma.MediaType{pageType: {Schema: &huma.Schema{Type: huma.TypeString}}},
		}},
	})), h.page)
	// A file may be empty.
	api.OpenAPI().Paths["/publish/files/{sha256}"].Put.RequestBody.Required = false
	huma.Register(api, signed(access.RawBody(body(reflect.TypeFor[NewRelease](), "NewRelease"), huma.Operation{
		OperationID: "createRelease", Method: http.MethodPost, Path: "/publish/releases",
		Summary: "Make a release and make it live; for the publisher, signed",
		Description: "Files that the store lacks are named by a 422, whose missing lists them, and handed over before it " +
			"is sent again.",
		MaxBodyBytes: maxHandedOver, DefaultStatus: http.StatusCreated, Errors: []int{http.StatusInsufficientStorage},
	})), h.release)
}

// Schema describes progress as an object or null.
func (Progress) Schema(r huma.Registry) *huma.Schema {
	type progress Progress
	return orNull[progress](r, "How many pages of the running build are rendered.")
}

// Schema describes a pin as an object or null.
func (Pinned) Schema(r huma.Registry) *huma.Schema {
	type pinned Pinned
	return orNull[pinned](r, "The release that somebody has rolled back to. It stays live until the public content changes "+
		"or publishing is asked for.")
}

// orNull describes a T or null. The library's schema of a pointer to a struct does not allow
// null.
func orNull[T any](r huma.Registry, description string) *huma.Schema {
	schema := huma.SchemaFromType(r, reflect.TypeFor[T]())
	schema.Nullable, schema.Description = true, description
	schema.PrecomputeMessages()
	return schema
}

func (h *Handler) status(ctx context.Context, _ *struct{}) (*statusOutput, error) {
	return &statusOutput{Body: h.service.Status(ctx)}, nil
}

func (h *Handler) publish(ctx context.Context, _ *struct{}) (*statusOutput, error) {
	who, _ := access.From(ctx)
	status, err := h.service.Request(ctx, who.Name)
	return &statusOutput{Body: status}, err
}

func (h *Handler) report(ctx context.Context, in *signedInput) (*struct{}, error) {
	return nil, h.service.Accept(ctx, in.Signature, in.RawBody)
}

func (h *Handler) live(ctx context.Context, in *liveInput) (*liveOutput, error) {
	out := &liveOutput{Status: http.StatusOK}
	known := func(tag string) bool { return negotiate.Matches([]byte(in.IfNoneMatch), tag) }
	live, err := h.service.Live(ctx, in.Signature, release.LiveQuery{Since: in.Since, Known: known, Verify: in.Verify})
	if err != nil {
		return nil, err
	}
	if out.ETag, out.Body = live.Tag, live; known(live.Tag) {
		out.Status, out.Body = http.StatusNotModified, nil
	}
	return out, nil
}

func (h *Handler) putFile(ctx context.Context, in *fileInput) (*struct{}, error) {
	return nil, h.service.PutFile(ctx, in.Signature, in.SHA256, in.Path, in.RawBody)
}

func (h *Handler) page(ctx context.Context, in *pageInput) (*huma.StreamResponse, error) {
	content, err := h.service.Page(ctx, in.Signature, in.Release, in.Path)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(call huma.Context) {
		call.SetHeader("Content-Type", pageType)
		_, _ = call.BodyWriter().Write(content)
	}}, nil
}

func (h *Handler) release(ctx context.Context, in *signedInput) (*madeOutput, error) {
	made, err := h.service.Release(ctx, in.Signature, in.RawBody)
	return &madeOutput{made}, err
}

func (h *Handler) releases(ctx context.Context, in *paging.Query) (*releasesOutput, error) {
	found, total, err := h.service.Releases(ctx, *in)
	return &releasesOutput{Headers: in.Headers(total), Body: found}, err
}

func (h *Handler) difference(ctx context.Context, in *releaseInput) (*differenceOutput, error) {
	found, err := h.service.Difference(ctx, in.Release)
	return &differenceOutput{Body: found}, err
}

func (h *Handler) activate(ctx context.Context, in *releaseInput) (*statusOutput, error) {
	who, _ := access.From(ctx)
	status, err := h.service.Activate(ctx, in.Release, who.Name)
	return &statusOutput{Body: status}, err
}

func (h *Handler) verify(ctx context.Context, in *releaseInput) (*verifyOutput, error) {
	verdict, err := h.service.Verify(ctx, in.Release)
	return &verifyOutput{Body: verdict}, err
}
