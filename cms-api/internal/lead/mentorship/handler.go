package mentorship

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/lead/sheet"
	"academy/cms-api/internal/lead/submission"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/revision"
)

// Handler answers the mentorship calls.
type Handler struct {
	applications *Service
	place        *time.Location
}

// NewHandler returns a Handler; place is the time zone of exported times.
func NewHandler(applications *Service, place *time.Location) *Handler {
	return &Handler{applications: applications, place: place}
}

type createInput struct {
	submission.Header
	Body struct {
		Name           string `json:"name" minLength:"1" maxLength:"120" example:"Asha Rao"`
		Phone          string `json:"phone" minLength:"1" maxLength:"40" example:"+919876543210"`
		Email          string `json:"email" minLength:"3" maxLength:"254" format:"mailbox" example:"asha@example.com"`
		EducationLevel string `json:"education_level,omitempty" maxLength:"120" example:"Graduate"`
	} `nameHint:"MentorshipCreate"`
}

type statusInput struct {
	revision.Match
	ID   string `path:"id"`
	Body struct {
		Status string `json:"status" enum:"pending,approved,rejected"`
	} `nameHint:"MentorshipStatus"`
}

type oneOutput struct {
	ETag string `header:"ETag"`
	Body MentorshipApplication
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
	Body []MentorshipApplication `nullable:"false"`
}

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	tags := []string{"mentorship"}
	huma.Register(api, access.Public(access.Limited(access.LimitForms, huma.Operation{OperationID: "applyForMentorship", Method: http.MethodPost, Path: "/mentorship", Summary: "Apply for the mentorship programme", Tags: tags, DefaultStatus: http.StatusCreated})), h.create)
	huma.Register(api, access.Staff(huma.Operation{OperationID: "listMentorshipApplications", Method: http.MethodGet, Path: "/mentorship", Summary: "Applications, newest first", Tags: tags}), h.list)
	huma.Register(api, access.Staff(sheet.Describe(huma.Operation{OperationID: "exportMentorshipApplications", Path: "/mentorship/export", Summary: "Applications as CSV: those that a search finds, oldest first unless it says otherwise", Tags: tags})), h.export)
	huma.Register(api, access.Staff(huma.Operation{OperationID: "deleteMentorshipApplication", Method: http.MethodDelete, Path: "/mentorship/{id}", Summary: "Delete an application", Tags: tags}), h.delete)
	huma.Register(api, access.Staff(huma.Operation{OperationID: "decideMentorshipApplication", Method: http.MethodPut, Path: "/mentorship/{id}", Summary: "Set an application's status", Tags: tags}), h.decide)
}

func (h *Handler) create(ctx context.Context, in *createInput) (*oneOutput, error) {
	b := in.Body
	return one(h.applications.Apply(ctx, in.Key(), Form{Name: b.Name, Phone: b.Phone, Email: b.Email, EducationLevel: b.EducationLevel}))
}

func (h *Handler) decide(ctx context.Context, in *statusInput) (*oneOutput, error) {
	return one(h.applications.Decide(ctx, in.ID, in.Expected(), in.Body.Status))
}

func (h *Handler) list(ctx context.Context, in *listInput) (*listOutput, error) {
	applications, total, err := h.applications.Page(ctx, in.Query)
	return &listOutput{Headers: in.Headers(total), Body: applications}, err
}

func one(application MentorshipApplication, err error) (*oneOutput, error) {
	if err != nil {
		return nil, err
	}
	return &oneOutput{ETag: application.ETag(), Body: application}, nil
}

func (h *Handler) delete(ctx context.Context, in *idInput) (*struct{}, error) {
	return nil, h.applications.Delete(ctx, in.ID)
}

func (h *Handler) export(ctx context.Context, in *exportInput) (*huma.StreamResponse, error) {
	return sheet.Table[MentorshipApplication]{
		Name: "mentorship.csv",
		Head: []string{"id", "name", "phone", "email", "education_level", "status", "created_at"},
		Open: h.applications.Each,
		Row: func(a MentorshipApplication) []string {
			return []string{a.ID, a.Name, a.Phone, a.Email, a.EducationLevel, a.Status, sheet.Time(a.CreatedAt, h.place)}
		},
	}.Download(ctx, in.Search)
}
