package lead

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/etag"
)

// enrollments answers the enrolment calls.
type enrollments struct {
	*service[EnrollmentCreate, Enrollment, EnrollmentSummary, *Enrollment]
}

// Schema describes both forms of an amount.
func (amount) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{
		{Type: huma.TypeNumber, Format: "rupees"}, {Type: huma.TypeString, Format: "rupees"},
	}}
}

func (e enrollments) register(api huma.API) {
	e.service.register(api)
	huma.Register(api, access.Needs(access.LeadsRead, huma.Operation{
		OperationID: "getEnrollment", Method: http.MethodGet, Path: "/enrollments/{id}",
		Summary: "A whole enrolment", Tags: []string{"enrollments"},
	}), e.get)
}

func (e enrollments) get(ctx context.Context, in *etag.ByID) (*etag.Answer[Enrollment], error) {
	enrollment, err := e.docs.Get(ctx, in.ID)
	return etag.One(enrollment.named(), err)
}

// mentorships answers the mentorship calls.
type mentorships struct {
	*service[MentorshipCreate, MentorshipApplication, MentorshipApplication, *MentorshipApplication]
}

type statusInput struct {
	etag.Match
	etag.ByID
	Body struct {
		Status string `json:"status" enum:"pending,approved,rejected"`
	} `nameHint:"MentorshipStatus"`
}

func (m mentorships) register(api huma.API) {
	m.service.register(api)
	huma.Register(api, access.Needs(access.LeadsWrite, huma.Operation{
		OperationID: "decideMentorshipApplication", Method: http.MethodPut, Path: "/mentorship/{id}",
		Summary: "Set an application's status", Tags: []string{"mentorship"},
	}), m.decide)
}

func (m mentorships) decide(ctx context.Context, in *statusInput) (*etag.Answer[MentorshipApplication], error) {
	made, err := m.docs.Update(ctx, in.ID, in.Write(ctx), func(a *MentorshipApplication) error {
		a.Status = in.Body.Status
		return nil
	})
	return etag.One(changes.Done(ctx, made, err))
}

// subscribers answers the notification calls.
type subscribers struct {
	*service[SubscriberCreate, Subscriber, Subscriber, *Subscriber]
}

type countsOutput struct{ Body SubscriberCounts }

func (s subscribers) register(api huma.API) {
	s.service.register(api)
	huma.Register(api, access.Needs(access.LeadsRead, huma.Operation{
		OperationID: "countSubscribers", Method: http.MethodGet, Path: "/admin/notifications/counts",
		Summary: "How many subscribers there are", Tags: []string{"notifications"},
	}), s.counts)
}

func (s subscribers) counts(ctx context.Context, _ *struct{}) (*countsOutput, error) {
	counts, err := s.count(ctx)
	return &countsOutput{Body: counts}, err
}
