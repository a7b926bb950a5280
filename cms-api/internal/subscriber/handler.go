package subscriber

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/access"
	"academy/cms-api/internal/paging"
)

// Handler answers the notification calls.
type Handler struct{ subscribers *Service }

// NewHandler returns a Handler.
func NewHandler(subscribers *Service) *Handler { return &Handler{subscribers: subscribers} }

type createInput struct {
	Body struct {
		Email  string `json:"email" maxLength:"254" example:"asha@example.com"`
		Page   string `json:"page,omitempty" maxLength:"120" example:"current-affairs-test"`
		Source string `json:"source,omitempty" maxLength:"120" example:"notify-me-button"`
	} `nameHint:"SubscriberCreate"`
}

type messageOutput struct {
	Body struct {
		Message string `json:"message" doc:"A sentence to show to the visitor."`
	} `nameHint:"Message"`
}

type listInput struct {
	paging.Query
}

type listOutput struct {
	paging.Headers
	Body []Subscriber `nullable:"false"`
}

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	tags := []string{"notifications"}
	huma.Register(api, access.Public(huma.Operation{OperationID: "subscribe", Method: http.MethodPost, Path: "/notifications", Summary: "Ask to be told when something launches", Tags: tags, DefaultStatus: http.StatusCreated}), h.create)
	huma.Register(api, access.Staff(huma.Operation{OperationID: "listSubscribers", Method: http.MethodGet, Path: "/admin/notifications", Summary: "Subscribers, newest first", Tags: tags}), h.list)
}

func (h *Handler) create(ctx context.Context, in *createInput) (*messageOutput, error) {
	out := &messageOutput{}
	out.Body.Message = Thanks
	return out, h.subscribers.Subscribe(ctx, Subscriber{Email: in.Body.Email, Page: in.Body.Page, Source: in.Body.Source})
}

func (h *Handler) list(ctx context.Context, in *listInput) (*listOutput, error) {
	subscribers, total, err := h.subscribers.Page(ctx, in.Query)
	return &listOutput{Headers: in.Headers(total), Body: subscribers}, err
}
