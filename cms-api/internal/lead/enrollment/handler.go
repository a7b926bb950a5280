package enrollment

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/lead/sheet"
	"academy/cms-api/internal/lead/submission"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/paging"
)

// Handler answers the enrolment calls.
type Handler struct {
	enrollments *Service
	place       *time.Location
}

// NewHandler returns a Handler; place is the time zone of exported times.
func NewHandler(enrollments *Service, place *time.Location) *Handler {
	return &Handler{enrollments: enrollments, place: place}
}

// Create is the wizard's form.
type Create struct {
	FullName      string `json:"fullName" minLength:"1" maxLength:"120" example:"Asha Rao"`
	Email         string `json:"email" minLength:"1" maxLength:"254" format:"mailbox" example:"asha@example.com"`
	Phone         string `json:"phone" minLength:"1" maxLength:"40" example:"+919876543210"`
	Course        string `json:"course" enum:"upsc-prelims,upsc-mains,upsc-complete,psi,mentorship"`
	DateOfBirth   string `json:"dateOfBirth,omitempty" maxLength:"40" format:"day" example:"2001-05-14"`
	Batch         string `json:"batch,omitempty" enum:"morning,afternoon,evening,weekend,"`
	StartDate     string `json:"startDate,omitempty" maxLength:"40" format:"day" example:"2026-06-01"`
	Address       string `json:"address,omitempty" maxLength:"500" example:"12 Sample Street"`
	City          string `json:"city,omitempty" maxLength:"120" example:"Bengaluru"`
	State         string `json:"state,omitempty" maxLength:"120" example:"Karnataka"`
	Pincode       string `json:"pincode,omitempty" pattern:"^[0-9]{0,6}$" patternDescription:"a pincode of at most six digits" example:"560001"`
	PaymentMethod string `json:"paymentMethod,omitempty" enum:"upi,card,netbanking,cash,"`
	Amount        amount `json:"amount,omitempty" doc:"Rupees, as a number or as numeric text."`
}

// amount is a number or text.
type amount struct{ value any }

// UnmarshalJSON keeps what came, for Amount to read.
func (a *amount) UnmarshalJSON(data []byte) error { return json.Unmarshal(data, &a.value) }

// Schema describes both forms.
func (amount) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{{Type: huma.TypeNumber, Format: "rupees"}, {Type: huma.TypeString, Format: "rupees"}}}
}

type createInput struct {
	submission.Header
	Body Create
}

type oneOutput struct {
	ETag string `header:"ETag"`
	Body Enrollment
}

type listInput struct {
	paging.Query
}

type exportInput struct {
	paging.Search
}

type listOutput struct {
	paging.Headers
	Body []EnrollmentSummary `nullable:"false"`
}

type idInput struct {
	ID string `path:"id"`
}

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	tags := []string{"enrollments"}
	huma.Register(api, access.Staff(huma.Operation{OperationID: "createEnrollment", Method: http.MethodPost, Path: "/enrollments", Summary: "Record an enrolment", Tags: tags, DefaultStatus: http.StatusCreated}), h.create)
	huma.Register(api, access.Staff(huma.Operation{OperationID: "listEnrollments", Method: http.MethodGet, Path: "/enrollments", Summary: "Enrolments, newest first", Tags: tags}), h.list)
	huma.Register(api, access.Staff(sheet.Describe(huma.Operation{OperationID: "exportEnrollments", Path: "/enrollments/export", Summary: "Enrolments as CSV: those that a search finds, oldest first unless it says otherwise", Tags: tags})), h.export)
	huma.Register(api, access.Staff(huma.Operation{OperationID: "deleteEnrollment", Method: http.MethodDelete, Path: "/enrollments/{id}", Summary: "Delete an enrolment", Tags: tags}), h.delete)
	huma.Register(api, access.Staff(huma.Operation{OperationID: "getEnrollment", Method: http.MethodGet, Path: "/enrollments/{id}", Summary: "A whole enrolment", Tags: tags}), h.get)
}

func (h *Handler) create(ctx context.Context, in *createInput) (*oneOutput, error) {
	b := in.Body
	rupees, err := Amount(b.Amount.value)
	if err != nil {
		return nil, err
	}
	enrollment, err := h.enrollments.Enroll(ctx, in.Key(), Form{
		FullName: b.FullName, Email: b.Email, Phone: b.Phone, Course: b.Course, DateOfBirth: b.DateOfBirth,
		Batch: b.Batch, StartDate: b.StartDate, Address: b.Address, City: b.City, State: b.State,
		Pincode: b.Pincode, PaymentMethod: b.PaymentMethod, Amount: rupees,
	})
	return &oneOutput{ETag: enrollment.ETag(), Body: enrollment}, err
}

func (h *Handler) list(ctx context.Context, in *listInput) (*listOutput, error) {
	summaries, total, err := h.enrollments.Page(ctx, in.Query)
	return &listOutput{Headers: in.Headers(total), Body: summaries}, err
}

func (h *Handler) get(ctx context.Context, in *idInput) (*oneOutput, error) {
	enrollment, err := h.enrollments.Get(ctx, in.ID)
	return &oneOutput{ETag: enrollment.ETag(), Body: enrollment}, err
}

func (h *Handler) delete(ctx context.Context, in *idInput) (*struct{}, error) {
	return nil, h.enrollments.Delete(ctx, in.ID)
}

func (h *Handler) export(ctx context.Context, in *exportInput) (*huma.StreamResponse, error) {
	return sheet.Table[Enrollment]{
		Name: "enrollments.csv",
		Head: []string{
			"id", "fullName", "email", "phone", "dateOfBirth", "course", "batch", "startDate",
			"address", "city", "state", "pincode", "paymentMethod", "amount", "created_at",
		},
		Open: h.enrollments.Each,
		Row: func(e Enrollment) []string {
			return []string{
				e.ID, e.FullName, e.Email, e.Phone, e.DateOfBirth, e.Course, e.Batch, e.StartDate,
				e.Address, e.City, e.State, e.Pincode, e.PaymentMethod, strconv.FormatFloat(e.Amount, 'f', -1, 64), sheet.Time(e.CreatedAt, h.place),
			}
		},
	}.Download(ctx, in.Search)
}
