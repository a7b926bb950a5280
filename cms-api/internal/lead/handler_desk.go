package lead

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/etag"
	"academy/cms-api/internal/platform/paging"
)

// ByRef names a lead in the path of a call.
type ByRef struct {
	Kind string `path:"kind" doc:"enrollments, mentorship, contact or notifications." example:"contact"`
	etag.ByID
}

func (in ByRef) ref() LeadRef { return LeadRef{in.Kind, in.ID} }

// everyInput asks for a page of one kind, or of all.
type everyInput struct {
	paging.Query
	Filter
	Kind string `query:"kind" enum:"enrollments,mentorship,contact,notifications" doc:"Without it, all kinds."`
}

type updateInput struct {
	etag.Match
	ByRef
	Body LeadUpdate
}

type noteInput struct {
	ByRef
	Body struct {
		Text string `json:"text" minLength:"1" maxLength:"2000" text:"block" example:"She asks for the evening batch."`
	} `nameHint:"LeadNoteCreate"`
}

type bulkInput struct {
	Body struct {
		Leads []LeadRef  `json:"leads" nullable:"false" minItems:"1" maxItems:"500"`
		Set   LeadUpdate `json:"set"`
	} `nameHint:"LeadBulk"`
}

type bulkOutput struct {
	Body struct {
		Changed int           `json:"changed" doc:"How many leads are as asked for." example:"2"`
		Failed  []LeadFailure `json:"failed" nullable:"false"`
	} `nameHint:"LeadBulkResult"`
}

type assigneesOutput struct {
	Body []Assignee `nullable:"false"`
}

// registerDesk adds the calls that are the same for every kind of lead.
func (l *Leads) registerDesk(api huma.API) {
	tags := []string{"leads"}
	const one = "/admin/leads/{kind}/{id}"
	huma.Register(api, access.Needs(access.LeadsRead, huma.Operation{
		OperationID: "listLeads", Method: http.MethodGet, Path: "/admin/leads",
		Summary: "Leads of every kind, newest first", Tags: tags,
	}), l.answerList)
	huma.Register(api, access.Needs(access.LeadsRead, huma.Operation{
		OperationID: "listAssignees", Method: http.MethodGet, Path: "/admin/leads/assignees",
		Summary: "Who can look after leads, by name", Tags: tags,
	}), l.assignees)
	huma.Register(api, access.Needs(access.LeadsRead, huma.Operation{
		OperationID: "getLead", Method: http.MethodGet, Path: one, Summary: "A whole lead", Tags: tags,
	}), l.answerGet)
	huma.Register(api, access.Needs(access.LeadsWrite, huma.Operation{
		OperationID: "updateLead", Method: http.MethodPut, Path: one,
		Summary: "Set a lead's status, who looks after it, and when to call back", Tags: tags,
	}), l.answerUpdate)
	huma.Register(api, access.Needs(access.LeadsWrite, huma.Operation{
		OperationID: "noteLead", Method: http.MethodPost, Path: one + "/notes",
		Summary: "Add a note to a lead", Tags: tags, DefaultStatus: http.StatusCreated,
	}), l.answerNote)
	huma.Register(api, access.Needs(access.LeadsWrite, huma.Operation{
		OperationID: "updateLeads", Method: http.MethodPost, Path: "/admin/leads/bulk",
		Summary:     "Set the same of several leads",
		Description: "A lead that cannot be changed is named with the reason, and stops no other.", Tags: tags,
	}), l.answerBulk)
	// Generated examples would have an account that does not exist.
	schemas, set := api.OpenAPI().Components.Schemas.Map(), map[string]any{"lead_status": StatusContacted}
	schemas["LeadUpdate"].Examples = []any{set}
	schemas["LeadBulk"].Examples = []any{map[string]any{
		"leads": []any{map[string]any{"kind": "contact", "id": "665f1f77bcf86cd799439011"}}, "set": set,
	}}
}

func (l *Leads) answerList(ctx context.Context, in *everyInput) (*listOutput[LeadSummary], error) {
	found, total, err := l.list(ctx, in.Kind, in.Query, in.Filter)
	return &listOutput[LeadSummary]{Headers: in.Headers(total), Body: found}, err
}

func (l *Leads) assignees(ctx context.Context, _ *struct{}) (*assigneesOutput, error) {
	people, err := l.o.Assignees(ctx)
	return &assigneesOutput{Body: people}, err
}

func (l *Leads) answer(ctx context.Context, ref LeadRef) (*etag.Answer[Lead], error) {
	lead, err := l.get(ctx, ref)
	if err != nil {
		return nil, err
	}
	return &etag.Answer[Lead]{ETag: etag.Of(lead.Revision), Body: lead}, nil
}

func (l *Leads) answerGet(ctx context.Context, in *ByRef) (*etag.Answer[Lead], error) {
	return l.answer(ctx, in.ref())
}

func (l *Leads) answerUpdate(ctx context.Context, in *updateInput) (*etag.Answer[Lead], error) {
	if err := l.check(ctx, "body", in.Body); err != nil {
		return nil, err
	}
	if err := l.update(ctx, in.ref(), in.Write(ctx), in.Body); err != nil {
		return nil, err
	}
	return l.answer(ctx, in.ref())
}

func (l *Leads) answerNote(ctx context.Context, in *noteInput) (*etag.Answer[Lead], error) {
	if err := l.note(ctx, in.ref(), in.Body.Text); err != nil {
		return nil, err
	}
	return l.answer(ctx, in.ref())
}

func (l *Leads) answerBulk(ctx context.Context, in *bulkInput) (*bulkOutput, error) {
	if err := l.check(ctx, "body.set", in.Body.Set); err != nil {
		return nil, err
	}
	out := &bulkOutput{}
	out.Body.Failed = l.updateEach(ctx, in.Body.Leads, in.Body.Set)
	out.Body.Changed = len(in.Body.Leads) - len(out.Body.Failed)
	return out, nil
}
