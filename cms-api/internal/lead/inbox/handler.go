package inbox

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

// Handler answers the contact calls.
type Handler struct {
	inbox *Service
	place *time.Location
}

// NewHandler returns a Handler; place is the time zone of exported times.
func NewHandler(inbox *Service, place *time.Location) *Handler {
	return &Handler{inbox: inbox, place: place}
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
	Body []ContactMessage `nullable:"false"`
}

type createInput struct {
	submission.Header
	Body struct {
		Name    string `json:"name" minLength:"1" maxLength:"120" example:"Asha Rao"`
		Email   string `json:"email" minLength:"3" maxLength:"254" format:"mailbox" example:"asha@example.com"`
		Phone   string `json:"phone,omitempty" maxLength:"40" example:"+919876543210"`
		Message string `json:"message" minLength:"1" maxLength:"10000" example:"When does the next batch begin?"`
	} `nameHint:"ContactCreate"`
}

type oneOutput struct {
	Body ContactMessage
}

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	tags := []string{"contact"}
	huma.Register(api, access.Public(access.Limited(access.LimitForms, huma.Operation{OperationID: "sendContactMessage", Method: http.MethodPost, Path: "/contact", Summary: "Send a message to the academy", Tags: tags, DefaultStatus: http.StatusCreated})), h.create)
	huma.Register(api, access.Staff(huma.Operation{OperationID: "listContactMessages", Method: http.MethodGet, Path: "/contact", Summary: "Messages, newest first", Tags: tags}), h.list)
	huma.Register(api, access.Staff(sheet.Describe(huma.Operation{OperationID: "exportContactMessages", Path: "/contact/export", Summary: "Messages as CSV: those that a search finds, oldest first unless it says otherwise", Tags: tags})), h.export)
	huma.Register(api, access.Staff(huma.Operation{OperationID: "deleteContactMessage", Method: http.MethodDelete, Path: "/contact/{id}", Summary: "Delete a message", Tags: tags}), h.delete)
}

func (h *Handler) create(ctx context.Context, in *createInput) (*oneOutput, error) {
	b := in.Body
	message, err := h.inbox.Receive(ctx, in.Key(), Form{Name: b.Name, Email: b.Email, Phone: b.Phone, Message: b.Message})
	return &oneOutput{Body: message}, err
}

func (h *Handler) list(ctx context.Context, in *listInput) (*listOutput, error) {
	messages, total, err := h.inbox.Page(ctx, in.Query)
	return &listOutput{Headers: in.Headers(total), Body: messages}, err
}

func (h *Handler) delete(ctx context.Context, in *idInput) (*struct{}, error) {
	return nil, h.inbox.Delete(ctx, in.ID)
}

func (h *Handler) export(ctx context.Context, in *exportInput) (*huma.StreamResponse, error) {
	return sheet.Table[ContactMessage]{
		Name: "contact.csv",
		Head: []string{"id", "name", "email", "phone", "message", "created_at"},
		Open: h.inbox.Each,
		Row: func(m ContactMessage) []string {
			return []string{m.ID, m.Name, m.Email, m.Phone, m.Message, sheet.Time(m.CreatedAt, h.place)}
		},
	}.Download(ctx, in.Search)
}
