package webhook

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/etag"
	"academy/cms-api/internal/platform/paging"
)

// Handler answers the calls about endpoints and deliveries.
type Handler struct {
	service *Service
}

// NewHandler returns the calls of service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

type endpointsOutput struct {
	Body []Endpoint `nullable:"false"`
}

type endpointInput struct {
	Body struct {
		Name            string `json:"name" maxLength:"80" example:"Build of the mirror"`
		URL             string `json:"url" maxLength:"2000" format:"web" example:"https://build.example.com/hooks/1a2b3c"`
		Kind            Kind   `json:"kind,omitempty" enum:"standard,build-hook" default:"standard"`
		Active          *bool  `json:"active,omitempty" doc:"Active when it is missing."`
		Leads           bool   `json:"leads,omitempty" doc:"Whether it is told of new leads too."`
		IntervalSeconds int    `json:"interval_seconds,omitempty" default:"10" minimum:"1" maximum:"86400"`
	} `nameHint:"EndpointCreate"`
}

type idInput struct {
	ID string `path:"id" maxLength:"64"`
}

type revisionInput struct {
	etag.Match
	ID string `path:"id" maxLength:"64"`
}

type endpointUpdateInput struct {
	etag.Match
	ID   string `path:"id" maxLength:"64"`
	Body EndpointUpdate
}

type endpointOutput struct {
	ETag string `header:"ETag"`
	Body Endpoint
}

type endpointSecretOutput struct {
	ETag string `header:"ETag"`
	Body EndpointWithSecret
}

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	h.registerDeliveries(api)
	tags := []string{"webhooks"}
	huma.Register(api, access.Needs(access.WebhooksWrite, huma.Operation{
		OperationID: "listWebhooks", Method: http.MethodGet, Path: "/admin/webhooks",
		Summary: "Who is told of changes besides the publisher, by name", Tags: tags,
	}), h.endpoints)
	huma.Register(api, access.Needs(access.WebhooksWrite, access.Confirmed(huma.Operation{
		OperationID: "createWebhook", Method: http.MethodPost, Path: "/admin/webhooks", Summary: "Tell somebody of changes",
		Description: "The answer holds the secret that messages are signed with, which is not shown again. An active " +
			"webhook is told of the present content at once, and then of every change: at most once in its interval, the last " +
			"change always included. What it does not take is tried again with growing pauses; Retry-After of 429 and 503 is " +
			"honoured up to an hour, and after 410 it is told nothing until it is saved again. With leads, which needs https and the " +
			"standard kind, it is sent a message lead.created for each new lead that is no spam, tried for a day.",
		Tags: tags, DefaultStatus: http.StatusCreated,
	})), h.addEndpoint)
	huma.Register(api, access.Needs(access.WebhooksWrite, huma.Operation{
		OperationID: "updateWebhook", Method: http.MethodPut, Path: "/admin/webhooks/{id}", Summary: "Change a webhook",
		Tags: tags,
	}), h.updateEndpoint)
	huma.Register(api, access.Needs(access.WebhooksWrite, huma.Operation{
		OperationID: "deleteWebhook", Method: http.MethodDelete, Path: "/admin/webhooks/{id}", Summary: "Delete a webhook",
		Description: "What was sent to it stays in the log of deliveries.", Tags: tags, DefaultStatus: http.StatusNoContent,
	}), h.removeEndpoint)
	huma.Register(api, access.Needs(access.WebhooksWrite, access.ByPerson(access.Confirmed(huma.Operation{
		OperationID: "rotateWebhookSecret", Method: http.MethodPost, Path: "/admin/webhooks/{id}/secret",
		Summary:     "Give a webhook another secret",
		Description: "The answer holds it; it is not shown again. For a day messages are signed with the old one too.",
		Tags:        tags,
	}))), h.rotateSecret)
	huma.Register(api, access.Needs(access.WebhooksWrite, huma.Operation{
		OperationID: "testWebhook", Method: http.MethodPost, Path: "/admin/webhooks/{id}/test",
		Summary: "Send a webhook what a change would send it, once; the answer says what became of it", Tags: tags,
	}), h.testEndpoint)
}

func (h *Handler) endpoints(ctx context.Context, _ *struct{}) (*endpointsOutput, error) {
	endpoints, err := h.service.Endpoints(ctx)
	return &endpointsOutput{Body: endpoints}, err
}

func (h *Handler) addEndpoint(ctx context.Context, in *endpointInput) (*endpointSecretOutput, error) {
	b := in.Body
	e, err := h.service.AddEndpoint(ctx, Endpoint{
		Name: b.Name, URL: b.URL, Kind: b.Kind, Active: b.Active == nil || *b.Active, IntervalSeconds: b.IntervalSeconds,
		Leads: b.Leads,
	})
	return &endpointSecretOutput{ETag: etag.Of(e.Revision), Body: e}, err
}

func (h *Handler) updateEndpoint(ctx context.Context, in *endpointUpdateInput) (*endpointOutput, error) {
	e, err := h.service.UpdateEndpoint(ctx, in.ID, in.Write(ctx), in.Body)
	return &endpointOutput{ETag: etag.Of(e.Revision), Body: e}, err
}

func (h *Handler) removeEndpoint(ctx context.Context, in *revisionInput) (*struct{}, error) {
	return nil, h.service.RemoveEndpoint(ctx, in.ID, in.Write(ctx))
}

func (h *Handler) rotateSecret(ctx context.Context, in *revisionInput) (*endpointSecretOutput, error) {
	e, err := h.service.RotateSecret(ctx, in.ID, in.Write(ctx))
	return &endpointSecretOutput{ETag: etag.Of(e.Revision), Body: e}, err
}

func (h *Handler) testEndpoint(ctx context.Context, in *idInput) (*deliveryOutput, error) {
	delivery, err := h.service.TestEndpoint(ctx, in.ID)
	return &deliveryOutput{Body: delivery}, err
}

type deliveriesInput struct {
	paging.Window
	Endpoint string `query:"endpoint" maxLength:"64" doc:"Only those to the endpoint with this id, or to publisher."`
	State    string `query:"state" enum:"delivered,failing,failed,superseded" doc:"Only those in this state."`
}

type deliveriesOutput struct {
	paging.Headers
	Body []Delivery `nullable:"false"`
}

type deliveryOutput struct {
	Body Delivery
}

func (h *Handler) registerDeliveries(api huma.API) {
	tags := []string{"publish"}
	huma.Register(api, access.Needs(access.ContentRead, huma.Operation{
		OperationID: "listWebhookDeliveries", Method: http.MethodGet, Path: "/publish/deliveries",
		Summary: "Webhook deliveries, newest first", Description: "The last 50 of each endpoint are kept.", Tags: tags,
	}), h.deliveries)
	huma.Register(api, access.Needs(access.ContentPublish, huma.Operation{
		OperationID: "redeliverWebhook", Method: http.MethodPost, Path: "/publish/deliveries/{id}/redeliver",
		Summary: "Send a webhook message again, once; the answer says what became of it", Tags: tags,
	}), h.redeliver)
}

func (h *Handler) deliveries(ctx context.Context, in *deliveriesInput) (*deliveriesOutput, error) {
	found, total, err := h.service.Deliveries(ctx, DeliveryFilter{EndpointID: in.Endpoint, State: in.State}, in.Window)
	return &deliveriesOutput{Headers: in.Headers(total), Body: found}, err
}

func (h *Handler) redeliver(ctx context.Context, in *idInput) (*deliveryOutput, error) {
	delivery, err := h.service.Redeliver(ctx, in.ID)
	return &deliveryOutput{Body: delivery}, err
}
