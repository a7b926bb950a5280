package lead

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
)

type alertsInput struct{ Body Alerts }

type alertsOutput struct{ Body Alerts }

type countsInput struct {
	Days int `query:"days" minimum:"1" maximum:"366" default:"30" doc:"How many days, today among them."`
}

type dayCountsOutput struct {
	Body Counts `nameHint:"LeadCounts"`
}

// registerAlerts adds the calls about leads of every kind.
func (l *Leads) registerAlerts(api huma.API) {
	tags := []string{"leads"}
	huma.Register(api, access.Needs(access.LeadsRead, access.ByPerson(huma.Operation{
		OperationID: "getLeadAlerts", Method: http.MethodGet, Path: "/auth/me/alerts",
		Summary: "Which mails about new leads one gets", Tags: tags,
	})), l.getAlerts)
	huma.Register(api, access.Needs(access.LeadsRead, access.ByPerson(huma.Operation{
		OperationID: "chooseLeadAlerts", Method: http.MethodPut, Path: "/auth/me/alerts",
		Summary: "Choose which mails about new leads one gets", Tags: tags,
		Description: "Mails go to the account's e-mail address, which it needs. Whoever may not read leads any more gets none.",
	})), l.chooseAlerts)
	huma.Register(api, access.Needs(access.LeadsRead, huma.Operation{
		OperationID: "countLeads", Method: http.MethodGet, Path: "/admin/leads/counts",
		Summary: "Leads by day and by page, without spam", Tags: tags,
	}), l.countLeads)
}

func (l *Leads) getAlerts(ctx context.Context, _ *struct{}) (*alertsOutput, error) {
	chosen, err := l.Alerts(ctx)
	return &alertsOutput{chosen}, err
}

func (l *Leads) chooseAlerts(ctx context.Context, in *alertsInput) (*alertsOutput, error) {
	chosen, err := l.ChooseAlerts(ctx, in.Body)
	return &alertsOutput{chosen}, err
}

func (l *Leads) countLeads(ctx context.Context, in *countsInput) (*dayCountsOutput, error) {
	counts, err := l.Counts(ctx, in.Days)
	return &dayCountsOutput{counts}, err
}
