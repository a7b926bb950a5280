package mentorship

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/lead"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/revision"
)

// Handler answers the mentorship calls.
type Handler struct {
	*lead.Service[Create, MentorshipApplication, MentorshipApplication, *MentorshipApplication]
}

// NewHandler returns a Handler.
func NewHandler(o lead.Options) *Handler { return &Handler{lead.New(kind(), o)} }

type statusInput struct {
	revision.Match
	revision.ByID
	Body struct {
		Status string `json:"status" enum:"pending,approved,rejected"`
	} `nameHint:"MentorshipStatus"`
}

type output = revision.Answer[MentorshipApplication]

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	h.Service.Register(api)
	tags := []string{"mentorship"}
	huma.Register(api, access.Public(access.Limited(access.LimitForms, huma.Operation{
		OperationID: "applyForMentorship", Method: http.MethodPost, Path: "/mentorship",
		Summary: "Apply for the mentorship programme", Tags: tags, DefaultStatus: http.StatusCreated,
	})), h.create)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "decideMentorshipApplication", Method: http.MethodPut, Path: "/mentorship/{id}",
		Summary: "Set an application's status", Tags: tags,
	}), h.decide)
}

// create answers a repetition as it did the first time: what was decided
// meanwhile is not told.
func (h *Handler) create(ctx context.Context, in *lead.Sent[Create]) (*output, error) {
	return revision.One(h.Receive(ctx, in.Key(), in.Body))
}

func (h *Handler) decide(ctx context.Context, in *statusInput) (*output, error) {
	return revision.One(h.Docs.Update(ctx, in.ID, in.Expected(), func(a *MentorshipApplication) error {
		a.Status = in.Body.Status
		return nil
	}))
}
