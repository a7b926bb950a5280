package inbox

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/access"
	"academy/cms-api/internal/paging"
)

// Handler answers the contact calls.
type Handler struct{ inbox *Service }

// NewHandler returns a Handler.
func NewHandler(inbox *Service) *Handler { return &Handler{inbox: inbox} }

type listInput struct {
	paging.Query
}

type listOutput struct {
	paging.Headers
	Body []ContactMessage `nullable:"false"`
}

type createInput struct {
	Body struct {
		Name    string `json:"name" minLength:"1" maxLength:"120"`
		Email   string `json:"email" minLength:"3" maxLength:"254" example:"asha@example.com"`
		Phone   string `json:"phone,omitempty" maxLength:"40"`
		Message string `json:"message" minLength:"1" maxLength:"10000"`
	} `nameHint:"ContactCreate"`
}

type oneOutput struct {
	Body ContactMessage
}

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	tags := []string{"contact"}
	huma.Register(api, access.Public(huma.Operation{OperationID: "sendContactMessage", Method: http.MethodPost, Path: "/contact", Summary: "Send a message to the academy", Tags: tags, DefaultStatus: http.StatusCreated}), h.create)
	huma.Register(api, access.Staff(huma.Operation{OperationID: "listContactMessages", Method: http.MethodGet, Path: "/contact", Summary: "Messages, newest first", Tags: tags}), h.list)
}

func (h *Handler) create(ctx context.Context, in *createInput) (*oneOutput, error) {
	b := in.Body
	message, err := h.inbox.Receive(ctx, ContactMessage{Name: b.Name, Email: b.Email, Phone: b.Phone, Message: b.Message})
	return &oneOutput{Body: message}, err
}

func (h *Handler) list(ctx context.Context, in *listInput) (*listOutput, error) {
	messages, total, err := h.inbox.Page(ctx, in.Query)
	return &listOutput{Headers: in.Headers(total), Body: messages}, err
}
