package presence

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/platform/access"
)

// Handler answers the call about who is here.
type Handler struct{ presence *Service }

// NewHandler returns a Handler.
func NewHandler(presence *Service) *Handler { return &Handler{presence} }

type announceOutput struct {
	Body struct {
		Others []Colleague `json:"others" nullable:"false" doc:"Who else has it open, the earliest first."`
	} `nameHint:"Presence"`
}

// Register adds the call to the API.
func (h *Handler) Register(api huma.API) {
	huma.Register(api, access.Needs(access.ContentWrite, access.OrOwner(huma.Operation{
		OperationID: "announcePresence", Method: http.MethodPut, Path: "/admin/presence/{collection}/{id}",
		Summary:     "Say that one has a document open, and hear who else has",
		Description: "To be repeated every 15 seconds; who is not heard of for 45 has left.",
		Tags:        []string{"presence"},
	})), h.announce)
}

func (h *Handler) announce(ctx context.Context, in *history.ByDocument) (*announceOutput, error) {
	others, err := h.presence.Announce(ctx, in.Collection, in.ID)
	out := &announceOutput{}
	out.Body.Others = others
	return out, err
}
