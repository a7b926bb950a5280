package inbox

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/lead"
	"academy/cms-api/internal/platform/access"
)

// Handler answers the contact calls.
type Handler struct {
	*lead.Service[ContactCreate, ContactMessage, ContactMessage, *ContactMessage]
}

// NewHandler returns a Handler.
func NewHandler(o lead.Options) *Handler { return &Handler{lead.New(kind(), o)} }

type output struct {
	Body ContactMessage
}

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	h.Service.Register(api)
	huma.Register(api, access.Public(access.Limited(access.LimitForms, huma.Operation{
		OperationID: "sendContactMessage", Method: http.MethodPost, Path: "/contact",
		Summary: "Send a message to the academy", Tags: []string{"contact"}, DefaultStatus: http.StatusCreated,
	})), h.create)
}

func (h *Handler) create(ctx context.Context, in *lead.Sent[ContactCreate]) (*output, error) {
	message, err := h.Receive(ctx, in.Key(), in.Body)
	return &output{message}, err
}
