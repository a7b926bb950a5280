package settings

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/etag"
)

// Handler answers the settings calls.
type Handler struct{ settings *Service }

// NewHandler returns a Handler.
func NewHandler(settings *Service) *Handler { return &Handler{settings: settings} }

type output struct {
	ETag string `header:"ETag"`
	Body Settings
}

type updateInput struct {
	etag.Match
	Body Update
}

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	tags := []string{"settings"}
	huma.Register(api, access.Public(huma.Operation{
		OperationID: "getSettings", Method: http.MethodGet, Path: "/settings",
		Summary: "Every setting, defaults filled in", Tags: tags,
	}), h.get)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "updateSettings", Method: http.MethodPut, Path: "/settings",
		Summary: "Change settings; keys that are missing stay", Tags: tags,
	}), h.put)
}

func (h *Handler) get(ctx context.Context, _ *struct{}) (*output, error) {
	return answer(h.settings.Get(ctx))
}

func (h *Handler) put(ctx context.Context, in *updateInput) (*output, error) {
	return answer(h.settings.Put(ctx, in.Write(ctx), in.Body))
}

func answer(current Settings, rev int, err error) (*output, error) {
	if err != nil {
		return nil, err
	}
	return &output{ETag: etag.Of(rev), Body: current}, nil
}
