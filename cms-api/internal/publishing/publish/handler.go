package publish

import (
	"context"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
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

type reportInput struct {
	ID        string `header:"webhook-id"`
	Timestamp string `header:"webhook-timestamp"`
	Signature string `header:"webhook-signature"`
	RawBody   []byte `contentType:"application/json"`
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
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "getPublishStatus", Method: http.MethodGet, Path: "/publish/status",
		Summary: "How the live site stands to the content", Tags: tags,
	}), h.status)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "publish", Method: http.MethodPost, Path: "/publish",
		Summary: "Tell the publisher now, for example after a failure or a roll back", Tags: tags,
		DefaultStatus: http.StatusAccepted,
	}), h.publish)
	// The publisher signs its reports (Standard Webhooks) instead of signing in.
	// Unsigned bodies are not looked at, so they are not validated either.
	report := huma.Operation{
		OperationID: "reportPublish", Method: http.MethodPost, Path: "/publish/report",
		Summary: "Say how a build goes; for the publisher, signed", Tags: tags, DefaultStatus: http.StatusNoContent,
		SkipValidateBody: true, Errors: []int{http.StatusUnauthorized, http.StatusConflict},
	}
	body := api.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[reportMessage](), true, "PublishReport")
	huma.Register(api, access.Public(access.WithoutDatabase(access.RawBody(body, report))), h.report)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "listReleases", Method: http.MethodGet, Path: "/publish/releases",
		Summary: "Releases that went live, newest first", Description: "The last 1,000 are remembered.", Tags: tags,
	}), h.releases)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "getReleaseDifference", Method: http.MethodGet, Path: "/publish/releases/{release}/difference",
		Summary: "What would change on the site if a release were made live", Tags: tags,
	}), h.difference)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "activateRelease", Method: http.MethodPost, Path: "/publish/releases/{release}/activate",
		Summary:     "Make an older or newer release the live one",
		Description: "The site then shows that release until the public content changes or publishing is asked for.", Tags: tags,
	}), h.activate)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "verifyRelease", Method: http.MethodPost, Path: "/publish/releases/{release}/verify",
		Summary:     "Read every file of a release and compare it with its hash",
		Description: "One release at a time; it may take seconds. Publishing on request mends what is wrong with the live one.", Tags: tags,
	}), h.verify)
}

// Schema describes progress as an object or null.
func (Progress) Schema(r huma.Registry) *huma.Schema {
	type progress Progress
	return orNull[progress](r, "How many pages of the running build are rendered.")
}

// Schema describes a pin as an object or null.
func (Held) Schema(r huma.Registry) *huma.Schema {
	type held Held
	return orNull[held](r, "The release that somebody has rolled back to. It stays live until the public content changes or publishing is asked for.")
}

// orNull describes a T or null. What the library makes of a pointer to a struct is never
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

func (h *Handler) report(ctx context.Context, in *reportInput) (*struct{}, error) {
	return nil, h.service.Accept(ctx, in.ID, in.Timestamp, in.Signature, in.RawBody)
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
