package privacy

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
)

// Handler answers the calls about people's data.
type Handler struct {
	people    *Service
	auditDays int
}

// NewHandler returns a Handler. auditDays is how long entries of the audit log stay.
func NewHandler(people *Service, auditDays int) *Handler {
	return &Handler{people: people, auditDays: auditDays}
}

type addressInput struct {
	Body struct {
		Address string `json:"address" minLength:"1" maxLength:"254" doc:"An e-mail address or a phone number, however it is written." example:"asha@example.com"`
	} `nameHint:"PersonAddress"`
}

// Record is one stored document, whatever its kind.
type Record struct{ value any }

// MarshalJSON writes the document.
func (r Record) MarshalJSON() ([]byte, error) { return json.Marshal(r.value) }

// Schema describes any object.
func (Record) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeObject, AdditionalProperties: true,
		Examples: []any{map[string]any{"id": "665f1f77bcf86cd799439011", "email": "asha@example.com"}},
	}
}

// Retention is how long data stay.
type Retention struct {
	LeadsDays int `json:"leads_days" doc:"After how many days leads are removed; 0 is never." example:"730"`
	AuditDays int `json:"audit_days" doc:"After how many days entries of the audit log are removed." example:"365"`
}

type exportOutput struct{ Body Export }

type eraseOutput struct{ Body Erasure }

type retentionOutput struct{ Body Retention }

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	tags := []string{"privacy"}
	huma.Register(api, access.Needs(access.PeopleErase, huma.Operation{
		OperationID: "getRetention", Method: http.MethodGet, Path: "/people/retention",
		Summary: "For how long people's data stay", Tags: tags,
	}), h.retention)
	huma.Register(api, access.Needs(access.PeopleErase, access.Confirmed(huma.Operation{
		OperationID: "exportPerson", Method: http.MethodPost, Path: "/people/export",
		Summary: "Everything that is stored of a person", Tags: tags,
	})), h.export)
	huma.Register(api, access.Needs(access.PeopleErase, access.Confirmed(huma.Operation{
		OperationID: "erasePerson", Method: http.MethodPost, Path: "/people/erase",
		Summary: "Remove what is stored of a person, for good; an account stays, and the answer says what to do about it",
		Tags:    tags,
	})), h.erase)
}

func (h *Handler) retention(context.Context, *struct{}) (*retentionOutput, error) {
	return &retentionOutput{Body: Retention{LeadsDays: int(h.people.Keep().Hours() / 24), AuditDays: h.auditDays}}, nil
}

func (h *Handler) export(ctx context.Context, in *addressInput) (*exportOutput, error) {
	export, err := h.people.Export(ctx, in.Body.Address)
	return &exportOutput{Body: export}, err
}

func (h *Handler) erase(ctx context.Context, in *addressInput) (*eraseOutput, error) {
	erasure, err := h.people.Erase(ctx, in.Body.Address)
	return &eraseOutput{Body: erasure}, err
}
