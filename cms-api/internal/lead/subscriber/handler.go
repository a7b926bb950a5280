package subscriber

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/lead/sheet"
	"academy/cms-api/internal/lead/submission"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/paging"
)

// Handler answers the notification calls.
type Handler struct {
	subscribers *Service
	place       *time.Location
}

// NewHandler returns a Handler; place is the time zone of exported times.
func NewHandler(subscribers *Service, place *time.Location) *Handler {
	return &Handler{subscribers: subscribers, place: place}
}

type createInput struct {
	submission.Header
	Body struct {
		Email  string `json:"email" maxLength:"254" format:"mailbox" example:"asha@example.com"`
		Page   string `json:"page,omitempty" maxLength:"120" example:"current-affairs-test"`
		Source string `json:"source,omitempty" maxLength:"120" example:"notify-me-button"`
	} `nameHint:"SubscriberCreate"`
}

type messageOutput struct {
	Body struct {
		Message string `json:"message" doc:"A sentence to show to the visitor." example:"Thank you! We will notify you when we launch."`
	} `nameHint:"Message"`
}

type idInput struct {
	ID string `path:"id"`
}

type listInput struct {
	paging.Query
}

type exportInput struct {
	paging.Search
}

type listOutput struct {
	paging.Headers
	Body []Subscriber `nullable:"false"`
}

type countsOutput struct {
	Body SubscriberCounts
}

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	tags := []string{"notifications"}
	huma.Register(api, access.Public(access.Limited(access.LimitForms, huma.Operation{OperationID: "subscribe", Method: http.MethodPost, Path: "/notifications", Summary: "Ask to be told when something launches", Tags: tags, DefaultStatus: http.StatusCreated})), h.create)
	huma.Register(api, access.Staff(huma.Operation{OperationID: "listSubscribers", Method: http.MethodGet, Path: "/admin/notifications", Summary: "Subscribers, newest first", Tags: tags}), h.list)
	huma.Register(api, access.Staff(huma.Operation{OperationID: "countSubscribers", Method: http.MethodGet, Path: "/admin/notifications/counts", Summary: "How many subscribers there are", Tags: tags}), h.counts)
	huma.Register(api, access.Staff(sheet.Describe(huma.Operation{OperationID: "exportSubscribers", Path: "/admin/notifications/export", Summary: "Subscribers as CSV: those that a search finds, oldest first unless it says otherwise", Tags: tags})), h.export)
	huma.Register(api, access.Staff(huma.Operation{OperationID: "deleteSubscriber", Method: http.MethodDelete, Path: "/admin/notifications/{id}", Summary: "Delete a subscriber", Tags: tags}), h.delete)
}

func (h *Handler) create(ctx context.Context, in *createInput) (*messageOutput, error) {
	out := &messageOutput{}
	out.Body.Message = Thanks
	return out, h.subscribers.Subscribe(ctx, in.Key(), Form{Email: in.Body.Email, Page: in.Body.Page, Source: in.Body.Source})
}

func (h *Handler) list(ctx context.Context, in *listInput) (*listOutput, error) {
	subscribers, total, err := h.subscribers.Page(ctx, in.Query)
	return &listOutput{Headers: in.Headers(total), Body: subscribers}, err
}

func (h *Handler) counts(ctx context.Context, _ *struct{}) (*countsOutput, error) {
	counts, err := h.subscribers.Counts(ctx)
	return &countsOutput{Body: counts}, err
}

func (h *Handler) delete(ctx context.Context, in *idInput) (*struct{}, error) {
	return nil, h.subscribers.Delete(ctx, in.ID)
}

func (h *Handler) export(ctx context.Context, in *exportInput) (*huma.StreamResponse, error) {
	return sheet.Table[Subscriber]{
		Name: "notifications.csv",
		Head: []string{"id", "email", "page", "source", "created_at"},
		Open: h.subscribers.Each,
		Row: func(s Subscriber) []string {
			return []string{s.ID, s.Email, s.Page, s.Source, sheet.Time(s.CreatedAt, h.place)}
		},
	}.Download(ctx, in.Search)
}
