package subscriber

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/lead"
	"academy/cms-api/internal/platform/access"
)

// thanks is the answer to every subscription, new or repeated, so that it tells
// nobody who subscribed before.
const thanks = "Thank you! We will notify you when we launch."

// Handler answers the notification calls.
type Handler struct {
	*lead.Service[Create, Subscriber, Subscriber, *Subscriber]
}

// NewHandler returns a Handler.
func NewHandler(o lead.Options) *Handler { return &Handler{lead.New(kind(), o)} }

type messageOutput struct {
	Body struct {
		Message string `json:"message" doc:"A sentence to show to the visitor." example:"Thank you! We will notify you when we launch."`
	} `nameHint:"Message"`
}

type countsOutput struct {
	Body SubscriberCounts
}

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	h.Service.Register(api)
	tags := []string{"notifications"}
	huma.Register(api, access.Public(access.Limited(access.LimitForms, huma.Operation{
		OperationID: "subscribe", Method: http.MethodPost, Path: "/notifications",
		Summary: "Ask to be told when something launches", Tags: tags, DefaultStatus: http.StatusCreated,
	})), h.create)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "countSubscribers", Method: http.MethodGet, Path: "/admin/notifications/counts",
		Summary: "How many subscribers there are", Tags: tags,
	}), h.counts)
}

func (h *Handler) create(ctx context.Context, in *lead.Sent[Create]) (*messageOutput, error) {
	out := &messageOutput{}
	out.Body.Message = thanks
	_, err := h.Receive(ctx, in.Key(), in.Body)
	return out, err
}

func (h *Handler) counts(ctx context.Context, _ *struct{}) (*countsOutput, error) {
	counts, err := h.count(ctx)
	return &countsOutput{Body: counts}, err
}
