package video

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/access"
	"academy/cms-api/internal/paging"
)

// Handler answers the video calls.
type Handler struct{ videos *Service }

// NewHandler returns a Handler.
func NewHandler(videos *Service) *Handler { return &Handler{videos: videos} }

type listInput struct {
	paging.Query
}

type listOutput struct {
	paging.Headers
	Body []Video `nullable:"false"`
}

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	huma.Register(api, access.Public(huma.Operation{OperationID: "listVideos", Method: http.MethodGet, Path: "/videos", Summary: "Videos, newest first", Tags: []string{"videos"}}), h.list)
}

func (h *Handler) list(ctx context.Context, in *listInput) (*listOutput, error) {
	videos, total, err := h.videos.Page(ctx, in.Query)
	return &listOutput{Headers: in.Headers(total), Body: videos}, err
}
