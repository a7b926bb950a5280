package publish

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/paging"
)

type deliveriesInput struct {
	paging.Window
	Endpoint string `query:"endpoint" maxLength:"64" doc:"Only those to the endpoint with this id; publisher is the one that comes with the product."`
	State    string `query:"state" enum:"delivered,failing,failed,superseded" doc:"Only those in this state."`
}

type deliveriesOutput struct {
	paging.Headers
	Body []Delivery `nullable:"false"`
}

type redeliverInput struct {
	ID string `path:"id" maxLength:"64"`
}

type deliveryOutput struct {
	Body Delivery
}

func (h *Handler) registerDeliveries(api huma.API) {
	tags := []string{"publish"}
	huma.Register(api, access.Staff(huma.Operation{OperationID: "listWebhookDeliveries", Method: http.MethodGet, Path: "/publish/deliveries", Summary: "Webhook deliveries, newest first", Description: "The last 50 of each endpoint are kept.", Tags: tags}), h.deliveries)
	huma.Register(api, access.Staff(huma.Operation{OperationID: "redeliverWebhook", Method: http.MethodPost, Path: "/publish/deliveries/{id}/redeliver", Summary: "Send a webhook message again, once; the answer says what became of it", Tags: tags}), h.redeliver)
}

func (h *Handler) deliveries(ctx context.Context, in *deliveriesInput) (*deliveriesOutput, error) {
	found, total, err := h.service.Deliveries(ctx, DeliveryFilter{EndpointID: in.Endpoint, State: in.State}, in.Window)
	return &deliveriesOutput{Headers: in.Headers(total), Body: found}, err
}

func (h *Handler) redeliver(ctx context.Context, in *redeliverInput) (*deliveryOutput, error) {
	delivery, err := h.service.Redeliver(ctx, in.ID)
	return &deliveryOutput{Body: delivery}, err
}
