package lead

import (
	"context"
	"errors"
	"time"

	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/problem"
)

// Filter narrows a list of leads.
type Filter struct {
	LeadStatus     Status `query:"lead_status" enum:"new,contacted,enrolled,closed,spam" doc:"Without it, everything but spam."`
	AssignedTo     string `query:"assigned_to" maxLength:"64" doc:"The account that looks after it; none for nobody." example:"none"`
	CallBackBefore string `query:"call_back_before" maxLength:"10" doc:"Only those that are to be called back before this day: YYYY-MM-DD." example:"2026-06-01"`
	Duplicates     bool   `query:"duplicates" doc:"Only those that have a telephone number or e-mail address in common with another lead of any kind."`
}

// wanted keeps leads of a status; of none, all but spam.
func wanted(status Status) documents.Condition {
	if status == "" {
		return documents.Not(documents.Equal("lead_status", string(StatusSpam)))
	}
	return documents.Among("lead_status", status == StatusNew, string(status))
}

// presorted returns the conditions that lists begin with.
func presorted() []documents.Condition {
	all := []documents.Condition{}
	for _, status := range []Status{"", StatusNew, StatusContacted, StatusEnrolled, StatusClosed, StatusSpam} {
		all = append(all, wanted(status))
	}
	return all
}

// nobody stands in a filter for no account.
const nobody = "none"

// where returns what a filter asks for.
func (s *service[F, T, S, P]) where(f Filter) ([]documents.Condition, error) {
	where := []documents.Condition{wanted(f.LeadStatus)}
	switch f.AssignedTo {
	case "":
	case nobody:
		where = append(where, documents.Not(documents.Above("assigned_to", "")))
	default:
		where = append(where, documents.Equal("assigned_to", f.AssignedTo))
	}
	if f.CallBackBefore != "" {
		day, err := time.Parse(time.DateOnly, f.CallBackBefore)
		if err != nil {
			return nil, problem.InvalidField("query.call_back_before", "Give the date as YYYY-MM-DD.")
		}
		where = append(where, documents.UpTo("call_back_on", day.AddDate(0, 0, -1).Format(time.DateOnly)))
	}
	if f.Duplicates {
		shared, loaded := s.senders.shared(s.kind.collection)
		if !loaded {
			return nil, problem.StoreDown(errors.New("addresses are being loaded"), "list of duplicates")
		}
		where = append(where, ids(shared))
	}
	return where, nil
}

// page returns one page of what a filter keeps, and how many there are.
func (s *service[F, T, S, P]) page(ctx context.Context, page paging.Query, f Filter) ([]T, int, error) {
	where, err := s.where(f)
	if err != nil {
		return nil, 0, err
	}
	found, total, err := s.docs.List(ctx, page, where...)
	for i := range found {
		stored := P(&found[i]).stored()
		stored.LeadStatus = stored.status()
	}
	return found, total, err
}
