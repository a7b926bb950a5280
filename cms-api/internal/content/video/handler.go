package video

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/media/videofile"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/etag"
	"academy/cms-api/internal/platform/form"
	"academy/cms-api/internal/platform/paging"
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

type oneOutput = etag.Answer[Video]

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	tags := []string{"videos"}
	huma.Register(api, access.Public(huma.Operation{
		OperationID: "listVideos", Method: http.MethodGet, Path: "/videos", Errors: []int{http.StatusTooManyRequests},
		Summary: "Videos, newest first", Tags: tags,
	}), h.list)
	huma.Register(api, access.Staff(access.Upload(huma.Operation{
		OperationID: "createVideo", Method: http.MethodPost, Path: "/videos",
		Summary: "Upload a video",
		Description: "Taken are " + videofile.Taken +
			", told from the content; others are 415, with a sentence on what to do.",
		Tags: tags, DefaultStatus: http.StatusCreated,
	})), h.create)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "updateVideo", Method: http.MethodPut, Path: "/videos/{id}",
		Summary: "Change a video's texts", Tags: tags,
	}), h.update)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "deleteVideo", Method: http.MethodDelete, Path: "/videos/{id}",
		Summary: "Delete a video; its file goes when it leaves the trash", Tags: tags,
	}), h.delete)
	api.OpenAPI().Paths["/videos"].Post.RequestBody = form.Describe(fileField, map[string]*huma.Schema{
		"title":       bounded(maxTitle),
		"description": bounded(maxDescription),
		"category":    bounded(maxCategory),
	}, "title", "category")
}

func bounded(longest int) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, MaxLength: &longest}
}

func (h *Handler) list(ctx context.Context, in *listInput) (*listOutput, error) {
	videos, total, err := h.videos.Page(ctx, in.Query)
	return &listOutput{Headers: in.Headers(total), Body: videos}, err
}

func (h *Handler) create(ctx context.Context, in *form.Input) (*oneOutput, error) {
	if err := h.videos.o.CheckSize(in.Least()); err != nil {
		return nil, err
	}
	return etag.One(h.videos.Create(ctx, in.Read))
}

func (h *Handler) update(ctx context.Context, in *etag.Edit[Update]) (*oneOutput, error) {
	return etag.One(h.videos.Update(ctx, in.ID, in.Write(ctx), in.Body))
}

func (h *Handler) delete(ctx context.Context, in *etag.Removal) (*etag.Removed, error) {
	return etag.RemovedAt(h.videos.Delete(ctx, in.ID, in.Write(ctx)))
}
