package enrollment

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/lead"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/revision"
)

// Handler answers the enrolment calls.
type Handler struct {
	*lead.Service[Create, Enrollment, EnrollmentSummary, *Enrollment]
}

// NewHandler returns a Handler.
func NewHandler(o lead.Options) *Handler { return &Handler{lead.New(kind(), o)} }

// Schema describes both forms of an amount.
func (amount) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{
		{Type: huma.TypeNumber, Format: "rupees"}, {Type: huma.TypeString, Format: "rupees"},
	}}
}

type output = revision.Answer[Enrollment]

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	h.Service.Register(api)
	tags := []string{"enrollments"}
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "createEnrollment", Method: http.MethodPost, Path: "/enrollments",
		Summary: "Record an enrolment", Tags: tags, DefaultStatus: http.StatusCreated,
	}), h.create)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "getEnrollment", Method: http.MethodGet, Path: "/enrollments/{id}",
		Summary: "A whole enrolment", Tags: tags,
	}), h.get)
}

func (h *Handler) create(ctx context.Context, in *lead.Sent[Create]) (*output, error) {
	return revision.One(h.Receive(ctx, in.Key(), in.Body))
}

func (h *Handler) get(ctx context.Context, in *revision.ByID) (*output, error) {
	enrollment, err := h.Docs.Get(ctx, in.ID)
	return revision.One(enrollment.named(), err)
}
