package target

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
)

// Handler answers the call for targets.
type Handler struct {
	service *Service
}

// NewHandler returns the call of service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

type statusesOutput struct {
	Body []Status `nullable:"false"`
}

// Register adds the call to the API.
func (h *Handler) Register(api huma.API) {
	huma.Register(api, access.Needs(access.ContentRead, huma.Operation{
		OperationID: "listPublishTargets", Method: http.MethodGet, Path: "/publish/targets",
		Summary:     "Where the site is mirrored to, and how each mirror stands",
		Description: "Buckets and folders, as MIRROR_TO names them.",
		Tags:        []string{"publish"},
	}), h.statuses)
}

func (h *Handler) statuses(ctx context.Context, _ *struct{}) (*statusesOutput, error) {
	found, err := h.service.Statuses(ctx)
	return &statusesOutput{Body: found}, err
}
